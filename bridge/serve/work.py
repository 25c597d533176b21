"""Where the work of a request is done: at once, or on a thread.

It is done at once where it is short: threads that compute take the interpreter from each other, which costs more than
the work of a request. It is done on a thread where a judge elsewhere, a store that others hold or a long input may keep
it waiting. How many may wait is bounded, and so is how long one is waited for.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from bridge.errors import StoreBusy
from bridge.serve.problems import Problem
from bridge.serve.turns import BRIEF, Turns

Result = TypeVar("Result")

LOCAL_THREADS: Final = 8
"""For judges that compute: more threads than that only take turns."""
REMOTE_THREADS: Final = 64
"""For judges that are waited for."""
WAITING: Final = 512
SECONDS: Final = 30.0
SHORT: Final = 16 * 1024
"""Requests up to so many bytes are judged by rules in less time than a thread takes to hand them over."""
WARY: Final = 20
"""After one that could not be done at once, or has kept all others waiting for long, so many go to a thread."""


class Work:
    """The threads of a process."""

    def __init__(
        self, *, remote: bool, seconds: float = SECONDS, waiting: int = WAITING, turns: Turns | None = None
    ) -> None:
        """Make the threads ready.

        Args:
            remote: whether the judge is waited for rather than computed.
            seconds: how long a request is waited for.
            waiting: how many requests may be at work at once, or wait for a thread.
            turns: store what is signed by what is done at once; None where nothing is.
        """
        self._remote = remote
        self._seconds = seconds
        self._most = waiting
        self._turns = turns
        self._now = 0
        self._wary = 0
        self._pool = ThreadPoolExecutor(REMOTE_THREADS if remote else LOCAL_THREADS, "request")

    async def do(
        self,
        work: Callable[[], Result],
        *,
        at_once: Callable[[], Result] | None = None,
        seconds: float | None = None,
    ) -> Result:
        """The result of a function.

        Args:
            work: the function; it may raise.
            at_once: the same for a request that is short, where the judge is local. Where it raises that the store is
                busy, it has stored nothing, and ``work`` is done on a thread.
            seconds: how long it is waited for, where that is less than for any request.

        Raises:
            Problem: 503 where too many are waiting, 504 where it took too long; it is then still brought to its end,
                and what it signs is stored.
        """
        if at_once is not None and self._is_free():
            try:
                return await self._at_once(at_once)
            except StoreBusy:
                # Others go on writing, or a session is open: the next would only find the same.
                self._wary = WARY
        if self._now >= self._most:
            raise Problem(503, "busy", "too many requests are waiting", "try again", {"retry-after": "1"})
        self._now += 1
        future = asyncio.get_running_loop().run_in_executor(self._pool, work)
        future.add_done_callback(self._finished)
        most = self._seconds if seconds is None else min(seconds, self._seconds)
        done, _ = await asyncio.wait((future,), timeout=most)
        if not done:
            raise Problem(504, "timeout", f"no answer within {most:g} s", "try again, or ask another judge")
        return future.result()

    async def _at_once(self, work: Callable[[], Result]) -> Result:
        """Do something at once, and store what it has signed together with what others sign meanwhile."""
        started, kept = time.monotonic(), self._kept
        try:
            return work()
        except StoreBusy:
            # It begins again, and signs all of it anew.
            if self._turns is not None:
                self._turns.forget(kept)
            raise
        finally:
            self._beware(time.monotonic() - started)
            if self._turns is not None and self._kept > kept:
                # Whatever it raises, what it has signed stays signed.
                self._beware(await self._turns.end())

    @property
    def _kept(self) -> int:
        return 0 if self._turns is None else self._turns.kept

    def _beware(self, seconds: float) -> None:
        if seconds > BRIEF:
            self._wary = WARY

    def _is_free(self) -> bool:
        if self._wary:
            self._wary -= 1
            return False
        return not self._remote

    def close(self) -> None:
        """Wait for what is at work."""
        self._pool.shutdown(wait=True)

    def _finished(self, future: "asyncio.Future[Result]") -> None:
        self._now -= 1
        if not future.cancelled():
            # Nobody may be waiting any more for what it raised.
            future.exception()
