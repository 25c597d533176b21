"""What may stand before and within a command of ``cmd``: ``@rd``, ``if exist a rd``, ``start "" /b rd``, ``rd/s/q``."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.folders import join, windows
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Piece, Word
from bridge.judges.bridge_rules.shell.options import parts, tail
from bridge.judges.bridge_rules.shell.syntax import Raw

_CMDLET: Final = pattern(
    r"(?:Remove|Clear|Format|Get|Set|New|Invoke|Start|Stop|Move|Copy|Initialize|Reset|Test|Select|Where|ForEach|Out|Write)-[A-Za-z]+",
    re.IGNORECASE,
)
_COMMANDS: Final = frozenset(names("del erase rd rmdir format robocopy vssadmin ri gci cipher reg icacls takeown"))
_SWITCH: Final = pattern(r"/[A-Za-z?](?::\S*)?|-(?:r|rec\w*|fo\w*|force)", re.IGNORECASE)


_LONG_SWITCH: Final = pattern(r"-(?:recurse|force|literalpath|path|confirm:\$false)", re.IGNORECASE)


def is_windows(words: tuple[Raw, ...]) -> bool:
    """Whether a statement is one of PowerShell or ``cmd``, by its first word and its switches."""
    name = words[0].text.lower() if words else ""
    if "-" in name and _CMDLET.fullmatch(name):
        return True
    if name in ("rm", "rmdir", "mv", "cp", "ls") and any(_LONG_SWITCH.fullmatch(word.text) for word in words[1:]):
        return True
    return name.removesuffix(".exe") in _COMMANDS and any(
        _SWITCH.fullmatch(word.text) or word.text[1:2] == ":" for word in words[1:]
    )


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


_STARTED_BY: Final = frozenset(("-filepath", "-argumentlist", "-args"))


def started_process(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words of what ``Start-Process`` starts: its list of arguments is cut at blanks."""
    found = [word for word in words[1:] if word.text.lower() not in _STARTED_BY]
    given = [word if not word.is_known else part for word in found[1:] for part in parts(word)]
    return (*found[:1], *given)


def moved(target: str | None, cwd: str | None) -> str | None:
    """The folder after ``cd``; None where that is not known."""
    if not target:
        return None
    if re.match(r"[A-Za-z]:|[\\/~]", target):
        return windows(target)
    return None if cwd is None or "$" in target or "%" in target else join(windows(cwd), target.replace("\\", "/"))


def listed_by_dir(word: Word) -> tuple[Piece, ...] | None:
    """What ``dir`` lists, whose text is what ``for /f`` runs over; None of another command, or one that is not known.

    With ``/s`` that is paths, without it names, which are looked for where the loop runs.
    """
    first, *words = (word.literal or "").strip("'").split() or [""]
    if first.lower() != "dir" and not first.lower().startswith("dir/"):
        return None
    named = [one for one in words if not one.startswith("/")] or ["*"]
    is_deep = any(one.lower().startswith("/s") or "/s" in one.lower()[1:] for one in words if one.startswith("/"))
    path = named[0] if is_deep else re.split(r"[\\/]", named[0])[-1]
    return (Piece(path if "*" in path or is_deep else "*"),)


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
