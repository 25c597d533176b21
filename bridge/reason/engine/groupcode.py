"""A join by groups as Python code: nested loops over everything but the sets, and a set difference inside.

As in ``joincode``, the code is made of slot numbers alone.
"""

import enum
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from bridge.reason.engine.grouping import GroupPlan
from bridge.reason.engine.joincode import compiled, key, row, targets
from bridge.reason.engine.plan import Step

GroupJoin: TypeAlias = Callable[..., int]
"""Called as ``join(start, tables, sources, ranks, target)``; gives its matches."""

_CODE_KEPT: Final = 1024
_HEADER: Final = "def join(start, tables, sources, ranks, target):"


class Inner(enum.Enum):
    """What is done with what is found."""

    TAKE = enum.auto()
    """Sets are met in order, so that they are taken as they are met."""
    HAND_OVER = enum.auto()
    """Sets are handed over with what orders them."""
    UNITE = enum.auto()
    """Sets are united through links, then taken as ``TAKE`` does (``engine.linkjoin``)."""


@lru_cache(maxsize=_CODE_KEPT)
def group_code(plan: GroupPlan, ages: tuple[int, ...], sources: int, inner: Inner) -> GroupJoin:
    """The compiled join of a plan.

    Args:
        plan: the plan.
        ages: how many tables each of its steps looks into, at least one.
        sources: how many groupings of the source there are, at least one.
        inner: what is done with what is found.
    """
    return compiled("\n".join(_lines(plan, ages, sources, inner)))


def _lines(plan: GroupPlan, ages: tuple[int, ...], sources: int, inner: Inner) -> list[str]:
    lines = [
        _HEADER,
        " n, most, over, hand_over, fromkeys = 0, target.most, target.over, target.hand_over, dict.fromkeys",
        " known, pending, conclusion = target.known, target.pending, target.conclusion",
        " group, waiting = known.get, pending.get",
        f" {targets(range(len(plan.constants)), bare=False)} = start",
        *[f" r{number} = ranks[{number}].__getitem__" for number in range(len(plan.dead_slots))],
        f" {''.join(f's{age},' for age in range(sources))} = sources",
        *[f" {''.join(f't{d}_{age},' for age in range(count))} = tables[{d}]" for d, count in enumerate(ages)],
    ]
    order = None if inner is Inner.HAND_OVER else _Order(plan, ages, sources)
    indent, slot = " ", len(plan.constants)
    if plan.scanned:
        new = range(slot, slot + len(plan.source_slots))
        lines.append(f"{indent}for {targets(new)}, s in {_ordered('s0.items()', new, order, scan=True)}:")
        indent, slot = indent + " ", slot + len(new)
        lines += _reason(plan, inner, indent)
    for depth, step in enumerate(plan.steps):
        first = depth == 0 and not plan.scanned
        lines += _look_up(depth, step, ages[depth], slot, indent, order if first else None)
        indent += "  " if ages[depth] > 1 and step.pattern.free else " "
        slot += len(step.pattern.free)
        lines += _reason(plan, inner, indent) if first and inner is Inner.TAKE else []
    if not plan.scanned and inner is Inner.UNITE:
        lines += _reason(plan, inner, indent)
    elif not plan.scanned:
        lines.append(f"{indent}for g in sources:")
        indent += "  "
        lines += [f"{indent[:-1]}s = g.get({key(plan.source_slots)})", f"{indent[:-1]}if s:"]
    counted = ["n += len(s)", "if n > most: most = over(n)"]
    found = _hand_over(plan) if inner is Inner.HAND_OVER else _take(plan, inner)
    return [*lines, *(indent + line for line in (*counted, *found)), " return n"]


def _reason(plan: GroupPlan, inner: Inner, indent: str) -> list[str]:
    dead = row(plan.dead_slots)
    if inner is Inner.UNITE:
        return [f"{indent}s, w, m = target.unite({key(plan.source_slots)}, {dead})", f"{indent}n += m"]
    return [f"{indent}w = (conclusion, {dead})"] if inner is Inner.TAKE else []


