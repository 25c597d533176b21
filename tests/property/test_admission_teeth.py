"""Each rule of the convention is needed: without it, some program that only it refuses breaks a guarantee."""

from functools import cache

import pytest

from bridge.admission.table import RULES, violations
from bridge.reason.model import Program
from tests.property.admission_laws import LAWS, World, broken
from tests.property.admission_search import first

BITES = {
    "RSN101": "narrowing",
    "RSN102": "narrowing",
    "RSN103": "denials stand",
    "RSN104": "evidence",
    "RSN105": "demand",
    "RSN106": "denials stand",
    "RSN107": "reports are untouched",
}


@cache
def bitten(code: str) -> Program:
    def refused_by_it_alone_and_harmful(program: Program) -> bool:
        return {found.code for found in violations(program)} == {code} and bool(LAWS[BITES[code]](World(program)))

    return first(refused_by_it_alone_and_harmful, seed=7, budget=20_000)


@pytest.mark.parametrize("code", RULES)
def test_without_the_rule_a_program_would_be_accepted_that_breaks_a_guarantee(code: str) -> None:
    program = bitten(code)
    assert violations(program)
    assert violations(program, without={code}) == ()
    assert BITES[code] in broken(program)


@pytest.mark.parametrize("code", RULES)
def test_such_a_program_is_small(code: str) -> None:
    program = bitten(code)
    bindings = sum(fact.id.startswith("zerker.") for fact in program.facts)
    assert len(program.facts) - bindings <= 3
    assert len(program.rules) <= 2


def test_each_guarantee_is_broken_by_one_of_them() -> None:
    assert {name for code in RULES for name in broken(bitten(code))} == set(LAWS)
