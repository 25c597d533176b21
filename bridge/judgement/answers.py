"""Whether an answer is one that its question asks for: present, of the right type, finite and in range.

This is the published contract alone (spec: Judge and receipts, section 4, ``check_answers``), with one addition of
ours: a score on named levels lies on one of them. Receipts of others are read by it as well; what a judge is held to
beyond it is in ``judges.coherence``.
"""

import math
import sys
from collections.abc import Iterator

from bridge.core.canonical import float_text
from bridge.judgement.model import Answer, Question, QuestionType

Problem = tuple[str, str]
"""The member at fault, as ``noul`` or ``probabilities.deny``, and what is wrong with it."""


def problem(question: Question, answer: Answer) -> Problem | None:
    """The first thing that keeps an answer from being one to the question; None when it is one."""
    return next(_problems(question, answer), None)


def level(question: Question, score: float) -> int:
    """The index of the level that a score lies on: the nearest, and the upper one half way.

    Raises:
        ValueError: the question names levels and the score lies outside them, or the score is not finite.
    """
    index = math.floor(score + 0.5) if math.isfinite(score) else -1
    if not 0 <= index < len(question.options):
        last = len(question.options) - 1
        raise ValueError(f"score {number_text(score)} is outside the levels 0 to {last}")
    return index


def number_text(value: object) -> str:
    """A value as error messages show it; a number as the documents spell it."""
    if isinstance(value, float) and math.isfinite(value):
        return float_text(value)
    return repr(value)


def is_number(value: object) -> bool:
    """Whether a value is a finite number; a truth value is not one, though Python counts with it."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


def _problems(question: Question, answer: Answer) -> Iterator[Problem]:
    match question.type:
        case QuestionType.NOUL:
            yield from _unit("noul", answer.noul, required=True)
        case QuestionType.CHOICE:
            yield from _choice(question, answer.choice)
        case QuestionType.SCORE:
            yield from _score(question, answer.score)
    yield from _unit("confidence", answer.confidence)
    for name, probability in sorted((answer.probabilities or {}).items()):
        yield from _unit(f"probabilities.{name}", probability, required=True)


def _unit(member: str, value: float | None, *, required: bool = False) -> Iterator[Problem]:
    if value is None:
        if required:
            yield member, f"{member} is missing"
    elif not is_number(value):
        yield member, f"{member} {number_text(value)} is not a finite number"
    elif not 0 <= value <= 1:
        yield member, f"{member} {number_text(value)} is not in 0..=1"


def _choice(question: Question, choice: str | None) -> Iterator[Problem]:
    if choice is None:
        yield "choice", "choice is missing"
    elif question.options and choice not in question.options:
        yield "choice", f'choice "{choice}" is not one of {", ".join(question.options)}'


def _score(question: Question, score: float | None) -> Iterator[Problem]:
    if score is None:
        yield "score", "score is missing"
    elif not is_number(score):
        yield "score", f"score {number_text(score)} is not a finite number"
    elif question.options:
        try:
            level(question, score)
        except ValueError as outside:
            yield "score", str(outside)
