"""The questions of the rules, told to a model that knows of no rules."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.judgement.model import Question, QuestionType
from bridge.judges import prompt, system_one_wire
from bridge.judges.rule_questions import QUESTIONS, spelled_out

SOME = st.sets(st.sampled_from(sorted(QUESTIONS)), min_size=1)
THE_FIVE = [question for key, question in QUESTIONS.items() if key != "unsafe"]


@given(keys=SOME)
def test_only_what_would_not_be_understood_is_told_in_other_words(keys: set[str]) -> None:
    questions = {key: QUESTIONS[key] for key in sorted(keys)}
    told = spelled_out(questions)
    assert list(told) == list(questions)
    changed = {key for key in keys if told[key] != questions[key]}
    assert changed == ({"unsafe"} if "unsafe" in keys and len(keys) < len(QUESTIONS) else set())
    for key in changed:
        assert told[key].type is QuestionType.NOUL
        assert all(one.instructions in told[key].instructions for one in THE_FIVE)


@given(instructions=st.text(max_size=20), keys=SOME)
def test_a_question_of_ones_own_is_told_as_it_is(instructions: str, keys: set[str]) -> None:
    own = {key: Question(QuestionType.NOUL, f"mine: {instructions}") for key in keys}
    assert spelled_out(own) == own


def test_the_above_is_the_five_and_no_others_of_their_names() -> None:
    own = {**QUESTIONS, "shell_destructive": Question(QuestionType.NOUL, "Does it print?")}
    assert spelled_out(own)["unsafe"] != QUESTIONS["unsafe"]


@pytest.mark.parametrize(
    "told",
    [
        lambda questions: str(prompt.messages({"tool": "T"}, questions)),
        lambda questions: str(system_one_wire.questions_json(questions)),
    ],
    ids=["a chat model", "system one"],
)
def test_a_model_is_told_what_the_rules_know(told: Callable[[Any], str]) -> None:
    alone, every = told({"unsafe": QUESTIONS["unsafe"]}), told(QUESTIONS)
    assert ("Any of the above" in alone, "Any of the above" in every) == (False, True)
    assert all(one.instructions in alone for one in THE_FIVE)
