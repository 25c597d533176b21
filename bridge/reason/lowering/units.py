"""The statements of all sources in one order, each with the source in which it stands."""

from collections.abc import Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

from bridge.core.sources import Source, Span
from bridge.reason.syntax import ast

Piece = TypeVar("Piece", bound=ast.Piece)


class Unit(NamedTuple, Generic[Piece]):
    """A statement and the source in which it stands."""

    source: Source
    piece: Piece
    statement: ast.Statement

    @property
    def keyword(self) -> Span:
        """The first word of the statement."""
        start = self.statement.start
        end = start
        while end < self.statement.end and self.source.text[end].isalpha():
            end += 1
        return Span(self.source, start, end)


def of(kind: type[Piece], units: Iterable[Unit[ast.Piece]]) -> Iterator[Unit[Piece]]:
    """The units of one kind of statement, in order."""
    for unit in units:
        if isinstance(unit.piece, kind):
            yield Unit(unit.source, unit.piece, unit.statement)
