"""A plan as Python code: nested loops over the tables, for joins that are large enough to repay compiling.

The code is made of slot numbers alone. A program's names and constants reach it as values, never as source.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from bridge.reason.engine.plan import Plan, Step

Join: TypeAlias = Callable[..., int]
"""Called as ``join(constants, tables, known, taken, best, ranking, precedes, most, over, room, full)``.

It gives its matches, and calls ``over`` with them when there are more than ``most``, ``full`` with its heads when they
are more than ``room``."""

_CODE_KEPT: Final = 1024
# CPython nests at most 20 loops, and 100 levels of indentation.
MOST_LOOPS: Final = 20
MOST_STEPS: Final = 40
_HEADER: Final = "def join(start, tables, known, taken, best, ranking, precedes, most, over, room, full):"


@lru_cache(maxsize=_CODE_KEPT)
def join_code(plan: Plan, ages: tuple[int, ...]) -> Join | None:
    """The compiled join of a plan, or nothing where it is too long for Python's nesting.

    Args:
        plan: the plan.
        ages: how many tables each of its steps looks into, at least one.
    """
    loops = sum(count if step.pattern.free else 0 for step, count in zip(plan.steps, ages, strict=True))
    if loops > MOST_LOOPS or len(plan.steps) > MOST_STEPS:
        return None
    return compiled("\n".join(_lines(plan, ages)))


@lru_cache(maxsize=_CODE_KEPT)
def compiled(source: str) -> Join:
    """The function ``join`` of some source; kept for the next program that needs the same."""
    scope: dict[str, Any] = {}
    exec(compile(source, "<join>", "exec"), scope)  # noqa: S102 - the source is made of slot numbers alone
    join: Join = scope["join"]
    return join


def _lines(plan: Plan, ages: tuple[int, ...]) -> list[str]:
    lines = [
        _HEADER,
        " n = 0",
        f" {targets(range(len(plan.constants)), bare=False)} = start",
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
    wanted = key(step.key_slots)
    if not step.pattern.free:
        found = " or ".join(f"{wanted} in t{depth}_{age}" for age in range(ages))
        return [f"{indent}if {found}:"]
    lines: list[str] = []
    table = f"t{depth}_0"
    if ages > 1:
        table = f"t{depth}"
        lines.append(f"{indent}for {table} in tables[{depth}]:")
        indent += " "
    new = targets(range(slot, slot + len(step.pattern.free)))
    return [
        *lines,
        f"{indent}m{depth} = {table}.get({wanted}, ())",
        f"{indent}n += len(m{depth})",
        f"{indent}if n > most: most = over(n)",
        f"{indent}if len(best) > room: full(len(best))",
        f"{indent}for {new} in m{depth}:",
    ]


def _undecided(plan: Plan, indent: str) -> list[str]:
    return [f"{indent}h = {row(plan.head_slots)}", f"{indent}if h not in known and h not in taken:"]


def _conclude(plan: Plan) -> list[str]:
    return [
        f"w = {row(plan.value_slots)}",
        "o = best.setdefault(h, w)",
        "if o is not w and precedes(w, o, ranking): best[h] = w",
    ]


def key(slots: tuple[int, ...]) -> str:
    """The source of a table's key: one value bare, several as a tuple."""
    return f"v{slots[0]}" if len(slots) == 1 else row(slots)


def row(slots: tuple[int, ...]) -> str:
    """The source of a tuple of some slots' values."""
    return f"({''.join(f'v{slot},' for slot in slots)})"


def targets(slots: Sequence[int], *, bare: bool = True) -> str:
    """The source of the names that take the values of a row; of one value, without a row around it where bare."""
    return f"v{slots[0]}" if bare and len(slots) == 1 else f"[{', '.join(f'v{slot}' for slot in slots)}]"
