"""One row of the table: ours and a peer's, measured in the same run, and their ratio beside the bar.

Times are processor time of this process, on one thread, medians. A ratio is printed and kept with the benchmark's data,
and never asserted: a shared machine is no place for that.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, Final

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bridge.reason import wire
from bridge.reason.engine import naive, seminaive
from tests.bench import workloads

FULL: Final = os.environ.get("BRIDGE_BENCH", "small") == "full"
"""Whether workloads are of the size that the table names; else they are a tenth of it or less."""

LINES: Final[list[str]] = []
"""What the run says at its end."""

_TURNS: Final = 20
_WARMING: Final = 3

timed: Final = pytest.mark.benchmark(timer=time.process_time)


def compare(
    benchmark: BenchmarkFixture,
    row: str,
    ours: Callable[[], Any],
    peers: dict[str, Callable[[], Any]],
    *,
    bar: str,
    rounds: int,
) -> None:
    """Measure a row, and print it.

    Args:
        benchmark: the fixture.
        row: what is measured, and what the timing includes.
        ours: one run of ours.
        peers: one run of each peer, by name.
        bar: what the row is to reach.
        rounds: how many runs of each.
    """
    fixture: Any = benchmark
    fixture.pedantic(ours, rounds=rounds, warmup_rounds=1 if rounds < 20 else 20)
    if rounds < 20:
        own, *others = median(fixture.stats.stats.data), *[_median(peer, rounds) for peer in peers.values()]
    else:
        own, *others = _medians_by_turns([ours, *peers.values()], rounds)
    times = dict(zip(peers, others, strict=True))
    ratios = {name: round(own / max(spent, 1e-9), 3) for name, spent in times.items()}
    benchmark.extra_info |= {"bar": bar, "peers": times, "ratios": ratios}
    report(f"{row}: {_spelled(own)}; " + ", ".join(f"{ratios[n]}x {n} ({_spelled(times[n])})" for n in peers), bar)


def against_naive(row: str, ours: Callable[[], Any], naive: Callable[[], Any], *, rounds: int = 3) -> None:
    """Measure a row against the evaluation that is the specification, and print it.

    That one would take for ever at the size of the table, so it has a smaller one of the same generator.

    Args:
        row: what is measured, and at which size.
        ours: one run of ours at that size.
        naive: one run of the naive evaluation at that size.
        rounds: how many runs of each.
    """
    own, spent = _median(ours, rounds), _median(naive, rounds)
    report(f"{row}: {_spelled(own)}; {own / max(spent, 1e-9):.3f}x naive ({_spelled(spent)})", "none")


def models_against_naive(row: str, workload: workloads.Workload) -> None:
    """The same for a workload's whole model; the two models have the same size."""
    given = workload.facts, workload.rules
    assert len(seminaive.evaluate(*given)) == len(naive.evaluate(*given))
    size = f"{row}, smaller: {len(workload.facts)} facts"
    against_naive(size, lambda: seminaive.evaluate(*given), lambda: naive.evaluate(*given))


def report(line: str, bar: str) -> None:
    """Have a line printed at the end of the run."""
    LINES.append(f"{line}; bar: {bar}")


def peak_memory(workload: str) -> int:
    """The largest size, in MB, of a fresh process that makes a workload and evaluates it; ``workload`` is its call."""
    code = f"from tests.bench import compare; compare.run_alone({workload!r})"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return int(run.stdout)


def loading_memory(scale: int) -> int:
    """The largest size, in MB, of a fresh process that reads W3's facts from a file of JSON Lines and decides."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(json.dumps(wire.fact_json(fact)) + "\n" for fact in workloads.decisions(scale).facts)
        file.flush()
        code = f"from tests.bench import compare; compare.load_alone({file.name!r})"
        run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return int(run.stdout)


def load_alone(path: str) -> None:
    """Read, validate and evaluate facts of JSON Lines, and print this process's largest size in MB."""
    from tests.bench.bench_facts import decide

    def lines() -> Iterator[str]:
        with Path(path).open() as file:
            yield from file

    model = decide(lines, workloads.decisions(1))
    assert len(model.relations["allowed", False])
    _print_memory()


def run_alone(workload: str) -> None:
    """Evaluate a workload, and print this process's largest size in MB."""
    made: workloads.Workload = eval(f"workloads.{workload}", {"workloads": workloads})
    model = seminaive.evaluate(made.facts, made.rules)
    assert len(model) > model.initial
    _print_memory()


def _print_memory() -> None:
    # VmHWM, and not ru_maxrss, which a process inherits from the one that started it.
    status = Path("/proc/self/status").read_text()
    sys.stdout.write(str(int(status.partition("VmHWM:")[2].split()[0]) // 1024))


def _medians_by_turns(runs: list[Callable[[], Any]], rounds: int) -> list[float]:
    """Each run's median, all of them measured through the same minutes: a shared machine does not keep its pace."""
    times: list[list[float]] = [[] for _ in runs]
    for _ in range(_TURNS):
        for run, found in zip(runs, times, strict=True):
            for _ in range(_WARMING):
                run()
            for _ in range(rounds // _TURNS):
                start = time.process_time()
                run()
                found.append(time.process_time() - start)
    return [*map(median, times)]


def _median(run: Callable[[], Any], rounds: int) -> float:
    times = []
    for _ in range(rounds + (20 if rounds > 20 else 0)):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return median(times[-rounds:])


def _spelled(seconds: float) -> str:
    return f"{seconds * 1e6:.0f} us" if seconds < 0.01 else f"{seconds:.3f} s"
