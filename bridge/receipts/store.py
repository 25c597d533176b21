"""The receipt store: one SQLite file, append only, in which nothing but the envelopes is believed.

Each append is one transaction, on the disk before it returns (WAL, ``synchronous = FULL``), by as many processes as
like to. A row's id, digest, time and parent are an index; whatever is read is derived again from the envelope's bytes,
and a row that says otherwise is an error. Signatures are not checked here: ``verify`` does that with the caller's keys.

Whoever can write the file can also delete rows. What was left out shows in the signed parents: verify a chain against
the head that is expected. A store belongs to the thread and the process that opened it.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple

from bridge.errors import EnvelopeError, StoreError
from bridge.receipts import envelope as envelopes
from bridge.receipts import identity, statement
from bridge.receipts.database import connect, count, examine
from bridge.receipts.envelope import Envelope
from bridge.receipts.model import Statement
from bridge.receipts.place import Place
from bridge.receipts.resolutions import Resolutions
from bridge.receipts.session import Sessions
from bridge.receipts.sqlite_errors import translated

_INSERT: Final = (
    "INSERT INTO receipts (id, digest, payload_type, signed_at, parent, envelope) VALUES (?, ?, ?, ?, ?, ?)"
)
_ROWS_AT_ONCE: Final = 64


class Stored(NamedTuple):
    """An envelope of the store and what its bytes say; not verified. ``position`` is the order of appending, from 1."""

    position: int
    artifact_id: str
    digest: str
    statement: Statement
    envelope: Envelope

    @property
    def parent_id(self) -> str | None:
        """The parent that the statement names."""
        return self.statement.parent_id


class Prepared(NamedTuple):
    """An envelope that is ready to be stored: what it says, how it is written, and the digest that names it."""

    envelope: Envelope
    said: Statement
    text: str
    digest: str


def prepare(envelope: Envelope, said: Statement | None = None) -> Prepared:
    """Make an envelope ready to be stored, which needs no store; inside a transaction others wait meanwhile.

    Args:
        envelope: the envelope.
        said: the statement that its payload was written from; None to read it.

    Raises:
        EnvelopeError: it holds no statement, or would not read back.
    """
    read = statement.read(envelope.payload) if said is None else said
    return Prepared(envelope, read, envelopes.text(envelope), identity.artifact_digest(envelope))


class Store:
    """A receipt store, open until ``close`` or the end of its ``with`` block."""

    def __init__(self, path: Path, *, create: bool = True, wait: float = 10.0, shared: bool = False) -> None:
        """Open a store.

        Args:
            path: the file; made with mode 0600 where there is none, unless ``create`` is False.
            create: whether to make it.
            wait: seconds to wait for another process that is writing.
            shared: whether several threads use it, as ``receipts.group`` lets them.

        Raises:
            StoreError: missing and not to be made, not a receipt store, damaged, or not accessible.
        """
        self._path = path
        self._database = connect(path, create=create, wait=wait, shared=shared)
        self._place = Place(path)

    def close(self) -> None:
        """Release the file; closing twice does nothing."""
        self._database.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def transaction(self) -> Iterator["Appender"]:
        """Hold the store for writing: all that is appended inside is stored together, or nothing when it raises.

        Raises:
            StoreError: the store cannot be written, or stays busy for longer than ``wait``.
        """
        with translated(self._path):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield Appender(self, self._database)
                self._place.require()
                self._database.execute("COMMIT")
            finally:
                # A failed COMMIT, as on a full disk, can leave the transaction open.
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")

    @property
    def sessions(self) -> Sessions:
        """The sessions of the store, to read."""
        return Sessions(self._database)

    def append(self, envelope: Envelope) -> Stored:
        """Store an envelope; appending the same envelope again changes nothing.

        Raises:
            EnvelopeError: it holds no statement, or would not read back.
            StoreError: its id is stored with other signatures, or the store cannot be written.
        """
        with self.transaction() as appender:
            return appender.append(envelope)

    def append_chain(self, makers: Sequence[Callable[[str | None], Envelope]]) -> tuple[Stored, ...]:
        """Sign and store receipts as the next links of the store's one chain, all or none.

        Each maker is called with the id of the receipt to name as parent, None in an empty store, while no other
        process can append; so those who write at once make one line.

        Raises:
            EnvelopeError: as ``append``.
            StoreError: as ``append``, or an envelope names another parent than the one it was given.
        """
        with self.transaction() as appender:
            return tuple(appender.append_to_head(maker) for maker in makers)

    def get(self, text: str) -> Stored:
        """The receipt of an id, or of the beginning of one that no other receipt shares.

        Raises:
            StoreError: not an id, no such receipt, an ambiguous beginning, or a row that does not match its envelope.
        """
        found = self.find(text)
        if len(found) > 1:
            names = ", ".join(found[:5]) + (", …" if len(found) > 5 else "")
            raise StoreError(f"{text} is ambiguous: it begins {names}", help="give more digits of the id")
        rows = self._rows("SELECT * FROM receipts WHERE id = ?", *found) if found else ()
        if not rows:
            raise StoreError(f"there is no receipt {text}", where=str(self._path))
        return rows[0]

    def find(self, prefix: str) -> tuple[str, ...]:
        """The ids that begin with ``art_`` and some hexadecimal digits, in the order of the ids.

        Raises:
            StoreError: not the beginning of an id.
        """
        lower = identity.id_prefix(prefix)
        if lower is None:
            raise StoreError(f"`{prefix}` is not a receipt id", help="a receipt id is art_ and hexadecimal digits")
        # "g" follows every hexadecimal digit, and the index serves a range where it would not serve LIKE.
        return self._ids("SELECT id FROM receipts WHERE id >= ? AND id < ? ORDER BY id", lower, lower + "g")

    def last(self) -> Stored | None:
        """The receipt appended last, or None in an empty store.

        Raises:
            StoreError: the row does not match its envelope.
        """
        rows = self._rows("SELECT * FROM receipts ORDER BY position DESC LIMIT 1")
        return rows[0] if rows else None

    def ids(self) -> tuple[str, ...]:
        """The ids as the rows name them, in the order of appending."""
        return self._ids("SELECT id FROM receipts ORDER BY position")

    def children(self, artifact_id: str) -> tuple[Stored, ...]:
        """The receipts that name a receipt as their parent, in the order of appending.

        Raises:
            StoreError: a row does not match its envelope.
        """
        return self._rows("SELECT * FROM receipts WHERE parent = ? ORDER BY position", artifact_id)

    def count(self) -> int:
        """How many receipts the store has.

        Raises:
            StoreError: the numbers of the rows have a gap, or go on after the last: receipts were deleted.
        """
        with translated(self._path):
            return count(self._database, self._path)

    def examine(self) -> None:
        """Have SQLite look through the whole file, its indexes too.

        Raises:
            StoreError: something in it is not as it should be.
        """
        with translated(self._path):
            examine(self._database, self._path)

    def between(self, after: int, last: int) -> tuple[Stored, ...]:
        """The receipts at the positions after one and up to another, in their order, each read from its envelope.

        Raises:
            StoreError: a row is missing or does not match its envelope.
        """
        query = "SELECT * FROM receipts WHERE position > ? AND position <= ? ORDER BY position"
        rows = self._rows(query, after, last)
        if len(rows) != last - after:
            message = f"of the receipts {after + 1} to {last} only {len(rows)} can be read"
            raise StoreError(message, where=str(self._path), help="restore the store from a copy")
        return rows

    def position_of(self, artifact_id: str) -> int | None:
        """The position of the row that says it is a receipt; None where there is none."""
        with translated(self._path):
            row = self._database.execute("SELECT position FROM receipts WHERE id = ?", (artifact_id,)).fetchone()
        return None if row is None else int(row[0])

    def resolutions_of(self, judgement: str) -> tuple[str, ...] | None:
        """The receipts that the index names as resolutions of a judgement; None where there is no index yet."""
        with translated(self._path):
            index = Resolutions(self._database)
            return index.of(judgement) if index.exists() else None

    def __iter__(self) -> Iterator[Stored]:
        """Every receipt in the order of appending, each read from its envelope.

        Raises:
            StoreError: a row is missing or does not match its envelope.
        """
        last = self.count()
        for after in range(0, last, _ROWS_AT_ONCE):
            yield from self.between(after, min(after + _ROWS_AT_ONCE, last))

    def _ids(self, query: str, *values: str | int) -> tuple[str, ...]:
        with translated(self._path):
            rows = self._database.execute(query, values).fetchall()
        return tuple(str(row[0]) for row in rows)

    def _rows(self, query: str, *values: str | int) -> tuple[Stored, ...]:
        # The columns stand as ``database`` made them: a store with other tables is not opened.
        with translated(self._path):
            rows = self._database.execute(query, values).fetchall()
        return tuple(_stored(row, self._path) for row in rows)


class Appender:
    """The store while it is held for writing; use it only inside ``Store.transaction``."""

    def __init__(self, store: Store, database: sqlite3.Connection) -> None:
        self._store = store
        self._database = database
        self.sessions = Sessions(database)
        self._resolutions = Resolutions(database)

    def parent(self, otherwise: str | None) -> str | None:
        """The parent that the next receipt must name: the head of the open session, or ``otherwise`` without one.

        Raises:
            StoreError: the session's head is not in the store.
        """
        session = self.sessions.open()
        if session is not None and self._store.position_of(session.head) is None:
            message = f"{session.head}, the last receipt of the session {session.id}, is not in the store"
            raise StoreError(message, help="give the session up: rbridge session close --abandon")
        return otherwise if session is None else session.head

    def head(self) -> Stored | None:
        """The receipt appended last; no other process can append until the transaction ends."""
        return self._store.last()

    def resolutions_of(self, judgement: str) -> tuple[Stored, ...]:
        """The receipts that say they resolve a judgement; makes the index in a store that has none yet."""
        if not self._resolutions.exists():
            self.sessions.make()
            self._resolutions.make((one.statement, one.artifact_id) for one in self._store)
        return tuple(self._store.get(receipt) for receipt in self._resolutions.of(judgement))

    def append(self, envelope: Envelope) -> Stored:
        """Store an envelope, as ``Store.append``."""
        return self.append_prepared(prepare(envelope))

    def append_prepared(self, prepared: Prepared) -> Stored:
        """Store an envelope that ``prepare`` made ready, as ``Store.append``."""
        return self._insert(prepared)

    def append_to_head(self, maker: Callable[[str | None], Envelope]) -> Stored:
        """Store the envelope that a maker signs for the current head, as ``Store.append_chain``."""
        head = self.head()
        parent = self.parent(head.artifact_id if head else None)
        prepared = prepare(maker(parent))
        named = prepared.said.parent_id
        if named != parent:
            raise StoreError(f"the receipt to append names {named} as its parent, and the head is {parent}")
        return self._insert(prepared)

    def _insert(self, prepared: Prepared) -> Stored:
        if not self._database.in_transaction:
            raise StoreError("the transaction that this appender belongs to is over")
        envelope, said, text, digest = prepared
        artifact_id = identity.id_of_digest(digest)
        if self._store.position_of(artifact_id) is not None:
            return self._existing(artifact_id, envelope)
        row = (artifact_id, digest, envelope.payload_type, said.timestamp, said.parent_id, text)
        position = self._database.execute(_INSERT, row).lastrowid
        self.sessions.follow(said.parent_id, artifact_id, said.timestamp)
        self._resolutions.record(said, artifact_id)
        return Stored(position or 0, artifact_id, digest, said, envelope)

    def _existing(self, artifact_id: str, envelope: Envelope) -> Stored:
        existing = self._store.get(artifact_id)
        if existing.envelope != envelope:
            message = f"{artifact_id} is already stored with other signatures"
            raise StoreError(message, help="verify both: the id says what was signed, and not by whom")
        return existing


def _stored(row: Sequence[Any], path: Path) -> Stored:
    position, artifact_id, digest, payload_type, signed_at, parent, text = row
    where = f"{path}: receipt {position}"
    try:
        envelope = envelopes.read(text if isinstance(text, str) else b"")
        said = statement.read(envelope.payload)
    except EnvelopeError as error:
        raise StoreError(f"a stored envelope cannot be read: {error.message}", where=where) from None
    derived = identity.artifact_digest(envelope)
    truth = (identity.id_of_digest(derived), derived, envelope.payload_type, said.timestamp, said.parent_id)
    if truth != (artifact_id, digest, payload_type, signed_at, parent):
        raise StoreError(
            f"a row that says it is {artifact_id} holds the envelope of {truth[0]}, or another time or parent",
            where=where,
            help="the store was changed by hand; take the receipts from a copy and verify them",
        )
    return Stored(int(position), truth[0], derived, said, envelope)
