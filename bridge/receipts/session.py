"""Sessions in the store: which one is open, where its chain ends, and what happened in it in which order.

At most one session is open. While it is, every receipt that is appended must name the head of its chain as its parent
and becomes the new head, in the transaction that stores it: after a crash the chain ends where the receipts do. The
rows here are an index like the store's others; what a package is sealed from is read from the envelopes.
"""

import datetime
import sqlite3
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from bridge.core.lazy_pattern import pattern
from bridge.errors import StoreError
from bridge.receipts.identity import is_artifact_id
from bridge.receipts.sqlite_errors import SQLITE_RAISES, store_error

SCHEMA: Final = (
    """CREATE TABLE sessions (
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT,
  actor TEXT NOT NULL,
  keyid TEXT NOT NULL,
  started_at TEXT NOT NULL,
  head TEXT NOT NULL,
  closed_at TEXT,
  summary TEXT,
  package TEXT
)""",
    "CREATE UNIQUE INDEX one_open_session ON sessions (closed_at IS NULL) WHERE closed_at IS NULL",
    """CREATE TABLE session_events (
  session TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  timestamp TEXT NOT NULL,
  receipt TEXT,
  note TEXT,
  PRIMARY KEY (session, sequence)
)""",
)

_OPEN: Final = "SELECT * FROM sessions WHERE closed_at IS NULL"
_LAST: Final = "SELECT * FROM sessions ORDER BY rowid DESC LIMIT 1"
_LAST_TIME: Final = "SELECT timestamp FROM session_events WHERE session = ? ORDER BY sequence DESC LIMIT 1"
_UNSEALED: Final = "SELECT * FROM sessions WHERE closed_at IS NOT NULL AND package IS NULL ORDER BY rowid DESC LIMIT 1"

_ID: Final = pattern(r"ssn_[0-9a-f]{16}")
_OPTIONAL: Final = ("name", "closed_at", "summary", "package")
TOLERANCE: Final = 120
"""How many seconds before what stands last something may be stamped: as many as a session's window leaves."""


class Session(NamedTuple):
    """A session; ``head`` is the artifact id of the last receipt of its chain.

    ``closed_at`` is None while it is open. ``package`` names the sealed package once there is one.
    """

    id: str
    name: str | None
    actor: str
    keyid: str
    started_at: str
    head: str
    closed_at: str | None = None
    summary: str | None = None
    package: str | None = None


class Event(NamedTuple):
    """Something that happened in a session: a receipt, or a note that somebody took."""

    sequence: int
    timestamp: str
    receipt: str | None
    note: str | None


