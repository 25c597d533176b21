"""Generated programs: valid, varied, and neither mostly refused nor mostly without effect."""

from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings

from bridge.admission.literals import is_judgement
from bridge.admission.strike import strike
from bridge.admission.table import violations
from bridge.reason.action import effective_program, validate_request
from bridge.reason.check import check
from bridge.reason.engine import naive
from bridge.reason.model import MODEL_JUDGED, ActionRequest, Fact, PolicyTemplate, Program, Rule, is_variable
from bridge.reason.validate import problems, validate
from bridge.testing.strategies.programs import (
    HOSTILE_NAMES,
    Kind,
    Mode,
    facts,
    programs,
    random_program,
    requests,
    rules,
    templates,
)
from tests.property.admission_laws import broken, forged
from tests.property.support_model import fires, ground, supported

SAMPLE = 900


@cache
def sample() -> tuple[Program, ...]:
    rng = Random(2)
    return tuple(random_program(rng) for _ in range(SAMPLE))


@given(program=programs())
def test_a_well_formed_program_is_valid(program: Program) -> None:
    validate(program)


@given(program=programs())
def test_it_stays_valid_whatever_a_judge_forges(program: Program) -> None:
    validate(forged(program))


def test_seeded_programs_are_valid() -> None:
    for program in sample():
        validate(program)


def test_the_same_seed_gives_the_same_programs() -> None:
    assert [random_program(Random(5)) for _ in range(3)] == [random_program(Random(5)) for _ in range(3)]
    assert random_program(Random(5)) != random_program(Random(6))


@given(request=requests())
def test_a_well_formed_request_is_valid_and_its_policy_keeps_the_guarantees(request: ActionRequest) -> None:
    validate_request(request)
    program = effective_program(request)
    assert violations(program) or not broken(program)


@given(fact=facts(), rule=rules(), template=templates())
@settings(max_examples=40)
def test_parts_are_well_formed(fact: Fact, rule: Rule, template: PolicyTemplate) -> None:
    assert not any(is_variable(term) for term in fact.arguments)
    bound = {term for atom in rule.when for term in atom.arguments if is_variable(term)}
    assert {term for term in rule.then.arguments if is_variable(term)} <= bound
    assert "system-bound" not in template.authority.classes


@given(program=programs())
def test_the_support_model_agrees_with_the_evaluator(program: Program) -> None:
    known = supported(program)
    status = {(True, False): "proved", (False, True): "disproved", (True, True): "inconsistent"}
    sides = ground(program.query) in known, ground(program.query.complement()) in known
    assert check(program, engine=naive.evaluate).status == status.get(sides, "unknown")


def _supports_a_positive_conclusion(program: Program) -> bool:
    known = supported(program)
    grants = [rule for rule in program.rules if not rule.then.negated and not is_judgement(rule.then.predicate)]
    return any(fires(rule, known) for rule in grants)


def test_a_third_of_them_keep_the_convention_and_conclude_something_and_a_third_are_refused() -> None:
    refused = [program for program in sample() if violations(program)]
    concluding = [p for p in sample() if not violations(p) and _supports_a_positive_conclusion(p)]
    assert len(refused) >= SAMPLE // 3
    assert len(concluding) >= SAMPLE // 3


def test_hypothesis_draws_about_the_same_mixture() -> None:
    met: Counter[str] = Counter()

    @given(program=programs())
    def draw(program: Program) -> None:
        refused = bool(violations(program))
        met["refused"] += refused
        met["concluding"] += not refused and _supports_a_positive_conclusion(program)
        met["all"] += 1

    draw()
    assert met["refused"] >= met["all"] // 4
    assert met["concluding"] >= met["all"] // 4


def test_they_are_varied() -> None:
    atoms = [atom for p in sample() for rule in p.rules for atom in (rule.then, *rule.when)]
    said = [fact for p in sample() for fact in p.facts]
    assert {len(atom.arguments) for atom in atoms} >= {0, 1, 2, 3, 4}
    assert {type(term) for fact in said for term in fact.arguments} == {str, int, bool}
    assert {rule.then.negated for p in sample() for rule in p.rules} == {True, False}
    assert {p.schema for p in sample()} == {"zerker.reason.program.v1", "zerker.reason.program.v2"}
    assert any(p.query.predicate == "action_authorized" for p in sample())
    assert any(fact.supersedes and any(fact.id in other.supersedes for other in said) for fact in said)
    assert {fact.authority for fact in said if is_judgement(fact.predicate)} > {MODEL_JUDGED, "human-authorized"}
    assert {() in p.authority.predicate_admit.values() for p in sample()} == {True, False}


@pytest.mark.parametrize("kind", Kind)
def test_a_kind_can_be_asked_for(kind: Kind) -> None:
    program = random_program(Random(1), kind)
    assert program.temporal == (kind is not Kind.V1)
    assert ("action_authorized" in program.ontology.predicates) == (kind is Kind.ACTION)


def test_arbitrary_programs_reach_hostile_names() -> None:
    reached: set[str] = set()

    @given(program=programs(Mode.ARBITRARY))
    def draw(program: Program) -> None:
        reached.update(program.ontology.predicates)
        reached.update(name for fact in program.facts for name in (fact.id, fact.predicate))

    draw()
    assert len(reached & set(HOSTILE_NAMES)) >= len(HOSTILE_NAMES) // 2


@given(program=programs(Mode.ARBITRARY))
def test_the_convention_takes_any_program_and_never_raises(program: Program) -> None:
    for found in violations(program):
        assert found.path is not None
        assert found.help
    assert strike(strike(program)) == strike(program)


@given(request=requests(Mode.ARBITRARY), fact=facts(Mode.ARBITRARY), rule=rules(Mode.ARBITRARY))
def test_arbitrary_parts_make_a_program_whose_problems_have_places(
    request: ActionRequest, fact: Fact, rule: Rule
) -> None:
    program = request.policy._replace(facts=(fact,), rules=(rule,))
    assert all(problem.startswith("$.") for problem in problems(program))
