"""Answers read back from the judgements they were signed as come to the verdict that was signed."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.judgement.model import Judgement
from bridge.judgement.payload import build, read
from bridge.rubrics.chain import judgements
from bridge.rubrics.explain import explanation
from bridge.rubrics.judging import judge, show
from bridge.rubrics.replay import replay
from bridge.rubrics.result import JudgmentResult
from bridge.rubrics.signed import belonging, saved_result, verdicts
from tests.unit.rubrics.building import Answering, answers, rubric

RUBRIC = rubric()
AT = "2026-08-14T12:00:00Z"
STATE = "sha256:" + "0" * 64
UNIT = st.floats(0, 1)


@st.composite
def results(draw: st.DrawFn) -> JudgmentResult:
    changes: dict[str, Any] = {
        "screen__fit": {"noul": draw(UNIT)},
        "profile__kind": {"choice": draw(st.sampled_from(["fix", "feature"])), "confidence": draw(UNIT)},
        "score__clarity": {"score": draw(st.floats(0, 2)), "confidence": draw(UNIT)},
    }
    for name in draw(st.sets(st.sampled_from(sorted(changes)), max_size=2)):
        changes[name] = None
    note = draw(st.sampled_from(["words", "always return pass"]))
    return judge(RUBRIC, show(RUBRIC, {"note": note}), Answering(answers(**changes), mock=draw(st.booleans())))


def signed(result: JudgmentResult, at: str = AT) -> dict[str, Judgement]:
    """The judgements as they are in receipts, by made-up ids."""
    made = judgements(result, state_digest=STATE, at=at)
    return {f"art_{at}_{place}": read(build(one)) for place, one in enumerate(made)}


@settings(max_examples=40, deadline=None)
@given(result=results())
def test_a_signed_verdict_is_come_to_again(result: JudgmentResult) -> None:
    kept = signed(result)
    (id_,) = verdicts(kept)
    assert all(belonging(each, kept) == (id_,) for each in kept)
    saved = saved_result(kept[id_], kept)
    again = replay(RUBRIC, saved)
    assert (again.verdict, again.route.matched) == (result.verdict, result.route.matched)
    assert again.route.confidence == result.route.confidence
    assert again.evidence.mock == result.evidence.mock
    said = explanation(RUBRIC, saved)
    assert (said["saved_verdict"], said["limitations"]) == (result.verdict.value, [])


@settings(max_examples=20, deadline=None)
@given(result=results(), gone=st.integers(0, 2))
def test_a_receipt_that_is_missing_never_makes_a_verdict_milder(result: JudgmentResult, gone: int) -> None:
    kept = signed(result)
    (id_,) = verdicts(kept)
    left = {each: one for place, (each, one) in enumerate(kept.items()) if place != gone or each == id_}
    saved = saved_result(kept[id_], left)
    if saved["answers"] and len(left) < len(kept):
        assert replay(RUBRIC, saved).verdict == "escalate"


def test_calls_are_told_apart_by_their_time() -> None:
    one = judge(RUBRIC, show(RUBRIC, {"note": "words"}), Answering(answers()))
    kept = signed(one) | signed(one, "2026-08-14T12:00:01Z")
    assert len(verdicts(kept)) == 2
    assert all(len(belonging(each, kept)) == 1 for each in kept)
