"""How far each condition of each rule was from holding (spec: Rubrics, section 6.4, ``rule_margins``).

Every rule is measured, also those after the one that decided, and no condition is passed over for another. A margin is
positive where a number is on the holding side of its threshold and negative on the other.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from bridge.rubrics.answers import Answers, value_of
from bridge.rubrics.model import Condition, RoutingRule, Rubric
from bridge.rubrics.routing import OPERATORS

NUMERIC: Final = "numeric"

_Measure = Callable[[Any, Any], Any]
_MARGINS: Final[Mapping[str, _Measure]] = {
    "<": lambda observed, threshold: threshold - observed,
    "<=": lambda observed, threshold: threshold - observed,
    ">": lambda observed, threshold: observed - threshold,
    ">=": lambda observed, threshold: observed - threshold,
    "==": lambda observed, threshold: -abs(observed - threshold),
    "!=": lambda observed, threshold: abs(observed - threshold),
}


def rule_margins(rubric: Rubric, answers: Answers) -> list[dict[str, Any]]:
    """Each rule with its conditions, as a capture record has them.

    Args:
        rubric: whose rules are measured.
        answers: as ``check_answers`` returns them; some may be missing.
    """
    return [_rule(index, rule, answers) for index, rule in enumerate(rubric.rules)]


def first_matched(margins: Iterable[Mapping[str, Any]]) -> int | None:
    """The place of the first rule all of whose conditions hold; None where there is none."""
    return next((one["rule"] for one in margins if one["matched"]), None)


def _rule(index: int, rule: RoutingRule, answers: Answers) -> dict[str, Any]:
    conditions = [_condition(one, answers) for one in rule.conditions]
    numeric = [one["margin"] for one in conditions if one["kind"] == NUMERIC]
    return {
        "rule": index,
        "verdict": rule.verdict.value,
        "default": rule.default,
        "evaluable": all(one["matched"] is not None for one in conditions),
        "matched": all(one["matched"] is True for one in conditions),
        "margin": min(numeric, default=None),
        "conditions": conditions,
    }


def _condition(condition: Condition, answers: Answers) -> dict[str, Any]:
    observed = value_of(answers.get(condition.answer), condition.field)
    said: dict[str, Any] = {
        "answer": condition.answer,
        "field": condition.field.value,
        "op": condition.op,
        "threshold": condition.value,
        "observed": observed,
    }
    if observed is None:
        return said | {"kind": "unevaluable", "matched": None, "margin": None}
    holds = OPERATORS[condition.op](observed, condition.value)
    if isinstance(observed, str):
        return said | {"kind": "categorical", "matched": holds, "margin": None}
    return said | {"kind": NUMERIC, "matched": holds, "margin": _MARGINS[condition.op](observed, condition.value)}
