"""The judge slot: what a judge is, and the checks its answers pass before anyone acts on them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Protocol, TypeGuard

from bridge.core.strict_json import Json
from bridge.errors import AnswerRejected, BridgeError, JudgeUnavailable, UsageError
from bridge.judgement.answers import problem
from bridge.judgement.model import Answer, JudgeResponse, Question
from bridge.judges.coherence import incoherence

if TYPE_CHECKING:
    from bridge.judges.panel import Panel

REJECTED: Final = "judge answer rejected: "
_CONTRACT: Final = "the judge has to keep to the contract; ask its owner"
UNAVAILABLE: Final = "judge unavailable: "

_MOST_QUOTED: Final = 500


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


def is_panel(judge: Judge) -> "TypeGuard[Panel]":
    """Whether a judge is several, each of which has an answer of its own to be recorded."""
    # By its method, so that asking one judge does not load what asking several takes.
    return hasattr(judge, "ask_each")


def answered(judge: Judge, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
    """A judge's response, checked. A judge may be anybody's code: what it does wrong is no usable answer.

    Args:
        judge: who is asked.
        state: what the questions are about, a JSON object.
        questions: what is asked, by key.

    Raises:
        BridgeError: as the judge does.
        JudgeUnavailable: the judge raised something else.
        AnswerRejected: it returned no response, or an answer that breaks the contract.
    """
    try:
        response = judge.ask(state, questions)
    except BridgeError:
        raise
    except Exception as error:
        raise JudgeUnavailable(f"{UNAVAILABLE}{type(error).__name__}: {error}") from error
    if not isinstance(response, JudgeResponse):
        raise rejected(f"the judge returned a {type(response).__name__}, not a JudgeResponse")
    return response._replace(answers=check_answers(questions, response.answers))


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


def rejected(message: str, where: str | None = None, *, help: str = _CONTRACT) -> AnswerRejected:
    """The error for a judge that answered, and whose answer breaks the contract; what it quotes is cut."""
    return AnswerRejected(
        REJECTED + _cut(message),
        where=where if where is None else _cut(where),
        help=help,
    )


def _cut(text: str) -> str:
    """As much of a text as a person reads: the judge may have written a megabyte of it."""
    return text if len(text) <= _MOST_QUOTED else text[: _MOST_QUOTED - 1] + "…"
