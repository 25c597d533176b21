"""The turns of the event loop: what the requests of one turn have signed is stored together when it ends.

A turn ends once everything has been worked on that was ready when it began, or many have signed. Its requests are
answered then, and not before.
"""

import asyncio
import time
from typing import Final

from bridge.errors import StoreBusy
from bridge.receipts.turn import TurnStore

BRIEF: Final = 0.25
"""How many seconds others may go on writing before a turn is given up."""
MOST: Final = 16
"""After so many transactions a turn ends although others are ready."""
_A_MOMENT: Final = 0.0003
"""Seconds between two looks whether others still write: a part of what a commit takes."""


class Turns:
    """The turns of a process, which has one event loop."""

    def __init__(self, store: TurnStore) -> None:
        """Begin the first turn.

        Args:
            store: keeps what is signed in a turn.
        """
        self._store = store
        self._begun = 0.0
        self._over: asyncio.Future[float | None] | None = None
        self._next: asyncio.Handle | None = None

    @property
    def kept(self) -> int:
        """How many transactions wait for the end of the turn."""
        return self._store.kept

    async def end(self) -> float:
        """Wait until what is kept is on the disk; how many seconds it took to write it.

        Raises:
            StoreBusy: nothing of this turn is stored; each of its requests has to be begun again.
        """
        if self._over is None:
            loop = asyncio.get_running_loop()
            self._over, self._begun = loop.create_future(), time.monotonic()
            self._next = loop.call_soon(self._commit)
        over = self._over
        if self._store.kept >= MOST:
            self._commit()
        # Others wait for the same end, whatever becomes of one of them.
        took = await asyncio.shield(over)
        if took is None:
            raise StoreBusy("the receipts could not be stored with those of other requests", help="try again")
        return took

    def forget(self, after: int) -> None:
        """Keep no transaction of this turn any more but the first ``after``."""
        self._store.forget(after)

    def _commit(self) -> None:
        over, started = self._over, time.monotonic()
        if self._next is not None:
            # One look at a time, however many wait.
            self._next.cancel()
        if over is None:
            return
        took: float | None = None
        try:
            self._store.commit()
            took = time.monotonic() - started
        except StoreBusy:
            if started - self._begun < BRIEF:
                self._next = asyncio.get_running_loop().call_later(_A_MOMENT, self._commit)
                return
            self._store.forget()
        except Exception:  # noqa: BLE001 - each request begins again, with a store that tells it what is wrong
            self._store.forget()
        self._over = None
        over.set_result(took)
