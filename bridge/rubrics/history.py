"""Saved results: opt-in, results only, the newest hundred, readable by their owner alone (spec: Rubrics, section 6.3).

One SQLite file that nobody else can read. A row that is not what this module wrote is neither counted nor deleted by
the limit; a list says that it is there, and asked for by its id it is said to be malformed.
"""

import json
import os
import re
import sqlite3
import stat
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bridge.core import strict_json
from bridge.errors import InputError
from bridge.rubrics.encoding import canonical

LIMIT: Final = 100
FILE: Final = "rubric-history.sqlite3"

_ID: Final = re.compile(r"[0-9]{8}T[0-9]{12}Z-[0-9a-f]{8}")
_SCHEMA: Final = (
    "CREATE TABLE IF NOT EXISTS results (id TEXT PRIMARY KEY, saved_at TEXT NOT NULL, result TEXT NOT NULL)"
)
_ROWS: Final = "SELECT rowid, id, saved_at, result FROM results"
_SECONDS: Final = 10.0
"""How long one process waits for another that is saving."""


class HistoryError(InputError):
    """The history cannot be read or written, or an entry of it is not what was written."""

    code = "history"


@dataclass(frozen=True)
class Entry:
    """One saved result."""

    history_id: str
    saved_at: str
    result: Mapping[str, Any]

    def json(self) -> dict[str, Any]:
        """The entry as ``history show`` prints it."""
        return {"history_id": self.history_id, "saved_at": self.saved_at, "result": dict(self.result)}

    def summary(self) -> dict[str, Any]:
        """The entry as ``history list`` prints it."""
        said = self.result
        kept = {key: said.get(key) for key in ("verdict", "rubric_id", "mock")}
        return {"history_id": self.history_id, "saved_at": self.saved_at, **kept}


@dataclass(frozen=True)
class Listing:
    """The entries that can be read, the newest first, and how many rows there are that are no entries."""

    entries: tuple[Entry, ...]
    malformed: int = 0


@dataclass(frozen=True)
class History:
    """The saved results in a folder, which is made when the first is saved."""

    folder: Path

    def save(self, result: Mapping[str, Any], *, history_id: str, saved_at: str) -> None:
        """Save a result, and let go of what is older than the newest hundred.

        Args:
            result: a JudgmentResult; it holds nothing of the state.
            history_id: as ``new_id`` makes it.
            saved_at: the canonical time.

        Raises:
            HistoryError: it cannot be written, or the id is not one of a result.
        """
        require_id(history_id)
        text = canonical(dict(result)).decode()
        self._is_there(make=True)
        with self._open() as database:
            database.execute("INSERT INTO results VALUES (?, ?, ?)", (history_id, saved_at, text))
            beyond = [row for row, entry in _read(database) if entry is not None][LIMIT:]
            database.executemany("DELETE FROM results WHERE rowid = ?", [(row,) for row in beyond])

    def prepare(self) -> None:
        """Make the history where there is none, and see that it can be written.

        Raises:
            HistoryError: it cannot.
        """
        self._is_there(make=True)
        with self._open():
            pass

    def listing(self) -> Listing:
        """Every entry that can be read.

        Raises:
            HistoryError: the file cannot be read.
        """
        if not self._is_there():
            return Listing(())
        with self._open() as database:
            read = [entry for _, entry in _read(database)]
        entries = tuple(entry for entry in read if entry is not None)
        return Listing(entries, len(read) - len(entries))

    def entry(self, history_id: str) -> Entry:
        """One entry.

        Raises:
            HistoryError: there is none of that id, it is not what was written, or the id is not one of a result.
        """
        require_id(history_id)
        if not self._is_there():
            raise _missing(history_id)
        with self._open() as database:
            row = database.execute(f"{_ROWS} WHERE id = ?", (history_id,)).fetchone()
        if row is None:
            raise _missing(history_id)
        found = _entry(*row[1:])
        if found is None:
            remedy = f"`rbridge rubric history delete --id {history_id}` takes it away"
            raise HistoryError(f"history result {history_id} is malformed", where="--id", help=remedy)
        return found

    def delete(self, history_id: str | None) -> int:
        """Delete one entry, or all of them for None; how many there were. Rows that are no entries stay, but for an id.

        Raises:
            HistoryError: there is none of that id, the file cannot be written, or the id is not one of a result.
        """
        if history_id is not None:
            require_id(history_id)
        gone = self._deleted(history_id) if self._is_there() else 0
        if history_id is not None and not gone:
            raise _missing(history_id)
        return gone

    def _deleted(self, history_id: str | None) -> int:
        with self._open() as database:
            if history_id is None:
                rows = [row for row, entry in _read(database) if entry is not None]
                database.executemany("DELETE FROM results WHERE rowid = ?", [(row,) for row in rows])
                return len(rows)
            return database.execute("DELETE FROM results WHERE id = ?", (history_id,)).rowcount

    @property
    def _path(self) -> Path:
        return self.folder / FILE

    def _is_there(self, *, make: bool = False) -> bool:
        try:
            if make:
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            return _is_history(self.folder, self._path, make=make)
        except (OSError, ValueError) as error:
            raise self._unusable(error) from None

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self._path, timeout=_SECONDS, isolation_level=None)) as database:
                # What another program wrote need not be UTF-8, and is no reason to read nothing.
                database.text_factory = bytes
                # Taken before anything is read, so that whoever saves at the same time waits, and neither is lost.
                database.execute("BEGIN IMMEDIATE")
                database.execute(_SCHEMA)
                yield database
                database.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._unusable(error) from None

    def _unusable(self, error: Exception) -> HistoryError:
        message = f"the history in {self._path} cannot be used: {error}"
        return HistoryError(message, where=str(self._path), help="see the disk and its permissions")


