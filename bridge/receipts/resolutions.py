"""Which receipts say that they resolve which judgement: an index, so that asking does not read the whole store.

Nothing is believed of it: whoever asks reads the receipts it names, and ``verify --all`` says which it should name and
does not.
"""

import sqlite3
from collections.abc import Iterable
from typing import Final

from bridge.receipts import kinds
from bridge.receipts.model import ReceiptStatement, Statement

VERSION: Final = 3
"""The format of a store that has the index; the first resolution in an older one makes it."""

SCHEMA: Final = (
    """CREATE TABLE resolutions (
  judgement TEXT NOT NULL,
  receipt TEXT NOT NULL,
  PRIMARY KEY (judgement, receipt)
) WITHOUT ROWID""",
)


def resolved_by(said: Statement) -> str | None:
    """The judgement that a statement says it resolves; None of any other."""
    if not isinstance(said, ReceiptStatement) or said.kind != kinds.RESOLUTION or not isinstance(said.payload, dict):
        return None
    judgement = said.payload.get("judgement")
    return judgement if isinstance(judgement, str) else None


class Resolutions:
    """The index of a store that is open; reading is free, writing belongs inside the store's transaction."""

    def __init__(self, database: sqlite3.Connection) -> None:
        """Read and write through the connection of a store."""
        self._database = database

    def exists(self) -> bool:
        """Whether the store has the index."""
        return bool(self._database.execute("PRAGMA user_version").fetchone()[0] >= VERSION)

    def of(self, judgement: str) -> tuple[str, ...]:
        """The receipts that say they resolve a judgement."""
        rows = self._database.execute("SELECT receipt FROM resolutions WHERE judgement = ?", (judgement,)).fetchall()
        return tuple(str(row[0]) for row in rows)

    def record(self, said: Statement, receipt: str) -> None:
        """Take a receipt that was appended into the index, if it is a resolution and there is an index."""
        judgement = resolved_by(said)
        if judgement is not None and self.exists():
            self._database.execute("INSERT OR IGNORE INTO resolutions VALUES (?, ?)", (judgement, receipt))

    def make(self, stored: Iterable[tuple[Statement, str]]) -> None:
        """Make the index, of a store that has those receipts."""
        for statement in SCHEMA:
            self._database.execute(statement)
        self._database.execute(f"PRAGMA user_version = {VERSION}")
        for said, receipt in stored:
            self.record(said, receipt)
