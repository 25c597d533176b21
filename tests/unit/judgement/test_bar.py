"""Whether a judgement keeps to its own bar: the published rule, case by case."""

from typing import Any

import pytest
from hypothesis import given

from bridge.judgement.bar import contradiction, outside_bar
from bridge.judgement.model import Answer, AppliesTo, Effect, Judgement, Outcome, Question, QuestionType, Threshold
from bridge.testing.strategies.judgement import judgements
from tests.unit.receipts.signed import judgement

CHOICE = Question(QuestionType.CHOICE, options=("allow", "deny"))


@given(judgements())
def test_what_this_package_records_keeps_to_its_bar(one: Judgement) -> None:
    assert contradiction(one) is None


def acted(noul: float, effect: Effect | None, **changes: Any) -> Judgement:
    return judgement(noul, outcome=Outcome.ACTED, effect=effect, **changes)


@pytest.mark.parametrize(
    ("noul", "effect", "keeps"),
    [
        (0.5, Effect.ALLOW, False),
        (0.5, Effect.WARN, False),
        (0.5, Effect.DENY, True),
        (0.5, None, True),
        (0.49, Effect.ALLOW, True),
        (0.49, Effect.WARN, True),
        (0.49, Effect.DENY, False),
        (0.49, Effect.ASK, False),
        (0.49, None, False),
    ],
)
def test_a_noul_that_was_acted_on_is_held_to_both_sides(noul: float, effect: Effect | None, keeps: bool) -> None:
    assert (outside_bar(acted(noul, effect)) is None) is keeps


@pytest.mark.parametrize(
    ("answer", "keeps"),
    [
        (Answer(choice="allow", confidence=0.5), True),
        (Answer(choice="allow", confidence=0.49), False),
        (Answer(choice="allow", noul=0.5), True),
        (Answer(choice="allow"), False),
    ],
)
def test_a_choice_is_held_by_its_confidence(answer: Answer, keeps: bool) -> None:
    said = judgement(
        question=CHOICE, answer=answer, outcome=Outcome.ACTED, effect=Effect.WARN, applies_to=AppliesTo.CONFIDENCE
    )
    assert (outside_bar(said) is None) is keeps


def test_nothing_is_acted_on_without_a_threshold() -> None:
    assert outside_bar(acted(0.0, Effect.ALLOW, threshold=None)) == "it was acted on with no threshold declared"


@pytest.mark.parametrize("outcome", [Outcome.ESCALATED, Outcome.REFUSED, Outcome.IGNORED])
def test_the_row_flags_only_what_was_acted_on(outcome: Outcome) -> None:
    assert outside_bar(judgement(0.0, outcome=outcome, effect=Effect.ALLOW, threshold=None)) is None


def test_a_clear_no_that_was_refused_contradicts_itself_and_a_yes_for_a_person_does_not() -> None:
    assert contradiction(judgement(0.2, outcome=Outcome.REFUSED, effect=Effect.DENY)) == (
        "it was refused at 0.2, below its bar of 0.5"
    )
    assert contradiction(judgement(1.0, outcome=Outcome.ESCALATED, effect=Effect.ASK)) is None
    assert contradiction(judgement(0.5, outcome=Outcome.REFUSED, effect=None, threshold=Threshold(0.5))) is None
