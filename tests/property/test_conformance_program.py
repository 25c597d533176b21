"""A program that breaks the convention breaks a guarantee, and the search finds how; of one that keeps it, nothing.

What is found is checked as a person would: it is pasted into the program, and the tests it makes pass.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random

import pytest

from bridge.admission.literals import unbound
from bridge.admission.table import violations
from bridge.reason.action import authorize
from bridge.reason.authorization import AuthorizationStatus
from bridge.reason.check import check
from bridge.reason.model import POLICY_TEMPLATE_V1, ActionRequest, PolicyTemplate, Program
from bridge.reason.program_tests import ProgramTest, facts_under
from bridge.reason.result import CheckResult, NodeKind
from bridge.reason.syntax.printer import decompile
from bridge.reason.validate import problems
from bridge.testing.guarantees import report
from bridge.testing.guarantees.program import Conformance, conform
from bridge.testing.guarantees.search import search
from bridge.testing.guarantees.subject import Subject
from bridge.testing.strategies.choices import SeededChoices
from bridge.testing.strategies.generation import Kind, policy
from bridge.testing.strategies.programs import random_program
from bridge.workflows.programs import Loaded, load, parse
from tests.property.admission_laws import broken
from tests.property.bad_programs import BAD_POLICY, BAD_PROGRAMS

BUDGET = 200


def searched(source: str) -> Conformance:
    return conform(parse(source.encode(), name="bad.reason"), convention=False, examples=BUDGET)


@pytest.mark.parametrize("code", BAD_PROGRAMS)
def test_a_program_that_breaks_a_rule_breaks_a_guarantee(code: str) -> None:
    done = searched(BAD_PROGRAMS[code])
    found = done.counterexample
    assert found is not None
    assert code in {diagnostic.code for diagnostic in done.refused}
    program = done.subject.program(found.case)
    assert program is not None
    assert found.violation.guarantee in broken(program)


@pytest.mark.parametrize("code", BAD_PROGRAMS)
def test_what_is_found_is_a_test_that_the_program_passes(code: str) -> None:
    printed = report.text(searched(BAD_PROGRAMS[code]), request="r.json", written=False)
    loaded = parse((BAD_PROGRAMS[code] + printed).encode(), name="bad.reason")
    assert isinstance(loaded.program, Program)
    assert loaded.tests
    for test in loaded.tests:
        _run(loaded.program, test)


@pytest.mark.parametrize("code", BAD_PROGRAMS)
def test_what_is_found_is_small(code: str) -> None:
    found = searched(BAD_PROGRAMS[code]).counterexample
    assert found is not None
    assert len(found.case.said) <= 2
    assert not found.case.without


def test_a_counterexample_is_not_named_as_a_test_that_is_there() -> None:
    once = BAD_PROGRAMS["RSN104"] + report.text(searched(BAD_PROGRAMS["RSN104"]), request="", written=False)
    twice = once + report.text(searched(once), request="", written=False)
    assert len({test.name for test in parse(twice.encode(), name="bad.reason").tests}) == 4


def test_an_action_policy_is_asked_a_request_that_makes_its_rule_fire() -> None:
    done = searched(BAD_POLICY)
    found = done.counterexample
    assert found is not None
    assert found.case.asked is not None
    request = done.subject.request(found.case)
    assert isinstance(request, ActionRequest)
    assert request.action.tool == "unlock"
    assert [effect.kind for effect in request.action.effects] == ["turn"]
    assert request.action.arguments == {}
    assert authorize(request).status is AuthorizationStatus.AUTHORIZED


def _run(program: Program, test: ProgramTest) -> None:
    """A test as the language describes it."""
    stated = program._replace(facts=facts_under(test, program.facts), evaluation_time=test.at)
    for expectation in test.expectations:
        assert expectation.atom is not None
        result = check(stated._replace(query=expectation.atom))
        assert result.status is expectation.outcome
        assert expectation.because is None or _leaves(result) == expectation.because


def _leaves(result: CheckResult) -> tuple[str, ...]:
    proofs = [proof for proof in (result.proof, result.disproof) if proof is not None]
    return tuple(sorted({str(n.source_id) for proof in proofs for n in proof.nodes if n.kind is NodeKind.FACT}))


# One premise less


def one_premise_less(program: Program) -> Iterator[Program]:
    """The valid programs that break the convention for want of one premise."""
    for place, rule in enumerate(program.rules):
        for gone in range(len(rule.when)):
            less = rule._replace(when=rule.when[:gone] + rule.when[gone + 1 :])
            if not unbound(less, less.when):
                weaker = program._replace(rules=(*program.rules[:place], less, *program.rules[place + 1 :]))
                if violations(weaker) and not problems(weaker):
                    yield weaker


def test_in_ten_clean_programs_that_lose_a_premise_it_finds_how() -> None:
    rng = Random(1)
    found = 0
    while found < 10:
        program = random_program(rng, rng.choice((Kind.V1, Kind.V2)))
        weaker = None if violations(program) else next(one_premise_less(program), None)
        if weaker is None:
            continue
        done = conform(Loaded(weaker, "weaker.json"), convention=False, examples=BUDGET)
        assert done.counterexample is not None, decompile(weaker)
        found += 1


# Programs that keep the convention


def test_in_the_bundled_programs_it_finds_nothing() -> None:
    done = conform(load("bridge:gates/tool_call"), examples=80)
    assert done.counterexample is None
    assert done.searched.whole
    assert done.searched.sets == 80


def test_in_programs_that_keep_the_convention_it_finds_nothing() -> None:
    rng = Random(2)
    for program in _first(6, iter(lambda: random_program(rng, rng.choice((Kind.V1, Kind.V2))), None)):
        assert conform(Loaded(program, "clean.json"), examples=60).counterexample is None


def test_in_policies_that_keep_the_convention_it_finds_nothing() -> None:
    rng = Random(3)
    for drafted in _first(6, (policy(SeededChoices(rng), Kind.ACTION)[1] for _ in range(100))):
        template = PolicyTemplate(POLICY_TEMPLATE_V1, drafted.ontology, drafted.authority, drafted.facts, drafted.rules)
        assert conform(Loaded(template, "clean.json"), examples=60).counterexample is None


def _first(count: int, drawn: Iterable[Program]) -> Iterator[Program]:
    return islice((program for program in drawn if not violations(program)), count)


def test_the_same_search_finds_the_same_and_a_seed_makes_it_another() -> None:
    subject = Subject(random_program(Random(5), Kind.V2))
    assert search(subject, examples=50) == search(subject, examples=50)
    assert search(subject, examples=50, seed=7) == search(subject, examples=50, seed=7)


def test_it_stops_when_the_time_is_up_and_says_so() -> None:
    done = search(Subject(random_program(Random(5), Kind.V2)), examples=50, time_is_up=lambda: True)
    assert (done.sets, done.whole) == (0, False)
