"""Reading a questions file: every error names the question and the place."""

from typing import Any

import pytest

from bridge.errors import ShapeError
from bridge.judgement.model import Question, QuestionType
from bridge.judgement.questions import read_questions


def test_the_three_types_are_read() -> None:
    assert read_questions(
        {
            "unsafe": {"type": "noul", "instructions": "Is it?"},
            "verdict": {"type": "choice", "options": ["allow", "deny"]},
            "risk": {"type": "score"},
        }
    ) == {
        "unsafe": Question(QuestionType.NOUL, "Is it?"),
        "verdict": Question(QuestionType.CHOICE, "", ("allow", "deny")),
        "risk": Question(QuestionType.SCORE),
    }


@pytest.mark.parametrize(
    ("document", "where", "message"),
    [
        ([], "$", "expected an object, found an array"),
        ({}, "$", "no question is asked"),
        ({"": {"type": "noul"}}, "$.", "a question needs a key"),
        ({"q": "noul"}, "$.q", 'question "q": expected an object, found the text "noul"'),
        ({"q": {}}, "$.q", 'question "q": missing member `type`'),
        (
            {"q": {"type": "yesno"}},
            "$.q.type",
            'question "q": expected one of noul, choice, score, found the text "yesno"',
        ),
        ({"q": {"type": None}}, "$.q.type", 'question "q": expected one of noul, choice, score, found null'),
        ({"q": {"type": "noul", "option": []}}, "$.q.option", 'question "q": unknown member `option`'),
        (
            {"q": {"type": "noul", "instructions": 5}},
            "$.q.instructions",
            'question "q": expected a text, found the number 5',
        ),
        (
            {"q": {"type": "choice", "options": "allow"}},
            "$.q.options",
            'question "q": expected an array of texts, found the text "allow"',
        ),
        (
            {"q": {"type": "choice", "options": ["a", True]}},
            "$.q.options[1]",
            'question "q": expected a text, found true',
        ),
        (
            {"q": {"type": "choice", "options": ["a", "b", "a"]}},
            "$.q.options[2]",
            'question "q": the option "a" stands twice',
        ),
        ({"q": {"type": "score", "options": [""]}}, "$.q.options[0]", 'question "q": an option is empty'),
        (
            {"q": {"type": "noul", "options": ["yes", "no"]}},
            "$.q.options",
            'question "q": a noul is answered yes or no and takes no options',
        ),
    ],
)
def test_what_is_not_a_question(document: Any, where: str, message: str) -> None:
    with pytest.raises(ShapeError) as caught:
        read_questions(document)
    assert (caught.value.where, caught.value.message) == (where, message)
