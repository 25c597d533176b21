"""W3, decisions over many facts, and one query over them with nothing prepared."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bridge.reason import wire
from bridge.reason.check import Engine, eligible_facts
from bridge.reason.engine import DEFAULT, naive, seminaive
from bridge.reason.engine.ask import SCANS, Store
from bridge.reason.model import PROGRAM_V1, Atom, AuthorityPolicy, Fact, Ontology, Program
from bridge.reason.validate import validate
from tests.bench import peers, workloads
from tests.bench.compare import FULL, against_naive, compare, loading_memory, models_against_naive, report, timed

pytestmark = timed

SCALE = 1035 if FULL else 60


@pytest.fixture(scope="module")
def workload() -> workloads.Workload:
    return workloads.decisions(SCALE)


def test_evaluation(benchmark: BenchmarkFixture, workload: workloads.Workload) -> None:
    ground = peers.clingo_ground(workload)
    model = seminaive.evaluate(workload.facts, workload.rules)
    decided = sum(len(model.relations[predicate, False]) for predicate in workload.answers)
    assert decided == peers.clingo_count(ground(), *workload.answers)
    compare(
        benchmark,
        f"W3, evaluation, {len(workload.facts)} facts, {decided} decided",
        lambda: seminaive.evaluate(workload.facts, workload.rules),
        {"clingo": ground},
        bar="0.25x clingo",
        rounds=3,
    )
    models_against_naive("W3, evaluation", small())


def test_with_loading(benchmark: BenchmarkFixture, workload: workloads.Workload) -> None:
    lines, few = as_lines(workload), small()
    few_lines = as_lines(few)
    compare(
        benchmark,
        "W3, from JSON Lines: read, validate, admit, evaluate",
        lambda: decide(lambda: iter(lines), workload),
        {"clingo": peers.clingo_ground(workload)},
        bar="0.6x clingo",
        rounds=3,
    )
    against_naive(
        f"W3, from JSON Lines, smaller: {len(few_lines)} facts",
        lambda: decide(lambda: iter(few_lines), few),
        lambda: decide(lambda: iter(few_lines), few, engine=naive.evaluate),
    )


@pytest.mark.skipif(not FULL, reason="a bound on the full size")
def test_memory() -> None:
    report(f"W3, from JSON Lines: {loading_memory(SCALE)} MB", "600 MB")


def test_one_query_over_facts_in_memory(benchmark: BenchmarkFixture, workload: workloads.Workload) -> None:
    query = Atom("denied", ("action:77",))
    store = Store(workload.facts)
    model = seminaive.evaluate(workload.facts, workload.rules)
    known = (query in model, query.complement() in model)

    def ask() -> None:
        assert store.holds(query, workload.rules) == known

    # Fewer runs, the first included, than the scans before an index is made.
    assert SCANS > 4
    compare(benchmark, f"one query over {len(workload.facts)} facts, no index", ask, {}, bar="60 ms", rounds=3)
    few = small()
    against_naive(
        f"one query, smaller: {len(few.facts)} facts, no index",
        lambda: Store(few.facts).holds(query, few.rules),
        lambda: query in naive.evaluate(few.facts, few.rules),
    )


def small() -> workloads.Workload:
    """Few enough facts for the naive evaluation: every eighth of a thousand."""
    workload = workloads.decisions(1)
    return workload._replace(facts=workload.facts[::8])


def as_lines(workload: workloads.Workload) -> list[str]:
    """Its facts as JSON Lines."""
    return [json.dumps(wire.fact_json(fact)) + "\n" for fact in workload.facts]


def decide(
    lines: Callable[[], Iterator[str]], workload: workloads.Workload, *, engine: Engine = seminaive.evaluate
) -> Any:
    """The model of facts as text and the workload's rules."""
    program = program_of(wire.read_facts(lines()), workload)
    validate(program)
    return engine(eligible_facts(program), program.rules, DEFAULT)


def program_of(facts: tuple[Fact, ...], workload: workloads.Workload) -> Program:
    """A program of the workload's rules and some facts."""
    atoms = [atom for rule in workload.rules for atom in (*rule.when, rule.then)]
    return Program(
        PROGRAM_V1,
        Ontology("bench", "1", {atom.predicate: ("string",) * len(atom.arguments) for atom in atoms}),
        AuthorityPolicy((workloads.WORD,), (workloads.WORD,), {}),
        None,
        facts,
        workload.rules,
        Atom("denied", ("action:1",)),
    )
