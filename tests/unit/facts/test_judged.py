"""Judgements as facts: whose class they are, what they say, and which are below their bar."""

import pytest

from bridge.errors import ShapeError, UsageError
from bridge.facts.judged import is_below_bar, judged_fact, judged_facts
from bridge.judgement.model import (
    Answer,
    Effect,
    JudgeIdentity,
    JudgeKind,
    Judgement,
    Outcome,
    Question,
    QuestionType,
    Threshold,
)
from bridge.reason.model import Fact

AT = "2026-09-23T12:00:00Z"


def judgement(question: Question, answer: Answer, *, bar: float | None = 0.5, key: str = "unsafe") -> Judgement:
    return Judgement(
        judge=JudgeIdentity("m", kind=JudgeKind.LLM),
        key=key,
        question=question,
        answer=answer,
        outcome=Outcome.ACTED,
        effect=Effect.ALLOW,
        judged_at=AT,
        threshold=None if bar is None else Threshold(bar),
    )


NOUL = Question(QuestionType.NOUL)
LEVELS = Question(QuestionType.SCORE, options=("none", "some", "much"))
SCORE = Question(QuestionType.SCORE)
CHOICE = Question(QuestionType.CHOICE, options=("allow", "deny"))


@pytest.mark.parametrize(
    ("question", "answer", "bar", "said"),
    [
        (NOUL, Answer(noul=0.5), 0.5, "yes"),
        (NOUL, Answer(noul=0.4999), 0.5, "no"),
        (NOUL, Answer(noul=0.0), 0.0, "yes"),
        (NOUL, Answer(noul=1.0), 1.0, "yes"),
        (CHOICE, Answer(choice="deny", confidence=0.01), 0.9, "deny"),
        (LEVELS, Answer(score=1.5), 0.5, "much"),
        (LEVELS, Answer(score=1.49), 0.5, "some"),
        (LEVELS, Answer(score=-0.5), 0.5, "none"),
        (SCORE, Answer(score=7.0), 0.5, "7"),
        (SCORE, Answer(score=7.25), 0.5, "7.25"),
        (SCORE, Answer(score=-0.0), 0.5, "0"),
    ],
)
def test_the_second_argument_is_the_answer(question: Question, answer: Answer, bar: float, said: str) -> None:
    fact = judged_fact(judgement(question, answer, bar=bar), subject="art_1", receipt="art_2")
    assert fact == Fact("art_2", "judged_unsafe", ("art_1", said), "model-judged", observed_at=AT)


def test_without_a_receipt_the_id_is_the_questions() -> None:
    assert judged_fact(judgement(NOUL, Answer(noul=0.0)), subject="s", receipt=None).id == "judgement:unsafe"


def test_the_key_is_kept_verbatim() -> None:
    fact = judged_fact(judgement(NOUL, Answer(noul=0.0), key="is it\nBAD?"), subject="s", receipt=None)
    assert fact.predicate == "judged_is it\nBAD?"


def test_a_score_outside_its_levels_is_no_fact() -> None:
    with pytest.raises(ShapeError):
        judged_fact(judgement(LEVELS, Answer(score=2.5)), subject="s", receipt=None)


def test_without_a_bar_a_noul_is_neither_yes_nor_no() -> None:
    with pytest.raises(UsageError):
        judged_fact(judgement(NOUL, Answer(noul=0.4), bar=None), subject="s", receipt=None)


def test_receipts_and_judgements_must_go_together() -> None:
    both = [judgement(NOUL, Answer(noul=0.0), key=key) for key in ("a", "b")]
    assert [fact.id for fact in judged_facts(both, subject="s", receipts=("r1", "r2"))] == ["r1", "r2"]
    assert [fact.id for fact in judged_facts(both, subject="s", receipts=())] == ["judgement:a", "judgement:b"]
    with pytest.raises(ValueError, match="zip"):
        judged_facts(both, subject="s", receipts=("r1",))


@pytest.mark.parametrize("outcome", Outcome)
def test_only_what_was_escalated_is_below_its_bar(outcome: Outcome) -> None:
    one = judgement(NOUL, Answer(noul=0.0))._replace(outcome=outcome)
    assert is_below_bar(one) is (outcome is Outcome.ESCALATED)
