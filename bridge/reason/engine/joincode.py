"""A plan as Python code: nested loops over the tables, for joins that are large enough to repay compiling.

The code is made of slot numbers alone. A program's names and constants reach it as values, never as source.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeAlias

from bridge.reason.engine.plan import Plan, Step

Join: TypeAlias = Callable[..., int]
"""Called as ``join(constants, tables, known, taken, best, ranking, precedes, budget)``; gives its matches."""

_CODE_KEPT: Final = 1024
# CPython nests at most 20 loops, and 100 levels of indentation.
_MOST_LOOPS: Final = 20
_MOST_STEPS: Final = 40
_HEADER: Final = "def join(start, tables, known, taken, best, ranking, precedes, budget):"


def join_code(plan: Plan, ages: tuple[int, ...]) -> Join | None:
    """The compiled join of a plan, or nothing where it collapses rows or is too long for Python's nesting.

    Args:
        plan: the plan.
        ages: how many tables each of its steps looks into, at least one.
    """
    loops = sum(count if step.pattern.free else 0 for step, count in zip(plan.steps, ages, strict=True))
    if loops > _MOST_LOOPS or len(plan.steps) > _MOST_STEPS or any(step.collapse for step in plan.steps):
        return None
    return _compiled("\n".join(_lines(plan, ages)))


@lru_cache(maxsize=_CODE_KEPT)
def _compiled(source: str) -> Join:
    scope: dict[str, Any] = {}
    exec(compile(source, "<join>", "exec"), scope)  # noqa: S102 - the source is made of slot numbers alone
    join: Join = scope["join"]
    return join


def _lines(plan: Plan, ages: tuple[int, ...]) -> list[str]:
    lines = [
        _HEADER,
        " n, most, room = 0, budget.steps, budget.room",
        f" {_targets(range(len(plan.constants)))} = start",
    ]
    for depth, count in enumerate(ages):
        lines.append(f" {''.join(f't{depth}_{age},' for age in range(count))} = tables[{depth}]")
    indent, slot = " ", len(plan.constants)
    for depth, step in enumerate(plan.steps):
        if depth == plan.head_known_after:
            lines += _undecided(plan, indent)
            indent += " "
        lines += _look_up(depth, step, ages[depth], slot, indent)
        indent += "  " if ages[depth] > 1 and step.pattern.free else " "
        slot += len(step.pattern.free)
    if plan.head_known_after == len(plan.steps):
        lines += _undecided(plan, indent)
        indent += " "
    return [*lines, *(indent + line for line in _conclude(plan)), " return n"]


def _look_up(depth: int, step: Step, ages: int, slot: int, indent: str) -> list[str]:
    key = _key(step.key_slots)
    if not step.pattern.free:
        found = " or ".join(f"{key} in t{depth}_{age}" for age in range(ages))
        return [f"{indent}if {found}:"]
    lines: list[str] = []
    table = f"t{depth}_0"
    if ages > 1:
        table = f"t{depth}"
        lines.append(f"{indent}for {table} in tables[{depth}]:")
        indent += " "
    new = _targets(range(slot, slot + len(step.pattern.free)))
    return [
        *lines,
        f"{indent}m{depth} = {table}.get({key}, ())",
        f"{indent}n += len(m{depth})",
        f"{indent}if n > most: budget.spend(n)",
        f"{indent}if len(best) > room: budget.require_room(len(best))",
        f"{indent}for {new} in m{depth}:",
    ]


def _undecided(plan: Plan, indent: str) -> list[str]:
    return [f"{indent}h = {_row(plan.head_slots)}", f"{indent}if h not in known and h not in taken:"]


def _conclude(plan: Plan) -> list[str]:
    return [
        f"w = {_row(plan.value_slots)}",
        "o = best.setdefault(h, w)",
        "if o is not w and precedes(w, o, ranking): best[h] = w",
    ]


def _key(slots: tuple[int, ...]) -> str:
    return f"v{slots[0]}" if len(slots) == 1 else _row(slots)


def _row(slots: tuple[int, ...]) -> str:
    return f"({''.join(f'v{slot},' for slot in slots)})"


def _targets(slots: range) -> str:
    return f"[{', '.join(f'v{slot}' for slot in slots)}]"
