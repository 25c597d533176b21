"""Laws of the ``judgement.v1`` payload and of reading answers: what is written reads back, what is wrong is refused."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bridge.core import canonical, strict_json
from bridge.errors import AnswerRejected, BridgeError, ShapeError
from bridge.judgement import payload
from bridge.judgement.digests import questions_digest, state_digest
from bridge.judgement.model import Answer, Judgement, Question, QuestionType, Threshold
from bridge.judgement.questions import read_questions
from bridge.judgement.record import record
from bridge.judgement.wire import question_json
from bridge.judges.base import check_answers
from bridge.judges.contract import read_response
from bridge.testing.strategies import judgement as strategies

TIME = "2026-03-01T08:00:00Z"
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


UNIT = {"type": "number", "minimum": 0, "maximum": 1}
COUNT = {"type": "integer", "minimum": 0}
TEXT = {"type": "string"}
DIGEST = {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"}
PUBLISHED: dict[str, Any] = {
    "type": "object",
    "required": ["schema", "judge", "question", "answer", "outcome", "judged_at"],
    "properties": {
        "schema": {"const": "judgement.v1"},
        "judge": {
            "type": "object",
            "required": ["model"],
            "properties": {
                "model": TEXT,
                "provider": TEXT,
                "kind": {"type": "string", "enum": ["decision-model", "llm", "classifier", "rules"]},
                "replayable": {"type": "boolean"},
            },
        },
        "state_digest": DIGEST,
        "questions_digest": DIGEST,
        "question": {
            "type": "object",
            "required": ["key", "type"],
            "properties": {
                "key": TEXT,
                "type": {"type": "string", "enum": ["noul", "choice", "score"]},
                "instructions": TEXT,
                "options": {"type": "array", "items": TEXT},
            },
        },
        "answer": {
            "type": "object",
            "properties": {
                "noul": UNIT,
                "choice": TEXT,
                "score": {"type": "number"},
                "probabilities": {"type": "object", "additionalProperties": UNIT},
                "confidence": UNIT,
            },
        },
        "threshold": {
            "type": "object",
            "required": ["value"],
            "properties": {
                "value": UNIT,
                "applies_to": {"type": "string", "enum": ["confidence", "noul"]},
                "set_by": TEXT,
            },
        },
        "outcome": {"type": "string", "enum": ["acted", "escalated", "refused", "ignored"]},
        "effect": TEXT,
        "latency_ms": COUNT,
        "usage": {"type": "object", "properties": {"input_tokens": COUNT, "output_tokens": COUNT}},
        "judged_at": TEXT,
        "notes": TEXT,
    },
}
"""What the published schema of the predicate asks, without its prose."""

schema = jsonschema.Draft202012Validator(PUBLISHED)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    yield path, value
    steps: list[Any] = (
        list(value) if isinstance(value, dict) else list(range(len(value) if isinstance(value, list) else 0))
    )
    for step, inner in ((step, value[step]) for step in steps):
        yield from leaves(inner, (*path, step))


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


def attempt(call: Callable[[], Any], refusal: type[BridgeError]) -> tuple[Any, BridgeError | None]:
    """What a call returns, or the one kind of error that it may refuse with."""
    try:
        return call(), None
    except refusal as error:
        return None, error


@given(strategies.judgements())
def test_a_judgement_survives_its_payload_and_the_wire(judgement: Judgement) -> None:
    document = payload.build(judgement)
    assert payload.read(document) == judgement
    wire = canonical.sorted_compact(document)
    assert payload.read(strict_json.loads(wire)) == judgement
    assert payload.build(payload.read(strict_json.loads(wire))) == document


@given(strategies.judgements())
def test_a_payload_is_what_the_published_schema_asks(judgement: Judgement) -> None:
    assert list(schema.iter_errors(payload.build(judgement))) == []


@given(st.data(), strategies.judgements(), json_values)
def test_what_the_published_schema_refuses_is_not_read(data: st.DataObject, judgement: Judgement, other: Any) -> None:
    document = payload.build(judgement)
    path, _ = data.draw(st.sampled_from(list(leaves(document))))
    changed = replaced(document, path, other)
    if not schema.is_valid(changed):
        with pytest.raises(ShapeError):
            payload.read(changed)


@given(strategies.judgements())
def test_numbers_between_0_and_1_are_always_doubles_on_the_wire(judgement: Judgement) -> None:
    document: dict[str, Any] = payload.build(judgement)
    numbers = [document["threshold"]["value"], *document["answer"].get("probabilities", {}).values()]
    numbers += [document["answer"][name] for name in ("noul", "score", "confidence") if name in document["answer"]]
    assert {type(number) for number in numbers} == {float}
    assert type(document["latency_ms"]) is int
    assert not any(value is None for _, value in leaves(document))


@given(st.data(), strategies.judgements(), json_values)
def test_a_payload_with_anything_else_in_it_is_refused_with_a_path_or_read(
    data: st.DataObject, judgement: Judgement, other: Any
) -> None:
    document = payload.build(judgement)
    path, _ = data.draw(st.sampled_from(list(leaves(document))))
    read, refusal = attempt(lambda: payload.read(replaced(document, path, other)), ShapeError)
    if refusal is not None:
        assert (refusal.where or "").startswith("$")
    else:
        assert payload.read(payload.build(read)) == read


@given(st.data(), strategies.judgements())
def test_a_payload_without_a_required_member_is_refused(data: st.DataObject, judgement: Judgement) -> None:
    document = payload.build(judgement)
    name = data.draw(st.sampled_from(("schema", "judge", "question", "answer", "outcome", "judged_at")))
    del document[name]
    with pytest.raises(ShapeError, match=name):
        payload.read(document)


@given(st.data(), strategies.questions(), strategies.questions())
def test_an_answer_of_another_type_than_its_question_is_always_refused(
    data: st.DataObject, question: Question, other: Question
) -> None:
    assume(question.type is not other.type)
    answer = data.draw(strategies.answers_for(other))
    with pytest.raises(AnswerRejected, match="missing") as refusal:
        check_answers({"k": question}, {"k": answer})
    assert '"k"' in refusal.value.message
    assert str(refusal.value.where).startswith("$.answers.k")


@given(st.data(), strategies.question_sets())
def test_good_answers_pass_and_those_nobody_asked_for_are_ignored(
    data: st.DataObject, asked: dict[str, Question]
) -> None:
    answers = data.draw(strategies.answer_sets(asked))
    strangers = {"nobody asked " + key: Answer(noul=9.0) for key in asked}
    assert check_answers(asked, {**strangers, **answers}) == answers


@given(st.data(), strategies.question_sets())
def test_an_answer_too_few_is_refused(data: st.DataObject, asked: dict[str, Question]) -> None:
    answers = data.draw(strategies.answer_sets(asked))
    del answers[data.draw(st.sampled_from(sorted(asked)))]
    with pytest.raises(AnswerRejected, match="is not answered"):
        check_answers(asked, answers)


@given(st.data(), strategies.question_sets(), json_values)
def test_whatever_a_body_holds_it_is_read_or_refused(
    data: st.DataObject, asked: dict[str, Question], other: Any
) -> None:
    answers = {key: {"noul": 0.5, "choice": "allow", "score": 0} for key in asked}
    body = {"judge": {"model": "m"}, "answers": answers}
    path, _ = data.draw(st.sampled_from(list(leaves(body))))
    changed = json.dumps(replaced(body, path, other)).encode()
    response, refusal = attempt(lambda: read_response(changed, asked, latency_ms=3), AnswerRejected)
    if refusal is not None:
        assert refusal.message.startswith("judge answer rejected: ")
    else:
        assert set(response.answers) == set(asked)


@given(st.data(), strategies.question_sets(), strategies.thresholds(), st.randoms(use_true_random=False))
def test_the_order_in_which_questions_are_asked_changes_nothing(
    data: st.DataObject, asked: dict[str, Question], threshold: Threshold, random: Random
) -> None:
    response = data.draw(strategies.responses_to(asked))
    shuffled = list(asked.items())
    random.shuffle(shuffled)
    first = record(asked, response, threshold, state={"tool": "x"}, judged_at=TIME)
    second = record(dict(shuffled), response, threshold, state={"tool": "x"}, judged_at=TIME)
    assert first == second
    assert list(first.judgements) == sorted(asked)


@given(strategies.question_sets())
def test_questions_written_to_a_file_are_read_back(asked: dict[str, Question]) -> None:
    assume(all(key for key in asked))
    document: dict[str, Any] = {key: question_json(question) for key, question in asked.items()}
    assert read_questions(strict_json.loads(json.dumps(document))) == asked
    assert questions_digest(read_questions(document)) == questions_digest(asked)


@given(strategies.tool_call_states())
def test_a_digest_sees_every_member_of_the_state_and_not_their_order(state: dict[str, Any]) -> None:
    assert state_digest(dict(reversed(state.items()))) == state_digest(state)
    assert state_digest({**state, "more": None}) != state_digest(state)


@given(st.floats() | st.integers() | st.booleans())
def test_a_bar_is_a_number_from_0_to_1_or_an_error(value: Any) -> None:
    if isinstance(value, bool) or not 0 <= value <= 1:
        with pytest.raises(Exception, match="between 0 and 1"):
            Threshold(value)
    else:
        assert Threshold(value).value == value


def test_a_question_is_its_type_before_anything_else() -> None:
    assert question_json(Question(QuestionType.NOUL)) == {"type": "noul"}
