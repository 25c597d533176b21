"""How a refusal quotes what was given (spec: Reason, section 3)."""

import unicodedata
from typing import Final

# Other_Grapheme_Extend of Unicode's PropList: combining, though of another category than the other combining marks.
_ALSO_COMBINING: Final = frozenset(
    "\u09be\u09d7\u0b3e\u0b57\u0bbe\u0bd7\u0cc2\u0cd5\u0cd6\u0d3e\u0d57\u0dcf\u0ddf\u1b35\u302e\u302f\uff9e\uff9f"
    "\U0001133e\U00011357\U000114b0\U000114bd\U000115af\U00011930\U0001d165\U0001d16e\U0001d16f\U0001d170\U0001d171\U0001d172"
)
_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0"}


def quoted(text: str) -> str:
    """The text in double quotes, with what cannot be seen written as a hexadecimal escape."""
    return '"' + "".join(map(_visible, text)) + '"'


def _visible(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    combining = unicodedata.category(character) in ("Mn", "Me") or character in _ALSO_COMBINING
    if combining or not character.isprintable():
        return f"\\u{{{ord(character):x}}}"
    return character
