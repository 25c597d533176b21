"""W2, W4 and chains: closures with justifications, against clingo's grounding and the naive engine."""

from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bridge.reason.engine import seminaive
from tests.bench import peers, workloads
from tests.bench.compare import FULL, compare, models_against_naive, peak_memory, report, timed
from tests.bench.workloads import Workload

pytestmark = timed

ROUNDS = 5


def against_clingo(benchmark: BenchmarkFixture, row: str, workload: Workload, small: Workload, bar: str) -> None:
    """Ours from facts in memory; clingo's from its text, parsing included, which is its fastest way to be given facts.

    The naive evaluation is measured on a small workload of the same generator.
    """
    ground = peers.clingo_ground(workload)
    found = tuples(workload)
    assert found == peers.clingo_count(ground(), *workload.answers)
    compare(
        benchmark,
        f"{row}, {len(workload.facts)} facts, {found} tuples",
        lambda: seminaive.evaluate(workload.facts, workload.rules),
        {"clingo": ground},
        bar=bar,
        rounds=ROUNDS,
    )
    models_against_naive(row, small)


def tuples(workload: Workload) -> int:
    """How many atoms the workload asks for."""
    model = seminaive.evaluate(workload.facts, workload.rules)
    return sum(len(model.relations[predicate, False]) for predicate in workload.answers)


def test_reachability_of_many_edges(benchmark: BenchmarkFixture) -> None:
    workload = workloads.clusters(*((50, 248, 400) if FULL else (5, 248, 400)))
    against_clingo(benchmark, "W2", workload, workloads.clusters(3, 6, 9), "0.4x clingo")


def test_reachability_of_few_edges(benchmark: BenchmarkFixture) -> None:
    workload = workloads.clusters(1, 1140, 5000) if FULL else workloads.clusters(1, 360, 1600)
    against_clingo(benchmark, "W2, dense", workload, workloads.clusters(1, 10, 20), "0.4x clingo")


def test_same_generation(benchmark: BenchmarkFixture) -> None:
    workload = workloads.same_generation(*((8, 126, 3) if FULL else (4, 60, 3)))
    against_clingo(benchmark, "W4, same generation", workload, workloads.same_generation(3, 4, 2), "0.15x clingo")


def test_points_to(benchmark: BenchmarkFixture) -> None:
    workload = workloads.points_to(*((700, 215, 2000, 100) if FULL else (300, 80, 800, 40)))
    against_clingo(benchmark, "W4, points-to", workload, workloads.points_to(10, 4, 16, 3), "0.15x clingo")


@pytest.mark.parametrize("length", [80, 160, 320, 640])
def test_chain(benchmark: BenchmarkFixture, length: int) -> None:
    workload = workloads.chain(length)
    derived = length * (length + 1) // 2
    clingo = {"clingo": peers.clingo_ground(workload)}
    compare(
        benchmark,
        f"chain of {length}, {derived} tuples",
        lambda: seminaive.evaluate(workload.facts, workload.rules),
        clingo,
        bar="no faster growth than the tuples'",
        rounds=ROUNDS,
    )
    data: Any = benchmark.stats
    report(f"chain of {length}: {data.stats.median / derived * 1e9:.0f} ns for each tuple", "even")


def test_small_chain_against_the_naive_engine() -> None:
    models_against_naive("chain of 16", workloads.chain(16))


@pytest.mark.skipif(not FULL, reason="a bound on the full size")
def test_memory_of_reachability() -> None:
    report(f"W2: {peak_memory('clusters(50, 248, 400)')} MB", "250 MB")
