"""The engine that runs and the specification are one function: atoms, reasons, rounds, counts."""

from random import Random
from unittest.mock import patch

import pytest
from hypothesis import given

from bridge.reason.check import check, eligible_facts
from bridge.reason.engine import Model, join, naive, seminaive
from bridge.reason.model import Atom, Fact, Program
from bridge.testing.strategies.programs import programs
from tests.property.random_programs import CONSTANTS, random_program

SEEDS = 1000
MOST_ATOMS = 50
"""Beyond this the naive engine's rounds take too long."""


def contents(model: Model) -> tuple[object, ...]:
    relations = {literal: dict(rows) for literal, rows in model.relations.items() if rows}
    return relations, model.initial, model.rounds, model.rules_evaluated


@pytest.mark.parametrize(
    ("batch", "compiled_from"), [(1, 1000), (3, 2), (4096, 0)], ids=["row by row", "both ways", "compiled"]
)
def test_random_programs_have_one_model_however_they_are_joined(batch: int, compiled_from: int) -> None:
    compared = derived = recursive = 0
    with patch.object(join, "BATCH", batch), patch.object(seminaive, "_COMPILED_FROM", compiled_from):
        for seed in range(batch * SEEDS, (batch + 1) * SEEDS):
            facts, rules = random_program(Random(seed))
            fast = seminaive.evaluate(facts, rules)
            if len(fast) <= MOST_ATOMS:
                assert contents(fast) == contents(naive.evaluate(facts, rules)), f"seed {seed}"
                compared, derived = compared + 1, derived + len(fast) - fast.initial
                recursive += fast.rounds > 2
    assert compared > SEEDS * 0.9
    assert derived > SEEDS / 2
    assert recursive > SEEDS / 20


def test_a_dense_relation_has_the_least_of_many_derivations() -> None:
    for seed in range(6):
        random = Random(seed)
        names = random.sample(CONSTANTS, 5)
        facts = [
            Fact(f"f{i}{j}", "e", (x, y), "t")
            for i, x in enumerate(names)
            for j, y in enumerate(names)
            if random.random() < 0.5
        ]
        rules = random_program(random)[1]
        assert contents(seminaive.evaluate(facts, rules)) == contents(naive.evaluate(facts, rules))


@given(programs())
def test_a_check_is_the_same_by_either_engine(program: Program) -> None:
    assert check(program, engine=naive.evaluate) == check(program, engine=seminaive.evaluate)


@given(programs())
def test_an_evaluation_does_not_depend_on_the_order_of_facts_or_rules(program: Program) -> None:
    facts = eligible_facts(program)
    model = seminaive.evaluate(facts, program.rules)
    assert contents(model) == contents(seminaive.evaluate(facts[::-1], program.rules[::-1]))


@given(programs())
def test_an_evaluation_leaves_nothing_behind_for_the_next(program: Program) -> None:
    facts = eligible_facts(program)
    first = contents(seminaive.evaluate(facts, program.rules))
    seminaive.evaluate(facts[: len(facts) // 2], program.rules)
    assert contents(seminaive.evaluate(facts, program.rules)) == first


def test_every_atom_is_a_fact_or_follows_from_atoms_of_earlier_rounds() -> None:
    for seed in range(300):
        facts, rules = random_program(Random(seed))
        model = seminaive.evaluate(facts, rules)
        assert all(depth(model, known) < model.rounds for known in model)


def depth(model: Model, known: Atom, below: int = 0) -> int:
    """How many rules lie between an atom and its facts."""
    assert below < model.rounds, "a derivation that rests on itself"
    support = model.support(known)
    assert support is not None
    if isinstance(support, Fact):
        assert support.atom == known
        return 0
    return 1 + max((depth(model, premise, below + 1) for premise in support.premises), default=0)
