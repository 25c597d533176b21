"""Folders and paths, worked out from their text alone: no link is followed, no folder is looked at."""

from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.model import Word

_DRIVE: Final = pattern(r"(?:/\?/|//\?/)?([A-Za-z]):(?:/|\Z)")
_GIT_BASH: Final = pattern(r"/[A-Za-z](?=/|\Z)")


def clean(path: str) -> str:
    """A path without empty, ``.`` and ``..`` segments.

    An absolute path stays absolute, one from ``~`` from there, and any other one starts with ``.``, or with the ``..``
    segments that lead out of where it starts. ``~/..`` keeps its dots: where home stands is not known.
    """
    top, rest = _top(path)
    kept: list[str] = []
    for segment in rest.split("/"):
        if segment in ("", "."):
            continue
        if segment != "..":
            kept.append(segment)
        elif kept and kept[-1] != "..":
            kept.pop()
        elif top != "/":
            kept.append("..")
    if top == "/":
        return "/" + "/".join(kept)
    if top == "." and kept and kept[0] == "..":
        return "/".join(kept)
    return "/".join((top, *kept))


def _top(path: str) -> tuple[str, str]:
    if path.startswith("/"):
        return "/", path
    if path.startswith("~"):
        top, _, rest = path.partition("/")
        return top, rest
    return ".", path


def join(folder: str, path: str) -> str:
    """A path as it is seen from a folder."""
    return clean(path if path.startswith(("/", "~")) else f"{folder}/{path}")


def place(word: Word, cwd: str | None) -> str | None:
    """Where a word leads as a path: see ``clean``; None where that is not known.

    Args:
        word: a path, whose patterns stay as they are.
        cwd: the folder that it is relative to.
    """
    text = word.literal
    if text is None:
        return None
    return located(text, is_home=word.is_home_relative, cwd=cwd)


def located(text: str, *, is_home: bool, cwd: str | None) -> str | None:
    """Where a text leads as a path; a ``~`` at its start is home only where that is said."""
    if is_home or text.startswith("/"):
        return clean(text)
    if cwd is None:
        return None
    return clean(f"{cwd}/{text}")


def windows(path: str) -> str:
    """A path in the spelling in which places are compared, where it is one of Windows; else as it is."""
    forward = path.replace("\\", "/")
    match = _DRIVE.match(forward)
    if match:
        return clean(f"/{match[1].lower()}/{forward[match.end() :].lower()}")
    if forward.startswith(("//?/", "//./")):
        return forward.lower()
    return path if not _GIT_BASH.match(path) else path.lower()
