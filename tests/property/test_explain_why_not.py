"""Laws of why-not: each set proves the query for every value of its variables but its exceptions, no part of it does,
and brute force finds no other."""

from collections.abc import Sequence
from itertools import islice
from random import Random

from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from bridge.admission.table import violations
from bridge.reason.answers import Answers
from bridge.reason.check import check, eligible_facts
from bridge.reason.explain import Ended, NeedSet, WhyNot, added, cost_of, why_not
from bridge.reason.model import SYSTEM_BOUND, Atom, Fact, Program
from bridge.reason.result import Status
from bridge.reason.wire import atom_key
from tests.property.explain_programs import (
    any_program,
    assignments,
    bound,
    candidate_atoms,
    closed_sets,
    instances,
    is_excepted,
    minimal_sets,
    proves,
)

STEPS = 400


def explained(program: Program, most: int, answers: Answers | None = None) -> WhyNot:
    result = check(program)
    assume(result.proof is None)
    return why_not(program, result, most=most, steps=STEPS, answers=answers)


@given(any_program(), st.integers(1, 6))
@settings(max_examples=50)
def test_every_set_proves_the_query_as_it_says_and_no_part_of_it_does(program: Program, most: int) -> None:
    found = explained(program, most)
    event(f"{len(found.sets)} sets")
    assert len(found.sets) <= most
    for needs in found.sets:
        assert check(added(program, needs)).status is needs.outcome
        assert needs.outcome in (Status.PROVED, Status.INCONSISTENT)
        for place in range(len(needs.facts)):
            facts = needs.facts[:place] + needs.facts[place + 1 :]
            example = needs.example[:place] + needs.example[place + 1 :]
            assert check(added(program, needs._replace(facts=facts, example=example))).proof is None


@given(any_program(), st.data())
@settings(max_examples=60)
def test_a_set_keeps_its_word_for_every_value_of_its_variables(program: Program, data: st.DataObject) -> None:
    facts = eligible_facts(program)
    for needs in explained(program, 5, data.draw(closed_sets(program))).sets:
        event(f"{len(needs.open)} open, {len(needs.exceptions)} exceptions")
        for values in islice(assignments(program, needs), 300 if needs.exhaustive else 0):
            atoms = [bound(fact.atom, values) for fact in needs.facts]
            kept = says(program, facts, atoms) is needs.outcome and is_minimal(program, facts, atoms)
            assert kept != is_excepted(needs, values), (needs, values)


def says(program: Program, facts: Sequence[Fact], atoms: Sequence[Atom]) -> Status:
    """What eligible facts and some atoms say of the query."""
    sides = (program, program._replace(query=program.query.complement()))
    proved, disproved = (proves(side, facts, atoms) or None for side in sides)
    return Status.of(proved, disproved)


def is_minimal(program: Program, facts: Sequence[Fact], atoms: Sequence[Atom]) -> bool:
    """Whether no proper part of some atoms proves the query, where two that are the same are one."""
    parts = [[*atoms[:place], *atoms[place + 1 :]] for place in range(len(atoms))]
    return len(set(map(atom_key, atoms))) == len(atoms) and not any(proves(program, facts, part) for part in parts)


@given(any_program(), st.integers(1, 6))
@settings(max_examples=40)
def test_who_must_supply_each_fact_is_admitted_and_the_convention_is_kept(program: Program, most: int) -> None:
    for needs in explained(program, most).sets:
        for fact in needs.facts:
            assert fact.suppliers
            assert set(fact.suppliers) == set(program.authority.admitted(fact.atom.predicate)) - {SYSTEM_BOUND}
            assert fact.cost == min(map(cost_of, fact.suppliers))
        assert needs.cost == sum(fact.cost for fact in needs.facts)
        assert violations(added(program, needs)) == violations(program)


@given(any_program(), st.data())
@settings(max_examples=60)
def test_brute_force_over_eight_candidates_finds_the_same_sets(program: Program, data: st.DataObject) -> None:
    found = explained(program, 50, data.draw(closed_sets(program, ("new",))))
    assume(found.ended is Ended.ALL and all(needs.exhaustive for needs in found.sets))
    candidates = data.draw(candidate_atoms(program))
    wanted = minimal_sets(program, candidates)
    event(f"{len(wanted)} minimal sets")
    offered = {one for needs in found.sets for one in instances(needs, candidates)}
    assert offered == wanted


@given(any_program(), st.integers(1, 3))
@settings(max_examples=30)
def test_the_sets_shown_are_the_cheapest_of_all(program: Program, most: int) -> None:
    everything = explained(program, 50)
    assume(everything.ended is Ended.ALL)
    few = explained(program, most)
    consistent = [needs for needs in everything.sets if needs.outcome is Status.PROVED]
    assert sizes(few.sets)[: len(consistent)] == sizes(consistent)[:most]
    assert len(few.sets) == min(most, len(everything.sets))
    assert few.ended is Ended.MOST or len(few.sets) == len(everything.sets)


def sizes(sets: Sequence[NeedSet]) -> list[tuple[int, int]]:
    return [(needs.cost, len(needs.facts)) for needs in sets]


@given(any_program())
@settings(max_examples=30)
def test_sets_that_leave_the_query_consistent_come_first_and_then_the_cheapest(program: Program) -> None:
    sets = explained(program, 10).sets
    order = [(needs.outcome is not Status.PROVED, needs.cost, len(needs.facts)) for needs in sets]
    assert order == sorted(order)


@given(any_program(), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_the_order_of_facts_and_rules_makes_no_difference(program: Program, random: Random) -> None:
    facts, rules = list(program.facts), list(program.rules)
    random.shuffle(facts)
    random.shuffle(rules)
    found, again = explained(program, 4), explained(program._replace(facts=tuple(facts), rules=tuple(rules)), 4)
    assert found == again


@given(any_program())
@settings(max_examples=30)
def test_what_is_proved_needs_nothing(program: Program) -> None:
    result = check(program)
    assume(result.proof is not None)
    assert why_not(program, result) == WhyNot((), Ended.ALL, 0)
