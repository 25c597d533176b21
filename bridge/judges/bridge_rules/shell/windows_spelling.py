"""What may stand before and within a command of ``cmd``: ``@rd``, ``if exist a rd``, ``start "" /b rd``, ``rd/s/q``."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.model import Piece, Word
from bridge.judges.bridge_rules.shell.options import tail

_GLUED: Final = pattern(r"(rd|rmdir|del|erase|format|robocopy|cipher)((?:/[A-Za-z](?::[^\s/]*)?)+)", re.IGNORECASE)
_UNARY: Final = frozenset(("exist", "defined", "errorlevel", "cmdextversion"))
_COMPARES: Final = frozenset(("==", "equ", "neq", "lss", "leq", "gtr", "geq"))


def spelled(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words of a call as it would stand alone.

    Args:
        words: the words of a call, at least one.
    """
    while len(words) > 1:
        name = words[0].text.lower()
        reader = _BEFORE.get(name)
        rest = reader(words[1:]) if reader is not None else ()
        if not rest:
            break
        words = rest
    if words[0].text[:1] == "@" and len(words[0].text) > 1:
        words = (tail(words[0], 1), *words[1:])
    glued = _GLUED.fullmatch(words[0].text)
    if glued is None:
        return words
    node = words[0].node
    return (Word((Piece(glued[1]),), node), Word((Piece(glued[2]),), node), *words[1:])


def _after_condition(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The command after ``if``'s condition; none where there is no condition of ``cmd``."""
    while words and words[0].text.lower() in ("/i", "not"):
        words = words[1:]
    texts = [word.text.lower() for word in words[:2]]
    if texts[:1] and texts[0] in _UNARY:
        return words[2:]
    if texts[1:] and texts[1] in _COMPARES:
        return words[3:]
    return words[1:] if texts and "==" in texts[0] else ()


def _started(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The command after the title and the switches of ``start``."""
    if words[0].pieces and all(piece.quoted for piece in words[0].pieces) and len(words) > 1:
        words = words[1:]
    while words and words[0].text[:1] == "/":
        words = words[2 if words[0].text.lower() == "/d" else 1 :]
    return words


_BEFORE: Final[Mapping[str, Callable[[tuple[Word, ...]], tuple[Word, ...]]]] = {
    "if": _after_condition,
    "start": _started,
}
