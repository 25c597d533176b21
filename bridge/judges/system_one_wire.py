"""System One's questions and answers, and ours (spec: Rubrics, sections 5.1 and 10.3).

Options become criteria: labels of a choice, levels of a score. The state is sent as its canonical text, so that what
the judge was shown is what the digest in the receipt is of. A noul's confidence is the probability itself, as the
judge contract has it, and never the distance from a half that rubrics route by.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bridge.core.digest import sha256
from bridge.core.strict_json import Json
from bridge.errors import ShapeError, UnknownQuestion
from bridge.judgement import shape
from bridge.judgement.digests import canonical_state
from bridge.judgement.model import Answer, JudgeIdentity, JudgeKind, JudgeResponse, Question, QuestionType, Usage
from bridge.judgement.payload import read_usage
from bridge.judgement.wire import read_answer
from bridge.judges.base import check_answers, rejected
from bridge.judges.bounds import bounded
from bridge.judges.exchange import Received
from bridge.judges.rule_questions import spelled_out

_FEWEST_OPTIONS: Final = 2
_MOST_OPTIONS: Final[Mapping[QuestionType, int]] = {QuestionType.CHOICE: 100, QuestionType.SCORE: 10}
_NO_MODEL: Final = ("canned_demo", "recorded_model")


def questions_json(questions: Mapping[str, Question]) -> dict[str, Json]:
    """The questions as System One asks them.

    Raises:
        UnknownQuestion: a noul without instructions, or a choice or score without the 2 to 100, or 10, options it
            takes; ``where`` is the key.
    """
    return {key: _question_json(key, question) for key, question in spelled_out(questions).items()}


def _question_json(key: str, question: Question) -> Json:
    document: dict[str, Json] = {"type": str(question.type)}
    if question.instructions:
        document["instructions"] = question.instructions
    if question.type is QuestionType.NOUL:
        if not question.instructions:
            raise UnknownQuestion(
                f'question "{key}" has no instructions, and the judge has to be told what is asked',
                where=key,
                help="give instructions in a --questions-file",
            )
        return document
    most = _MOST_OPTIONS[question.type]
    if not _FEWEST_OPTIONS <= len(question.options) <= most:
        raise UnknownQuestion(
            f'question "{key}" ({question.type}) has {len(question.options)} options, and the judge takes 2 to {most}',
            where=key,
            help="name them in a --questions-file",
        )
    labels = list(question.options)
    criteria: Json = dict.fromkeys(labels) if question.type is QuestionType.CHOICE else [*labels]
    return {**document, "criteria": criteria}


def state_text(state: Mapping[str, Json]) -> str:
    """The canonical text of a state, the bytes of which its digest is of."""
    return canonical_state(state).decode()


@dataclass(frozen=True, slots=True)
class Said:
    """What a System One response says.

    Args:
        model: the model that answered.
        answers: by key, checked against the questions asked.
        usage: what answering used up, where it says so.
    """

    model: str
    answers: Mapping[str, Answer]
    usage: Usage | None

    def response(self, provider: str, received: Received) -> JudgeResponse:
        """The response of the judge slot.

        Args:
            provider: who serves the judge.
            received: what was read.

        Raises:
            AnswerRejected: a name or an answer in it is too long to be recorded.
        """
        judge = JudgeIdentity(self.model, provider, JudgeKind.DECISION_MODEL, replayable=False)
        digest = sha256(received.body)
        return bounded(JudgeResponse(judge, self.answers, received.latency_ms, received.request_id, digest, self.usage))


def read(document: Json, questions: Mapping[str, Question]) -> Said:
    """What a response says; its answers are held to the contract.

    Raises:
        AnswerRejected: not a response, an answer that is not one to its question, or answers that no model gave.
    """
    try:
        members = shape.members(document, "$")
        _refuse_canned(members)
        model = shape.required(members, "model", "$", shape.text)
        if not model:
            raise ShapeError("the model that answered is not named", where="$.model")
        given = shape.required(members, "answers", "$", shape.members)
        answers = {key: _answer(key, question, given[key]) for key, question in questions.items() if key in given}
        usage = _usage(members.get("usage"))
    except ShapeError as error:
        raise rejected(error.message, error.where) from None
    return Said(model, check_answers(questions, answers), usage)


def _refuse_canned(members: Mapping[str, Json]) -> None:
    # Canned answers must never be signed as a model's (spec: Rubrics, section 10.3, point 8).
    if members.get("mock") not in (None, False) or members.get("backend_provenance") in _NO_MODEL:
        raise ShapeError("the answers are canned or recorded, and no model gave them", where="$")


def _answer(key: str, question: Question, value: Json) -> Answer:
    where = f"$.answers.{key}"
    given: dict[str, Json] = {name: one for name, one in shape.members(value, where).items() if one is not None}
    stated = shape.optional(given, "type", where, shape.text)
    if stated is not None and stated != question.type:
        raise ShapeError(
            f'question "{key}": the answer is a {stated}, and a {question.type} was asked for', where=where
        )
    answer = read_answer(given, where)
    if question.type is QuestionType.NOUL:
        return answer._replace(confidence=answer.noul)
    if question.type is QuestionType.SCORE and answer.probabilities:
        return answer._replace(probabilities=_by_level(question, answer.probabilities, where))
    return answer


def _by_level(question: Question, probabilities: Mapping[str, float], where: str) -> dict[str, float]:
    names = {str(index): name for index, name in enumerate(question.options)}
    unknown = sorted(set(probabilities) - set(names))
    if unknown:
        raise ShapeError(f'"{unknown[0]}" is not the index of a level', where=f"{where}.probabilities.{unknown[0]}")
    return {names[index]: probability for index, probability in probabilities.items()}


def _usage(value: Json) -> Usage | None:
    try:
        given = shape.members(value, "$.usage")
        usage = read_usage({name: one for name, one in given.items() if one is not None}, "$.usage")
    except ShapeError:
        return None
    return None if usage == Usage() else usage
