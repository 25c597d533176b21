"""The language: 10,000 lines as source against their compiled form as JSON, and what 50 lines add to a command."""

import json
import random
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bridge.core.sources import Source
from bridge.reason import wire
from bridge.reason.lowering import compile_source
from bridge.reason.model import Program
from bridge.reason.syntax.format import formatted
from bridge.reason.syntax.parser import parse
from bridge.reason.validate import problems
from bridge.workflows.limits import begun
from bridge.workflows.lint_file import look
from tests.bench.compare import FULL, compare, report, timed

pytestmark = timed

LINES = 10_000 if FULL else 1_000


def lines(size: int) -> Iterator[str]:
    """A program: a header, declarations with documentation, facts, a rule for eight of them, and a query."""
    rng = random.Random(1)
    relations = max(size // 50, 4)
    yield 'ontology "bench" version "1".'
    yield "evaluate at 2026-08-14T12:00:00Z."
    yield "authority human-authorized, model-judged, tool-reported."
    yield "admit human-authorized, tool-reported by default."
    for number in range(relations):
        yield f"## {{subject}} is in relation {number} to {{other}}."
        yield f"predicate p{number}(subject: string, other: string)."
    for number in range(size - 2 * relations - 5):
        one, two, three = (f"p{rng.randrange(relations)}" for _ in range(3))
        if number % 9 == 0:
            yield f"rule r{number}: {one}($x, $z) if {two}($x, $y), {three}($y, $z)."
        else:
            said = f'{one}("a{rng.randrange(1000)}", "b{number}")'
            yield f"fact f{number}: {said} from tool-reported observed 2026-08-14T11:00:00Z."
    yield 'query p1("a1", "b1").'


@pytest.fixture(scope="module")
def source() -> str:
    return "".join(f"{line}\n" for line in lines(LINES))


@pytest.fixture(scope="module")
def document(source: str) -> str:
    program = compile_source(Source("bench.reason", source)).program
    assert isinstance(program, Program)
    return json.dumps(wire.program_json(program))


def test_parse_lower_and_lint(benchmark: BenchmarkFixture, source: str, document: str) -> None:
    data = source.encode()
    compare(
        benchmark,
        f"{LINES} lines: read, lowered and linted",
        lambda: look(data, "bench.reason", None, begun(None)),
        {"json.loads and validation": lambda: validated(document)},
        bar="6x json.loads and validation",
        rounds=5,
    )


def test_parse_and_lower(benchmark: BenchmarkFixture, source: str, document: str) -> None:
    compare(
        benchmark,
        f"{LINES} lines: read and lowered",
        lambda: compile_source(Source("bench.reason", source)),
        {"json.loads and validation": lambda: validated(document)},
        bar="6x json.loads and validation, with lint",
        rounds=5,
    )


def test_parse(benchmark: BenchmarkFixture, source: str, document: str) -> None:
    compare(
        benchmark,
        f"{LINES} lines: read, with every position",
        lambda: parse(Source("bench.reason", source)),
        {"json.loads": lambda: json.loads(document)},
        bar="none",
        rounds=5,
    )


def test_format(benchmark: BenchmarkFixture, source: str) -> None:
    compare(
        benchmark,
        f"{LINES} lines: laid out, and what is laid out compared",
        lambda: formatted(Source("bench.reason", source)),
        {"read": lambda: parse(Source("bench.reason", source))},
        bar="none",
        rounds=3,
    )


def test_fifty_lines_in_a_new_process(tmp_path: Path) -> None:
    file = tmp_path / "fifty.reason"
    file.write_text("".join(f"{line}\n" for line in lines(50)))
    plain, compiling = ["--version"], ["reason", "compile", str(file)]
    spent = [(processor_time(plain), processor_time(compiling)) for _ in range(10 if FULL else 3)]
    added = min(second for _, second in spent) - min(first for first, _ in spent)
    report(f"`reason compile` of 50 lines over `--version`, in new processes: {added * 1000:.0f} ms", "100 ms")


def validated(document: str) -> None:
    assert problems(wire.read_program(json.loads(document))) == []


def processor_time(words: list[str]) -> float:
    """What one command costs in a process of its own, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "bridge", *words], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
