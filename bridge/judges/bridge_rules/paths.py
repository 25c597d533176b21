r"""Where a path leads, by its text alone: no file is looked at, so that a link that leads out is not seen.

A path is held to the root in every way that somebody along its way could read it: with its percent-escapes resolved,
with look-alikes of the dot and the slash as these, with ``\`` as a separator. It is inside if it is so in each.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple

from bridge.core.lazy_pattern import pattern

_LOOK_ALIKES: Final = str.maketrans(
    dict.fromkeys("\u2044\u2215\u29f8\u2571\u2afd\uff0f\u29f5\u2216\ufe68\uff3c", "/")
    | dict.fromkeys("\u2024\uff0e\u0701\u0702\ua4f8\u3002\uff61\u00b7\u2027\u30fb\u16eb", ".")
    | {"\u2025": "..", "\u2026": "..."}
)
_UNSEEN: Final = pattern(
    "[\u00ad\u061c\u115f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb]"
)
_CONTROL: Final = pattern("[\x00-\x1f\x7f\x85\u2028\u2029]")
_DRIVE: Final = pattern(r"([A-Za-z]):(?=/|$)(.*)", re.DOTALL)
_DRIVE_RELATIVE: Final = pattern(r"[A-Za-z]:[^/].*", re.DOTALL)
_MOUNTED_DRIVE: Final = pattern(r"/(?:mnt/|cygdrive/)?([A-Za-z])(?=/|$)(.*)", re.DOTALL)
_EXTENDED: Final = pattern(r"//[?.]/(?:UNC/)?|/\?\?/", re.IGNORECASE)
_DOTS_AND_SPACES: Final = pattern(r"\.\.[ .]*|\. +")
_HOME: Final = pattern(
    r"(?:~(?=/|$)|\$HOME(?![A-Za-z0-9_])|\$\{HOME(?::?[?-][^}]*)?\}|%USERPROFILE%|%HOMEPATH%|\$env:(?:USERPROFILE|HOME)(?![A-Za-z0-9_]))",
    re.IGNORECASE,
)
_NAMED_HOME: Final = pattern(r"~([A-Za-z_][A-Za-z0-9_.-]*)(?=/|$)")
_OTHER_HOME: Final = pattern(
    r"~[A-Za-z_+-][A-Za-z0-9_.-]*(?=/|$)|\$\{?(?:OLDPWD|XDG_[A-Z]+_HOME)(?![A-Za-z0-9_])|(?:%|\$env:)(?:APPDATA|LOCALAPPDATA|PROGRAMDATA|SYSTEMROOT|WINDIR|TEMP|TMP|SYSTEMDRIVE|PROGRAMFILES)(?:%|(?![A-Za-z0-9_]))",
    re.IGNORECASE,
)
_EXPANDABLE: Final = ("~", "$", "%")
"""How all of these begin: most paths do not, and need none of the patterns."""
_WORKSPACE: Final = pattern(r"\$\{workspaceFolder\}|\$PWD(?![A-Za-z0-9_])|\$\{PWD\}")
_CASELESS: Final = ("/Users/", "/Volumes/")
"""Where macOS keeps homes and volumes, whose names are the same in either case."""

_LINKED: Final = frozenset(("tmp", "var", "etc"))
"""The folders of ``/private`` that macOS links to from the top."""

_LEADING: Final = pattern(r"\A(?:\s+|@(?=\.\.?[/\\]|~[/\\]))")
"""What some take off the front of a path: blanks, and the sign that hands a file to an agent."""

_HOMES: Final = pattern(r"(/(?:home|Users)/[^/]+|/root|(?:[A-Za-z]:|/(?:mnt/|cygdrive/)?[A-Za-z])/Users/[^/]+)(?=/|$)")


class Root(NamedTuple):
    """The folder that a call may work in.

    Args:
        text: as the state names it.
    """

    text: str

    @property
    def is_windows(self) -> bool:
        """Whether it stands on a Windows drive or share: names are then the same in either case."""
        text = self.text.replace("\\", "/")
        return _DRIVE.fullmatch(text) is not None or text.startswith("//") or self.text.startswith("\\\\")

    @property
    def home(self) -> str | None:
        """The home folder that it lies in, by the usual places of home folders; None where it lies in none."""
        match = _HOMES.match(self.text.replace("\\", "/"))
        return match[1] if match else None


def why_outside(path: str, root: Root, *, base: str | None = None) -> str | None:
    """Why a path is not inside the root, as a clause about it; None where it is inside.

    Args:
        path: as it is written.
        root: the root.
        base: what a relative path starts from; the root itself where none is given.
    """
    start = base if base is not None else root.text
    for reading in _readings(path):
        if _CONTROL.search(reading):
            return "it holds a control character, which ends or splits a path for some readers"
        if not _is_inside(_resolved(reading, start, root), root, is_written=reading == path):
            return (
                "it leads out of the workspace" if reading == path else f"it can be read as {reading}, which leads out"
            )
    return None


def _is_inside(place: tuple[str, ...], root: Root, *, is_written: bool) -> bool:
    """Whether a place is in the root; one that is another reading of a path, in the root as it may be read as well."""
    if _is_within(place, _resolved(root.text, "/", root), root):
        return True
    return not is_written and any(_is_within(place, _resolved(top, "/", root), root) for top in _readings(root.text))


def leads_out(path: str, root: Root, *, base: str | None = None) -> bool:
    """Whether a path leads out of the root as it is written, no escape or look-alike taken for another character."""
    return not _is_within(_resolved(path, base or root.text, root), _resolved(root.text, "/", root), root)


def place_of(path: str, root: Root, *, base: str | None = None) -> str:
    """A path in one spelling: from the top, without ``.`` and ``..`` segments."""
    return "/".join(_resolved(path, base or root.text, root)) or "/"


def _readings(path: str) -> Iterator[str]:
    """The path, and what those make of it who resolve escapes, look-alikes or unseen characters."""
    seen = {path}
    yield path
    waiting = [path]
    while waiting and len(seen) < _MOST_READINGS:
        text = waiting.pop()
        for other in (_unescaped(text), _plain(text), _UNSEEN.sub("", text), _LEADING.sub("", text)):
            if other not in seen:
                seen.add(other)
                waiting.append(other)
                yield other


_MOST_READINGS: Final = 16


def _unescaped(text: str) -> str:
    """A text with its percent-escapes resolved; bytes that are no UTF-8 become the mark of what cannot be read."""
    if "%" not in text:
        return text
    return _ESCAPES.sub(lambda match: bytes.fromhex(match[0].replace("%", "")).decode(errors="replace"), text)


_ESCAPES: Final = pattern("(?:%[0-9A-Fa-f]{2})+")


def _plain(text: str) -> str:
    return (
        text if text.isascii() else unicodedata.normalize("NFKC", text.translate(_LOOK_ALIKES)).translate(_LOOK_ALIKES)
    )


def _resolved(path: str, base: str, root: Root) -> tuple[str, ...]:
    """The segments of a path from the top: of a Windows path the drive or ``//`` first, of one of macOS no link."""
    text = unicodedata.normalize("NFC", _without_url(path)).replace("\\", "/")
    text = _expanded(_without_extension(text), root)
    if not _is_absolute(text):
        base = _without_extension(base.replace("\\", "/"))
        text = f"{base}/{text}" if base else f"/{text}"
    top, rest = _top(text, root)
    segments = _segments(rest)
    return (top, *(segments[1:] if segments[:1] == ["private"] and not _LINKED.isdisjoint(segments[1:2]) else segments))


