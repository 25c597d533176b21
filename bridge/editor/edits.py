"""Changes of a text."""

from collections.abc import Iterable
from typing import NamedTuple


class Edit(NamedTuple):
    """What stands from ``start`` to before ``end`` is replaced."""

    start: int
    end: int
    text: str


def edited(text: str, edits: Iterable[Edit]) -> str:
    """A text with changes made to it; they do not overlap, and their offsets are those of the text as it was."""
    parts: list[str] = []
    at = 0
    for edit in sorted(edits):
        parts += (text[at : edit.start], edit.text)
        at = edit.end
    return "".join((*parts, text[at:]))
