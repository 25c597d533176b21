"""Laws of holding answers to a bar: what may never happen, whatever is answered."""

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bridge.judgement.answer_text import answer_text
from bridge.judgement.hold import hold_to_bar, overall
from bridge.judgement.model import Answer, AppliesTo, Effect, Held, Outcome, Question, QuestionType, Threshold
from bridge.testing.strategies import judgement as strategies

RANK = {None: 0, Effect.ALLOW: 1, Effect.WARN: 2, Effect.ASK: 3, Effect.DENY: 4}
unit = st.floats(0, 1)
noul = Question(QuestionType.NOUL)
verdict = Question(QuestionType.CHOICE, options=("allow", "warn", "deny", "ask"))

any_number = st.none() | st.floats() | st.integers()
any_answer = st.builds(
    Answer,
    any_number,
    st.none() | st.text() | st.sampled_from(verdict.options),
    any_number,
    st.none() | st.dictionaries(st.sampled_from((*verdict.options, "yes", "no")), st.floats()),
    any_number,
)
held = st.builds(Held, st.sampled_from(Outcome), st.none() | st.sampled_from(Effect), st.sampled_from(AppliesTo))
held_sets = st.dictionaries(st.text(max_size=3), held, max_size=6)


@given(strategies.questions(), any_answer, st.floats())
def test_every_answer_comes_to_something_and_always_to_the_same(question: Question, answer: Answer, bar: float) -> None:
    first = hold_to_bar(question, answer, bar)
    assert first == hold_to_bar(question, answer, bar)
    assert first.outcome in Outcome
    assert (first.effect is None) == (first.outcome is Outcome.IGNORED)


@given(unit, unit, unit)
def test_a_higher_noul_never_has_a_weaker_effect(one: float, other: float, bar: float) -> None:
    low, high = sorted((one, other))
    weaker = hold_to_bar(noul, Answer(noul=low), bar).effect
    stronger = hold_to_bar(noul, Answer(noul=high), bar).effect
    assert RANK[weaker] <= RANK[stronger]


@given(unit, unit, unit)
def test_a_higher_bar_never_makes_a_noul_stronger(probability: float, one: float, other: float) -> None:
    low, high = sorted((one, other))
    answer = Answer(noul=probability)
    assert RANK[hold_to_bar(noul, answer, high).effect] <= RANK[hold_to_bar(noul, answer, low).effect]


@given(unit)
def test_a_noul_at_the_bar_is_refused(bar: float) -> None:
    assert hold_to_bar(noul, Answer(noul=bar), bar) == Held(Outcome.REFUSED, Effect.DENY, AppliesTo.NOUL)


@given(any_answer, st.floats())
def test_a_noul_is_let_through_only_when_it_is_below_the_bar(answer: Answer, bar: float) -> None:
    if hold_to_bar(noul, answer, bar).effect is Effect.ALLOW:
        assert (answer.noul or 0.0) < bar


@given(strategies.choices(effects_only=True).flatmap(strategies.answers_for), unit, unit)
def test_a_stricter_bar_never_turns_an_asked_choice_into_the_effect_it_names(
    answer: Answer, one: float, other: float
) -> None:
    low, high = sorted((one, other))
    at_low, at_high = (hold_to_bar(verdict, answer, bar) for bar in (low, high))
    assert at_high == at_low or at_high.outcome is Outcome.ESCALATED


@given(st.sampled_from(verdict.options), unit, unit)
def test_a_choice_below_its_bar_is_never_acted_on(choice: str, confidence: float, bar: float) -> None:
    assume(confidence < bar)
    result = hold_to_bar(verdict, Answer(choice=choice, confidence=confidence), bar)
    assert result == Held(Outcome.ESCALATED, Effect.ASK, AppliesTo.CONFIDENCE)


@given(any_answer, unit)
def test_a_choice_that_names_no_effect_and_every_score_are_ignored(answer: Answer, bar: float) -> None:
    assume(answer.choice not in verdict.options)
    for kind in (QuestionType.CHOICE, QuestionType.SCORE):
        assert hold_to_bar(Question(kind), answer, bar).outcome is Outcome.IGNORED


@given(held_sets)
def test_the_strongest_effect_wins_and_names_those_who_carry_it(answers: dict[str, Held]) -> None:
    decision = overall(answers)
    assert RANK[decision.effect] == max((RANK[one.effect] for one in answers.values()), default=0)
    assert list(decision.decided_by) == sorted(decision.decided_by)
    against = {key for key, one in answers.items() if one.effect is decision.effect and RANK[one.effect] > 1}
    assert set(decision.decided_by) == against


@given(held_sets, st.randoms(use_true_random=False))
def test_the_order_of_the_questions_does_not_matter(answers: dict[str, Held], random: Random) -> None:
    shuffled = list(answers.items())
    random.shuffle(shuffled)
    assert overall(dict(shuffled)) == overall(answers)


@given(held_sets, st.text(max_size=3), held)
def test_one_more_answer_never_weakens_the_decision(answers: dict[str, Held], key: str, another: Held) -> None:
    assume(key not in answers)
    assert RANK[overall({**answers, key: another}).effect] >= RANK[overall(answers).effect]


@given(st.data(), strategies.questions(), strategies.thresholds())
def test_the_word_for_an_answer_is_one_the_question_allows(
    data: st.DataObject, question: Question, threshold: Threshold
) -> None:
    word = answer_text(question, data.draw(strategies.answers_for(question)), threshold.value)
    if question.type is QuestionType.NOUL:
        assert word in ("yes", "no")
    elif question.options:
        assert word in question.options


@given(unit, unit)
def test_the_word_for_a_noul_is_yes_exactly_when_it_is_refused(probability: float, bar: float) -> None:
    refused = hold_to_bar(noul, Answer(noul=probability), bar).outcome is Outcome.REFUSED
    assert (answer_text(noul, Answer(noul=probability), bar) == "yes") == refused


def test_what_was_held_cannot_be_changed_afterwards() -> None:
    result = hold_to_bar(noul, Answer(noul=1.0), 0.5)
    with pytest.raises(AttributeError):
        setattr(result, "effect", Effect.ALLOW)  # noqa: B010  the type checker rightly refuses the plain assignment
