"""The SQLite file under the receipt store: made whole or not at all, opened only if it is what it should be."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from bridge.errors import StoreError
from bridge.receipts import session
from bridge.receipts.private_files import create_once, make_folder

_APPLICATION: Final = 0x42524447
_VERSION: Final = 2
_RECEIPTS: Final = (
    """CREATE TABLE receipts (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  digest TEXT NOT NULL,
  payload_type TEXT NOT NULL,
  signed_at TEXT NOT NULL,
  parent TEXT,
  envelope TEXT NOT NULL
)""",
    "CREATE INDEX receipts_by_parent ON receipts (parent)",
)
# A store of version 1 has no sessions yet; starting the first one makes it one of version 2.
_SCHEMAS: Final = {1: _RECEIPTS, _VERSION: (*_RECEIPTS, *session.SCHEMA)}
_REASONS: Final[dict[int, tuple[str, str | None]]] = {
    sqlite3.SQLITE_BUSY: ("another process kept it busy", "try again"),
    sqlite3.SQLITE_LOCKED: ("another process kept it busy", "try again"),
    sqlite3.SQLITE_READONLY: ("it is read only", "make the file and its folder writable for you"),
    sqlite3.SQLITE_PERM: ("access is denied", "make the file and its folder readable and writable for you"),
    sqlite3.SQLITE_CANTOPEN: ("it cannot be opened", "make the file and its folder readable and writable for you"),
    sqlite3.SQLITE_FULL: ("the disk is full; nothing was stored", "make room and try again"),
    sqlite3.SQLITE_IOERR: ("the disk reports an error", "check the disk"),
    sqlite3.SQLITE_CORRUPT: ("the file is damaged", "restore it from a copy"),
    sqlite3.SQLITE_NOTADB: ("the file is no database", "name the store of this workspace, or restore it from a copy"),
}


def connect(path: Path, *, create: bool, wait: float) -> sqlite3.Connection:
    """A connection to the store's file, in autocommit mode.

    Raises:
        StoreError: missing and not to be made, not a receipt store, damaged, or not accessible.
    """
    if not path.exists():
        if not create:
            raise StoreError("there is no receipt store yet", where=str(path), help="sign a first receipt to make one")
        _create(path)
    with translated(path):
        database = sqlite3.connect(path, timeout=wait, isolation_level=None)
        try:
            database.execute("PRAGMA synchronous = FULL")
            # On macOS, fsync alone leaves data in the disk's own cache.
            database.execute("PRAGMA fullfsync = ON")
            database.execute("PRAGMA trusted_schema = OFF")
            _check(database, path)
        except BaseException:
            database.close()
            raise
    return database


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn what SQLite raises into a StoreError that says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        reason, remedy = _REASONS.get(code, (f"SQLite refuses: {error}", None))
        raise StoreError(f"the receipt store cannot be used: {reason}", where=str(path), help=remedy) from error


def _create(path: Path) -> None:
    try:
        make_folder(path.parent)
        create_once(path, lambda draft: _initialise(draft, path))
    except OSError as error:
        raise StoreError(f"the receipt store cannot be made: {error.strerror or error}", where=str(path)) from None


def _initialise(draft: Path, path: Path) -> None:
    with translated(path), closing(sqlite3.connect(draft, isolation_level=None)) as database:
        for statement in (
            "PRAGMA journal_mode = WAL",
            "PRAGMA synchronous = FULL",
            f"PRAGMA application_id = {_APPLICATION}",
            f"PRAGMA user_version = {_VERSION}",
            *_SCHEMAS[_VERSION],
        ):
            database.execute(statement)


def _check(database: sqlite3.Connection, path: Path) -> None:
    application = database.execute("PRAGMA application_id").fetchone()[0]
    version = database.execute("PRAGMA user_version").fetchone()[0]
    if application != _APPLICATION:
        raise StoreError("the file is a database, but not a receipt store", where=str(path))
    if version not in _SCHEMAS:
        raise StoreError(f"the store has format {version}, and this program reads {_VERSION}", where=str(path))
    # A trigger or a view would change rows behind the program's back.
    query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> 'sqlite_sequence' ORDER BY rowid"
    if tuple(row[0] for row in database.execute(query)) != _SCHEMAS[version]:
        raise StoreError("the store's tables are not as they were made", where=str(path), help="restore it from a copy")
