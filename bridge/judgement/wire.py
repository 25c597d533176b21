"""Questions, answers and identities as JSON, each with its reader (spec: Judge and receipts, section 4).

Doubles are always written as doubles. What is absent is left out, never null. Readers take members they do not know, as
the contract asks, and refuse known members of another type.
"""

from typing import Final

from bridge.core.strict_json import Json
from bridge.errors import ShapeError
from bridge.judgement import shape
from bridge.judgement.model import Answer, JudgeIdentity, JudgeKind, Question, QuestionType

_question_type: Final = shape.word(QuestionType)
_judge_kind: Final = shape.word(JudgeKind)


def question_json(question: Question) -> dict[str, Json]:
    """A question as it is sent and digested: empty instructions and no options are left out."""
    document: dict[str, Json] = {"type": str(question.type)}
    if question.instructions:
        document["instructions"] = question.instructions
    if question.options:
        document["options"] = list(question.options)
    return document


def read_question(value: Json, where: str = "$") -> Question:
    """The question that a JSON object states.

    Raises:
        ShapeError: no type, or a member of another type than the contract's.
    """
    given = shape.members(value, where)
    return Question(
        shape.required(given, "type", where, _question_type),
        shape.optional(given, "instructions", where, shape.text) or "",
        shape.optional(given, "options", where, shape.texts) or (),
    )


def answer_json(answer: Answer) -> dict[str, Json]:
    """An answer as it is recorded: what the judge did not give is left out."""
    document: dict[str, Json] = {}
    if answer.noul is not None:
        document["noul"] = float(answer.noul)
    if answer.choice is not None:
        document["choice"] = answer.choice
    if answer.score is not None:
        document["score"] = float(answer.score)
    if answer.probabilities is not None:
        document["probabilities"] = {name: float(value) for name, value in answer.probabilities.items()}
    if answer.confidence is not None:
        document["confidence"] = float(answer.confidence)
    return document


def read_answer(value: Json, where: str = "$") -> Answer:
    """The answer that a JSON object states; ranges are checked against its question elsewhere.

    Raises:
        ShapeError: a member of another type than the contract's.
    """
    given = shape.members(value, where)
    return Answer(
        noul=shape.optional(given, "noul", where, shape.number),
        choice=shape.optional(given, "choice", where, shape.text),
        score=shape.optional(given, "score", where, shape.number),
        probabilities=shape.optional(given, "probabilities", where, _probabilities),
        confidence=shape.optional(given, "confidence", where, shape.number),
    )


def judge_json(judge: JudgeIdentity) -> dict[str, Json]:
    """An identity as it is recorded."""
    document: dict[str, Json] = {"model": judge.model}
    if judge.provider is not None:
        document["provider"] = judge.provider
    if judge.kind is not None:
        document["kind"] = str(judge.kind)
    if judge.replayable is not None:
        document["replayable"] = judge.replayable
    return document


def read_judge(value: Json, where: str = "$") -> JudgeIdentity:
    """The identity that a JSON object states.

    Raises:
        ShapeError: no model, an empty one, or a kind outside the vocabulary.
    """
    given = shape.members(value, where)
    model = shape.required(given, "model", where, shape.text)
    if not model:
        raise ShapeError("a judge names its model", where=f"{where}.model")
    return JudgeIdentity(
        model,
        shape.optional(given, "provider", where, shape.text),
        shape.optional(given, "kind", where, _judge_kind),
        shape.optional(given, "replayable", where, shape.flag),
    )


def _probabilities(value: Json, where: str) -> dict[str, float]:
    return {name: shape.number(one, f"{where}.{name}") for name, one in shape.members(value, where).items()}
