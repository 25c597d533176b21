"""Laws of merging facts: what is valid stays valid, what held still holds, and the order of files does not matter."""

from collections import defaultdict
from collections.abc import Iterable
from random import Random
from typing import Final

from hypothesis import assume, given
from hypothesis import strategies as st

from bridge.facts.merge import merge
from bridge.reason import temporal
from bridge.reason.authority import partition as admitted
from bridge.reason.check import eligible_facts
from bridge.reason.model import (
    AGENT_PROPOSED,
    HUMAN_AUTHORIZED,
    MODEL_JUDGED,
    PROGRAM_V1,
    PROGRAM_V2,
    TOOL_REPORTED,
    Atom,
    AuthorityPolicy,
    Fact,
    Ontology,
    Program,
)
from bridge.reason.validate import problems
from bridge.reason.wire import atom_key

CLASSES: Final = (AGENT_PROPOSED, HUMAN_AUTHORIZED, MODEL_JUDGED, TOOL_REPORTED)
NOW: Final = "2026-01-05T00:00:00Z"
TIMES: Final = tuple(f"2026-01-0{day}T00:00:00Z" for day in (1, 2, 3, 5, 6))
WINDOWS: Final = ((None, None), (None, None), (None, NOW), ("2026-01-04T00:00:00Z", "2026-01-09T00:00:00Z"))
ATOMS: Final = (Atom("judged_p", ("a",)), Atom("judged_p", ("a",), negated=True), Atom("q", (1,)), Atom("b", (True,)))
"""A small world, so that facts meet: both signs of one atom, and two that Python takes for equal."""

ONTOLOGY: Final = Ontology("small", "1", {"judged_p": ("string",), "q": ("integer",), "b": ("boolean",)})
ADMITTED: Final = AuthorityPolicy(
    CLASSES,
    (HUMAN_AUTHORIZED, TOOL_REPORTED),
    {"judged_p": (HUMAN_AUTHORIZED, MODEL_JUDGED, TOOL_REPORTED), "q": (HUMAN_AUTHORIZED, MODEL_JUDGED)},
)


@st.composite
def facts(draw: st.DrawFn, ids: str, *, is_temporal: bool) -> tuple[Fact, ...]:
    """Some facts of the small world, each under one of the ids."""
    chosen = draw(st.lists(st.sampled_from(ids), max_size=5, unique=True))
    return tuple(_fact(draw, id_, is_temporal=is_temporal) for id_ in chosen)


def _fact(draw: st.DrawFn, id_: str, *, is_temporal: bool) -> Fact:
    atom, authority = draw(st.sampled_from(ATOMS)), draw(st.sampled_from(CLASSES))
    fact = Fact(id_, atom.predicate, atom.arguments, authority, atom.negated)
    if not is_temporal:
        return fact
    valid_from, valid_until = draw(st.sampled_from(WINDOWS))
    return fact._replace(observed_at=draw(st.sampled_from(TIMES)), valid_from=valid_from, valid_until=valid_until)


@st.composite
def merges(draw: st.DrawFn, *, timed: bool | None = None) -> tuple[Program, tuple[Fact, ...]]:
    """A valid program, and facts to merge into it: new ones, and some that it has already or that come twice."""
    is_temporal = draw(st.integers(0, 3)) > 0 if timed is None else timed
    own = _linked(draw, draw(facts("bdfhj", is_temporal=is_temporal))) if is_temporal else ()
    own = own or draw(facts("bdfhj", is_temporal=is_temporal))
    query = Atom("q", (1,))
    schema, clock = (PROGRAM_V2, NOW) if is_temporal else (PROGRAM_V1, None)
    program = Program(schema, ONTOLOGY, ADMITTED, clock, own, (), query)
    assume(not problems(program))
    incoming = draw(facts("acegi", is_temporal=is_temporal))
    known = (*own, *incoming)
    return program, (*incoming, *draw(st.lists(st.sampled_from(known), max_size=2) if known else st.just([])))


