"""The ``judgement.v1`` payload: what a signed judgement says (spec: Judge and receipts, section 4).

``build`` and ``read`` are inverses on what ``build`` writes. ``read`` also takes receipts of others, which may say less
(only six members are required) and more (unknown members are passed over). It checks shape, vocabulary and ranges, and
that the answer is one to the question. It does not check who signed, whether the outcome follows from the threshold, or
whether the judge was right.
"""

from typing import Final

from bridge.core.clock import is_canonical_time
from bridge.core.digest import is_digest
from bridge.core.strict_json import Json
from bridge.errors import ShapeError
from bridge.judgement import shape
from bridge.judgement.answers import problem
from bridge.judgement.model import (
    Answer,
    AppliesTo,
    Contract,
    Effect,
    Judgement,
    Outcome,
    Question,
    Threshold,
    Usage,
)
from bridge.judgement.wire import answer_json, judge_json, question_json, read_answer, read_judge, read_question

SCHEMA: Final = "judgement.v1"

_outcome: Final = shape.word(Outcome)
_effect: Final = shape.word(Effect)
_applies_to: Final = shape.word(AppliesTo)


def build(judgement: Judgement) -> dict[str, Json]:
    """The payload of a judgement; its canonical bytes are what is signed."""
    asked = judgement.question
    document: dict[str, Json] = {
        "schema": SCHEMA,
        "judge": _judge_json(judgement),
        # A receipt shows the instructions even where they are empty, unlike the questions that are digested.
        "question": {"instructions": asked.instructions, **question_json(asked), "key": judgement.key},
        "answer": answer_json(judgement.answer),
        "outcome": str(judgement.outcome),
        "effect": None if judgement.effect is None else str(judgement.effect),
        "threshold": _threshold_json(judgement),
        "judged_at": judgement.judged_at,
        "state_digest": judgement.state_digest,
        "questions_digest": judgement.questions_digest,
        "response_digest": judgement.response_digest,
        "latency_ms": judgement.latency_ms,
        "contract": _contract_json(judgement.contract),
        "usage": _usage_json(judgement.usage),
        "notes": judgement.notes,
    }
    return {name: value for name, value in document.items() if value is not None}


def _judge_json(judgement: Judgement) -> Json:
    document = judge_json(judgement.judge)
    return document if judgement.request_id is None else {**document, "request_id": judgement.request_id}


def _threshold_json(judgement: Judgement) -> Json:
    if judgement.threshold is None:
        return None
    document: dict[str, Json] = {"value": float(judgement.threshold.value), "set_by": judgement.threshold.set_by}
    if judgement.applies_to is not None:
        document["applies_to"] = str(judgement.applies_to)
    return document


def _contract_json(contract: Contract | None) -> Json:
    if contract is None:
        return None
    return {"id": contract.id} if contract.version is None else {"id": contract.id, "version": contract.version}


def _usage_json(usage: Usage | None) -> Json:
    if usage is None:
        return None
    counts = {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens}
    return {name: count for name, count in counts.items() if count is not None}


def read_usage(value: Json, where: str) -> Usage:
    """What a judge says it used up; members it does not know are passed over.

    Raises:
        ShapeError: not an object, or a count that is none.
    """
    given = shape.members(value, where)
    return Usage(*(shape.optional(given, name, where, shape.count) for name in ("input_tokens", "output_tokens")))


def read(value: Json, where: str = "$") -> Judgement:
    """The judgement that a payload states.

    Narrower than the published schema in three ways: an effect is one of allow, warn, deny and ask; ``judged_at`` is
    canonical UTC time, since facts carry it; and the answer must be one to the question. A threshold that names nobody
    was set by ``default``.

    Args:
        value: the parsed payload.
        where: the JSON path of the value, for errors.

    Raises:
        ShapeError: what is wrong, at which JSON path.
    """
    given = shape.members(value, where)
    shape.required(given, "schema", where, _schema)
    judge = shape.required(given, "judge", where, shape.members)
    asked = shape.required(given, "question", where, shape.members)
    question = read_question(asked, f"{where}.question")
    threshold = shape.optional(given, "threshold", where, shape.members)
    return Judgement(
        judge=read_judge(judge, f"{where}.judge"),
        key=shape.required(asked, "key", f"{where}.question", shape.text),
        question=question,
        answer=_answer(question, shape.required(given, "answer", where, read_answer), f"{where}.answer"),
        outcome=shape.required(given, "outcome", where, _outcome),
        effect=shape.optional(given, "effect", where, _effect),
        judged_at=shape.required(given, "judged_at", where, _time),
        threshold=None if threshold is None else _threshold(threshold, f"{where}.threshold"),
        applies_to=shape.optional(threshold or {}, "applies_to", f"{where}.threshold", _applies_to),
        state_digest=shape.optional(given, "state_digest", where, _digest),
        questions_digest=shape.optional(given, "questions_digest", where, _digest),
        response_digest=shape.optional(given, "response_digest", where, _digest),
        latency_ms=shape.optional(given, "latency_ms", where, shape.count),
        request_id=shape.optional(judge, "request_id", f"{where}.judge", shape.text),
        contract=shape.optional(given, "contract", where, _contract),
        usage=shape.optional(given, "usage", where, read_usage),
        notes=shape.optional(given, "notes", where, shape.text),
    )


def _schema(value: Json, where: str) -> None:
    if value != SCHEMA:
        raise shape.wrong(f'"{SCHEMA}"', value, where)


def _answer(question: Question, answer: Answer, where: str) -> Answer:
    found = problem(question, answer)
    if found is not None:
        member, message = found
        raise ShapeError(message, where=f"{where}.{member}")
    return answer


def _threshold(given: dict[str, Json], where: str) -> Threshold:
    value = shape.required(given, "value", where, shape.number)
    if not 0 <= value <= 1:
        raise shape.wrong("a number from 0 to 1", value, f"{where}.value")
    set_by = shape.optional(given, "set_by", where, shape.text)
    return Threshold(value, "default" if set_by is None else set_by)


def _contract(value: Json, where: str) -> Contract:
    given = shape.members(value, where)
    return Contract(shape.required(given, "id", where, shape.text), shape.optional(given, "version", where, shape.text))


def _time(value: Json, where: str) -> str:
    if not isinstance(value, str) or not is_canonical_time(value):
        raise shape.wrong("a UTC time such as 2026-01-31T09:30:00Z", value, where)
    return value


def _digest(value: Json, where: str) -> str:
    if not isinstance(value, str) or not is_digest(value):
        raise shape.wrong("sha256: and 64 lowercase hexadecimal digits", value, where)
    return value
