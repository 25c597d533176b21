"""Mutation tests: ``python -m tests.mutants.run [all|sample|again] [MODULES]``.

``all`` tries every mutant of the checker and of the admission convention, ``sample`` some of them, the same each time,
and ``again`` those that were not killed the last time; of the modules that a pattern matches, or one of
several with commas between them, where they are given.
Exits 1 when a mutant survives that ``survivors.toml`` does not list, or is listed and does not survive.
"""

import json
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatch
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from random import Random

from tests.mutants import accepted, workshop
from tests.mutants.codes import patches
from tests.mutants.mutations import Change, Mutant
from tests.mutants.rooms import ROOMS, Room
from tests.mutants.session import Session, Trial

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "mutants"
LAST = FOLDER / "killed.jsonl"
SAID = FOLDER / "said.txt"
SAMPLE = 150
SEED = 20261130
Outcomes = list[tuple[Mutant, str]]
_Answers = SimpleQueue[tuple[int, str] | int]


def main(arguments: Sequence[str]) -> int:
    """Try the mutants that are asked for and compare the outcomes with the list; the exit code."""
    mode, pattern = [*arguments, *("all", "*")[len(arguments) :]]
    os.chdir(ROOT)
    os.environ.update(BRIDGE_HYPOTHESIS="mutants", PYTHONHASHSEED="0")
    os.environ.pop("BRIDGE_VECTORS", None)
    FOLDER.mkdir(exist_ok=True)
    begun = time.monotonic()
    outcomes = [found for room, mutants in _chosen(mode, pattern).items() for found in _tried(room, mutants)]
    counts = ", ".join(f"{count} {name}" for name, count in sorted(Counter(name for _, name in outcomes).items()))
    _say(f"{len(outcomes)} mutants in {time.monotonic() - begun:.0f} s: {counts}")
    return _report(outcomes)


def _chosen(mode: str, pattern: str) -> Mapping[Room, list[Mutant]]:
    found = {
        room: [
            mutant
            for source in room.sources(ROOT)
            if any(fnmatch(source.module, each) for each in pattern.split(","))
            for mutant in source.mutants()
        ]
        for room in ROOMS
    }
    if mode == "all":
        LAST.unlink(missing_ok=True)
        return found
    if mode == "sample":
        everything = [mutant for mutants in found.values() for mutant in mutants]
        kept = set(map(id, Random(SEED).sample(everything, min(SAMPLE, len(everything)))))
        return {room: [mutant for mutant in mutants if id(mutant) in kept] for room, mutants in found.items()}
    if mode == "again":
        killed = {Change(*json.loads(line)) for line in LAST.read_text(encoding="utf-8").splitlines()}
        return {room: [mutant for mutant in mutants if mutant.change not in killed] for room, mutants in found.items()}
    raise SystemExit(f"all, sample or again, not {mode}")


def _tried(room: Room, mutants: Sequence[Mutant]) -> Outcomes:
    """The outcome of each mutant of a room: tried in memory where that is possible, else in a copy of the tree."""
    outcomes: Outcomes = []

    def note(mutant: Mutant, outcome: str) -> None:
        outcomes.append((mutant, outcome))
        if outcome == "killed":
            with LAST.open("a", encoding="utf-8") as file:
                file.write(json.dumps(mutant.change) + "\n")
        else:
            _say(f"{outcome}: {mutant.change}")
        if len(outcomes) % 250 == 0:
            _say(f"{len(outcomes)} of {len(mutants)}")

    _say(f"{room.package}: {len(mutants)} mutants, {_workers()} at a time")
    changed = {number: patches(mutant, str(ROOT / mutant.source.path)) for number, mutant in enumerate(mutants)}
    trials = [Trial(number, found) for number, found in changed.items() if found]
    left = [mutant for number, mutant in enumerate(mutants) if not changed[number]]
    for number, outcome in _in_memory(room, trials):
        if outcome == "untested":
            left.append(mutants[number])
        else:
            note(mutants[number], outcome)
    workshop.trials(ROOT, left, room.tests(ROOT), _workers(), note)
    return outcomes


def _in_memory(room: Room, trials: Sequence[Trial]) -> Iterator[tuple[int, str]]:
    """The outcomes of a session, which has a process of its own."""
    if not trials:
        return
    context = multiprocessing.get_context("fork")
    answers: _Answers = context.SimpleQueue()
    process = context.Process(target=_session, args=(room, trials, answers))
    process.start()
    while not isinstance(answer := answers.get(), int):
        yield answer
    process.join()
    if answer:
        raise SystemExit(f"the tests do not pass without any change:\n{SAID.read_text(encoding='utf-8')[-2000:]}")


def _session(room: Room, trials: Sequence[Trial], answers: _Answers) -> None:
    said = os.open(SAID, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(said, 1)
    os.dup2(said, 2)
    session = Session(trials, ROOT / room.package, _workers(), lambda number, outcome: answers.put((number, outcome)))
    code = 1
    try:
        code = session.run([*room.tests(ROOT)])
    finally:
        answers.put(code)


def _workers() -> int:
    return int(os.environ.get("MUTANTS_WORKERS", os.cpu_count() or 1))


def _report(outcomes: Outcomes) -> int:
    survivors = [(mutant.change, outcome) for mutant, outcome in outcomes if outcome != "killed"]
    found = accepted.compare(accepted.read(), survivors, {mutant.change for mutant, _ in outcomes})
    for change, outcome in found.unlisted:
        _say(f"\n{outcome}, and not listed:\n{change}")
    for entry in found.stale:
        _say(f"\nlisted, and not {entry.outcome}:\n{entry.change}")
    return 1 if found.unlisted or found.stale else 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
