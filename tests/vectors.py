"""Where the shared vectors are: data of the systems we interoperate with, named by ``BRIDGE_VECTORS``.

Without the variable these tests are skipped. With it, a missing file is a failure.
"""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

_FOLDER = os.environ.get("BRIDGE_VECTORS", "")
VECTORS = Path(_FOLDER or "no-vectors")

rows_read: dict[str, int] = {}
"""How many cases of each file this process has read; printed at the end of a run."""


def available() -> bool:
    """Whether the vectors are at hand."""
    return bool(_FOLDER)


needs_vectors = pytest.mark.skipif(not _FOLDER, reason="BRIDGE_VECTORS is not set")


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of a JSON Lines file of the vectors, compressed or not; none where there are no vectors."""
    if not _FOLDER:
        return []
    path = VECTORS / name
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        found = [json.loads(line) for line in lines if line.strip()]
    rows_read[name] = len(found)
    return found


def document(name: str) -> Any:
    """A JSON document of the vectors."""
    rows_read[name] = 1
    return json.loads((VECTORS / name).read_text(encoding="utf-8"))


def cases(area: str) -> list[dict[str, Any]]:
    """The public-report cases of one area."""
    found = [row for row in rows("cases.jsonl") if row["area"] == area]
    rows_read.pop("cases.jsonl", None)
    rows_read[f"cases.jsonl: {area}"] = len(found)
    return found
