"""Laws of what carries a side, of a judge's flips and of trees: each claim is what the kernel says of that program."""

from collections.abc import Iterable
from itertools import combinations

from hypothesis import assume, event, given, settings

from bridge.admission.table import violations
from bridge.errors import ProgramInvalid
from bridge.reason.check import check, eligible_facts
from bridge.reason.engine import DEFAULT, seminaive
from bridge.reason.explain import Ended, Lifting, against, judged, why
from bridge.reason.explain.why import lines
from bridge.reason.model import HUMAN_AUTHORIZED, MODEL_JUDGED, SYSTEM_BOUND, Atom, Fact, Program
from bridge.reason.result import NodeKind, Status
from bridge.testing.strategies.programs import programs
from tests.property.explain_programs import any_program


def sides(program: Program) -> list[Atom]:
    """The query and its complement, as far as they follow."""
    result = check(program)
    proofs = ((program.query, result.proof), (program.query.complement(), result.disproof))
    return [atom for atom, proof in proofs if proof is not None]


def follows(program: Program, atom: Atom, facts: Iterable[Fact]) -> bool:
    return atom in seminaive.evaluate(tuple(facts), program.rules, DEFAULT)


def without(program: Program, ids: set[str]) -> Program:
    kept = [fact for fact in program.facts if fact.id not in ids]
    facts = [fact._replace(supersedes=tuple(one for one in fact.supersedes if one not in ids)) for fact in kept]
    return program._replace(facts=tuple(facts))


@given(any_program())
@settings(max_examples=60)
def test_the_sets_that_carry_a_side_are_those_that_brute_force_finds(program: Program) -> None:
    eligible = eligible_facts(program)
    said = [fact for fact in eligible if fact.authority != SYSTEM_BOUND]
    assume(len(said) <= 8)
    for atom in sides(program):
        found = against(program, atom, most=100)
        assert found.ended is Ended.ALL
        wanted: list[frozenset[str]] = []
        for size in range(len(said) + 1):
            for gone in (frozenset(fact.id for fact in some) for some in combinations(said, size)):
                left = [fact for fact in eligible if fact.id not in gone]
                if not any(smaller <= gone for smaller in wanted) and not follows(program, atom, left):
                    wanted.append(gone)
        event(f"{len(wanted)} sets")
        shown = [frozenset(carrier.fact.id for carrier in lifting.facts) for lifting in found.sets]
        assert sorted(map(sorted, shown)) == sorted(map(sorted, wanted))
        assert [len(one) for one in shown] == sorted(len(one) for one in shown)


@given(any_program())
@settings(max_examples=60)
def test_withdrawing_and_superseding_do_what_is_said(program: Program) -> None:
    for atom in sides(program):
        for lifting in against(program, atom, most=3).sets:
            gone = {carrier.fact.id for carrier in lifting.facts}
            assert kernel_status(without(program, gone)) in (lifting.withdrawn, None)
            if lifting.superseded is not None:
                later = superseding(program, lifting)
                assert kernel_status(later) in (lifting.superseded, None)
                assert violations(later) == violations(program)
                event("superseded")


def kernel_status(program: Program) -> Status | None:
    """What the kernel says, or None of a program that it calls invalid, as where an atom would be said twice."""
    try:
        return check(program).status
    except ProgramInvalid:
        return None


def superseding(program: Program, lifting: Lifting) -> Program:
    later = [
        carrier.fact._replace(
            id=f"later {number}",
            negated=not carrier.fact.negated,
            authority=carrier.superseders[0],
            observed_at=program.evaluation_time,
            valid_from=None,
            valid_until=None,
            supersedes=(carrier.fact.id,),
        )
        for number, carrier in enumerate(lifting.facts)
    ]
    return program._replace(facts=(*program.facts, *later))


@given(any_program())
@settings(max_examples=60)
def test_nobody_supersedes_what_may_not_be(program: Program) -> None:
    for atom in sides(program):
        for carrier in (one for lifting in against(program, atom).sets for one in lifting.facts):
            fact = carrier.fact
            assert set(carrier.superseders) <= set(program.authority.admitted(fact.predicate)) - {SYSTEM_BOUND}
            assert fact.authority != SYSTEM_BOUND
            if fact.authority == HUMAN_AUTHORIZED:
                assert MODEL_JUDGED not in carrier.superseders
            if program.evaluation_time is None or str(fact.observed_at) >= program.evaluation_time:
                assert carrier.superseders == ()


@given(programs())
@settings(max_examples=50)
def test_a_flip_is_what_the_kernel_says_of_the_other_answer(program: Program) -> None:
    found = judged(program)
    assume(found is not None)
    assert found is not None
    assert found.status is check(program).status
    for flip in found.flips:
        event("matters" if flip.matters else "does not matter")
        assert flip.fact.authority == MODEL_JUDGED
        assert flip.matters == (flip.status is not found.status)
        if flip.instead is None:
            later = without(program, {flip.fact.id})
        else:
            assert flip.instead != flip.fact.atom
            later = answered(program, flip.fact, flip.instead)
        assert status_of(later) is flip.status
    judgements = {fact.id for fact in program.facts if fact.authority == MODEL_JUDGED}
    assert status_of(without(program, judgements)) is found.without


def status_of(program: Program) -> Status:
    """What follows, which must be what the kernel says unless it calls the program invalid for saying a thing twice."""
    sides = (program.query, program.query.complement())
    proved, disproved = (follows(program, side, eligible_facts(program)) or None for side in sides)
    status = Status.of(proved, disproved)
    assert kernel_status(program) in (status, None)
    return status


def answered(program: Program, fact: Fact, instead: Atom) -> Program:
    """The program had a judge said something else; what is about something else supersedes nothing of the old."""
    other = fact._replace(arguments=instead.arguments, negated=instead.negated)
    if instead.arguments == fact.arguments:
        return program._replace(facts=tuple(other if one is fact else one for one in program.facts))
    facts = without(program, {fact.id}).facts
    return program._replace(facts=(*facts, other._replace(supersedes=())))


@given(programs())
@settings(max_examples=50)
def test_answers_that_are_left_out_make_no_difference_whatever_they_are(program: Program) -> None:
    found = judged(program)
    shown = set() if found is None else {fact.id for fact in found.answers}
    facts = [fact for fact in eligible_facts(program) if fact.authority == MODEL_JUDGED and fact.id not in shown]
    event(f"{len(facts)} left out")
    status = check(program).status
    assert status_of(without(program, {fact.id for fact in facts})) is status
    for fact in facts:
        assert status_of(without(program, {fact.id})) is status
        assert status_of(answered(program, fact, fact.atom.complement())) is status


@given(any_program())
@settings(max_examples=60)
def test_a_tree_shows_each_step_of_the_proof_once_and_refers_to_it_after_that(program: Program) -> None:
    result = check(program)
    for proof in filter(None, (result.proof, result.disproof)):
        tree = why(proof)
        assert [step.number for step in tree.steps] == list(range(1, len(proof.nodes) + 1))
        nodes = {node.id: node for node in proof.nodes}
        assert tree.steps[0].atom == nodes[proof.root].atom
        shown = list(lines(tree))
        assert [line.step.number for line in shown if not line.repeated] == [step.number for step in tree.steps]
        read = [premise for step in tree.steps for premise in step.premises]
        assert len(shown) == 1 + len(read)
        assert {step.number for step in tree.steps if step.shared} == {one for one in read if read.count(one) > 1}
        assert {step.source_id for step in tree.facts} == {
            node.source_id for node in proof.nodes if node.kind is NodeKind.FACT
        }