class Sessions:
    """The sessions of a store that is open; reading is free, writing belongs inside the store's transaction."""

    def __init__(self, database: sqlite3.Connection) -> None:
        """Read and write through the connection of a store, for one transaction or one look."""
        self._database = database
        self._made = False
        self._none_open = False

    def open(self) -> Session | None:
        """The session that is open; None where none is."""
        return self._one(_OPEN)

    def last(self) -> Session | None:
        """The session that was started last."""
        return self._one(_LAST)

    def unsealed(self) -> Session | None:
        """A session that was closed and whose package was never finished."""
        return self._one(_UNSEALED)

    def chain(self, session: str) -> Iterator[str]:
        """The ids of a session's receipts in the order of its chain."""
        query = "SELECT receipt FROM session_events WHERE session = ? AND receipt IS NOT NULL ORDER BY sequence"
        for row in self._rows(query, session) if self._exists() else ():
            yield str(row[0])

    def events(self, session: str) -> Iterator[Event]:
        """What happened in a session, in the order of time, and of sequence where times are alike."""
        if not self._exists():
            return
        query = (
            "SELECT sequence, timestamp, receipt, note FROM session_events WHERE session = ?"
            " ORDER BY timestamp, sequence"
        )
        for row in self._rows(query, session):
            yield Event(*row)

    def count(self, session: str) -> tuple[int, int]:
        """How many receipts and how many notes a session has."""
        if not self._exists():
            return 0, 0
        query = "SELECT count(receipt), count(note) FROM session_events WHERE session = ?"
        receipts, notes = next(self._rows(query, session))
        return int(receipts), int(notes)

    def start(self, session: Session) -> None:
        """Open a session whose ``head``, the receipt of its start, has just been appended.

        Raises:
            StoreError: another one is open.
        """
        self.make()
        if (other := self.open()) is not None:
            raise StoreError(f"the session {other.id} is open", help="close it first: rbridge session close")
        self._database.execute("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", session)
        self._none_open = False
        self._record(session.id, session.started_at, session.head, None)

    def follow(self, parent: str | None, artifact_id: str, timestamp: str) -> None:
        """Let a receipt that has just been appended be the head of the open session, if there is one.

        Raises:
            StoreError: it names another parent than the head.
        """
        if self._none_open:
            return
        session = self.open()
        if session is None:
            # Nobody else can open one before the transaction ends.
            self._none_open = True
            return
        if parent != session.head:
            raise StoreError(
                f"the session {session.id} is open, and the receipt does not follow its last one, {session.head}",
                help="close the session first, or sign through a command that chains",
            )
        self._database.execute("UPDATE sessions SET head = ? WHERE id = ?", (artifact_id, session.id))
        self._record(session.id, timestamp, artifact_id, None)

    def note(self, session: str, text: str, timestamp: str) -> None:
        """Take a note in a session."""
        self._record(session, timestamp, None, text)

    def close(self, session: str, *, at: str, summary: str | None) -> None:
        """Close a session, whose last receipt is that of its closing."""
        self._database.execute("UPDATE sessions SET closed_at = ?, summary = ? WHERE id = ?", (at, summary, session))

    def sealed(self, session: str, package: str) -> None:
        """Say where the package of a closed session lies."""
        self._database.execute("UPDATE sessions SET package = ? WHERE id = ?", (package, session))

    def _record(self, session: str, timestamp: str, receipt: str | None, note: str | None) -> None:
        last = next(self._rows(_LAST_TIME, session), None)
        # Processes read the clock before they wait for each other, so that a little earlier is no fault.
        if last is not None and _stepped_back(last[0], timestamp):
            raise StoreError(
                f"the clock has stepped back: the session {session} has something of {last[0]}, and this is of "
                f"{timestamp}; nothing was stored",
                help="set the clock, or close the session first",
            )
        self._database.execute(
            "INSERT INTO session_events (session, sequence, timestamp, receipt, note)"
            " SELECT ?, coalesce(max(sequence) + 1, 0), ?, ?, ? FROM session_events WHERE session = ?",
            (session, timestamp, receipt, note, session),
        )

    def _one(self, query: str) -> Session | None:
        # The columns stand as SCHEMA made them: a store with other tables is not opened.
        if not self._exists():
            return None
        row = next(self._rows(query), None)
        return None if row is None else _read(row)

    def _exists(self) -> bool:
        # A store of before there were sessions, which another process may be changing at this moment.
        self._made = self._made or bool(next(self._rows("PRAGMA user_version"))[0] > 1)
        return self._made

    def _rows(self, query: str, *values: str) -> Iterator[Any]:
        # Outside of a transaction nobody else says what is wrong with the file.
        try:
            yield from self._database.execute(query, values)
        except SQLITE_RAISES as error:
            raise store_error(error, "sessions of the store") from error

    def make(self) -> None:
        """Make the tables, in a store of before there were sessions."""
        if self._exists():
            return
        for statement in SCHEMA:
            self._database.execute(statement)
        self._database.execute("PRAGMA user_version = 2")


def _read(row: tuple[Any, ...]) -> Session:
    found = Session(*row)
    whole = all(isinstance(one, str) or (one is None and name in _OPTIONAL) for name, one in found._asdict().items())
    # The id becomes the name of a folder.
    if not whole or _ID.fullmatch(found.id) is None or not is_artifact_id(found.head):
        raise StoreError(
            "the store's row of a session is not one that was written here", help="restore the store from a copy"
        )
    return found


def _stepped_back(before: str, now: str) -> bool:
    # Canonical times compare as text.
    if now >= before:
        return False
    try:
        earlier, later = (datetime.datetime.fromisoformat(time.replace(":60Z", ":59Z")) for time in (now, before))
    except ValueError:
        return True
    return (later - earlier).total_seconds() > TOLERANCE
