"""What would prove a query: through rules, with existing facts, from whom, and what does not count."""

import pytest

from bridge.reason.explain import COSTS, OTHER_CLASS, Ended, NeedSet, WhyNot, cost_of
from bridge.reason.explain.conditions import Conditions
from bridge.reason.result import Status
from bridge.render.explained_words import literal, openings
from tests.unit.explain.releasing import APPROVED, ASKED, TESTED, needs, risk

CHAIN = """
rule near: reaches($a, $b) if linked($a, $b).
rule far: reaches($a, $c) if linked($a, $b), reaches($b, $c).
"""
REACHES = 'query reaches("a", "z").\n'


BLOCKED = 'fact b: blocked("mallory") from human-authorized observed 2026-08-14T10:00:00Z.\n'
UNLESS_BLOCKED = """
predicate blocked(who: string).
rule allow: ready($what) if approved($who, $what).
rule veto: not ready($what) if approved($who, $what), blocked($who).
"""


def atoms(found: WhyNot) -> list[list[str]]:
    return list(map(atoms_of, found.sets))


def atoms_of(one: NeedSet) -> list[str]:
    return [literal(fact.atom) for fact in one.facts]


def test_a_judgement_is_cheaper_than_a_tool_run_and_a_person_is_dearest() -> None:
    assert cost_of("agent-proposed") < cost_of("model-judged") < cost_of("tool-reported")
    assert cost_of("tool-reported") < cost_of("auditor") == OTHER_CLASS < cost_of("human-authorized")
    assert max(COSTS.values()) == COSTS["human-authorized"]


def test_what_is_there_is_not_asked_for_again() -> None:
    assert atoms(needs(ASKED, TESTED, APPROVED)) == [['judged_risk("v1", "low")']]


def test_each_fact_names_who_may_say_it_the_cheapest_first() -> None:
    (only,) = needs(ASKED, risk("low")).sets
    assert [fact.suppliers for fact in only.facts] == [("human-authorized",), ("tool-reported", "human-authorized")]
    assert only.cost == COSTS["human-authorized"] + COSTS["tool-reported"]


def test_an_argument_that_anything_will_do_for_stays_open() -> None:
    (only,) = needs(TESTED, APPROVED, risk("low")).sets
    assert literal(only.facts[0].atom) == 'asked($v, "v1")'
    assert [(one.variable, one.type, one.options) for one in only.open] == [("$v", "string", ())]
    assert [literal(atom) for atom in only.example] == ['asked("anything", "v1")']


def test_an_open_argument_of_a_closed_set_lists_its_options() -> None:
    rules = "rule any: ready($what) if tested($what), judged_risk($what, _).\n"
    (only,) = needs(TESTED, rules=rules).sets
    assert [one.options for one in only.open] == [("low", "middle", "high")]


def test_options_after_which_the_other_side_follows_too_are_a_set_of_their_own() -> None:
    rules = """
rule any: ready($what) if tested($what), judged_risk($what, _).
rule veto: not ready($what) if judged_risk($what, "middle" | "high").
"""
    first, second = needs(TESTED, rules=rules).sets
    assert (first.outcome, atoms_of(first), first.open) == (Status.PROVED, ['judged_risk("v1", "low")'], ())
    assert (second.outcome, atoms_of(second)) == (Status.INCONSISTENT, ['judged_risk("v1", $v)'])
    assert [one.options for one in second.open] == [("middle", "high")]


def test_values_after_which_the_other_side_follows_too_are_exceptions_and_a_set_of_their_own() -> None:
    first, second = needs(BLOCKED, rules=UNLESS_BLOCKED).sets
    assert (first.outcome, atoms_of(first)) == (Status.PROVED, ['approved($v, "v1")'])
    assert list(openings(first)) == ['for any string $v but "mallory"']
    assert (second.outcome, atoms_of(second)) == (Status.INCONSISTENT, ['approved("mallory", "v1")'])


def test_two_variables_that_are_the_same_may_be_an_exception() -> None:
    rules = """
rule two: ready($what) if approved($one, $what), linked($what, $other).
rule self: not ready($what) if approved($one, $what), linked($what, $one).
"""
    first, second = needs(rules=rules).sets
    assert atoms_of(first) == ['approved($v, "v1")', 'linked("v1", $v2)']
    assert list(openings(first)) == ["for any string $v", "for any string $v2 but $v"]
    assert (second.outcome, atoms_of(second)) == (Status.INCONSISTENT, ['approved($v, "v1")', 'linked("v1", $v)'])


def test_values_may_be_an_exception_together() -> None:
    rules = """
rule two: ready($what) if approved($one, $what), linked($what, $other).
rule both: not ready($what) if approved("eve", $what), linked($what, "moon").
"""
    first, second = needs(rules=rules).sets
    assert list(openings(first)) == [
        "for any string $v",
        "for any string $v2",
        'but not $v = "eve" with $v2 = "moon"',
    ]
    assert (second.outcome, second.open) == (Status.INCONSISTENT, ())


