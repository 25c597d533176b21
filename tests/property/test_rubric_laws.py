"""Routing is total, deterministic and never kinder for being stricter; what is shown keeps its shape."""

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bridge.core.strict_json import Json
from bridge.rubrics.answers import check_answers
from bridge.rubrics.evidence import Evidence, Provenance
from bridge.rubrics.explain import explanation
from bridge.rubrics.judging import judge, show
from bridge.rubrics.model import AUTOMATIC, Condition, Field, Rubric, StatePath, Verdict
from bridge.rubrics.replay import replay, saved_result
from bridge.rubrics.routing import missing_answers, route
from bridge.rubrics.state_filter import project
from tests.property.rubric_cases import INPUTS, PATHS, UNIT, answers_to, rubrics


class Answers:
    """A backend that answers what it was made with."""

    def __init__(self, answers: Any, *, mock: bool = False) -> None:
        self.evidence = Evidence(answers, "typesafe", Provenance.LIVE_MODEL, "m", "m", mock=mock)

    def answer(self, rubric: Rubric, state: Any) -> Evidence:
        return self.evidence


@given(st.data(), rubrics())
def test_every_checked_set_of_answers_has_one_verdict(data: st.DataObject, rubric: Rubric) -> None:
    answers = check_answers(rubric, data.draw(answers_to(rubric)))
    once = route(rubric, answers)
    assert once == route(rubric, dict(reversed(answers.items())))
    assert 0 <= once.confidence <= 1
    assert len(once.traces) == len(rubric.rules)


@given(st.data(), rubrics())
def test_a_missing_answer_escalates(data: st.DataObject, rubric: Rubric) -> None:
    answers = data.draw(answers_to(rubric))
    missing = missing_answers(rubric, answers)
    routed = route(rubric, answers)
    assert not missing or (routed.verdict, routed.matched, routed.confidence) == (Verdict.ESCALATE, None, 0.0)


@given(st.data(), rubrics())
def test_nothing_automatic_is_below_the_floor(data: st.DataObject, rubric: Rubric) -> None:
    routed = route(rubric, data.draw(answers_to(rubric, complete=True)))
    assert routed.verdict not in AUTOMATIC or routed.confidence >= rubric.floor


@given(st.data(), rubrics(), UNIT)
def test_a_higher_floor_turns_no_other_verdict_into_a_pass(data: st.DataObject, rubric: Rubric, floor: float) -> None:
    answers = data.draw(answers_to(rubric, complete=True))
    stricter = replace(rubric, confidence_floors={"write": max(floor, rubric.floor)})
    if route(rubric, answers).verdict is not Verdict.PASS:
        assert route(stricter, answers).verdict is not Verdict.PASS


@given(st.data(), rubrics(), st.floats(0, 1))
def test_a_rule_that_stops_more_turns_no_other_verdict_into_a_pass(
    data: st.DataObject, rubric: Rubric, by: float
) -> None:
    answers = data.draw(answers_to(rubric, complete=True))
    rules = tuple(
        rule
        if rule.verdict is Verdict.PASS
        else replace(rule, conditions=tuple(widened(one, by) for one in rule.conditions))
        for rule in rubric.rules
    )
    if route(rubric, answers).verdict is not Verdict.PASS:
        assert route(replace(rubric, rules=rules), answers).verdict is not Verdict.PASS


def widened(one: Condition, by: float) -> Condition:
    if one.field is Field.CHOICE or isinstance(one.value, str) or one.op in ("==", "!="):
        return one
    return replace(one, value=one.value - by if one.op in (">", ">=") else one.value + by)


@given(st.data(), rubrics(), INPUTS, st.booleans())
def test_the_replay_of_a_fresh_result_is_that_result(
    data: st.DataObject, rubric: Rubric, given_: dict[str, Json], mock: bool
) -> None:
    backend = Answers(data.draw(answers_to(rubric)), mock=mock)
    fresh = judge(rubric, show(rubric, given_), backend).json()
    again = replay(rubric, saved_result(fresh)).json()
    differ = {key for key in fresh if fresh[key] != again[key]}
    assert differ <= {
        "routing_reason",
        "backend_provenance",
        "deterministic_gates",
        "source_rubric_hash",
        "source_rubric_version",
    }
    assert again["routing_reason"] == f"replay: {fresh['routing_reason']}"
    assert replay(rubric, again).json()["deterministic_gates"] == again["deterministic_gates"]


@given(st.data(), rubrics(), INPUTS)
def test_an_explanation_comes_to_the_saved_verdict(
    data: st.DataObject, rubric: Rubric, given_: dict[str, Json]
) -> None:
    fresh = judge(rubric, show(rubric, given_), Answers(data.draw(answers_to(rubric)))).json()
    said = explanation(rubric, fresh)
    assert said["saved_verdict"] == said["current_verdict"] == fresh["verdict"]
    assert said["limitations"] == []


@given(INPUTS, st.lists(PATHS, max_size=4))
def test_what_is_shown_does_not_depend_on_the_order_of_the_paths(given_: dict[str, Json], paths: list[str]) -> None:
    forwards = project([StatePath(path) for path in paths], given_).state
    backwards = project([StatePath(path) for path in reversed(paths)], given_).state
    assert forwards == backwards or not paths


@given(INPUTS, st.lists(PATHS, min_size=1, max_size=4))
def test_what_is_shown_is_part_of_the_input_with_lists_as_long(given_: dict[str, Json], paths: list[str]) -> None:
    def part(shown: Json, whole: Json, path: str = "$") -> None:
        if isinstance(shown, dict) and isinstance(whole, dict):
            for key, value in shown.items():
                part(value, whole[key], f"{path}.{key}")
        elif isinstance(shown, list) and isinstance(whole, list):
            assert len(shown) == len(whole)
            for one, other in zip(shown, whole, strict=True):
                part(one, other, f"{path}[]")
        else:
            # An element that lacks the field stands as an empty object.
            assert shown == whole or shown == {}

    part(dict(project([StatePath(path) for path in paths], given_).state), dict(given_))
