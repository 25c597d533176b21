"""A rule as Python code for few facts: every row of a relation is looked at, and no index is made.

As in ``joincode``, the code is made of slot numbers alone.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from bridge.reason.engine.joincode import MOST_LOOPS, compiled, row
from bridge.reason.engine.plan import Plan, Step

RuleJoin: TypeAlias = Callable[..., int]
"""Called as ``join(start, tables, known, taken, best, ranking, precedes, most, over)``; gives its matches."""

_HEADER: Final = "def join(start, tables, known, taken, best, ranking, precedes, most, over):"


def rule_code(plan: Plan) -> RuleJoin | None:
    """The compiled join of a plan over relations as they are, or nothing where it is too long for Python's nesting."""
    if sum(bool(step.pattern.free) for step in plan.steps) > MOST_LOOPS or len(plan.steps) > 2 * MOST_LOOPS:
        return None
    return compiled("\n".join(_lines(plan)))


def _lines(plan: Plan) -> list[str]:
    indent, slot = " ", len(plan.constants)
    lines = [_HEADER, " n = 0"]
    if slot:
        lines.append(f" {''.join(f'v{number},' for number in range(slot))} = start")
    if plan.steps:
        lines.append(f" {''.join(f't{depth},' for depth in range(len(plan.steps)))} = tables")
    for depth, step in enumerate(plan.steps):
        if depth == plan.head_known_after:
            lines += _undecided(plan, indent)
            indent += " "
        lines += _look_up(depth, step, slot, indent)
        slot += len(step.pattern.free)
        indent += "  " if step.pattern.free and (step.pattern.bound or step.pattern.equal) else " "
    if plan.head_known_after == len(plan.steps):
        lines += _undecided(plan, indent)
        indent += " "
    return [*lines, *(indent + line for line in _conclude(plan)), " return n"]


def _look_up(depth: int, step: Step, slot: int, indent: str) -> list[str]:
    bound, free, equal = step.pattern
    if not free:
        return [f"{indent}if {row(_in_order(step))} in t{depth}:"]
    names = {column: f"v{slot + place}" for place, column in enumerate(free)}
    others = {column: f"b{depth}_{column}" for column in (*bound, *(right for _, right in equal))}
    columns = sorted(names | others)
    conditions = [f"{others[column]} == v{given}" for column, given in zip(bound, step.key_slots, strict=True)]
    conditions += [f"{others[right]} == {names[left]}" for left, right in equal]
    return [
        f"{indent}n += len(t{depth})",
        f"{indent}if n > most: most = over(n)",
        f"{indent}for {''.join(f'{(names | others)[column]},' for column in columns)} in t{depth}:",
        *([f"{indent} if {' and '.join(conditions)}:"] if conditions else []),
    ]


def _in_order(step: Step) -> tuple[int, ...]:
    return tuple([slot for _, slot in sorted(zip(step.pattern.bound, step.key_slots, strict=True))])


def _undecided(plan: Plan, indent: str) -> list[str]:
    return [f"{indent}h = {row(plan.head_slots)}", f"{indent}if h not in known and h not in taken:"]


def _conclude(plan: Plan) -> list[str]:
    return [
        f"w = {row(plan.value_slots)}",
        "o = best.setdefault(h, w)",
        "if o is not w and precedes(w, o, ranking): best[h] = w",
    ]