def test_a_value_for_which_a_part_is_enough_is_an_exception() -> None:
    one, two = needs(rules=CHAIN, query=REACHES, most=2).sets
    assert atoms_of(one) == ['linked("a", "z")']
    assert atoms_of(two) == ['linked($v, "z")', 'linked("a", $v)']
    assert list(openings(two)) == ['for any string $v but "a", "z"']


def test_a_set_is_dropped_where_every_option_needs_only_a_part() -> None:
    rules = """
rule two: ready($what) if approved($level, $what), judged_risk($what, $level).
rule one: ready($what) if approved("low" | "middle" | "high", $what).
"""
    assert [len(one.facts) for one in needs(rules=rules).sets] == [1, 1, 1]


def test_a_fact_that_does_not_count_is_not_named_where_its_value_is_an_exception() -> None:
    expired = APPROVED.replace('"lead"', '"mallory"').replace("observed", "valid until 2026-08-14T11:00:00Z observed")
    first, second = needs(BLOCKED, expired, rules=UNLESS_BLOCKED).sets
    assert first.facts[0].uncounted == ()
    assert [fact.fact_id for fact in second.facts[0].uncounted] == ["lead"]


def test_where_there_are_too_many_values_to_look_at_the_set_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Conditions.__init__, "__defaults__", (1,))
    (only,) = needs(BLOCKED, rules=UNLESS_BLOCKED).sets
    assert (only.outcome, only.exhaustive) == (Status.PROVED, False)
    assert list(openings(only)) == ["for any string $v", "not every value was looked at: there may be exceptions"]


def test_what_no_rule_of_a_closed_set_can_be_is_not_offered() -> None:
    rules = "rule named: ready($what) if approved($level, $what), judged_risk($what, $level).\n"
    assert [len(one.facts) for one in needs(APPROVED, rules=rules).sets] == [2]


def test_a_fact_that_says_so_and_does_not_count_is_named_with_the_reason() -> None:
    expired = APPROVED.replace("observed", "valid until 2026-08-14T11:00:00Z observed")
    (only,) = needs(ASKED, TESTED, expired, risk("low")).sets
    (fact,) = only.facts
    assert [other.fact_id for other in fact.uncounted] == ["lead"]
    assert "valid_until 2026-08-14T11:00:00Z is at or before" in fact.uncounted[0].reason


def test_the_search_goes_through_rules_and_joins_what_is_known() -> None:
    links = "".join(
        f'fact {a}{b}: linked("{a}", "{b}") from tool-reported observed 2026-08-14T10:00:00Z.\n'
        for a, b in ("ab", "yz")
    )
    found = needs(links, rules=CHAIN, query=REACHES, most=4)
    # From a and from b, to y and to z: one link is enough.
    assert sorted(atoms(found)) == [[f'linked("{a}", "{b}")'] for a, b in ("ay", "az", "by", "bz")]
    assert found.ended is Ended.MOST


def test_recursion_ends_and_says_that_there_is_more() -> None:
    found = needs(rules=CHAIN, query=REACHES, most=3)
    assert [len(one.facts) for one in found.sets] == [1, 2, 3]
    assert found.ended is Ended.MOST


def test_a_rule_that_reads_itself_twice_ends_at_the_bound_on_steps() -> None:
    rules = CHAIN.replace("linked($a, $b), reaches", "reaches($a, $b), reaches")
    found = needs(rules=rules, query=REACHES, most=3)
    assert [len(one.facts) for one in found.sets] == [1, 2, 3]
    assert found.ended is Ended.STEPS


def test_a_set_that_would_also_deny_comes_last_and_says_so() -> None:
    rules = """
rule cheap: ready($what) if judged_risk($what, "high"), tested($what).
rule dear: ready($what) if approved("lead", $what).
rule veto: not ready($what) if judged_risk($what, "high").
"""
    assert [(one.outcome, one.cost) for one in needs(rules=rules).sets] == [
        (Status.PROVED, 16),
        (Status.INCONSISTENT, 6),
    ]


def test_where_nobody_is_admitted_nothing_helps() -> None:
    found = needs(rules="rule never: ready($what) if reaches($what, $what).\n")
    assert found.sets == ()
    assert found.ended is Ended.ALL


def test_a_cheap_set_is_found_though_one_of_its_facts_does_for_two_premises() -> None:
    rules = """
rule twice: ready($what) if judged_risk($what, $one), judged_risk($what, $other).
rule dear: ready($what) if linked($what, "z").
"""
    (only,) = needs(rules=rules, most=1).sets
    assert (atoms_of(only), only.cost) == (['judged_risk("v1", $v)'], COSTS["model-judged"])
