"""The judge slot: what a judge is, and the checks its answers pass before anyone acts on them."""

from collections.abc import Mapping
from typing import Final, Protocol

from bridge.core.strict_json import Json
from bridge.errors import AnswerRejected, UsageError
from bridge.judgement.answers import problem
from bridge.judgement.model import Answer, JudgeResponse, Question
from bridge.judges.coherence import incoherence

REJECTED: Final = "judge answer rejected: "
UNAVAILABLE: Final = "judge unavailable: "


class Judge(Protocol):
    """Anything that answers typed questions about a state."""

    def ask(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
        """Answer every question, with an answer that ``check_answers`` accepts.

        Args:
            state: what the questions are about, a JSON object.
            questions: what is asked, by key; at least one.

        Raises:
            JudgeError: no usable answer. Never an allow: the caller decides what an unanswered question means.
            InputError: the state cannot be judged.
            UsageError: no question is asked.
        """
        ...


def refuse_no_questions(questions: Mapping[str, Question]) -> None:
    """Refuse to ask nothing, since nothing answered would stand against no call.

    Raises:
        UsageError: there is no question.
    """
    if not questions:
        raise UsageError("no question is asked", help="ask at least one question")


def check_answers(questions: Mapping[str, Question], answers: Mapping[str, Answer]) -> dict[str, Answer]:
    """The answers to the questions asked, each of them one that its question asks for.

    The published contract is checked (spec: Judge and receipts, section 4), and beyond it that an answer does not
    contradict itself (``judges.coherence``) and that a score lies on one of its named levels. Answers to what nobody
    asked are ignored.

    Args:
        questions: what was asked, by key.
        answers: what was answered, by key.

    Raises:
        AnswerRejected: the first question, in key order, that is not answered or not answered well; the message names
            it and the cause, ``where`` is the JSON path in the response.
    """
    return {key: _checked(key, questions[key], answers.get(key)) for key in sorted(questions)}


def _checked(key: str, question: Question, answer: Answer | None) -> Answer:
    path = f"$.answers.{key}"
    if answer is None:
        raise rejected(f'question "{key}" is not answered', path)
    found = problem(question, answer) or incoherence(question, answer)
    if found is not None:
        member, message = found
        raise rejected(f'question "{key}" ({question.type}): {message}', f"{path}.{member}")
    return answer


def rejected(message: str, where: str | None = None) -> AnswerRejected:
    """The error for a judge that answered, and whose answer breaks the contract."""
    return AnswerRejected(REJECTED + message, where=where, help="the judge has to keep to the contract; ask its owner")
