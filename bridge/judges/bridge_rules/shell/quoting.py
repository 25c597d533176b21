"""A word as it is written, cut into what it is made of: text, quoted or not, and expansions still to be made."""

import re
from enum import Enum, auto
from typing import Final, NamedTuple

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.scan import backtick_end, balanced_end, dollar_end, double_quote_end
from bridge.judges.bridge_rules.shell.syntax import Exhausted


class Kind(Enum):
    """What a segment is."""

    TEXT = auto()
    TILDE = auto()
    VARIABLE = auto()
    COMMAND = auto()
    PROCESS = auto()
    ARITHMETIC = auto()


class Segment(NamedTuple):
    """A stretch of a word: its text, or the inside of its expansion, and where in the word that starts."""

    kind: Kind
    text: str
    quoted: bool
    start: int


MAX_SEGMENTS: Final = 15_000

_STOP: Final = pattern(r"[\\'\"`$<>]")
_STOP_QUOTED: Final = pattern(r"[\\\"`$]")
_NAME: Final = pattern(r"[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-]", re.ASCII)
_NAMED: Final = pattern(r"[A-Za-z_]\w*=(?=~)", re.ASCII)
_TILDE: Final = pattern(r"~([A-Za-z_][\w.-]*|[+-])?(?=[/:]|\Z)", re.ASCII)
_ANSI: Final = pattern(
    r"\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|c(.)|(.))", re.DOTALL
)
_ANSI_LETTERS: Final = {
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "E": "\x1b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
}


def segments(text: str, *, quoted: bool = False, has_tilde: bool = True) -> list[Segment]:
    r"""What a word is made of.

    Args:
        text: the word, or the inside of double quotes or of a here-document.
        quoted: whether it is such an inside, where only ``\\``, ``$`` and backticks are special.
        has_tilde: whether a ``~`` at its start is a home folder.

    Raises:
        Exhausted: it has more than ``MAX_SEGMENTS`` parts.
    """
    found: list[Segment] = []
    at = 0
    named = _NAMED.match(text) if has_tilde and not quoted else None
    if named:
        # What looks like an assignment has its home folder, wherever it stands: dd of=~/x.
        found.append(Segment(Kind.TEXT, named[0], quoted=False, start=0))
        at = named.end()
    tilde = _TILDE.match(text, at) if has_tilde and not quoted else None
    if tilde:
        found.append(Segment(Kind.TILDE, tilde[1] or "", quoted=False, start=at))
        at = tilde.end()
    stop = _STOP_QUOTED if quoted else _STOP
    while at < len(text):
        match = stop.search(text, at)
        if not match:
            found.append(Segment(Kind.TEXT, text[at:], quoted, at))
            break
        if match.start() > at:
            found.append(Segment(Kind.TEXT, text[at : match.start()], quoted, at))
        at = _take(text, match.start(), quoted, found)
        if len(found) > MAX_SEGMENTS:
            raise Exhausted(f"a word has more than {MAX_SEGMENTS} parts")
    return found


def _take(text: str, at: int, quoted: bool, found: list[Segment]) -> int:
    """Adds the segment whose first character is special; where the next one starts."""
    char = text[at]
    if char == "\\":
        return _take_escape(text, at, quoted, found)
    if char == '"':
        if quoted:
            found.append(Segment(Kind.TEXT, '"', quoted=True, start=at))
            return at + 1
        return _take_double(text, at, found)
    if char == "'":
        end = text.find("'", at + 1)
        end = len(text) if end < 0 else end
        found.append(Segment(Kind.TEXT, text[at + 1 : end], quoted=True, start=at + 1))
        return end + 1
    if char == "`":
        end = backtick_end(text, at + 1)
        inside = re.sub(r"\\([\\`$])", r"\1", _inside(text, at + 1, end, "`"))
        found.append(Segment(Kind.COMMAND, inside, quoted, at + 1))
        return end
    if char == "$":
        return _take_dollar(text, at, quoted, found)
    if text[at + 1 : at + 2] == "(":
        end = balanced_end(text, at + 2, ")")
        found.append(Segment(Kind.PROCESS, _inside(text, at + 2, end, ")"), quoted, at + 2))
        return end
    found.append(Segment(Kind.TEXT, char, quoted, at))
    return at + 1


def _inside(text: str, start: int, end: int, close: str) -> str:
    return text[start : end - 1] if end > start and text[end - 1] == close else text[start:end]


def _take_escape(text: str, at: int, quoted: bool, found: list[Segment]) -> int:
    escaped = text[at + 1 : at + 2]
    if escaped == "\n":
        return at + 2
    if escaped == "" or (quoted and escaped not in '$`"\\'):
        found.append(Segment(Kind.TEXT, "\\", quoted=True, start=at))
        return at + 1
    found.append(Segment(Kind.TEXT, escaped, quoted=True, start=at + 1))
    return at + 2


def _take_double(text: str, at: int, found: list[Segment]) -> int:
    end = double_quote_end(text, at + 1)
    inside = segments(_inside(text, at + 1, end, '"'), quoted=True)
    # An empty pair of quotes still makes a word.
    found.append(Segment(Kind.TEXT, "", quoted=True, start=at))
    found.extend(Segment(one.kind, one.text, one.quoted, one.start + at + 1) for one in inside)
    return end


def _take_dollar(text: str, at: int, quoted: bool, found: list[Segment]) -> int:
    following = text[at + 1 : at + 2]
    end = dollar_end(text, at)
    if following == "(" and text[at + 2 : at + 3] == "(" and text[end - 2 : end] == "))":
        found.append(Segment(Kind.ARITHMETIC, text[at + 3 : end - 2], quoted, at + 3))
    elif following == "(":
        found.append(Segment(Kind.COMMAND, _inside(text, at + 2, end, ")"), quoted, at + 2))
    elif following == "{":
        found.append(Segment(Kind.VARIABLE, _inside(text, at + 2, end, "}"), quoted, at + 2))
    elif following == "'" and not quoted:
        found.append(Segment(Kind.TEXT, ansi_text(_inside(text, at + 2, end, "'")), quoted=True, start=at + 2))
    elif following == '"' and not quoted:
        return at + 1
    else:
        return _take_plain_variable(text, at, quoted, found)
    return end


def _take_plain_variable(text: str, at: int, quoted: bool, found: list[Segment]) -> int:
    name = _NAME.match(text, at + 1)
    if not name:
        found.append(Segment(Kind.TEXT, "$", quoted, at))
        return at + 1
    found.append(Segment(Kind.VARIABLE, name[0], quoted, at + 1))
    return name.end()


def ansi_text(text: str) -> str:
    """What ``$'…'`` stands for."""
    return _ANSI.sub(_ansi_character, text)


def _ansi_character(match: re.Match[str]) -> str:
    octal, two, four, eight, control, letter = match.groups()
    if octal:
        return chr(int(octal, 8) & 0xFF)
    if code := two or four or eight:
        value = int(code, 16)
        return chr(value) if value <= 0x10FFFF else "\ufffd"
    if control:
        return chr(ord(control) & 0x1F)
    return _ANSI_LETTERS.get(letter, letter if letter in "\\'\"?" else "\\" + letter)


def unquoted(text: str) -> str:
    """A pattern or a mark without its quotes."""
    return "".join(one.text for one in segments(text, has_tilde=False) if one.kind is Kind.TEXT)
