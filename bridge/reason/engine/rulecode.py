"""Rules as Python code for few facts: every row of a relation is looked at, and no index is made.

Several rules make one function, which runs them for one round. As in ``joincode``, the code is made of slot numbers
alone.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from bridge.reason.engine.joincode import MOST_LOOPS, compiled, row
from bridge.reason.engine.plan import Plan, Step

Round: TypeAlias = Callable[..., int]
"""Called as ``join(n, given, tables, new, changed, filled, first, precedes, most, over)``; gives ``n`` and its matches.

``given`` has for each rule the rule, its ranking and its constants; ``tables`` and ``new`` are by literal: what is
known, and what this round has concluded so far. ``changed`` has a bit for each literal
that got new rows in the round before, ``filled`` for each that has any. ``over`` is called with more matches than
``most``."""

_HEADER: Final = "def join(n, given, tables, new, changed, filled, first, precedes, most, over):"


class Numbered(NamedTuple):
    """A rule's plan, and the numbers of its literals.

    Args:
        plan: over relations as they are.
        body: the literals of the plan's steps.
        head: that of the head.
    """

    plan: Plan
    body: tuple[int, ...]
    head: int

    @property
    def codable(self) -> bool:
        """Whether it is short enough for Python's nesting."""
        steps = self.plan.steps
        return sum(bool(step.pattern.free) for step in steps) <= MOST_LOOPS and len(steps) <= 2 * MOST_LOOPS


def round_code(rules: Sequence[Numbered]) -> Round:
    """The code of some rules for one round, in their order."""
    lines = [_HEADER, *(line for place, rule in enumerate(rules) for line in _rule(place, rule)), " return n"]
    return compiled("\n".join(lines))


def _rule(place: int, rule: Numbered) -> Iterable[str]:
    plan, body, head = rule
    needs = sum({1 << number for number in body})
    # In the first round a rule without a body fires too.
    yield f" if {needs:#x} & changed and {needs:#x} & filled == {needs:#x}:" if body else " if first:"
    yield f"  rule, ranking, [{''.join(f'v{slot},' for slot in range(len(plan.constants)))}] = given[{place}]"
    yield f"  known, taken, best = tables[{head}], new.get({head}, ()), {{}}"
    indent, slot = "  ", len(plan.constants)
    for depth, (step, number) in enumerate(zip(plan.steps, body, strict=True)):
        if depth == plan.head_known_after:
            yield from _undecided(plan, indent)
            indent += " "
        yield from _look_up(depth, number, step, slot, indent)
        slot += len(step.pattern.free)
        indent += "  " if step.pattern.free and (step.pattern.bound or step.pattern.equal) else " "
    if plan.head_known_after == len(plan.steps):
        yield from _undecided(plan, indent)
        indent += " "
    for line in _conclude(plan):
        yield indent + line
    yield f"  if best: new[{head}] = taken | best if taken else best"


def _look_up(depth: int, number: int, step: Step, slot: int, indent: str) -> list[str]:
    bound, free, equal = step.pattern
    if not free:
        return [f"{indent}if {row(_in_order(step))} in tables[{number}]:"]
    names = {column: f"v{slot + place}" for place, column in enumerate(free)}
    others = {column: f"b{depth}_{column}" for column in (*bound, *(right for _, right in equal))}
    columns = sorted(names | others)
    conditions = [f"{others[column]} == v{given}" for column, given in zip(bound, step.key_slots, strict=True)]
    conditions += [f"{others[right]} == {names[left]}" for left, right in equal]
    return [
        f"{indent}t = tables[{number}]",
        f"{indent}n += len(t)",
        f"{indent}if n > most: over(n)",
        f"{indent}for {''.join(f'{(names | others)[column]},' for column in columns)} in t:",
        *([f"{indent} if {' and '.join(conditions)}:"] if conditions else []),
    ]


def _in_order(step: Step) -> tuple[int, ...]:
    return tuple([slot for _, slot in sorted(zip(step.pattern.bound, step.key_slots, strict=True))])


def _undecided(plan: Plan, indent: str) -> list[str]:
    return [f"{indent}h = {row(plan.head_slots)}", f"{indent}if h not in known and h not in taken:"]


def _conclude(plan: Plan) -> list[str]:
    return [
        f"w = rule, {row(plan.value_slots)}",
        "o = best.setdefault(h, w)",
        "if o is not w and precedes(w[1], o[1], ranking): best[h] = w",
    ]
