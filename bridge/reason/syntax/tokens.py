"""Tokens first: one regex cuts the whole text, and no token spans a line.

What is no terminal of the grammar is left to the tokenizer: documentation, comments, a string or backquote that is not
closed (one bad token to the end of its line), and any other character or run of word characters.
"""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from bridge.core.sources import Source

DOCUMENTATION: Final = "DOCUMENTATION"
COMMENT: Final = "COMMENT"
UNCLOSED: Final = "UNCLOSED"
OTHER: Final = "OTHER"
BAD: Final = frozenset({UNCLOSED, OTHER})

BYTE_ORDER_MARK: Final = "\ufeff"

_TOKENIZER_ONLY: Final = (
    (DOCUMENTATION, r"\#\#(?!\#)[^\r\n]*"),
    (COMMENT, r"\#[^\r\n]*"),
    (UNCLOSED, r'"[^\r\n]*|\$?`[^\r\n]*'),
    (OTHER, r"\w+|[\s\S]"),
)
_SPACE: Final = r"(?:[ \t\n]+|\r\n)*"
_SPACES: Final = re.compile(_SPACE)


class Token(NamedTuple):
    """A token: its terminal, its text as it stands, and the offsets at which it starts and ends."""

    type: str
    text: str
    start: int
    end: int


class Tokens(NamedTuple):
    """The tokens of a source, and apart from them its comments and documentation; both in order."""

    tokens: list[Token]
    trivia: list[Token]


def scanner(terminals: Iterable[tuple[str, str]]) -> re.Pattern[str]:
    """The regex that reads one token and the space after it.

    Args:
        terminals: names and regexes, those to be tried first standing first.
    """
    groups = "|".join(f"(?P<{name}>{pattern})" for name, pattern in (*terminals, *_TOKENIZER_ONLY))
    return re.compile(f"(?:{groups}){_SPACE}")


def tokenize(source: Source, scan: re.Pattern[str]) -> Tokens:
    """Cut a source into tokens; never fails, since what is no token becomes a bad one."""
    found = Tokens([], [])
    begin = _SPACES.match(source.text, 1 if source.text.startswith(BYTE_ORDER_MARK) else 0)
    for match in scan.finditer(source.text, begin.end() if begin else 0):
        group = match.lastgroup or OTHER
        start, end = match.span(group)
        token = Token(group, match[group], start, end)
        (found.trivia if group in {DOCUMENTATION, COMMENT} else found.tokens).append(token)
    return found
