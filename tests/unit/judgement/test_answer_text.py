"""The word that stands for an answer in a fact."""

import pytest

from bridge.errors import ShapeError
from bridge.judgement.answer_text import answer_text
from bridge.judgement.model import Answer, Question, QuestionType

NOUL = Question(QuestionType.NOUL)
CHOICE = Question(QuestionType.CHOICE, options=("allow", "deny"))
LEVELS = Question(QuestionType.SCORE, options=("low", "medium", "high"))
BARE = Question(QuestionType.SCORE)


@pytest.mark.parametrize(
    ("question", "answer", "word"),
    [
        (NOUL, Answer(noul=0.5), "yes"),
        (NOUL, Answer(noul=0.49), "no"),
        (CHOICE, Answer(choice="deny", confidence=0.1), "deny"),
        (Question(QuestionType.CHOICE), Answer(choice="purple"), "purple"),
        (LEVELS, Answer(score=0.0), "low"),
        (LEVELS, Answer(score=0.49), "low"),
        (LEVELS, Answer(score=0.5), "medium"),
        (LEVELS, Answer(score=1.5), "high"),
        (LEVELS, Answer(score=2.49), "high"),
        (LEVELS, Answer(score=-0.5), "low"),
        (BARE, Answer(score=7.0), "7"),
        (BARE, Answer(score=-0.0), "0"),
        (BARE, Answer(score=2.5), "2.5"),
        (BARE, Answer(score=-3.0), "-3"),
        (BARE, Answer(score=0.1 + 0.2), "0.30000000000000004"),
    ],
)
def test_the_word(question: Question, answer: Answer, word: str) -> None:
    assert answer_text(question, answer, 0.5) == word


@pytest.mark.parametrize("score", [2.5, -0.51, 1e300, float("nan"), float("inf")])
def test_a_score_outside_its_levels_is_an_error(score: float) -> None:
    with pytest.raises(ShapeError) as caught:
        answer_text(LEVELS, Answer(score=score), 0.5)
    assert caught.value.where == "score"


@pytest.mark.parametrize("question", [NOUL, CHOICE, LEVELS, BARE])
def test_an_answer_that_is_not_there_has_no_word(question: Question) -> None:
    with pytest.raises(ShapeError, match="missing"):
        answer_text(question, Answer(), 0.5)