def _take(plan: GroupPlan, inner: Inner) -> list[str]:
    each = [f" if w is None: target.explain(k, d, {row(plan.dead_slots)})", " else: k |= fromkeys(d, w)"]
    return [
        f"h = {key(plan.group_slots)}",
        "k = group(h)",
        "if k is None: k = known[h] = {}",
        "d = s.difference(k)",
        "if d:",
        *(each if inner is Inner.UNITE else [" k |= fromkeys(d, w)"]),
        " p = waiting(h)",
        " if p is None: pending[h] = d",
        " else: p |= d",
    ]


def _hand_over(plan: GroupPlan) -> list[str]:
    order = "".join(f"r{number}(v{slot})," for number, slot in enumerate(plan.dead_slots))
    return [
        f"h = {key(plan.group_slots)}",
        "d = s.difference(group(h, ()))",
        # Of what this rule took before in this round, the derivations are still to be compared.
        "if target.again: d = s",
        f"if d: hand_over((({order}), h, d, {row(plan.dead_slots)}))",
    ]


def _look_up(depth: int, step: Step, ages: int, slot: int, indent: str, order: "_Order | None") -> list[str]:
    wanted = key(step.key_slots)
    if not step.pattern.free:
        return [f"{indent}if {' or '.join(f'{wanted} in t{depth}_{age}' for age in range(ages))}:"]
    lines: list[str] = []
    table = f"t{depth}_0"
    if ages > 1:
        table = f"t{depth}"
        lines.append(f"{indent}for {table} in tables[{depth}]:")
        indent += " "
    new = range(slot, slot + len(step.pattern.free))
    return [
        *lines,
        f"{indent}m{depth} = {table}.get({wanted}, ())",
        f"{indent}n += len(m{depth})",
        f"{indent}if n > most: most = over(n)",
        f"{indent}for {targets(new)} in {_ordered(f'm{depth}', new, order, scan=False)}:",
    ]


class _Order(NamedTuple):
    """What the first rows are sifted by, so that fewer are sorted: every table that they alone give the key of."""

    plan: GroupPlan
    ages: tuple[int, ...]
    sources: int

    def sifts(self, places: dict[int, str]) -> list[str]:
        """The conditions, from the source of the values that the first rows give."""
        found: list[str] = []
        known = {slot: f"v{slot}" for slot in range(len(self.plan.constants))} | places
        looked_up = [
            (s.key_slots, [f"t{d}_{age}" for age in range(self.ages[d])]) for d, s in enumerate(self.plan.steps)
        ]
        if not self.plan.scanned:
            looked_up.append((self.plan.source_slots, [f"s{age}" for age in range(self.sources)]))
        for slots, tables in looked_up:
            if known.keys() >= set(slots) and not places.keys().isdisjoint(slots):
                wanted = known[slots[0]] if len(slots) == 1 else f"({''.join(f'{known[slot]},' for slot in slots)})"
                found.append(" or ".join(f"{wanted} in {table}" for table in tables))
        return found


def _ordered(rows: str, new: Sequence[int], order: _Order | None, *, scan: bool) -> str:
    """Rows in the order of the dead variables, all of which they bind."""
    if order is None or not order.plan.dead_slots:
        return rows
    item = "i[0]" if scan else "i"
    places = {slot: item if len(new) == 1 else f"{item}[{place}]" for place, slot in enumerate(new)}
    sifts = order.sifts(places)
    sifted = f"[i for i in {rows} if {' and '.join(f'({sift})' for sift in sifts)}]" if sifts else rows
    ranked = [f"r{number}({places[slot]})" for number, slot in enumerate(order.plan.dead_slots)]
    return f"sorted({sifted}, key=lambda i: {ranked[0] if len(ranked) == 1 else '(' + ', '.join(ranked) + ')'})"
