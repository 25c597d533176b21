"""Several processes that answer on one port: started, started again when they die, and stopped together.

The processes are forked once everything is read and checked, each with a listening socket of its own on the shared
port; connections that the system spreads unevenly they pass on to each other. Each has its own connection to the store,
whose lock they pass on to each other; the counters they share. They stop as well where what has started them is killed.
"""

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from bridge.core import clock
from bridge.errors import BridgeError
from bridge.serve import log
from bridge.serve.server import Running, serve
from bridge.serve.sharing import Sharing

SHORTEST_LIFE: Final = 1.0
"""A process that dies sooner, so many times in a row, would only do so again."""
MOST_FAILURES: Final = 5


@dataclass(slots=True)
class _Supervisor:
    """The processes, by their number; ``stopping`` counts how often somebody said to stop.

    ``lifeline`` is a pipe, which the processes hold the reading end of: it ends with the supervisor, however that ends.
    """

    running: Running
    sockets: Sequence[socket.socket]
    sharing: Sharing
    lifeline: tuple[int, int] = field(default_factory=os.pipe)
    alive: dict[int, int] = field(default_factory=dict)
    stopping: int = 0
    failures: int = 0
    started: float = 0.0


def run(running: Running, sockets: Sequence[socket.socket], *, ready: Callable[[], None]) -> None:
    """Answer with a process for each socket until a signal says to stop, and all have answered what they had begun.

    Args:
        running: the server; its metrics have a row for each process.
        sockets: where each listens.
        ready: called once all answer.

    Raises:
        BridgeError: the processes keep dying.
    """
    one = _Supervisor(running, sockets, Sharing(len(sockets)))
    reading, writing = os.pipe()
    before = {number: signal.signal(number, lambda got, _: _stop(one, got)) for number in _SIGNALS}
    try:
        for worker in range(len(sockets)):
            _start(one, worker, writing)
        os.close(writing)
        if _all_ready(reading, len(sockets)) and not one.stopping:
            ready()
        _watch(one)
    finally:
        one.sharing.close()
        for end in (reading, *one.lifeline):
            os.close(end)
        for number, handler in before.items():
            signal.signal(number, handler)
    if one.failures >= MOST_FAILURES:
        raise BridgeError("the worker processes keep dying", help="run with one worker to see why")


_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


def _stop(one: _Supervisor, number: int) -> None:
    one.stopping += 1
    # From here on nobody who connects would be answered.
    for listening in one.sockets:
        listening.close()
    hurried = one.stopping > 1 and number == signal.SIGINT
    for process in one.alive:
        os.kill(process, signal.SIGKILL if hurried else signal.SIGTERM)


def _start(one: _Supervisor, worker: int, writing: int | None = None) -> None:
    one.started = time.monotonic()
    # A signal between the fork and the note of it would miss the process.
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    process = os.fork()
    if process:
        one.alive[process] = worker
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        return
    _work(one, worker, writing)


def _work(one: _Supervisor, worker: int, writing: int | None) -> None:
    code = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        for index, listening in enumerate(one.sockets):
            if index != worker:
                listening.close()
        os.close(one.lifeline[1])
        one.running.metrics.take_row(worker)
        one.sharing.take_place(worker)
        serve(
            one.running,
            one.sockets[worker],
            ready=lambda stop: _begin(one, writing, stop),
            signals=(signal.SIGTERM,),
            sharing=one.sharing,
        )
        code = 0
    except BaseException as error:  # noqa: BLE001 - the process ends here, and nothing above it may run twice
        log.log_defect(None, error)
    finally:
        sys.stdout.flush()
        os._exit(code)


def _begin(one: _Supervisor, writing: int | None, stop: Callable[[], None]) -> None:
    """Let the supervisor know that requests are answered, and stop when it is gone."""

    def outlive() -> None:
        os.read(one.lifeline[0], 1)
        stop()

    threading.Thread(target=outlive, daemon=True).start()
    if writing is not None:
        os.write(writing, b".")
        os.close(writing)


def _all_ready(reading: int, count: int) -> bool:
    told = 0
    while told < count:
        said = os.read(reading, count)
        if not said:
            return False
        told += len(said)
    return True


def _watch(one: _Supervisor) -> None:
    while one.alive:
        process, status = os.wait()
        worker = one.alive.pop(process, None)
        if worker is None or one.stopping:
            continue
        log.write({"time": clock.now(), "worker": worker, "died": os.waitstatus_to_exitcode(status)})
        one.failures = one.failures + 1 if time.monotonic() - one.started < SHORTEST_LIFE else 0
        if one.failures >= MOST_FAILURES:
            _stop(one, signal.SIGTERM)
        else:
            _start(one, worker)
