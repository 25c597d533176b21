"""The guarantees of the admission convention, for every program that keeps it and every answer a judge could give.

Each is an inclusion over all ground atoms that a program supports, not over its query. What a program supports is
asked of the support model, which shares no code with the evaluator.
"""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bridge.admission.analysis import analyse
from bridge.admission.literals import is_judgement
from bridge.admission.strike import restrict, strike
from bridge.admission.table import enforce, violations
from bridge.core.diagnostics import Diagnostic, ProgramRefused
from bridge.reason.model import HUMAN_AUTHORIZED, MODEL_JUDGED, Fact, Program
from bridge.testing.strategies.programs import programs, random_program
from tests.property.admission_laws import LAWS, World, broken, forged, without
from tests.property.support_model import Sets, supported

accepted = programs().filter(lambda program: not violations(program))


@pytest.mark.parametrize("law", LAWS)
@given(program=accepted)
def test_guarantee(law: str, program: Program) -> None:
    assert not LAWS[law](World(program))
    assert not LAWS[law](World(forged(program)))


def test_no_guarantee_is_broken_by_many_seeded_programs() -> None:
    rng = Random(20260814)
    kept = [program for _ in range(1500) if not violations(program := random_program(rng))]
    assert len(kept) > 800
    assert [program for program in kept if broken(program) or broken(forged(program))] == []


@given(program=programs())
def test_the_analysis_agrees_with_the_definitions_read_again(program: Program) -> None:
    analysis, sets = analyse(program), Sets(program)
    assert analysis.given == sets.given
    assert analysis.judge_made == sets.judge_made
    assert analysis.judge_touched == sets.judge_touched
    assert analysis.authorizing == sets.authorizing
    assert analysis.free == sets.free


@given(program=programs())
def test_acceptance_does_not_depend_on_the_order_of_rules_and_facts(program: Program) -> None:
    turned = program._replace(rules=program.rules[::-1], facts=program.facts[::-1])
    assert _codes(turned) == _codes(program)


@given(program=programs(), others=st.lists(programs(), max_size=2))
def test_a_program_is_refused_for_what_it_breaks_whatever_was_accepted_of_its_rules_before(
    program: Program, others: list[Program]
) -> None:
    said = [*(other.facts for other in others), (), program.facts, _overruled(program.facts)]
    for facts in said:
        asked = program._replace(facts=facts)
        assert _refusal(asked) == violations(asked)


def _refusal(program: Program) -> tuple[Diagnostic, ...]:
    try:
        enforce(program)
    except ProgramRefused as refused:
        return refused.diagnostics
    return ()


def _overruled(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """The facts, the first of them said by a person, and superseded by a judge."""
    if not facts:
        return ()
    person = facts[0]._replace(authority=HUMAN_AUTHORIZED)
    judge = person._replace(id="judge", authority=MODEL_JUDGED, supersedes=(person.id,))
    return (person, *facts[1:], judge)


@given(program=programs())
def test_acceptance_does_not_depend_on_ids(program: Program) -> None:
    renamed = program._replace(
        rules=tuple(rule._replace(id=f"judged_{rule.id}") for rule in program.rules),
        facts=tuple(
            fact._replace(id=f"mission_{fact.id}", supersedes=tuple(f"mission_{name}" for name in fact.supersedes))
            for fact in program.facts
        ),
    )
    assert _codes(renamed) == _codes(program)


@given(program=programs())
def test_only_rsn106_looks_at_facts(program: Program) -> None:
    assert _codes(program._replace(facts=())) == [code for code in _codes(program) if code != "RSN106"]


@given(program=programs())
def test_striking_twice_is_striking_once_and_leaves_no_judgement_to_read(program: Program) -> None:
    struck = strike(program)
    assert strike(struck) == struck
    assert not any(is_judgement(atom.predicate) for rule in struck.rules for atom in (rule.then, *rule.when))


@given(program=programs())
def test_striking_a_program_without_judgements_changes_nothing(program: Program) -> None:
    plain = _without_judgements(program)
    assert strike(plain) == plain


@given(program=accepted)
@settings(max_examples=40)
def test_more_answers_support_more(program: Program) -> None:
    program = forged(program)
    assume(not _takes_back(program))
    everything = supported(program)
    for answer in program.facts:
        if answer.authority == MODEL_JUDGED and not _superseded_by_a_judge(program, answer):
            fewer = without(program.facts, answer)
            assert supported(program, fewer) <= everything


def test_a_judge_that_takes_its_answer_back_supports_less() -> None:
    """Why the last law asks that no answer supersedes one of the opposite sign (RSN406)."""
    rng = Random(3)
    pairs = (
        (program, without(program.facts, answer))
        for _ in range(20_000)
        if not violations(program := random_program(rng))
        for answer in program.facts
        if answer.authority == MODEL_JUDGED and answer.supersedes and not _superseded_by_a_judge(program, answer)
    )
    program = next(program for program, fewer in pairs if not supported(program, fewer) <= supported(program))
    assert _takes_back(program)


def test_judges_both_enable_and_deny_in_programs_that_keep_the_convention() -> None:
    rng = Random(11)
    kept = [World(program) for _ in range(600) if not violations(program := random_program(rng))]
    gained = [world.with_judges - world.without_judges for world in kept]
    enabled = sum(any(not negated and not is_judgement(name) for name, negated, _ in atoms) for atoms in gained)
    denied = sum(any(negated and not is_judgement(name) for name, negated, _ in atoms) for atoms in gained)
    assert enabled >= len(kept) // 10
    assert denied >= len(kept) // 20


def _codes(program: Program) -> list[str]:
    return [found.code for found in violations(program)]


def _without_judgements(program: Program) -> Program:
    ontology = program.ontology
    return program._replace(
        ontology=ontology._replace(predicates={p: t for p, t in ontology.predicates.items() if not is_judgement(p)}),
        authority=program.authority._replace(
            predicate_admit={p: c for p, c in program.authority.predicate_admit.items() if not is_judgement(p)}
        ),
        facts=restrict(program.facts, lambda fact: not is_judgement(fact.predicate)),
        rules=tuple(r for r in program.rules if not any(is_judgement(a.predicate) for a in (r.then, *r.when))),
    )


def _takes_back(program: Program) -> bool:
    """Whether an answer supersedes one of the opposite sign, or a person supersedes an answer."""
    by_id = {fact.id: fact for fact in program.facts}
    pairs = [(fact, by_id[target]) for fact in program.facts for target in fact.supersedes]
    return any(
        old.authority == MODEL_JUDGED
        and (new.authority == HUMAN_AUTHORIZED or (new.authority == MODEL_JUDGED and new.negated != old.negated))
        for new, old in pairs
    )


def _superseded_by_a_judge(program: Program, answer: Fact) -> bool:
    return any(fact.authority == MODEL_JUDGED and answer.id in fact.supersedes for fact in program.facts)
