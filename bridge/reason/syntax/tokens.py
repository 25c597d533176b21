"""Tokens first: one regex cuts the whole text, and no token spans a line.

What is no terminal of the grammar is left to the tokenizer: documentation, comments, a string or backquote that is not
closed (one bad token to the end of its line), and any other character or run of word characters.

The text is cut in one call. What each piece is depends on the piece alone, so each is looked at once however often it
stands in the text, and what a source says is kept in columns: a token is made where one is asked for.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import accumulate, compress
from operator import add, itemgetter, not_
from typing import Final, NamedTuple

from bridge.core.sources import Source
from bridge.reason.syntax.spelling import read_name, read_string, read_variable

DOCUMENTATION: Final = "DOCUMENTATION"
COMMENT: Final = "COMMENT"
UNCLOSED: Final = "UNCLOSED"
OTHER: Final = "OTHER"
BAD: Final = frozenset({UNCLOSED, OTHER})

BYTE_ORDER_MARK: Final = "\ufeff"

TRIVIA: Final = frozenset({DOCUMENTATION, COMMENT})
_TOKENIZER_ONLY: Final = (
    (DOCUMENTATION, r"\#\#(?!\#)[^\r\n]*"),
    (COMMENT, r"\#[^\r\n]*"),
    (UNCLOSED, r'"[^\r\n]*|\$?`[^\r\n]*'),
    (OTHER, r"\w+|[\s\S]"),
)
_new: Final = tuple.__new__  # what a named tuple's own does, without its detour
_MARK: Final = re.compile(r"\\?[^\w\s<>=]")
"""A terminal of one character with which no other begins."""
_STAR: Final = r"\*"
SPACE: Final = r"[ \t\n]*(?:\r\n[ \t\n]*)*"
_SPACES: Final = re.compile(SPACE)
_VALUES: Final[Mapping[str, Callable[[str], str]]] = {
    "STRING": read_string,
    "QNAME": read_name,
    "VAR": read_variable,
    "GLOB": lambda text: text[:-1],
}


class Token(NamedTuple):
    """A token: its terminal, its text as it stands, and the offsets at which it starts and ends."""

    type: str
    text: str
    start: int
    end: int

    @property
    def value(self) -> str:
        """What the text says: a string or a name decoded, of a pattern what names begin with."""
        return value(self.type, self.text)


def value(type: str, text: str) -> str:
    """What the text of a token of some terminal says."""
    read = _VALUES.get(type)
    return text if read is None else read(text)


class Lexeme(NamedTuple):
    """A token wherever it stands.

    Args:
        word: the terminal of a keyword, where the text is one; else that of the token.
        value: what it says.
        size: the code points of its text.
        type: the terminal of the token; a keyword's is that of a name.
        text: the text as it stands.
    """

    word: str
    value: str
    size: int
    type: str
    text: str


class Scanner(NamedTuple):
    """What cuts a text: a regex for a token and the space after it, the same with a group for each terminal, and words.

    Args:
        cut: has no groups.
        kind: has a group for each terminal.
        keywords: the terminal of each word that may be a keyword.
        patterns: the regex of each terminal that is no keyword.
    """

    cut: re.Pattern[str]
    kind: re.Pattern[str]
    keywords: Mapping[str, str]
    patterns: Mapping[str, str]


def scanner(terminals: Iterable[tuple[str, str]], keywords: Mapping[str, str]) -> Scanner:
    """What cuts a text into these terminals.

    Args:
        terminals: names and regexes, those to be tried first standing first; no regex has a group.
        keywords: the terminal of each word that may be a keyword.
    """
    patterns = [*terminals, *_TOKENIZER_ONLY]
    groups = "|".join(f"(?P<{name}>{pattern})" for name, pattern in patterns)
    cut = re.compile(f"(?:{_cut(dict(patterns))}){SPACE}")
    return Scanner(cut, re.compile(groups), keywords, dict(patterns))


def _cut(patterns: dict[str, str]) -> str:
    """The alternatives of all patterns, the same pieces sooner found: marks first, and no name is looked at twice."""
    marks = [pattern for pattern in patterns.values() if _MARK.fullmatch(pattern)]
    others = [pattern for pattern in patterns.values() if pattern not in marks]
    name = patterns["NAME"]
    if f"{name}{_STAR}" in others:
        others = [f"{name}(?:{_STAR})?", *(pattern for pattern in others if pattern not in {name, name + _STAR})]
    return "|".join((f"[{''.join(marks)}]", *others))


class Tokens:
    """The tokens of a source in order, as columns, and apart from them its comments and documentation, as ``trivia``.

    Of each token: ``words`` is its terminal, that of a keyword where it may be one, ``values`` what it says, and
    ``starts`` and ``ends`` are its offsets.
    """

    def __init__(self, lexemes: list[Lexeme], starts: list[int], trivia: list[Token]) -> None:
        self.trivia = trivia
        self._lexemes = lexemes
        self.words: list[str] = list(map(itemgetter(0), lexemes))
        self.values: list[str] = list(map(itemgetter(1), lexemes))
        self.starts = starts
        self.ends: list[int] = list(map(add, starts, map(itemgetter(2), lexemes)))

    def __len__(self) -> int:
        return len(self.starts)

    @cached_property
    def tokens(self) -> list[Token]:
        """Every token."""
        return self.between(0, len(self))

    @property
    def texts(self) -> list[str]:
        """The tokens as they stand."""
        return [lexeme.text for lexeme in self._lexemes]

    def between(self, first: int, after: int) -> list[Token]:
        """The tokens from one index to before another."""
        return list(map(_token, self._lexemes[first:after], self.starts[first:after]))


def tokenize(source: Source, scan: Scanner) -> Tokens:
    """Cut a source into tokens; never fails, since what is no token becomes a bad one."""
    return cut(source.text, beginning(source.text), len(source.text), Lexicon(scan))


def beginning(text: str) -> int:
    """Where the first token of a text begins, if it has one."""
    return after_space(text, 1 if text.startswith(BYTE_ORDER_MARK) else 0)


def after_space(text: str, offset: int) -> int:
    """Where the space ends that begins at an offset, if there is some."""
    space = _SPACES.match(text, offset)
    return space.end() if space else offset


def cut(text: str, start: int, end: int, lexicon: "Lexicon") -> Tokens:
    """The tokens from one offset, where one begins, to another, where a line does or the text ends."""
    pieces = lexicon.scan.cut.findall(text, start, end)
    lexemes = list(map(lexicon.__getitem__, pieces))
    starts = list(accumulate(map(len, pieces), initial=start))[:-1]
    dropped = list(map(TRIVIA.__contains__, map(itemgetter(0), lexemes)))
    if True not in dropped:
        return Tokens(lexemes, starts, [])
    kept = list(map(not_, dropped))
    trivia = list(map(_token, compress(lexemes, dropped), compress(starts, dropped)))
    return Tokens(list(compress(lexemes, kept)), list(compress(starts, kept)), trivia)


class Lexicon(dict[str, Lexeme]):
    """The pieces of one text, each with what it is."""

    def __init__(self, scan: Scanner) -> None:
        self.scan = scan

    def __missing__(self, piece: str) -> Lexeme:
        match = self.scan.kind.match(piece)
        name, text = (match.lastgroup or OTHER, match[0]) if match else (OTHER, piece)
        word = self.scan.keywords.get(text, name) if name == "NAME" else name
        found = self[piece] = _new(Lexeme, (word, value(name, text), len(text), name, text))
        return found


def _token(lexeme: Lexeme, start: int) -> Token:
    return _new(Token, (lexeme.type, lexeme.text, start, start + lexeme.size))
