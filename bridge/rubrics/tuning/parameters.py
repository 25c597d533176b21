"""The numbers of a rubric that tuning may move: thresholds of conditions, and the floor of its stakes (6.6)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bridge.rubrics.model import Condition, Field, Rubric
from bridge.rubrics.reach import never_holds

Vector = tuple[float, ...]
"""A value for each parameter, in the order of ``parameters``."""

_ORDERED: Final = frozenset({"<", "<=", ">", ">="})


@dataclass(frozen=True, slots=True)
class Parameter:
    """One number.

    Args:
        name: for people, such as ``rule:003 locate.harmful.noul >=``.
        path: where the rubric's file has it.
        value: as it is.
        low: the least that it may be.
        high: the most.
        op: how an answer is compared with it.
        rule: the rule's place; None for the floor.
        condition: the condition's place in its rule.
    """

    name: str
    path: str
    value: float
    low: float
    high: float
    op: str
    rule: int | None = None
    condition: int = 0


def parameters(rubric: Rubric) -> tuple[Parameter, ...]:
    """Every number that may be moved, the floor last.

    A threshold that no answer reaches was put there on purpose, and an equality is no threshold; both are left alone.
    """
    return (*_thresholds(rubric), _floor(rubric))


def vector(given: Sequence[Parameter]) -> Vector:
    """The values as they are."""
    return tuple(one.value for one in given)


def with_values(rubric: Rubric, given: Sequence[Parameter], values: Vector) -> Rubric:
    """The rubric with other values."""
    rules = [list(rule.conditions) for rule in rubric.rules]
    floors = dict(rubric.confidence_floors)
    for one, value in zip(given, values, strict=True):
        if value == one.value:
            continue
        if one.rule is None:
            floors[rubric.stakes] = value
        else:
            rules[one.rule][one.condition] = replace(rules[one.rule][one.condition], value=value)
    changed = tuple(
        replace(rule, conditions=tuple(conditions)) for rule, conditions in zip(rubric.rules, rules, strict=True)
    )
    return replace(rubric, rules=changed, confidence_floors=floors)


def _thresholds(rubric: Rubric) -> Iterator[Parameter]:
    for rule, each in enumerate(rubric.rules):
        for place, one in enumerate(each.conditions):
            top = _top(rubric, one)
            if isinstance(one.value, str) or one.op not in _ORDERED or never_holds(one, top) is not None:
                continue
            name = f"rule:{rule:03d} {each.verdict} {one.answer}.{one.field} {one.op}"
            path = f"routing.rules[{rule}].all[{place}].value"
            yield Parameter(name, path, float(one.value), 0.0, float(top), one.op, rule, place)


def _floor(rubric: Rubric) -> Parameter:
    path = f"confidence_floors.{rubric.stakes}"
    return Parameter(f"confidence floor ({rubric.stakes})", path, rubric.floor, 0.0, 1.0, ">=")


def _top(rubric: Rubric, condition: Condition) -> int:
    return rubric.questions[condition.answer].top if condition.field is Field.SCORE else 1
