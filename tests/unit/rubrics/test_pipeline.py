"""What a pipeline does about a verdict, and that half a result is none."""

from typing import Any

import pytest

from bridge.errors import ShapeError
from bridge.rubrics.judging import judge, show
from bridge.rubrics.model import Verdict
from bridge.workflows.rubrics.pipeline import ADVICE, verdict_of
from tests.unit.rubrics.building import Answering, answers, rubric

RUBRIC = rubric()
RESULT = judge(RUBRIC, show(RUBRIC, {"note": "x"}), Answering(answers())).json()


def test_every_verdict_has_its_advice_and_what_a_person_must_see_does_not_go_on() -> None:
    assert {verdict: (one.action, one.proceeds) for verdict, one in ADVICE.items()} == {
        Verdict.PASS: ("proceed", True),
        Verdict.FAIL: ("block", False),
        Verdict.REVIEW: ("flag", True),
        Verdict.ESCALATE: ("page", False),
        Verdict.SKIP: ("proceed", True),
    }


@pytest.mark.parametrize("verdict", list(Verdict))
def test_a_result_has_its_verdict(verdict: Verdict) -> None:
    assert verdict_of(RESULT | {"verdict": verdict.value}) is verdict


WRONG: list[dict[str, Any]] = [
    {"verdict": "PASS"},
    {"verdict": None},
    {"verdict": ["pass"]},
    {"confidence": True},
    {"confidence": "1"},
    {"confidence": 7},
    {"confidence_floor": float("nan")},
    {"answers": {}},
    {"answers": None},
    {"rubric_hash": None},
    {"mock": 0},
    {"deterministic_gates": {}},
]


@pytest.mark.parametrize("changes", WRONG)
def test_what_is_of_another_kind_is_no_result(changes: dict[str, Any]) -> None:
    with pytest.raises(ShapeError, match="this is no result"):
        verdict_of(RESULT | changes)


@pytest.mark.parametrize("name", ["verdict", "answers", "rubric_id", "routing_reason", "confidence_floor"])
def test_what_is_missing_makes_it_no_result(name: str) -> None:
    with pytest.raises(ShapeError, match="this is no result"):
        verdict_of({key: value for key, value in RESULT.items() if key != name})