def _linked(draw: st.DrawFn, own: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """The facts, each superseding some of the earlier ones about the same."""
    linked = []
    for fact in own:
        earlier = [
            other.id
            for other in own
            if other[1:3] == fact[1:3] and str(other.observed_at) < str(fact.observed_at) and draw(st.booleans())
        ]
        linked.append(fact._replace(supersedes=tuple(earlier)))
    return tuple(linked)


def merged(program: Program, incoming: Iterable[Fact]) -> Program:
    return program._replace(facts=merge(program, incoming, at=program.evaluation_time).facts)


def standing(program: Program) -> set[str]:
    """The ids of the facts that take part in an evaluation."""
    return {fact.id for fact in eligible_facts(program)}


def held(program: Program) -> set[str]:
    """The atoms that facts support."""
    return {atom_key(fact.atom) for fact in eligible_facts(program)}


@given(merges())
def test_what_is_valid_stays_valid(case: tuple[Program, tuple[Fact, ...]]) -> None:
    program, incoming = case
    assert problems(merged(program, incoming)) == []


@given(merges())
def test_merging_again_changes_nothing(case: tuple[Program, tuple[Fact, ...]]) -> None:
    program, incoming = case
    once = merged(program, incoming)
    assert merged(once, incoming) == once
    assert merged(once, reversed(incoming)) == once


@given(merges())
def test_merging_nothing_or_what_is_there_changes_nothing(case: tuple[Program, tuple[Fact, ...]]) -> None:
    program, _ = case
    for nothing in ((), program.facts, tuple(reversed(program.facts))):
        assert merged(program, nothing) == program


@given(merges(), st.randoms(use_true_random=False))
def test_the_order_of_the_files_changes_neither_what_stands_nor_what_is_noted(
    case: tuple[Program, tuple[Fact, ...]], rng: Random
) -> None:
    program, incoming = case
    shuffled = list(incoming)
    rng.shuffle(shuffled)
    assert standing(merged(program, shuffled)) == standing(merged(program, incoming))
    one, other = (merge(program, facts, at=program.evaluation_time).notes for facts in (incoming, shuffled))
    assert sorted(one) == sorted(other)


@given(merges())
def test_nothing_that_held_is_lost(case: tuple[Program, tuple[Fact, ...]]) -> None:
    program, incoming = case
    assert held(program) <= held(merged(program, incoming))


@given(merges())
def test_every_admitted_and_timely_fact_is_supported_unless_it_was_withdrawn(
    case: tuple[Program, tuple[Fact, ...]],
) -> None:
    program, incoming = case
    withdrawn = {atom_key(fact.atom) for fact in program.facts} - held(program)
    wanted = {atom_key(fact.atom) for fact in timely(program, incoming)} - withdrawn
    assert wanted <= held(merged(program, incoming))


def timely(program: Program, facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts that are admitted and hold at the time, whatever supersedes them."""
    unlinked = [fact._replace(supersedes=()) for fact in facts]
    counting, _ = admitted(unlinked, program.authority)
    return counting if program.evaluation_time is None else temporal.partition(counting, program.evaluation_time)[0]


@given(merges(timed=True))
def test_the_later_wins_then_a_person_then_the_lesser_id_and_a_judge_never_over_a_person(
    case: tuple[Program, tuple[Fact, ...]],
) -> None:
    program, incoming = case
    program = program._replace(facts=tuple(fact._replace(supersedes=()) for fact in program.facts))
    assume(not problems(program))
    twins: defaultdict[str, dict[str, Fact]] = defaultdict(dict)
    for fact in timely(program, (*program.facts, *incoming)):
        twins[atom_key(fact.atom)][fact.id] = fact
    assert standing(merged(program, incoming)) == {_winner(tuple(same.values())).id for same in twins.values()}


def _winner(twins: tuple[Fact, ...]) -> Fact:
    person = any(fact.authority == HUMAN_AUTHORIZED for fact in twins)
    running = [fact for fact in twins if not (person and fact.authority == MODEL_JUDGED)]
    latest = max(str(fact.observed_at) for fact in running)
    tied = [fact for fact in running if fact.observed_at == latest]
    return min(tied, key=lambda fact: (fact.authority != HUMAN_AUTHORIZED, fact.id))


@given(merges())
def test_no_judge_comes_to_supersede_a_person(case: tuple[Program, tuple[Fact, ...]]) -> None:
    # A judge's fact that takes the place of another judge's takes over what that had superseded, and no more.
    program, incoming = case
    assert overruled(merged(program, incoming)) <= overruled(program)


def overruled(program: Program) -> set[str]:
    """The ids of a person's facts that some judge's fact supersedes."""
    people = {fact.id for fact in program.facts if fact.authority == HUMAN_AUTHORIZED}
    judged = [fact for fact in program.facts if fact.authority == MODEL_JUDGED]
    return {target for fact in judged for target in fact.supersedes if target in people}


@given(merges())
def test_what_a_person_says_holds_whatever_a_judge_says_of_it(case: tuple[Program, tuple[Fact, ...]]) -> None:
    program, incoming = case
    judged = [fact._replace(authority=MODEL_JUDGED) for fact in incoming if fact.id not in standing(program)]
    people = {fact.id for fact in eligible_facts(program) if fact.authority == HUMAN_AUTHORIZED}
    assume(not {fact.id for fact in program.facts} & {fact.id for fact in judged})
    assert people <= standing(merged(program, judged))


@given(merges())
def test_whatever_gave_way_is_named(case: tuple[Program, tuple[Fact, ...]]) -> None:
    program, incoming = case
    merging = merge(program, incoming, at=program.evaluation_time)
    gone = {fact.id for fact in (*program.facts, *incoming)} - {fact.id for fact in merging.facts}
    for id_ in gone:
        assert any(note.startswith(f"fact {id_} ") for note in merging.notes)


@given(merges(timed=False))
def test_without_times_one_fact_of_each_atom_is_left(case: tuple[Program, tuple[Fact, ...]]) -> None:
    program, incoming = case
    atoms = [atom_key(fact.atom) for fact in merged(program, incoming).facts]
    assert len(atoms) == len(set(atoms))
