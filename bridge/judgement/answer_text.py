"""The word that stands for an answer in a fact: ``yes``, an option, a level."""

from bridge.core.canonical import float_text
from bridge.errors import ShapeError
from bridge.judgement.answers import level, problem
from bridge.judgement.model import Answer, Question, QuestionType


def answer_text(question: Question, answer: Answer, threshold_value: float) -> str:
    """The second argument of a ``judged_…`` fact.

    A noul is ``yes`` at or above the bar, else ``no``. A choice is its option, whatever its confidence. A score is the
    name of the level it lies on; where the question names none, the integer, or the shortest decimal.

    Args:
        question: what was asked.
        answer: what was answered.
        threshold_value: the bar, in [0, 1].

    Raises:
        ShapeError: the answer is not one to the question; ``where`` is the member.
    """
    found = problem(question, answer)
    if found is not None:
        raise ShapeError(found[1], where=found[0])
    if question.type is QuestionType.NOUL:
        return "no" if _given(answer.noul) < threshold_value else "yes"
    if question.type is QuestionType.CHOICE:
        return str(answer.choice)
    score = _given(answer.score)
    return question.options[level(question, score)] if question.options else _score_text(score)


def _given(number: float | None) -> float:
    # ``problem`` has seen to it that the number is there.
    return 0.0 if number is None else float(number)


def _score_text(score: float) -> str:
    return str(int(score)) if score.is_integer() else float_text(score)