def new_id(moment: str, microseconds: int, random: bytes) -> str:
    """The id of a result.

    Args:
        moment: the canonical time, such as ``2026-08-14T12:00:00Z``.
        microseconds: of that second.
        random: four random bytes.
    """
    digits = moment.replace("-", "").replace(":", "").removesuffix("Z")
    return f"{digits}{microseconds:06d}Z-{random.hex()}"


def require_id(history_id: str) -> None:
    """Refuse what is not the id of a result.

    Raises:
        HistoryError: it is not.
    """
    if _ID.fullmatch(history_id) is None:
        remedy = "as `rbridge rubric history list` prints them"
        raise HistoryError("history id is not a judge-jev result id", where="--id", help=remedy)


def _is_history(folder: Path, path: Path, *, make: bool) -> bool:
    """Whether there is a history of ours; it is made, readable by nobody else before anything is in it."""
    if folder.is_symlink() or path.is_symlink():
        raise HistoryError(f"{path} leads elsewhere through a symbolic link", where=str(folder))
    flags = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        descriptor = os.open(path, flags | (os.O_CREAT if make else 0), 0o600)
    except FileNotFoundError:
        return False
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or (hasattr(os, "geteuid") and found.st_uid != os.geteuid()):
            raise HistoryError(f"{path} is not an owned regular file", where=str(path), help="move it away")
        if os.name == "posix" and found.st_mode & 0o077:
            os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)
    return True


def _missing(history_id: str) -> HistoryError:
    remedy = "`rbridge rubric history list` shows what there is"
    return HistoryError(f"history result not found: {history_id}", where="--id", help=remedy)


def _read(database: sqlite3.Connection) -> list[tuple[int, Entry | None]]:
    """Every row, the newest first: its number, and the entry that it is, or None."""
    rows = database.execute(f"{_ROWS} ORDER BY id DESC").fetchall()
    return [(number, _entry(*row)) for number, *row in rows]


def _entry(*row: Any) -> Entry | None:
    try:
        history_id, saved_at, text = (part.decode() for part in row)
        strict_json.loads(text)
    except (AttributeError, UnicodeDecodeError, InputError):
        return None
    # Read again for the numbers: an answer keeps the digits that it came with.
    result = json.loads(text)
    is_entry = _ID.fullmatch(history_id) is not None and _is_result(result)
    return Entry(history_id, saved_at, result) if is_entry else None


def _is_result(document: Any) -> bool:
    if not isinstance(document, dict):
        return False
    named = isinstance(document.get("rubric_id"), str) and isinstance(document.get("verdict"), str)
    return named and isinstance(document.get("answers"), dict)
