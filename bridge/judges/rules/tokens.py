"""Cutting a shell command into words, as the rules do: by characters, not by the shell's grammar.

White space is what Unicode calls White_Space; unlike Python's, it leaves out the separators U+001C to U+001F.
"""

import re
from typing import Final

WHITE_SPACE: Final = (
    "\t\n\v\f\r \x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
)

_BETWEEN_TOKENS: Final = re.compile(f"[{WHITE_SPACE};&|()]+")
_BETWEEN_PIECES: Final = re.compile(f"[{WHITE_SPACE}\"'`]+")
_U16: Final = re.compile(r"\+?0*([0-9]{1,5})")


def tokens(command: str) -> list[str]:
    """The words of a command: cut at white space and ``; & | ( )``, quotes trimmed from both ends.

    Quotes do not group and no operator survives, so a word may belong to another statement than the one before it.
    """
    trimmed = (piece.strip("\"'`") for piece in _BETWEEN_TOKENS.split(command))
    return [token for token in trimmed if token]


def pieces(command: str) -> list[str]:
    """The pieces of a command between white space and quotes, in which URLs are looked for."""
    return [piece for piece in _BETWEEN_PIECES.split(command) if piece]


def trim(text: str) -> str:
    """A text without white space at its ends."""
    return text.strip(WHITE_SPACE)


def is_port_number(token: str) -> bool:
    """Whether a word is an unsigned 16-bit number: a plus and leading zeros are fine, any number is a port."""
    match = _U16.fullmatch(token)
    return match is not None and int(match[1]) <= 0xFFFF
