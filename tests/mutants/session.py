"""Mutants of functions: one test session is collected and measured once, then forked for every mutant.

The fork gives the functions that differ their new code, wherever they are held, and runs the tests that call them,
the fastest first, until one fails.
"""

import gc
import mmap
import os
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import NamedTuple

import pytest

from tests.mutants.codes import Patch, Place, place_of

PYTEST = (
    *("-q", "--tb=native", "--assert=plain"),
    *("-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:benchmark"),
)
"""Nobody reads why a test fails for a mutant, and to explain it takes longer than the test."""
MEMORY = 4 * 2**30
IMPORTING = "importing"
"""Who calls what is called while modules and tests are imported."""


class Trial(NamedTuple):
    """A mutant by its number, and the functions it changes."""

    number: int
    patches: Sequence[Patch]

    @property
    def innermost(self) -> Place:
        """The function that the change is in."""
        return self.patches[-1].place


class Session:
    """A pytest plugin that tries mutants where pytest would run the tests once.

    A mutant ends as ``killed``, ``survived``, ``looped`` or, where no test or not only tests call the function, as
    ``untested``.
    """

    def __init__(
        self, trials: Sequence[Trial], folder: Path, workers: int, on_outcome: Callable[[int, str], None]
    ) -> None:
        self._trials = trials
        self._folder = f"{folder}{os.sep}"
        self._workers = workers
        self._on_outcome = on_outcome
        self._called: set[CodeType] = set()
        self._callers: defaultdict[Place, set[str]] = defaultdict(set)
        self._seconds: dict[str, float] = {}
        self._running: dict[int, Trial] = {}
        self._killers: defaultdict[Place, Counter[int]] = defaultdict(Counter)
        self._last = memoryview(mmap.mmap(-1, 8 * (1 + max(trial.number for trial in trials)))).cast("q")
        self._functions: Mapping[Place, Sequence[FunctionType]] = {}

    def run(self, tests: Sequence[str]) -> int:
        """Collect the tests, measure them and try every mutant; pytest's exit code, 0 if they pass without a change."""
        sys.settrace(self._watch)
        try:
            return int(pytest.main([*PYTEST, *tests], plugins=[self]))
        finally:
            sys.settrace(None)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests once to see which call what, then the callers once more for every mutant."""
        self._note(IMPORTING)
        for item in session.items:
            begun = time.process_time()
            _run(item)
            self._seconds[item.nodeid] = time.process_time() - begun
            self._note(item.nodeid)
        sys.settrace(None)
        if session.items and not session.testsfailed:
            self._functions = _functions()
            gc.freeze()
            self._try_all(session)
        return True

    def _watch(self, frame: FrameType, event: str, argument: object) -> None:
        if frame.f_code.co_filename.startswith(self._folder):
            self._called.add(frame.f_code)

    def _note(self, caller: str) -> None:
        for code in self._called:
            self._callers[place_of(code)].add(caller)
        self._called.clear()

    def _try_all(self, session: pytest.Session) -> None:
        for trial in self._trials:
            callers = self._callers[trial.innermost]
            if IMPORTING in callers or not callers:
                self._on_outcome(trial.number, "untested")
                continue
            if len(self._running) >= self._workers:
                self._reap()
            child = os.fork()
            if child == 0:
                self._try(trial, self._in_turn(session.items, trial), session)
            self._running[child] = trial
        while self._running:
            self._reap()

    def _in_turn(self, items: Sequence[pytest.Item], trial: Trial) -> list[tuple[int, pytest.Item]]:
        """The tests that call the function, by number: those that killed its other mutants, then the fastest."""
        callers, killers = self._callers[trial.innermost], self._killers[trial.innermost]
        numbered = [(number, item) for number, item in enumerate(items) if item.nodeid in callers]
        return sorted(numbered, key=lambda pair: (-killers[pair[0]], self._seconds[pair[1].nodeid]))

    def _try(self, trial: Trial, items: Sequence[tuple[int, pytest.Item]], session: pytest.Session) -> None:
        """In the fork: end with 0 if all the tests pass, else leave the number of the one that does not."""
        seconds = 5 + int(10 * sum(self._seconds[item.nodeid] for _, item in items))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        if sys.platform == "linux":
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        left = 1
        try:
            for patch in trial.patches:
                for function in self._functions.get(patch.place, ()):
                    function.__code__ = patch.code
            left = len(items)
            for last, item in items:
                self._last[trial.number] = last
                _run(item)
                if session.testsfailed:
                    break
                left -= 1
        finally:
            os._exit(1 if left else 0)

    def _reap(self) -> None:
        child, status = os.wait()
        code = os.waitstatus_to_exitcode(status)
        outcome = {0: "survived", -signal.SIGXCPU: "looped"}.get(code, "killed")
        trial = self._running.pop(child)
        if outcome == "killed":
            self._killers[trial.innermost][self._last[trial.number]] += 1
        self._on_outcome(trial.number, outcome)


def _run(item: pytest.Item) -> None:
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)


def _functions() -> Mapping[Place, Sequence[FunctionType]]:
    """Every function there is, by where it is from; a closure is there once for each time it was made."""
    found: defaultdict[Place, list[FunctionType]] = defaultdict(list)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType):
            found[place_of(thing.__code__)].append(thing)
    return found
