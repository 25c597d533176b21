"""The engine that runs beside the specification, over many seeded programs: ``python -m tests.soak_engine [N [SEED]]``.

Half of the programs are any, a quarter has bodies that one variable links, and a quarter is whole, with types, time and
authority. A program's model is made by the naive evaluation, and by the engine in two or three of the seven ways in
which rules are joined, by turns: atoms, reasons, counts and rounds are the same. Of a whole program the result is the
same by both, and holds before the checker. Programs are small (up to 16 facts, 6 rules and 24 known atoms), since the
naive evaluation takes so long; one that turns out larger is left out, and others follow for it.

Each process takes a stretch of seeds, so a seed says the same program however many there are. Prints how many programs
were compared and what of; exits 1 with the first that differs.
"""

import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any, Final, TypeAlias
from unittest.mock import patch

from bridge.checker import verify
from bridge.reason import wire
from bridge.reason.check import check
from bridge.reason.engine import Model, compiled, groupjoin, grouptarget, join, naive, seminaive
from bridge.reason.model import Fact, Program, Rule
from bridge.reason.result import Status
from bridge.testing.strategies.programs import random_program as whole_program
from tests.property.random_programs import linked_program, random_program

_STRETCH: Final = 250
_MOST_ATOMS: Final = 24
_NEVER: Final = 1_000_000
_TURNS: Final = 3
"""Each program is joined in one of so many parts of the ways."""

_Given: TypeAlias = tuple[tuple[Fact, ...], tuple[Rule, ...]]

WAYS: Final[Mapping[str, Mapping[tuple[Any, str], int]]] = {
    "as they come": {},
    "row by row": {(join, "BATCH"): 1},
    "compiled joins": {(seminaive, "_COMPILED_FROM"): 0, (join, "SLACK"): 10_000},
    "compiled joins, overrun": {(seminaive, "_COMPILED_FROM"): 0, (join, "SLACK"): -30},
    "grouped": {(seminaive, "_GROUPED_FROM"): 0},
    "grouped, in chunks": {
        (seminaive, "_GROUPED_FROM"): 0,
        (seminaive, "_COMPILED_FROM"): 3,
        (grouptarget, "CHUNK"): 1,
        (groupjoin, "LINKED_UP_TO"): _NEVER,
    },
    "compiled rules": {(compiled, "RUNS"): 0},
}
"""What is set for each way of joining, so that small programs take it."""


class DifferenceError(Exception):
    """Two evaluations of a program differ; the message says which seed makes it, and in which way."""


@contextmanager
def set_for(way: str) -> Iterator[None]:
    """Have rules joined in one way."""
    with ExitStack() as stack:
        for (module, name), value in WAYS[way].items():
            stack.enter_context(patch.object(module, name, value))
        if way != "compiled rules":
            stack.enter_context(patch.object(compiled, "RUNS", _NEVER))
        yield


def soak(first: int, count: int) -> Counter[str]:
    """Compare the programs of some seeds, and count what was met.

    Raises:
        DifferenceError: one differs.
    """
    met: Counter[str] = Counter()
    meant: dict[int, tuple[_Given, object]] = {}
    for seed in range(first, first + count):
        kind = ("any", "linked", "any", "whole")[seed % 4]
        if kind == "whole":
            _hold_whole(seed, whole_program(Random(seed)))
            met["whole"] += 1
            continue
        facts, rules = random_program(Random(seed)) if kind == "any" else linked_program(Random(seed))
        fast = seminaive.evaluate(facts, rules)
        if len(fast) > _MOST_ATOMS:
            met["left out"] += 1
            continue
        meant[seed] = (facts, rules), _contents(naive.evaluate(facts, rules))
        met.update((kind, *(["with recursion"] if fast.rounds > 3 else [])))
        met["derived"] += fast.derived
    _hold(meant)
    return met


def _hold(meant: Mapping[int, tuple[_Given, object]]) -> None:
    for number, way in enumerate(WAYS):
        with set_for(way):
            for seed, (given, contents) in meant.items():
                if seed % _TURNS == number % _TURNS and _contents(seminaive.evaluate(*given)) != contents:
                    raise DifferenceError(f"seed {seed}, {way}")


def _contents(model: Model) -> tuple[object, ...]:
    relations = {literal: dict(rows) for literal, rows in model.relations.items() if rows}
    return relations, model.initial, model.rounds, model.rules_evaluated


def _hold_whole(seed: int, program: Program) -> None:
    meant = check(program, engine=naive.evaluate)
    if check(program) != meant:
        raise DifferenceError(f"seed {seed}, whole")
    if meant.status is not Status.UNKNOWN:
        verify(wire.program_json(program), wire.result_json(meant))


def main(arguments: list[str]) -> int:
    """Compare as many programs as asked, and print the counts."""
    count, seed = (int(given) for given in (*arguments, *("100000", "1")[len(arguments) :]))
    begun = time.monotonic()
    met: Counter[str] = Counter()
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        try:
            while (left := count - met["any"] - met["linked"] - met["whole"]) > 0:
                firsts = range(seed, seed + left, _STRETCH)
                running = [processes.submit(soak, first, min(_STRETCH, seed + left - first)) for first in firsts]
                for done, finished in enumerate(as_completed(running), 1):
                    met += finished.result()
                    if done % 20 == 0:
                        sys.stderr.write(f"{100 * done // len(running)} %, {time.monotonic() - begun:.0f} s\n")
                seed += left
        except DifferenceError as differs:
            processes.shutdown(cancel_futures=True)
            sys.stderr.write(f"{differs}\n")
            return 1
    sys.stdout.write(f"programs {count}\n" + "".join(f"{name} {met[name]}\n" for name in sorted(met)))
    sys.stdout.write(f"seconds {time.monotonic() - begun:.0f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
