"""One answer on one line, in its columns."""

import pytest

from bridge.judgement.model import Answer, Effect, JudgeIdentity, Judgement, Outcome, Question, QuestionType, Threshold
from bridge.render.judged import answer_line, value_text


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (Answer(noul=0.0), "0.00"),
        (Answer(noul=1), "1.00"),
        (Answer(noul=0.996), "1.00"),
        (Answer(noul=0.005), "0.01"),
        (Answer(choice="deny"), "deny"),
        (Answer(choice=""), ""),
        (Answer(choice="a\nb"), "a\\u000ab"),
        (Answer(score=7.0), "7"),
        (Answer(score=7.25), "7.25"),
        (Answer(score=0.0), "0"),
        (Answer(score=-1.5), "-1.5"),
    ],
)
def test_a_value_in_its_short_form(answer: Answer, text: str) -> None:
    assert value_text(answer) == text


def judgement(key: str, answer: Answer, effect: Effect | None) -> Judgement:
    return Judgement(
        judge=JudgeIdentity("m"),
        key=key,
        question=Question(QuestionType.NOUL),
        answer=answer,
        outcome=Outcome.ACTED,
        effect=effect,
        judged_at="2026-09-23T12:00:00Z",
        threshold=Threshold(),
    )


def test_keys_are_padded_to_24_and_values_stand_right_in_6() -> None:
    assert answer_line(judgement("unsafe", Answer(noul=0.25), Effect.ALLOW)) == (
        "  unsafe                     0.25  acted (allow)"
    )


def test_without_an_effect_it_says_none() -> None:
    assert answer_line(judgement("team", Answer(choice="export"), None)).endswith("export  acted (none)")


def test_what_is_longer_than_its_column_is_not_cut() -> None:
    line = answer_line(judgement("k" * 30, Answer(choice="a long choice"), None))
    assert line == f"  {'k' * 30} a long choice  acted (none)"


def test_a_key_cannot_forge_a_line() -> None:
    assert "\n" not in answer_line(judgement("a\nb", Answer(noul=0.0), None))
