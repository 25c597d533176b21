"""Paths that mean one file on every system: relative, composed, without tricks (spec: Reason, section 7)."""

import re
import unicodedata
from typing import Final

from bridge.reason.policy.limits import MAX_PATH_BYTES

# C0 and C1 controls; the marks, embeddings, overrides and isolates that turn the direction of what is read.
_HIDDEN: Final = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_SEGMENTS_THAT_MOVE: Final = frozenset({"", ".", ".."})


def path_problem(path: str) -> str | None:
    """What keeps a path from being portable, or nothing where it is.

    A portable path is text in Unicode's NFC of at most 4096 bytes, its segments parted by ``/`` alone, none of them
    empty, ``.`` or ``..``, the first without a colon.
    """
    if not path:
        return "must not be empty"
    if len(path.encode()) > MAX_PATH_BYTES:
        return f"is longer than {MAX_PATH_BYTES} bytes"
    if not unicodedata.is_normalized("NFC", path):
        return "is not in Unicode normal form NFC; compose its characters"
    if path.startswith("/") or path.endswith("/"):
        return "must be relative to the root and name a file; take away the slash at its end"
    if "\\" in path:
        return "has a backslash; separate segments with /"
    if _HIDDEN.search(path):
        return "has a control character, or one that changes the direction of text"
    return _segments_problem(path.split("/"))


def _segments_problem(segments: list[str]) -> str | None:
    if ":" in segments[0]:
        return "begins like a drive or a URL; its first segment must have no colon"
    if not _SEGMENTS_THAT_MOVE.isdisjoint(segments):
        return 'has an empty segment, "." or ".."'
    return None
