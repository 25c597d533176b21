"""From answers to a verdict: ordered rules, first match wins, and a floor under what nobody looks at.

The order of things is the specification's (spec: Rubrics, section 2): an incomplete set of answers escalates before
any rule is tried; a rule's confidence is that of its least certain answer; a pass or fail below the floor of the
rubric's stakes becomes a review. Routing is total: every checked set of answers has exactly one verdict.
"""

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bridge.rubrics.answers import Answers, confidence, value_of
from bridge.rubrics.model import AUTOMATIC, Condition, RoutingRule, Rubric, Stage, Verdict

OPERATORS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}

_STAGES: Final = tuple(Stage)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One condition as it was tried: ``matched`` is None where it was not, or could not be."""

    condition: Condition
    evaluated: bool = False
    actual: float | str | None = None
    matched: bool | None = None


@dataclass(frozen=True, slots=True)
class Trace:
    """One rule as it was tried; ``outcome`` is matched, not_matched, unevaluable or not_evaluated."""

    index: int
    rule: RoutingRule
    outcome: str
    comparisons: tuple[Comparison, ...] = ()

    @property
    def rule_id(self) -> str:
        """The rule's name in explanations, such as ``rule:003``."""
        return f"rule:{self.index:03d}"


@dataclass(frozen=True, slots=True)
class Route:
    """What the answers come to.

    Args:
        verdict: after the floor.
        candidate: before it; None where no rule decided.
        reason: in the rubric's words, and those of the floor.
        confidence: of the least certain deciding answer; 0 where no answer decided.
        stage: the earliest of the deciding answers.
        deciding: the answers that the deciding rule reads, in first-seen order.
        matched: the deciding rule, by its place; None where none did.
        traces: every rule, as far as it was tried.
    """

    verdict: Verdict
    candidate: Verdict | None
    reason: str
    confidence: float
    stage: Stage
    deciding: tuple[str, ...]
    matched: int | None
    traces: tuple[Trace, ...]


def missing_answers(rubric: Rubric, answers: Answers) -> tuple[str, ...]:
    """The questions without an answer, sorted."""
    return tuple(sorted(set(rubric.questions) - set(answers)))


def route(rubric: Rubric, answers: Answers) -> Route:
    """The verdict of checked answers.

    Args:
        rubric: whose rules are tried.
        answers: as ``check_answers`` returns them; some may be missing.
    """
    missing = missing_answers(rubric, answers)
    if missing:
        traces = _traces(rubric, [])
        reason = f"Judgment response is incomplete; missing answers: {', '.join(missing)}."
        return Route(Verdict.ESCALATE, None, reason, 0.0, _earliest(rubric, missing), (), None, traces)
    tried: list[Trace] = []
    for index, rule in enumerate(rubric.rules):
        tried.append(_tried(index, rule, answers))
        if tried[-1].outcome == "matched":
            return _matched(rubric, rule, answers, _traces(rubric, tried))
        if tried[-1].outcome == "unevaluable":
            return _unevaluable(rubric, tried)
    return Route(Verdict.REVIEW, None, "No routing rule matched.", 0.0, Stage.ROUTE, (), None, tuple(tried))


def _tried(index: int, rule: RoutingRule, answers: Answers) -> Trace:
    comparisons: list[Comparison] = []
    outcome = "matched"
    for condition in rule.conditions:
        if outcome != "matched":
            comparisons.append(Comparison(condition))
            continue
        actual = value_of(answers.get(condition.answer), condition.field)
        if actual is None:
            comparisons.append(Comparison(condition, evaluated=True))
            outcome = "unevaluable"
            continue
        holds = OPERATORS[condition.op](actual, condition.value)
        comparisons.append(Comparison(condition, True, actual, holds))
        outcome = "matched" if holds else "not_matched"
    return Trace(index, rule, outcome, tuple(comparisons))


def _traces(rubric: Rubric, tried: list[Trace]) -> tuple[Trace, ...]:
    rest = (
        Trace(index, rule, "not_evaluated", tuple(map(Comparison, rule.conditions)))
        for index, rule in enumerate(rubric.rules)
        if index >= len(tried)
    )
    return (*tried, *rest)


def _unevaluable(rubric: Rubric, tried: list[Trace]) -> Route:
    last = tried[-1]
    absent = next(one.condition.answer for one in last.comparisons if one.evaluated and one.matched is None)
    reason = f"Could not evaluate '{last.rule.verdict}' rule: answer '{absent}' is missing."
    stage = _earliest(rubric, (one.answer for one in last.rule.conditions))
    return Route(Verdict.ESCALATE, None, reason, 0.0, stage, (), None, _traces(rubric, tried))


def _matched(rubric: Rubric, rule: RoutingRule, answers: Answers, traces: tuple[Trace, ...]) -> Route:
    deciding = tuple(dict.fromkeys(condition.answer for condition in rule.conditions))
    certainties = [sure for name in deciding if (sure := confidence(answers[name])) is not None]
    sure = float(min(certainties, default=0.0))
    verdict, reason = _floored(rubric, rule.verdict, rule.reason, sure)
    stage = _earliest(rubric, deciding) if deciding else Stage.ROUTE
    index = next(trace.index for trace in traces if trace.outcome == "matched")
    return Route(verdict, rule.verdict, reason, sure, stage, deciding, index, traces)


def _floored(rubric: Rubric, verdict: Verdict, reason: str, sure: float) -> tuple[Verdict, str]:
    if verdict not in AUTOMATIC or sure >= rubric.floor:
        return verdict, reason
    below = f"confidence {sure:.2f} is below the {rubric.stakes} floor of {rubric.floor:.2f}."
    return Verdict.REVIEW, f"{reason} Downgraded from '{verdict}': {below}"


def _earliest(rubric: Rubric, names: Iterable[str]) -> Stage:
    return min((rubric.questions[name].stage for name in names), key=_STAGES.index)
