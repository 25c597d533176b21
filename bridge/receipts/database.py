"""The SQLite file under the receipt store: made whole or not at all, opened only if it is what it should be."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from bridge.errors import StoreError
from bridge.receipts import resolutions, session
from bridge.receipts.envelope import MAX_BYTES
from bridge.receipts.private_files import create_once, make_folder
from bridge.receipts.sqlite_errors import translated

_APPLICATION: Final = 0x42524447
_VERSION: Final = resolutions.VERSION
_LONGEST_ROW: Final = 2 * MAX_BYTES
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
_WITH_SESSIONS: Final = (*_RECEIPTS, *session.SCHEMA)
# A store of version 1 gets its sessions with the first session, one of version 2 its index with the first resolution.
_SCHEMAS: Final = {1: _RECEIPTS, 2: _WITH_SESSIONS, _VERSION: (*_WITH_SESSIONS, *resolutions.SCHEMA)}


def connect(path: Path, *, create: bool, wait: float, shared: bool = False) -> sqlite3.Connection:
    """A connection to the store's file, in autocommit mode.

    Args:
        path: the file.
        create: whether to make it.
        wait: seconds to wait for another process that is writing.
        shared: whether several threads use it, which then see to it that one does at a time.

    Raises:
        StoreError: missing and not to be made, not a receipt store, damaged, or not accessible.
    """
    if not path.exists():
        if not create:
            raise StoreError("there is no receipt store yet", where=str(path), help="sign a first receipt to make one")
        _create(path)
    with translated(path):
        database = sqlite3.connect(path, timeout=wait, isolation_level=None, check_same_thread=not shared)
        try:
            # A damaged file may claim any length.
            database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_ROW)
            database.execute("PRAGMA synchronous = FULL")
            # On macOS, fsync alone leaves data in the disk's own cache.
            database.execute("PRAGMA fullfsync = ON")
            database.execute("PRAGMA trusted_schema = OFF")
            _check(database, path)
        except BaseException:
            database.close()
            raise
    return database


def count(database: sqlite3.Connection, path: Path) -> int:
    """How many receipts there are, when each number that was ever given is still there.

    Raises:
        StoreError: the numbers have a gap, or go on after the last.
    """
    query = (
        "SELECT count(*), coalesce(max(position), 0),"
        " coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = 'receipts'), 0) FROM receipts"
    )
    found, last, given = database.execute(query).fetchone()
    if found != last or last != given:
        raise StoreError(
            f"{max(last, given)} receipts were stored, and {found} of them are here: receipts were deleted",
            where=str(path),
            help="restore the store from a copy",
        )
    return int(found)


def examine(database: sqlite3.Connection, path: Path) -> None:
    """Have SQLite look through the whole file, its indexes too.

    Raises:
        StoreError: something in it is not as it should be.
    """
    said = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if said != "ok":
        raise StoreError(f"the receipt store is damaged: {said}", where=str(path), help="restore it from a copy")


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
