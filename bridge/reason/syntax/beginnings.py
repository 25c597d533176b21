"""Where the next piece begins after one that cannot be read.

It begins at a statement keyword that is first on its line, no further in than the failed piece unless a ``.`` comes
before it, and not followed by what would make it a name; at whatever is first on its line, no further in than the
failed piece, after a ``.``; and after a ``.`` that does not end its line, at what is or nearly is such a keyword.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from bridge.core.deadline import Deadline
from bridge.core.sources import Source
from bridge.reason.syntax.blocks import STATEMENTS, STEPS, Blocks
from bridge.reason.syntax.grammar import Grammar
from bridge.reason.syntax.statements import ENDS, Read, read
from bridge.reason.syntax.suggestions import nearest
from bridge.reason.syntax.tokens import Token

_NOT_AFTER_A_KEYWORD: Final = frozenset({"LPAR", "COMMA", "DOT", "COLON"})
_LONGEST_OPENING: Final = 3
"""How many tokens stand before the brace of a test with one token too many."""


class Beginnings:
    """Where pieces begin among the tokens of one source, as far as its blocks are known."""

    def __init__(
        self, source: Source, tables: Grammar, tokens: Sequence[Token], blocks: Blocks, deadline: Deadline
    ) -> None:
        self._source = source
        self._tables = tables
        self._tokens = tokens
        self._blocks = blocks
        self._deadline = deadline

    def after(self, first: int, start: int, stop: int) -> Iterator[int]:
        """The indices from ``start`` to before ``stop`` at which a piece begins, after the one at ``first``."""
        for index in range(start, min(stop, len(self._tokens))):
            if self._begins(first, index):
                yield index

    def opening(self, first: int) -> int | None:
        """The index after the brace of a test whose opening cannot be read, or none where that is something else."""
        if self._tokens[first].text in (STATEMENTS | STEPS) - {"test"}:
            return None
        for index in range(first + 1, min(first + 1 + _LONGEST_OPENING, len(self._tokens))):
            if self.first_on_line(index):
                break
            if self._tokens[index].type == "LBRACE":
                return index + 1
        return self._unbraced(first)

    def is_keyword(self, index: int) -> bool:
        """Whether a token is the first word of a piece, or the brace that closes a test."""
        token = self._tokens[index]
        if token.type == "RBRACE":
            return self._blocks.open
        return token.text in self._words and self._may_follow(index)

    def closes_line(self, index: int) -> bool:
        """Whether a token is the brace of a test that ends on the line on which what stands before it does."""
        if self._tokens[index].type != "RBRACE" or not self._blocks.open:
            return False
        return index + 1 == len(self._tokens) or self.first_on_line(index + 1)

    def _unbraced(self, first: int) -> int | None:
        """The index of the first step of a test without a brace, on a line of its own, or none where there is none."""
        if self._tokens[first].text != "test":
            return None
        for index in range(first + 1, min(first + 2 + _LONGEST_OPENING, len(self._tokens))):
            if self.first_on_line(index):
                return index if self._tokens[index].text in STEPS and self._may_follow(index) else None
        return None

    def _begins(self, first: int, index: int) -> bool:
        before = self._tokens[index - 1]
        if self.first_on_line(index):
            level = self._column(index) <= self._column(first)
            if self.is_keyword(index):
                return level or before.type in ENDS
            return level and before.type == "DOT" and self._may_stand(index)
        if self._line(first) != self._line(index):
            return False
        return self.closes_line(index) or (before.type == "DOT" and self._keyword_meant(index))

    def _keyword_meant(self, index: int) -> bool:
        """Whether a word in the middle of a line is the keyword of a step or statement, or makes one in its place."""
        token = self._tokens[index]
        words = STEPS if self._blocks.open else STATEMENTS
        if token.type != "NAME" or not self._may_follow(index):
            return False
        if token.text in words:
            return True
        self._deadline.check()
        meant = None if token.text in self._tables.keywords else nearest(token.text, words)
        if meant is None:
            return False
        piece = [token._replace(text=meant), *self._tokens[index + 1 : self._end(index)]]
        return isinstance(read(self._tables, piece, 0), Read)

    def _may_stand(self, index: int) -> bool:
        """Whether a token that begins no piece can be reported as one that should have: a step has its test."""
        return self._blocks.open or (self._tokens[index].type != "RBRACE" and self._tokens[index].text not in STEPS)

    def _may_follow(self, index: int) -> bool:
        return index + 1 == len(self._tokens) or self._tokens[index + 1].type not in _NOT_AFTER_A_KEYWORD

    def _end(self, index: int) -> int:
        """The index after the next token that may end a piece."""
        stops = (place + 1 for place in range(index, len(self._tokens)) if self._tokens[place].type in ENDS)
        return next(stops, len(self._tokens))

    @property
    def _words(self) -> frozenset[str]:
        return STATEMENTS | STEPS if self._blocks.open else STATEMENTS

    def first_on_line(self, index: int) -> bool:
        """Whether a token stands on another line than the one before it."""
        return "\n" in self._source.text[self._tokens[index - 1].end : self._tokens[index].start]

    def _line(self, index: int) -> int:
        return self._source.position(self._tokens[index].start)[0]

    def _column(self, index: int) -> int:
        return self._source.position(self._tokens[index].start)[1]
