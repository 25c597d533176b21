"""The house layout of a source. It is made of tokens and comments: nothing is reordered, aligned, respelled or dropped.

A statement is one line where that fits in 100 columns, and else broken: a rule before each premise, a fact before its
clauses, a declaration into its arguments, a list of names where a line is full. What follows the first line is indented
by two spaces, and so is what stands in a test. A break that its author made at the first of those places is kept.
Blank lines are kept, several as one, but for those inside a statement, at the ends of the file and inside the braces of
a test; so none comes or goes between documentation and what it stands above. Lines end in a line feed, the last one
too; a byte order mark and space at the end of a line are dropped.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import NamedTuple

from bridge.core.diagnostics import ProgramRefused
from bridge.core.sources import Source
from bridge.errors import ProgramError
from bridge.reason.collector import no_collection
from bridge.reason.syntax import ast
from bridge.reason.syntax.layout import INDENT, WIDTH, Piece, lines
from bridge.reason.syntax.parser import Parsed, parse_tokens
from bridge.reason.syntax.silences import silences
from bridge.reason.syntax.statements import ENDS
from bridge.reason.syntax.tokens import TRIVIA, Token, Tokens


class _Comment(NamedTuple):
    """A comment on a line of its own, and how many lines end between it and what stands before it."""

    text: str
    newlines: int


@dataclass(slots=True)
class _Word:
    """A token with the comments before it, how many lines end just before it, and the comment behind it on its line."""

    token: Token
    before: Sequence[_Comment]
    newlines: int
    behind: str = ""


def formatted(source: Source) -> str:
    """A source in the house layout.

    What is given back says what was given: the same tokens and comments in the same order, the same documentation and
    silences on the same statements; and laid out again it stays as it is. That is looked at before it is given back.

    Raises:
        ProgramRefused: the source cannot be read; with every problem.
        ProgramError: it would not be so, which is a fault of ours.
    """
    with no_collection():
        read = parse_tokens(source)
        if read.diagnostics:
            raise ProgramRefused(read.diagnostics)
        text = _laid_out(read)
        _check(read, text)
    return text


def statement(text: str) -> str:
    """A statement on one line, as ``decompile`` makes it, broken where it is too long; no line end after it."""
    if len(text) <= WIDTH:
        return text
    return _laid_out(parse_tokens(Source("statement", text))).removesuffix("\n")


def _check(read: Parsed, text: str) -> None:
    name = read.file.source.name
    again = parse_tokens(Source(name, text))
    if again.diagnostics or _said(again) != _said(read) or _laid_out(again) != text:
        raise ProgramError(
            f"laying out {name} would change what it says, so it is left as it is",
            where=name,
            help="this is a fault of rbridge: please report it, with the file",
        )


def _said(read: Parsed) -> object:
    """All that a source says, wherever on its lines it says it."""
    file = read.file
    statements = sorted((*file.statements, *(step for test in file.tests for step in test.steps)), key=_start)
    starts = sorted((*(one.start for one in file.statements), *(test.start for test in file.tests)))
    return (
        read.columns.texts,
        [_trimmed(token) for token in read.columns.trivia],
        [[line.value for line in statement.documentation] for statement in statements],
        [(one.codes, one.reason, one.target and starts.index(one.target.start)) for one in silences(file)],
    )


_start = attrgetter("start")


def _trimmed(comment: Token) -> str:
    return comment.text.rstrip(" \t")


def _laid_out(read: Parsed) -> str:
    page = _Page(read.file)
    words, rest = _words(read.file.source, read.columns)
    begun = 0
    for index, word in enumerate(words, 1):
        if word.token.type in ENDS:
            page.piece(words[begun:index])
            begun = index
    page.comments(rest)
    return "".join(f"{line}\n" for line in page.drawn)


def _words(source: Source, found: Tokens) -> tuple[list[_Word], list[_Comment]]:
    """The tokens with their comments, and the comments after the last of them."""
    words: list[_Word] = []
    comments: list[_Comment] = []
    end = 0
    for part in sorted((*found.tokens, *found.trivia), key=_start):
        newlines = source.text.count("\n", end, part.start)
        end = part.end
        if part.type not in TRIVIA:
            words.append(_Word(part, comments or (), newlines))
            comments = []
        elif words and not newlines:
            words[-1].behind = _trimmed(part)
        else:
            comments.append(_Comment(_trimmed(part), newlines))
    return words, comments


@dataclass
class _Page:
    """The lines as far as they are drawn, and how those of the block are indented."""

    file: ast.File
    drawn: list[str] = field(default_factory=list)
    margin: str = ""
    closed_up: bool = True

    def __post_init__(self) -> None:
        steps = (step for test in self.file.tests for step in test.steps)
        self._nodes = {statement.start: statement.piece for statement in (*self.file.statements, *steps)}

    def piece(self, words: Sequence[_Word]) -> None:
        """A statement or step, or what opens or closes a test, and the comments before it."""
        first, last = words[0], words[-1]
        opens, closes = last.token.type == "LBRACE", last.token.type == "RBRACE"
        self.comments(first.before)
        self._blank(first.newlines, closed_up=closes and not first.before)
        self.margin = "" if closes else self.margin
        self.drawn += lines(self._cut(words))
        if last.behind:
            self.drawn[-1] += f"{INDENT}{last.behind}"
        self.margin = INDENT if opens else self.margin
        self.closed_up = opens and not last.behind

    def comments(self, comments: Sequence[_Comment]) -> None:
        """Comments on lines of their own."""
        for comment in comments:
            self._blank(comment.newlines)
            self.drawn.append(self.margin + comment.text)
            self.closed_up = False

    def _blank(self, newlines: int, *, closed_up: bool = False) -> None:
        if newlines > 1 and not closed_up and not self.closed_up:
            self.drawn.append("")

    def _cut(self, words: Sequence[_Word]) -> Piece:
        inner = list(enumerate(words))[1:]
        return Piece(
            [word.token for word in words],
            self._nodes.get(words[0].token.start),
            self.margin,
            {index: [comment.text for comment in word.before] for index, word in inner if word.before},
            {index: word.behind for index, word in enumerate(words[:-1]) if word.behind},
            frozenset(index for index, word in inner if word.newlines),
        )
