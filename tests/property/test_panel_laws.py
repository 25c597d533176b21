"""What a panel comes to, for every rule: laws first, for any answers that its judges may give."""

import random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.judgement import payload
from bridge.judgement.agreement import STRICTNESS, Rule, Vote, agreed
from bridge.judgement.bar import contradiction
from bridge.judgement.hold import hold_to_bar
from bridge.judgement.model import Effect, JudgeResponse, Outcome, Question, Threshold
from bridge.judgement.panelled import Panelled, Spoken, gave_way, record_panel
from bridge.testing.strategies.judgement import question_sets, responses_to, thresholds

AT: Final = "2026-09-01T10:00:00Z"
STATE: Final = {"tool": "x"}
EFFECTS = st.none() | st.sampled_from(STRICTNESS)
RULES = st.sampled_from(Rule)
VOTES = st.lists(st.builds(Vote, EFFECTS, st.sampled_from(("a", "b")), st.booleans()), min_size=1, max_size=6)


def strictness(effect: Effect | None) -> int:
    return 0 if effect is None else STRICTNESS.index(effect) + 1


@given(votes=VOTES, rule=RULES, failed=st.booleans(), seed=st.integers())
def test_the_order_of_the_judges_makes_no_difference(votes: list[Vote], rule: Rule, failed: bool, seed: int) -> None:
    shuffled = random.Random(seed).sample(votes, len(votes))
    assert agreed(votes, rule, failed=failed) is agreed(shuffled, rule, failed=failed)


@given(votes=VOTES, rule=RULES, failed=st.booleans())
def test_what_the_floor_refuses_is_refused(votes: list[Vote], rule: Rule, failed: bool) -> None:
    refused = [*votes, Vote(Effect.DENY, "yes", floor=True)]
    assert agreed(refused, rule, failed=failed) is Effect.DENY


@given(votes=VOTES, rule=RULES)
def test_what_the_floor_sends_to_a_person_does_not_go_on(votes: list[Vote], rule: Rule) -> None:
    assert strictness(agreed([*votes, Vote(Effect.ASK, "ask", floor=True)], rule)) >= strictness(Effect.ASK)


@given(votes=VOTES, rule=RULES)
def test_no_rule_is_more_permissive_than_any_or_stricter_than_strictest(votes: list[Vote], rule: Rule) -> None:
    least, said, most = (strictness(agreed(votes, one)) for one in (Rule.ANY, rule, Rule.STRICTEST))
    assert least <= said <= most


@given(votes=VOTES, rule=RULES)
def test_no_panel_lets_a_call_go_on_that_no_judge_lets_go_on(votes: list[Vote], rule: Rule) -> None:
    if agreed(votes, rule) in {Effect.ALLOW, Effect.WARN}:
        assert any(vote.effect in {Effect.ALLOW, Effect.WARN} for vote in votes)


@given(votes=VOTES, rule=RULES)
def test_a_judge_that_fails_never_makes_a_call_go_on(votes: list[Vote], rule: Rule) -> None:
    assert strictness(agreed(votes, rule, failed=True)) >= strictness(Effect.ASK)
    assert strictness(agreed(votes, rule, failed=True)) >= strictness(agreed(votes, rule))


@given(votes=VOTES, rule=st.sampled_from([Rule.ANY, Rule.MAJORITY, Rule.STRICTEST]), place=st.integers(0, 5))
def test_a_stricter_answer_never_makes_a_panel_more_permissive(votes: list[Vote], rule: Rule, place: int) -> None:
    vote = votes[place % len(votes)]
    if vote.effect is not None:
        stricter = [Vote(Effect.DENY, one.answer, one.floor) if one is vote else one for one in votes]
        assert strictness(agreed(stricter, rule)) >= strictness(agreed(votes, rule))


@given(effect=EFFECTS, size=st.integers(1, 5), rule=RULES)
def test_judges_that_say_the_same_are_one_judge(effect: Effect | None, size: int, rule: Rule) -> None:
    assert agreed([Vote(effect, "a")] * size, rule) is effect


@given(votes=VOTES)
def test_a_majority_is_more_than_half(votes: list[Vote]) -> None:
    effects = [vote.effect for vote in votes if vote.effect is not None]
    unbound = [Vote(vote.effect, vote.answer) for vote in votes]
    said = agreed(unbound, Rule.MAJORITY)
    if effects:
        assert sum(strictness(one) <= strictness(said) for one in effects) * 2 > len(effects)
        assert sum(strictness(one) < strictness(said) for one in effects) * 2 <= len(effects)


