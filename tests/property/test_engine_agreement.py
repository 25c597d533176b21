"""The engine that runs and the specification are one function: atoms, reasons, rounds, counts."""

from random import Random
from unittest.mock import patch

import pytest
from hypothesis import given

from bridge.reason.check import check, eligible_facts
from bridge.reason.engine import Model, ask, compiled, groupjoin, grouptarget, join, naive, seminaive
from bridge.reason.engine.conclusion import LinkedConclusion
from bridge.reason.engine.linkjoin import LinkTarget
from bridge.reason.model import Atom, Fact, Program, is_variable
from bridge.testing.strategies.programs import programs
from tests.property.random_programs import CONSTANTS, linked_program, random_program

SEEDS = 1000
MOST_ATOMS = 50
MOST_PAIRS = 26
"""Beyond these the naive engine's rounds take too long."""


def contents(model: Model) -> tuple[object, ...]:
    relations = {literal: dict(rows) for literal, rows in model.relations.items() if rows}
    return relations, model.initial, model.rounds, model.rules_evaluated


@pytest.mark.parametrize(
    ("batch", "compiled_from", "slack", "grouped_from", "chunk"),
    [
        (1, 1000, 0, 1000, 0),
        (3, 2, 0, 1000, 0),
        (4096, 0, 10_000, 1000, 0),
        (4096, 0, -30, 1000, 0),
        (4096, 1000, 0, 0, 100_000),
        (4, 3, 0, 0, 1),
        (2, 0, 10_000, 0, 3),
    ],
    ids=["row by row", "both ways", "compiled", "overrun", "grouped", "grouped in chunks", "grouped and compiled"],
)
def test_random_programs_have_one_model_however_they_are_joined(
    batch: int, compiled_from: int, slack: int, grouped_from: int, chunk: int
) -> None:
    compared = derived = recursive = 0
    with (
        patch.object(join, "BATCH", batch),
        patch.object(join, "SLACK", slack),
        patch.object(grouptarget, "CHUNK", chunk),
        patch.object(seminaive, "_COMPILED_FROM", compiled_from),
        patch.object(seminaive, "_GROUPED_FROM", grouped_from),
    ):
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


@pytest.mark.parametrize(("rows", "chunk"), [(1_000_000, 100_000), (1, 2)], ids=["through links", "either way"])
def test_bodies_that_one_variable_links_have_the_same_model(rows: int, chunk: int) -> None:
    compared = 0
    with (
        patch.object(seminaive, "_GROUPED_FROM", 0),
        patch.object(groupjoin, "LINKED_UP_TO", rows),
        patch.object(grouptarget, "CHUNK", chunk),
        patch.object(LinkTarget, "unite", autospec=True, side_effect=LinkTarget.unite) as united,
        patch.object(LinkTarget, "explain", autospec=True, side_effect=LinkTarget.explain) as explained,
        patch.object(LinkedConclusion, "reason", autospec=True, side_effect=LinkedConclusion.reason) as told,
    ):
        for seed in range(rows, rows + 400):
            facts, rules = linked_program(Random(seed))
            fast = seminaive.evaluate(facts, rules)
            if len(fast) <= MOST_PAIRS:
                assert contents(fast) == contents(naive.evaluate(facts, rules)), f"seed {seed}"
                compared += 1
    assert compared > 200
    assert united.call_count > 100
    assert explained.call_count > 20
    assert told.call_count > 20


@pytest.mark.parametrize(
    ("matches", "rows", "at_once", "least"),
    [(20_000, 1_000, 16, 0.99), (20_000, 1_000, 1, 0.99), (60, 12, 2, 0.2)],
    ids=["to the end", "a function for each", "some given up"],
)
def test_rules_that_run_again_have_the_same_model(matches: int, rows: int, at_once: int, least: float) -> None:
    compared, tried = 0, SEEDS * 4 // 3
    with (
        patch.object(compiled, "RUNS", 0),
        patch.object(compiled, "MOST_MATCHES", matches),
        patch.object(compiled, "MOST_ROWS", rows),
        patch.object(compiled, "_AT_ONCE", at_once),
        patch.object(compiled, "Model", side_effect=Model) as completed,
    ):
        for seed in range(rows * SEEDS, rows * SEEDS + tried):
            facts, rules = random_program(Random(seed))
            fast = seminaive.evaluate(facts, rules)
            if len(fast) <= MOST_ATOMS:
                assert contents(fast) == contents(naive.evaluate(facts, rules)), f"seed {seed}"
                compared += 1
    assert compared > tried * 0.9
    assert completed.call_count > tried * least


@pytest.mark.parametrize("scans", [0, 5])
def test_a_query_alone_has_the_value_that_the_model_gives_it(scans: int) -> None:
    held = asked = 0
    with patch.object(ask, "SCANS", scans):
        for seed in range(2 * SEEDS):
            random = Random(seed)
            facts, rules = random_program(random)
            model = seminaive.evaluate(facts, rules)
            heads = [rule.then for rule in rules if not any(map(is_variable, rule.then.arguments))]
            store = ask.Store(facts)
            for atom in [*random.sample([*model], min(3, len(model))), *heads[:2]]:
                found = store.holds(atom, rules)
                assert found == (atom in model, atom.complement() in model), f"seed {seed}"
                held, asked = held + found[0], asked + 1
    assert SEEDS < held < asked


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
