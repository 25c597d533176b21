"""A receipt store that many threads write to, whose transactions share the wait for the disk.

A transaction costs little beside the wait until it is on the disk. Transactions that come while another is being
written are taken one after the other into one transaction of the database, a savepoint each, and are acknowledged
together once it is committed with ``synchronous = FULL``. Each still stands or falls alone; where the commit fails, all
fail. The last of those that wait commits for the group, so that a transaction with nobody beside it waits for nobody.

What is read outside a transaction is read through a connection of the reading thread's own, and so is on the disk.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bridge.errors import StoreError
from bridge.receipts.database import connect
from bridge.receipts.session import Sessions
from bridge.receipts.sqlite_errors import translated
from bridge.receipts.store import Appender, Store
from bridge.receipts.writers_lock import WritersLock

if TYPE_CHECKING:
    import sqlite3

MOST: Final = 64
"""How many transactions are committed together at most, so that the first does not wait for a stream without end."""


@dataclass(slots=True, eq=False)
class _Group:
    """Transactions that are committed together; ``failure`` says why they are not, as long as they are not."""

    members: int = 0
    over: threading.Event = field(default_factory=threading.Event)
    failure: StoreError | None = field(default_factory=lambda: StoreError("the receipts were not stored"))


class GroupStore(Store):
    """A store for the threads of one process, open until ``close`` or the end of its ``with`` block.

    ``transaction`` and ``sessions`` may be used by any thread at any time. Its other methods read through the
    connection that writes: use them inside a transaction, or where no other thread is at work.
    """

    def __init__(self, path: Path, *, wait: float = 10.0) -> None:
        """Open a store, which is made where there is none.

        Args:
            path: the file.
            wait: seconds to wait for another process that is writing; those before it in the line of processes are
                waited for however long they wait themselves.

        Raises:
            StoreError: not a receipt store, damaged, or not accessible.
        """
        super().__init__(path, wait=wait, shared=True)
        self._wait = wait
        self._turn = threading.Lock()
        self._count = threading.Lock()
        self._waiting = 0
        self._group: _Group | None = None
        self._own = threading.local()
        self._readers: list[sqlite3.Connection] = []
        self._lock = WritersLock(path)

    def __enter__(self) -> "GroupStore":
        return self

    def close(self) -> None:
        """Release the file; no thread may be using it."""
        with self._count:
            for reader in self._readers:
                reader.close()
            self._readers.clear()
        self._lock.close()
        super().close()

    @property
    def sessions(self) -> Sessions:
        """The sessions of the store as they are on the disk, for the calling thread to read."""
        reader: sqlite3.Connection | None = getattr(self._own, "reader", None)
        if reader is None:
            reader = self._own.reader = connect(self._path, create=False, wait=self._wait, shared=True)
            with self._count:
                self._readers.append(reader)
        return Sessions(reader)

    @contextmanager
    def transaction(self) -> Iterator[Appender]:
        """Take part in the next commit: all that is appended inside is stored together, or nothing when it raises.

        It returns once that is on the disk.

        Raises:
            StoreError: the store cannot be written, or stays busy for longer than ``wait``.
        """
        with translated(self._path):
            self._await_turn()
            try:
                group = self._joined()
                try:
                    yield from self._saved()
                finally:
                    self._leave(group)
            finally:
                self._turn.release()
            group.over.wait()
        if group.failure is not None:
            raise group.failure.restated(group.failure.message)

    def _await_turn(self) -> None:
        with self._count:
            self._waiting += 1
        self._turn.acquire()
        with self._count:
            self._waiting -= 1

    def _joined(self) -> _Group:
        if self._group is None:
            self._lock.hold()
            try:
                self._database.execute("BEGIN IMMEDIATE")
            except BaseException:
                self._lock.let_go()
                raise
            self._group = _Group()
        self._group.members += 1
        return self._group

    def _saved(self) -> Iterator[Appender]:
        self._database.execute("SAVEPOINT member")
        try:
            yield Appender(self, self._database)
        except BaseException:
            # A full disk may have ended the whole transaction already.
            if self._database.in_transaction:
                self._database.execute("ROLLBACK TO member")
                self._database.execute("RELEASE member")
            raise
        self._database.execute("RELEASE member")

    def _leave(self, group: _Group) -> None:
        """Commit for the group unless somebody is waiting who will; the caller has the turn."""
        with self._count:
            expected = self._waiting > 0
        if expected and group.members < MOST and self._database.in_transaction:
            return
        self._group = None
        try:
            self._commit()
            group.failure = None
        except StoreError as error:
            group.failure = error
        finally:
            group.over.set()
            self._lock.let_go()

    def _commit(self) -> None:
        with translated(self._path):
            if not self._database.in_transaction:
                raise StoreError("the receipts were not stored: another of the same commit failed", help="try again")
            try:
                self._place.require()
                self._database.execute("COMMIT")
            finally:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
