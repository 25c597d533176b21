"""Holding answers to a bar: the table of the contract, row by row."""

import pytest

from bridge.errors import UsageError
from bridge.judgement.hold import confidence, hold_to_bar, overall
from bridge.judgement.model import Answer, AppliesTo, Decision, Effect, Held, Outcome, Question, QuestionType, Threshold

NOUL = Question(QuestionType.NOUL)
VERDICT = Question(QuestionType.CHOICE, options=("allow", "warn", "deny", "ask"))
COLOUR = Question(QuestionType.CHOICE)
SCORE = Question(QuestionType.SCORE, options=("low", "high"))


@pytest.mark.parametrize(
    ("question", "answer", "bar", "outcome", "effect"),
    [
        (NOUL, Answer(noul=1.0), 0.5, "refused", "deny"),
        (NOUL, Answer(noul=0.5), 0.5, "refused", "deny"),
        (NOUL, Answer(noul=0.2), 0.5, "acted", "allow"),
        (NOUL, Answer(), 0.5, "acted", "allow"),
        (NOUL, Answer(noul=0.0), 0.0, "refused", "deny"),
        (NOUL, Answer(noul=float("nan")), 0.5, "refused", "deny"),
        (VERDICT, Answer(choice="deny", confidence=0.9), 0.8, "refused", "deny"),
        (VERDICT, Answer(choice="deny", confidence=0.4), 0.8, "escalated", "ask"),
        (VERDICT, Answer(choice="allow", confidence=0.8), 0.8, "acted", "allow"),
        (VERDICT, Answer(choice="allow", confidence=0.7), 0.8, "escalated", "ask"),
        (VERDICT, Answer(choice="warn", confidence=0.9), 0.8, "acted", "warn"),
        (VERDICT, Answer(choice="ask", confidence=0.9), 0.8, "escalated", "ask"),
        (VERDICT, Answer(choice="allow", confidence=float("nan")), 0.8, "escalated", "ask"),
        (COLOUR, Answer(choice="purple", confidence=0.9), 0.8, "ignored", None),
        (COLOUR, Answer(choice="Deny", confidence=0.9), 0.8, "ignored", None),
        (COLOUR, Answer(), 0.8, "ignored", None),
        (SCORE, Answer(score=1.0, confidence=1.0), 0.0, "ignored", None),
    ],
)
def test_an_answer_at_a_bar(question: Question, answer: Answer, bar: float, outcome: str, effect: str | None) -> None:
    held = hold_to_bar(question, answer, bar)
    assert (held.outcome, held.effect) == (outcome, effect)
    assert held.applies_to == ("noul" if question is NOUL else "confidence")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (Answer(choice="deny", confidence=0.3, probabilities={"deny": 0.9}), 0.3),
        (Answer(choice="deny", probabilities={"deny": 0.9}), 0.9),
        (Answer(choice="deny", probabilities={"allow": 0.1}), 1.0),
        (Answer(choice="deny"), 1.0),
        (Answer(confidence=0.0), 0.0),
    ],
)
def test_the_confidence_is_the_judges_own_else_the_choices_probability_else_one(
    answer: Answer, expected: float
) -> None:
    assert confidence(answer) == expected


def held(outcome: Outcome, effect: Effect | None) -> Held:
    return Held(outcome, effect, AppliesTo.CONFIDENCE)


ACTED, WARNED = held(Outcome.ACTED, Effect.ALLOW), held(Outcome.ACTED, Effect.WARN)
ASKED, REFUSED = held(Outcome.ESCALATED, Effect.ASK), held(Outcome.REFUSED, Effect.DENY)
IGNORED = held(Outcome.IGNORED, None)


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({}, Decision(Outcome.IGNORED, None)),
        ({"a": IGNORED}, Decision(Outcome.IGNORED, None)),
        ({"a": ACTED, "b": IGNORED}, Decision(Outcome.ACTED, Effect.ALLOW)),
        ({"a": ACTED, "b": WARNED}, Decision(Outcome.ACTED, Effect.WARN, ("b",))),
        ({"a": ASKED, "b": WARNED}, Decision(Outcome.ESCALATED, Effect.ASK, ("a",))),
        ({"z": REFUSED, "b": ASKED, "a": REFUSED}, Decision(Outcome.REFUSED, Effect.DENY, ("a", "z"))),
    ],
)
def test_several_answers_come_to_the_strongest_effect(answers: dict[str, Held], expected: Decision) -> None:
    assert overall(answers) == expected


def test_of_several_that_carry_the_effect_the_last_by_key_gives_the_word() -> None:
    answers = {"b": held(Outcome.ESCALATED, Effect.ASK), "a": held(Outcome.IGNORED, Effect.ASK)}
    assert overall(answers).outcome is Outcome.ESCALATED
    assert overall({"c": answers["a"], **answers}).outcome is Outcome.IGNORED


@pytest.mark.parametrize("value", [-0.1, 1.5, float("nan"), float("inf"), True])
def test_a_bar_outside_0_to_1_is_an_error(value: float) -> None:
    with pytest.raises(UsageError, match="between 0 and 1"):
        Threshold(value)
