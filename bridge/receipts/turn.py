"""A receipt store for one thread that works on many requests by turns, and commits together what they sign.

The id of a receipt is known before it is stored, so a request can be worked on to its end while its receipts are kept;
at the end of the turn all are written in one transaction, with one wait for the disk. Nobody may be told of a receipt
before that. A turn is stored as a whole or not at all; whoever was in one that was not begins again alone, with a store
that says what is wrong.

Where a session is open, the parent of a receipt is known only while nobody else can write: there the store is always
busy.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from bridge.errors import StoreBusy, StoreError
from bridge.receipts import identity
from bridge.receipts.session import Sessions
from bridge.receipts.store import Appender, Prepared, Store, Stored
from bridge.receipts.writers_lock import WritersLock

if TYPE_CHECKING:
    import sqlite3


class TurnStore(Store):
    """A store whose transactions are kept until ``commit``, open until ``close`` or the end of its ``with`` block.

    Nothing waits for other processes. What is read is what has been committed.
    """

    def __init__(self, path: Path) -> None:
        """Open a store, which is made where there is none.

        Args:
            path: the file.

        Raises:
            StoreError: not a receipt store, damaged, or not accessible.
        """
        super().__init__(path)
        self._database.execute("PRAGMA busy_timeout = 0")
        # Between two commits nothing can be written by mistake.
        self._database.execute("PRAGMA query_only = ON")
        self._looks = Sessions(self._database)
        self._lock = WritersLock(path)
        self._kept: list[tuple[Prepared, ...]] = []

    def __enter__(self) -> "TurnStore":
        return self

    def close(self) -> None:
        """Release the file; what was not committed is not stored."""
        self._kept.clear()
        self._lock.close()
        super().close()

    @property
    def sessions(self) -> Sessions:
        """The sessions of the store, to read."""
        return self._looks

    @property
    def kept(self) -> int:
        """How many transactions wait for the end of the turn."""
        return len(self._kept)

    @contextmanager
    def transaction(self) -> Iterator[Appender]:
        """Keep what is appended inside until ``commit``, or nothing of it when it raises.

        Raises:
            StoreBusy: a session is open, or what is done inside needs the store for itself.
        """
        keeping = _Keeping(self, self._database)
        yield keeping
        self._kept.append(tuple(keeping.prepared))

    def commit(self) -> None:
        """Store all that is kept, or nothing; it is on the disk when this returns.

        Raises:
            StoreBusy: others are writing; all is kept.
            StoreError: it cannot be stored; nothing is kept any more.
        """
        if not self._lock.hold_now():
            raise StoreBusy("others are writing to the receipt store", where=str(self._path), help="try again")
        kept, self._kept = self._kept, []
        try:
            self._write(kept)
        except StoreBusy:
            self._kept = kept
            raise
        finally:
            self._lock.let_go()

    def forget(self, after: int = 0) -> None:
        """Keep nothing any more but the first transactions.

        Args:
            after: how many.
        """
        del self._kept[after:]

    def _write(self, kept: list[tuple[Prepared, ...]]) -> None:
        self._database.execute("PRAGMA query_only = OFF")
        try:
            with super().transaction() as appender:
                if appender.sessions.open() is not None:
                    raise StoreError("a session has been opened meanwhile", where=str(self._path), help="try again")
                for one in chain.from_iterable(kept):
                    appender.append_prepared(one)
        finally:
            self._database.execute("PRAGMA query_only = ON")


class _Keeping(Appender):
    """What is appended in one transaction of a turn."""

    def __init__(self, store: TurnStore, database: "sqlite3.Connection") -> None:
        super().__init__(store, database)
        self.sessions = store.sessions
        self.prepared: list[Prepared] = []

    def parent(self, otherwise: str | None) -> str | None:
        """``otherwise``, since no session is open."""
        if self.sessions.open() is not None:
            self._refuse()
        return otherwise

    def append_prepared(self, prepared: Prepared) -> Stored:
        """Keep an envelope; its position is not known yet, and is 0."""
        self.prepared.append(prepared)
        envelope, said, _, digest = prepared
        return Stored(0, identity.id_of_digest(digest), digest, said, envelope)

    def head(self) -> NoReturn:
        """Refused: others may append before the end of the turn."""
        self._refuse()

    def resolutions_of(self, _judgement: str) -> NoReturn:
        """Refused, as ``head``."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise StoreBusy("this needs the receipt store for itself", help="try again")
