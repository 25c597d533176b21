"""The judgement payload: as written, and what reading it refuses."""

from typing import Any

import pytest

from bridge.errors import ShapeError
from bridge.judgement import payload
from bridge.judgement.model import (
    Answer,
    AppliesTo,
    Contract,
    Effect,
    JudgeIdentity,
    JudgeKind,
    Judgement,
    Outcome,
    Question,
    QuestionType,
    Threshold,
)

DIGEST = "sha256:" + "0a" * 32
FULL = Judgement(
    judge=JudgeIdentity("test-judge-1", "here", JudgeKind.LLM, replayable=False),
    key="verdict",
    question=Question(QuestionType.CHOICE, "Go on?", ("allow", "deny")),
    answer=Answer(choice="deny", probabilities={"allow": 0, "deny": 1}, confidence=1),
    outcome=Outcome.REFUSED,
    effect=Effect.DENY,
    judged_at="2026-03-01T08:00:00Z",
    threshold=Threshold(1, "card:7"),
    applies_to=AppliesTo.CONFIDENCE,
    state_digest=DIGEST,
    questions_digest=DIGEST,
    response_digest=DIGEST,
    latency_ms=12,
    request_id="r-1",
    contract=Contract("deploy-gate", "2"),
    notes="replayed",
)
DOCUMENT: dict[str, Any] = {
    "schema": "judgement.v1",
    "judge": {
        "model": "test-judge-1",
        "provider": "here",
        "kind": "llm",
        "replayable": False,
        "request_id": "r-1",
    },
    "question": {"key": "verdict", "type": "choice", "instructions": "Go on?", "options": ["allow", "deny"]},
    "answer": {"choice": "deny", "probabilities": {"allow": 0.0, "deny": 1.0}, "confidence": 1.0},
    "outcome": "refused",
    "effect": "deny",
    "judged_at": "2026-03-01T08:00:00Z",
    "threshold": {"value": 1.0, "applies_to": "confidence", "set_by": "card:7"},
    "state_digest": DIGEST,
    "questions_digest": DIGEST,
    "response_digest": DIGEST,
    "latency_ms": 12,
    "contract": {"id": "deploy-gate", "version": "2"},
    "notes": "replayed",
}
LEAST: dict[str, Any] = {
    "schema": "judgement.v1",
    "judge": {"model": "m"},
    "question": {"key": "q", "type": "noul"},
    "answer": {"noul": 1},
    "outcome": "acted",
    "judged_at": "2026-03-01T08:00:00Z",
}


def test_everything_a_judgement_knows_is_written() -> None:
    assert payload.build(FULL) == DOCUMENT
    assert payload.read(DOCUMENT) == FULL


def test_instructions_are_written_even_where_they_are_empty_and_options_where_there_are_some() -> None:
    bare = FULL._replace(question=Question(QuestionType.NOUL), answer=Answer(noul=1))
    assert payload.build(bare)["question"] == {"key": "verdict", "type": "noul", "instructions": ""}


def test_six_members_are_enough_and_others_are_passed_over() -> None:
    more = {**LEAST, "future": {"x": 1}}
    read = payload.read(more)
    assert read == payload.read(LEAST)
    assert read.threshold is None
    assert read.answer.noul == 1.0


def test_a_bar_that_names_nobody_was_set_by_default() -> None:
    read = payload.read({**LEAST, "threshold": {"value": 0.5}})
    assert read.threshold == Threshold(0.5, "default")
    assert read.applies_to is None


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"schema": "judgement.v2"}, "$.schema"),
        ({"judge": {}}, "$.judge"),
        ({"judge": {"model": ""}}, "$.judge.model"),
        ({"judge": {"model": "m", "kind": "oracle"}}, "$.judge.kind"),
        ({"judge": {"model": "m", "replayable": 1}}, "$.judge.replayable"),
        ({"judge": {"model": "m", "request_id": 7}}, "$.judge.request_id"),
        ({"question": {"type": "noul"}}, "$.question"),
        ({"question": {"key": "q", "type": "maybe"}}, "$.question.type"),
        ({"answer": {}}, "$.answer.noul"),
        ({"answer": {"choice": "yes"}}, "$.answer.noul"),
        ({"answer": {"noul": None}}, "$.answer.noul"),
        ({"answer": {"noul": True}}, "$.answer.noul"),
        ({"answer": {"noul": "1"}}, "$.answer.noul"),
        ({"answer": {"noul": 1.01}}, "$.answer.noul"),
        ({"answer": {"noul": -0.01}}, "$.answer.noul"),
        ({"answer": {"noul": 1, "confidence": 2}}, "$.answer.confidence"),
        ({"answer": {"noul": 1, "probabilities": {"yes": 2}}}, "$.answer.probabilities.yes"),
        ({"answer": {"noul": 1, "probabilities": {"yes": False}}}, "$.answer.probabilities.yes"),
        ({"answer": {"noul": 1, "probabilities": []}}, "$.answer.probabilities"),
        ({"outcome": "passed"}, "$.outcome"),
        ({"effect": "block"}, "$.effect"),
        ({"effect": None}, "$.effect"),
        ({"judged_at": "2026-03-01T08:00:00.5Z"}, "$.judged_at"),
        ({"judged_at": "2026-02-30T08:00:00Z"}, "$.judged_at"),
        ({"threshold": {}}, "$.threshold"),
        ({"threshold": {"value": 1.5}}, "$.threshold.value"),
        ({"threshold": {"value": 1, "applies_to": "score"}}, "$.threshold.applies_to"),
        ({"threshold": {"value": 1, "set_by": 3}}, "$.threshold.set_by"),
        ({"state_digest": "0a" * 32}, "$.state_digest"),
        ({"questions_digest": "sha256:" + "0A" * 32}, "$.questions_digest"),
        ({"response_digest": ""}, "$.response_digest"),
        ({"latency_ms": -1}, "$.latency_ms"),
        ({"latency_ms": 5.0}, "$.latency_ms"),
        ({"latency_ms": True}, "$.latency_ms"),
        ({"contract": {"version": "2"}}, "$.contract"),
        ({"usage": {"output_tokens": -1}}, "$.usage.output_tokens"),
        ({"notes": 1}, "$.notes"),
    ],
)
def test_what_is_wrong_is_refused_where_it_stands(change: dict[str, Any], where: str) -> None:
    with pytest.raises(ShapeError) as caught:
        payload.read({**LEAST, **change})
    assert caught.value.where == where


@pytest.mark.parametrize(
    ("question", "answer", "where"),
    [
        ({"type": "choice", "options": ["a"]}, {"choice": "b"}, "$.answer.choice"),
        ({"type": "choice"}, {"noul": 1}, "$.answer.choice"),
        ({"type": "score", "options": ["a", "b"]}, {"score": 1.5}, "$.answer.score"),
        ({"type": "score"}, {"choice": "b"}, "$.answer.score"),
    ],
)
def test_the_answer_has_to_be_one_to_the_question(question: dict[str, Any], answer: dict[str, Any], where: str) -> None:
    with pytest.raises(ShapeError) as caught:
        payload.read({**LEAST, "question": {"key": "q", **question}, "answer": answer})
    assert caught.value.where == where


@pytest.mark.parametrize("value", [None, [], "judgement.v1", 1])
def test_a_payload_is_an_object(value: Any) -> None:
    with pytest.raises(ShapeError) as caught:
        payload.read(value, "$.payload")
    assert caught.value.where == "$.payload"
