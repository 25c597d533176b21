"""Lines answered by several processes at once, the answers in the order of the lines, each as soon as it is there.

However long the input is, no more lines are held than the processes have to do next.
"""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from queue import SimpleQueue
from typing import Final, Generic, TypeAlias, TypeVar

from bridge.errors import BridgeError
from bridge.workflows.batch import Answer, Say, answer
from bridge.workflows.limits import DEFAULT, Limits
from bridge.workflows.line import Line

_AnswerOne: TypeAlias = Callable[[Line], Answer]

_Answered = TypeVar("_Answered")

_LINES_PER_PROCESS: Final = 8


def answers(
    lines: Iterable[Line], *, jobs: int, convention: bool, say: Say, limits: Limits = DEFAULT
) -> Iterator[Answer]:
    """Answer every line.

    Args:
        lines: taken one at a time; with more than one process, in a thread of its own.
        jobs: how many processes; with 1, this one does everything.
        convention: refuse programs that break the admission convention.
        say: puts an error into words; a function that a new process can import.
        limits: those of each line.

    Raises:
        BridgeError: a process ended before it had answered; the answers before it have been given.
    """
    answer_one = partial(answer, convention=convention, say=say, limits=limits)
    return map(answer_one, lines) if jobs == 1 else _from_processes(lines, answer_one, jobs)


def _from_processes(lines: Iterable[Line], answer_one: _AnswerOne, jobs: int) -> Iterator[Answer]:
    # A forked process would have copies of this one's threads' locks; a spawned one starts clean.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_end_on_interrupt)
    feed = Feed(lines, lambda line: pool.submit(answer_one, line), jobs * _LINES_PER_PROCESS)
    try:
        feed.start()
        for asked in feed.asked():
            yield asked.result()
            feed.make_room()
    except BrokenProcessPool:
        raise BridgeError(
            "a process ended before it had answered its line",
            help="it may have run out of memory; --jobs 1 tells which line it was",
        ) from None
    finally:
        feed.stop()
        pool.shutdown(cancel_futures=True)


def _end_on_interrupt() -> None:
    """Let an interrupt at the terminal end a process at once; the first process says that it came."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Feed(threading.Thread, Generic[_Answered]):
    """Takes lines and asks for their answers, while answers are waited for elsewhere.

    It is not waited for at the end: whoever feeds it may wait for an answer that will not come.

    Args:
        lines: taken one at a time.
        ask: begins to answer a line.
        room: how many lines are held at once.
    """

    def __init__(self, lines: Iterable[Line], ask: Callable[[Line], Future[_Answered]], room: int) -> None:
        super().__init__(name="batch lines", daemon=True)
        self._lines = lines
        self._ask = ask
        self._room = threading.Semaphore(room)
        self._asked: SimpleQueue[Future[_Answered] | BaseException | None] = SimpleQueue()
        self._stopped = False

    def asked(self) -> Iterator[Future[_Answered]]:
        """What has been asked for, in order; raises what kept a line from being read or asked about."""
        while (asked := self._asked.get()) is not None:
            if isinstance(asked, BaseException):
                raise asked
            yield asked

    def make_room(self) -> None:
        """One more line may be held."""
        self._room.release()

    def stop(self) -> None:
        """Ask for nothing more."""
        self._stopped = True
        self._room.release()

    def run(self) -> None:
        """Take and ask until there are no more lines, or no more are wanted."""
        try:
            for line in self._lines:
                self._room.acquire()
                if self._stopped:
                    return
                self._asked.put(self._ask(line))
        except BaseException as error:  # noqa: BLE001 - raised again by ``asked``, in the thread that can act on it
            self._asked.put(error)
        else:
            self._asked.put(None)