def _without_url(path: str) -> str:
    if path[:5].lower() != "file:":
        return path
    rest = _unescaped(path[5:]).replace("\\", "/")
    if rest.startswith("//"):
        host, slash, place = rest[2:].partition("/")
        if host.lower() not in ("", "localhost", "127.0.0.1"):
            return f"//{host}/{place}"
        rest = slash + place
    return rest[1:] if re.match(r"/[A-Za-z]:(?:/|$)", rest) else rest


def _without_extension(text: str) -> str:
    match = _EXTENDED.match(text)
    if match is None:
        return text
    rest = text[match.end() :]
    return f"//{rest}" if match[0].upper().endswith("UNC/") or not _DRIVE.fullmatch(rest) else rest


def _expanded(text: str, root: Root) -> str:
    if text[:1] not in _EXPANDABLE:
        return text
    match = _HOME.match(text)
    if match is not None:
        return (root.home or _ELSEWHERE) + text[match.end() :]
    named = _NAMED_HOME.match(text)
    if named is not None and root.home is not None and root.home.rpartition("/")[2] == named[1]:
        return root.home + text[named.end() :]
    if _OTHER_HOME.match(text):
        return f"{_ELSEWHERE}/{text}"
    match = _WORKSPACE.match(text)
    return text if match is None else root.text.replace("\\", "/") + text[match.end() :]


_ELSEWHERE: Final = "//elsewhere"


def _is_absolute(text: str) -> bool:
    return text.startswith("/") or _DRIVE.fullmatch(text) is not None or _DRIVE_RELATIVE.fullmatch(text) is not None


def _top(text: str, root: Root) -> tuple[str, str]:
    if text.startswith("//") and (root.is_windows or text.startswith(_ELSEWHERE)):
        return "//", text[2:]
    drive = _DRIVE.fullmatch(text) or (_MOUNTED_DRIVE.fullmatch(text) if _on_drive(root) else None)
    if drive is not None:
        return f"{drive[1].lower()}:", drive[2]
    if _DRIVE_RELATIVE.fullmatch(text):
        return "?:", text
    return "", text


def _on_drive(root: Root) -> bool:
    text = root.text.replace("\\", "/")
    return _DRIVE.fullmatch(_without_extension(text)) is not None or _MOUNTED_DRIVE.fullmatch(text) is not None


def _segments(text: str) -> list[str]:
    kept: list[str] = []
    for segment in text.split("/"):
        bare = segment.strip()
        if _DOTS_AND_SPACES.fullmatch(bare) and bare.strip(" .") == "" and bare != "...":
            segment = ".." if bare.startswith("..") else "."
        if segment == "..":
            del kept[-1:]
        elif segment not in ("", "."):
            kept.append(segment)
    return kept


def _is_within(place: tuple[str, ...], top: tuple[str, ...], root: Root) -> bool:
    if _on_drive(root) or root.is_windows or root.text.startswith(_CASELESS):
        place, top = tuple(map(str.casefold, place)), tuple(map(str.casefold, top))
    return place[: len(top)] == top
