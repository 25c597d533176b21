"""Text as the reference quotes and trims it: Rust's debug quoting and Unicode's White_Space.

Neither is Python's: ``repr`` chooses its quotes and escapes, and ``str.strip`` also takes U+001C to U+001F
(spec: Reason, sections 3 and 9).
"""

import unicodedata
from typing import Final

WHITE_SPACE: Final = (
    "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006"
    "\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)

_SHORT: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}
_UNPRINTABLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})
_COMBINING: Final = frozenset({"Mn", "Me"})
# Grapheme_Extend beyond the categories above: Other_Grapheme_Extend of Unicode's PropList.
_ALSO_COMBINING: Final = frozenset(
    "\u09be\u09d7\u0b3e\u0b57\u0bbe\u0bd7\u0cc2\u0cd5\u0cd6\u0d3e\u0d57\u0dcf\u0ddf\u1b35\u302e\u302f\uff9e\uff9f"
    "\U0001133e\U00011357\U000114b0\U000114bd\U000115af\U00011930\U0001d165"
    "\U0001d16e\U0001d16f\U0001d170\U0001d171\U0001d172"
)


def is_blank(text: str) -> bool:
    """Whether a text is empty, or white space alone."""
    return not text.strip(WHITE_SPACE)


def quoted(text: str) -> str:
    """A text between double quotes, with what cannot be read as it stands escaped."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(character: str) -> str:
    if character in _SHORT:
        return _SHORT[character]
    category = unicodedata.category(character)
    hidden = category in _UNPRINTABLE and character != " "
    if hidden or category in _COMBINING or character in _ALSO_COMBINING:
        return f"\\u{{{ord(character):x}}}"
    return character
