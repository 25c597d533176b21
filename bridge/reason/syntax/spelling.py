"""How names and strings are spelled: what an escape stands for, and what must be escaped.

Control, bidirectional and zero-width characters are printed as escapes, so that what is printed is what is seen.
"""

import json
import re
from typing import Final

BARE_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:[-.][A-Za-z0-9_]+)*")
RESERVED: Final = frozenset({"not", "nothing", "_"})
BIDIRECTIONAL: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"

_BARE_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_QUOTED_PIECE: Final = re.compile(r'\\.|"')
_UNSEEN: Final = re.compile(
    f"[\x00-\x1f\x7f-\x9f\xad{BIDIRECTIONAL}\u200b-\u200d\u2028\u2029\u2060-\u206f\ufeff\ud800-\udfff"
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]"
)
"""What a reader does not see: controls, bidirectional and zero-width characters, fillers, selectors and tags."""
_SHORT: Final = {"\b": r"\b", "\t": r"\t", "\n": r"\n", "\f": r"\f", "\r": r"\r"}


def read_string(token: str) -> str:
    """The value of a string as it stands in the source, quotes included."""
    if "\\" not in token:
        return token[1:-1]
    value: str = json.loads(token)
    return value


def read_name(token: str) -> str:
    """The name that a bare or a backquoted token stands for."""
    if token[0] != "`":
        return token
    inner = token[1:-1]
    return read_string(f'"{_QUOTED_PIECE.sub(_as_json, inner)}"')


def read_variable(token: str) -> str:
    """The name of a variable, without its ``$``."""
    return read_name(token[1:])


def _as_json(piece: re.Match[str]) -> str:
    return {'"': '\\"', "\\`": "`"}.get(piece[0], piece[0])


def string(value: str) -> str:
    """A string as the language spells it."""
    escaped = _escape(value, '"')
    return f'"{escaped}"'


def quoted(name: str) -> str:
    """A name in backquotes, whether it needs them or not."""
    escaped = _escape(name, "`")
    return f"`{escaped}`"


def name(text: str) -> str:
    """A name as the language spells it: bare where it can be."""
    return text if BARE_NAME.fullmatch(text) and text not in RESERVED else quoted(text)


def variable(text: str) -> str:
    """A variable as the language spells it, from its name without the ``$``."""
    return f"${text if _BARE_VARIABLE.fullmatch(text) else quoted(text)}"


def _escape(value: str, quote: str) -> str:
    escaped = value.replace("\\", "\\\\").replace(quote, f"\\{quote}")
    return _UNSEEN.sub(_escape_character, escaped)


def _escape_character(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be", "surrogatepass")
    return _SHORT.get(match[0]) or "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))
