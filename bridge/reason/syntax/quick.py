"""Reading a source with which nothing is wrong: most statements whole, the others a stretch of lines at a time.

Where a statement cannot be read so, nothing is said of the source, and whoever wants to know reads it token by token.
"""

import re
from collections.abc import Sequence
from itertools import compress
from typing import Final

from bridge.core.deadline import Deadline
from bridge.core.diagnostics import Diagnostic
from bridge.core.sources import Source
from bridge.reason.syntax import ast
from bridge.reason.syntax.blocks import Blocks
from bridge.reason.syntax.documentation import Documentation
from bridge.reason.syntax.grammar import Grammar
from bridge.reason.syntax.shapes import Shapes
from bridge.reason.syntax.statements import ENDS
from bridge.reason.syntax.templates import templates
from bridge.reason.syntax.tokens import DOCUMENTATION, SPACE, Lexicon, Token, Tokens, after_space, beginning, cut

_COMMENT: Final = re.compile(rf"(#[^\r\n]*){SPACE}")
_LINE_ENDS: Final = re.compile(r"[.{}]\r?\n")
"""Where a stretch of lines ends, most likely with a statement."""


def quick(
    source: Source, tables: Grammar, deadline: Deadline, shapes: Shapes
) -> tuple[ast.File, list[Diagnostic]] | None:
    """Read a source of which every statement can be read; none where one cannot.

    What is said of it is what is wrong with the order of its statements.

    Args:
        source: the source.
        tables: the grammar.
        deadline: when it must be done.
        shapes: those of the statements met so far; it takes note of more.

    Raises:
        LimitError: it takes longer than the deadline allows.
    """
    reader = _Reader(source, tables, deadline, shapes)
    return (reader.blocks.file(), reader.diagnostics) if reader.read() else None


class _Reader:
    """The state of reading one source."""

    def __init__(self, source: Source, tables: Grammar, deadline: Deadline, shapes: Shapes) -> None:
        self.blocks = Blocks(source)
        self.diagnostics: list[Diagnostic] = []
        self._text = source.text
        self._deadline = deadline
        self._documentation = Documentation(source)
        self._documented = False
        self._lexicon = Lexicon(tables.scan)
        self._templates = templates()
        self._shapes = shapes

    def read(self) -> bool:
        """Read the whole text; false where a statement cannot be read."""
        at = self._shaped(beginning(self._text))
        while at < len(self._text):
            self._deadline.check()
            after = self._comment(at) if self._text[at] == "#" else self._stretch(at)
            if after is None:
                return False
            at = self._shaped(after)
        self.diagnostics += self.blocks.finish(len(self._text))
        return True

    def _shaped(self, at: int) -> int:
        """Read the statements that have shapes; the offset of the first that has none."""
        text, shapes_at = self._text, self._shapes.at
        while True:
            for match, build in shapes_at(text, at):
                found = match(text, at)
                if found is not None and (piece := build(found)) is not None:
                    self._add(piece, at, found.regs[-1][1])
                    at = found.end()
                    break
            else:
                return at
            self._deadline.check()

    def _comment(self, at: int) -> int | None:
        found = _COMMENT.match(self._text, at)
        if found is None:
            return None
        self._note([Token(self._lexicon[found[1]].type, found[1], at, found.end(1))])
        return found.end()

    def _stretch(self, at: int) -> int | None:
        """Read the statements of some lines; the offset of the next after them, or none where one cannot be read."""
        end = at
        while end < len(self._text):
            # At least twice as long as what held no end of a statement, so that no text is cut again and again.
            ends = _LINE_ENDS.search(self._text, end + (end - at))
            end = ends.end() if ends else len(self._text)
            columns = cut(self._text, at, end, self._lexicon)
            stops = list(compress(range(len(columns)), map(ENDS.__contains__, columns.words)))
            if stops:
                return self._pieces(columns, stops, end)
        return None

    def _pieces(self, columns: Tokens, stops: list[int], end: int) -> int | None:
        first = 0
        self._note(columns.trivia)
        for stop in stops:
            self._deadline.check()
            piece = self._templates.piece(columns, first, stop + 1)
            if piece is None:
                return None
            self._shapes.met(tuple(columns.words[first : stop + 1]), columns, first)
            self._add(piece, columns.starts[first], columns.ends[stop])
            self._documented = bool(columns.trivia)
            first = stop + 1
        return columns.starts[first] if first < len(columns) else after_space(self._text, end)

    def _note(self, trivia: Sequence[Token]) -> None:
        self._documentation.add(trivia)
        self._documented |= any(token.type == DOCUMENTATION for token in trivia)

    def _add(self, piece: ast.Piece, start: int, end: int) -> None:
        above = self._documentation.above(start) if self._documented else ()
        self._documented = False
        self.diagnostics += self.blocks.add(ast.Statement(piece, start, end, above))
