"""W3, decisions over many facts, and one query over them with nothing prepared."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bridge.reason import wire
from bridge.reason.check import eligible_facts
from bridge.reason.engine import seminaive
from bridge.reason.engine.ask import SCANS, Store
from bridge.reason.model import PROGRAM_V1, Atom, AuthorityPolicy, Fact, Ontology, Program
from bridge.reason.validate import validate
from tests.bench import peers, workloads
from tests.bench.compare import FULL, compare, loading_memory, report, timed

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


def test_with_loading(benchmark: BenchmarkFixture, workload: workloads.Workload) -> None:
    lines = [json.dumps(wire.fact_json(fact)) + "\n" for fact in workload.facts]
    compare(
        benchmark,
        "W3, from JSON Lines: read, validate, admit, evaluate",
        lambda: decide(lambda: iter(lines), workload),
        {"clingo": peers.clingo_ground(workload)},
        bar="0.6x clingo",
        rounds=3,
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


def decide(lines: Callable[[], Iterator[str]], workload: workloads.Workload) -> Any:
    """The model of facts as text and the workload's rules."""
    program = program_of(wire.read_facts(lines()), workload)
    validate(program)
    return seminaive.evaluate(eligible_facts(program), program.rules)


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
