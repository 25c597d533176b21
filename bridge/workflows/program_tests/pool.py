"""Files tested by several processes at once, the outcomes in the order of the files.

A file with many tests is divided among the processes; each loads it for itself. A few tests are run by this process:
another would not have started before they are done.
"""

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Final

from bridge.errors import BridgeError, InputError
from bridge.workflows.inputs import read_ordinary
from bridge.workflows.program_tests.files import Choice, FileOutcome, merged, run_file

_WORTH_A_PROCESS: Final = 1000
"""How many tests take about as long as a process takes to start."""
_IN_A_PART: Final = 100
_OPENING: Final = b'\ntest "'


def outcomes(names: Sequence[str], choice: Choice, jobs: int | None) -> Iterator[FileOutcome]:
    """What becomes of each file.

    Args:
        names: of the files.
        choice: what is run and how.
        jobs: how many processes; with 1, this one does everything. None takes as many as there is work and cores for.

    Raises:
        BridgeError: a process ended before its tests did.
    """
    sizes = [0 if jobs == 1 else _size(name) for name in names]
    processes = jobs or max(1, min(os.cpu_count() or 1, sum(sizes) // _WORTH_A_PROCESS))
    parts = [max(1, min(processes, size // _IN_A_PART)) for size in sizes]
    if processes == 1 or sum(parts) < 2:
        return (run_file(name, choice) for name in names)
    return _from_processes(list(zip(names, parts, strict=True)), choice, min(processes, sum(parts)))


def _size(name: str) -> int:
    """About how many tests a file has; at least one, so that loading it counts."""
    try:
        return 1 + read_ordinary(name).count(_OPENING)
    except InputError:
        return 1


def _from_processes(work: Sequence[tuple[str, int]], choice: Choice, processes: int) -> Iterator[FileOutcome]:
    # A forked process would have copies of this one's threads' locks; a spawned one starts clean.
    pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=_end_on_interrupt)
    try:
        asked: list[list[Future[FileOutcome]]] = [
            [pool.submit(run_file, name, choice, part=part, parts=parts) for part in range(parts)]
            for name, parts in work
        ]
        for parts_of_file in asked:
            yield merged([one.result() for one in parts_of_file])
    except BrokenProcessPool:
        raise BridgeError(
            "a process ended before its tests did", help="it may have run out of memory; try again with --jobs 1"
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


def _end_on_interrupt() -> None:
    """Let an interrupt at the terminal end a process at once; the first process says that it came."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