A, W, K, D = Effect.ALLOW, Effect.WARN, Effect.ASK, Effect.DENY


@pytest.mark.parametrize(
    ("effects", "any_", "majority", "all_", "strictest"),
    [
        ((A, A, D), A, A, K, D),
        ((A, D, D), A, D, K, D),
        ((A, D), A, D, K, D),
        ((A, W), A, W, W, W),
        ((A, W, K), A, W, K, K),
        ((K, D), K, D, K, D),
        ((D, D), D, D, D, D),
        ((None, A, D), A, D, K, D),
        ((None, A), A, A, A, A),
    ],
)
def test_the_rules_by_example(
    effects: tuple[Effect | None, ...], any_: Effect, majority: Effect, all_: Effect, strictest: Effect
) -> None:
    votes = [Vote(effect, str(effect)) for effect in effects]
    rules = (Rule.ANY, Rule.MAJORITY, Rule.ALL, Rule.STRICTEST)
    assert [agreed(votes, rule) for rule in rules] == [any_, majority, all_, strictest]


@pytest.mark.parametrize("rule", Rule)
def test_answers_without_an_effect_are_the_same_or_go_to_a_person(rule: Rule) -> None:
    assert agreed([Vote(None, "low"), Vote(None, "low")], rule) is None
    assert agreed([Vote(None, "low"), Vote(None, "low"), Vote(None, "high")], rule) is Effect.ASK


@st.composite
def panels(draw: st.DrawFn) -> tuple[dict[str, Question], list[JudgeResponse], list[bool], Threshold, Rule, list[str]]:
    asked = draw(question_sets())
    responses = draw(st.lists(responses_to(asked), min_size=1, max_size=4))
    floors = [draw(st.booleans()) for _ in responses]
    return asked, responses, floors, draw(thresholds()), draw(RULES), draw(st.lists(st.just("down"), max_size=1))


def recorded(
    panel: tuple[dict[str, Question], list[JudgeResponse], list[bool], Threshold, Rule, list[str]],
) -> Panelled:
    asked, responses, floors, threshold, rule, failed = panel
    spoken = [Spoken(asked, response, floor) for response, floor in zip(responses, floors, strict=True)]
    return record_panel(spoken, rule, threshold, name="p", state=STATE, judged_at=AT, failed=failed)


@settings(max_examples=25)
@given(panels())
def test_every_judges_answer_is_recorded_under_its_own_judge(
    panel: tuple[dict[str, Question], list[JudgeResponse], list[bool], Threshold, Rule, list[str]],
) -> None:
    asked, responses, *_ = panel
    found = recorded(panel)
    assert [one.key for one in found.judgements] == [key for key in sorted(asked) for _ in responses]
    for judgement, speaker in zip(found.judgements, found.speakers, strict=True):
        assert judgement.judge == responses[speaker].judge
        assert judgement.answer == responses[speaker].answers[judgement.key]
        assert payload.read(payload.build(judgement)) == judgement
        assert contradiction(judgement) is None


@settings(max_examples=25)
@given(panels())
def test_what_is_recorded_is_what_the_panel_came_to(
    panel: tuple[dict[str, Question], list[JudgeResponse], list[bool], Threshold, Rule, list[str]],
) -> None:
    asked, _, _, threshold, _, _ = panel
    found = recorded(panel)
    for key in asked:
        standing = found.judgements[found.standing[key]]
        own = [one for one in found.judgements if one.key == key]
        assert not gave_way(standing)
        for one in own:
            if gave_way(one):
                assert (one.outcome, one.effect) == (Outcome.IGNORED, None)
            else:
                assert one.effect is standing.effect
            # Nothing that was stopped by its own bar is recorded as having been let go on.
            if one.effect in {Effect.ALLOW, Effect.WARN}:
                assert hold_to_bar(one.question, one.answer, threshold.value).effect is one.effect
    strictest = max((one.effect for one in found.judgements), key=strictness, default=None)
    assert found.decision.effect is strictest


@settings(max_examples=25)
@given(panels())
def test_a_panel_of_one_is_its_judge(
    panel: tuple[dict[str, Question], list[JudgeResponse], list[bool], Threshold, Rule, list[str]],
) -> None:
    asked, responses, floors, threshold, rule, _ = panel
    found = recorded((asked, responses[:1], floors[:1], threshold, rule, []))
    for one in found.judgements:
        held = hold_to_bar(one.question, one.answer, threshold.value)
        assert (one.outcome, one.effect) == (held.outcome, held.effect)
        assert one.notes is not None
        assert one.notes.startswith('panel "p", ')
