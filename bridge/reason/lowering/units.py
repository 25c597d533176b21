"""The statements of all sources in one order, each with the source in which it stands."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar, cast

from bridge.core.sources import Source, Span
from bridge.reason.syntax import ast

Piece = TypeVar("Piece", bound=ast.Piece)


class Unit(NamedTuple, Generic[Piece]):
    """A statement and the source in which it stands.

    Args:
        source: the source.
        piece: what it says.
        statement: the statement, with its place.
        origin: which item it is of the JSON that the statement takes in.
    """

    source: Source
    piece: Piece
    statement: ast.Statement
    origin: str = ""

    @property
    def keyword(self) -> Span:
        """The first word of the statement."""
        start = self.statement.start
        end = start
        while end < self.statement.end and self.source.text[end].isalpha():
            end += 1
        return Span(self.source, start, end)


class Units(list[Unit[ast.Piece]]):
    """All units of a program, in order; those of each kind are looked for once."""

    @cached_property
    def kinds(self) -> dict[type, list[Unit[ast.Piece]]]:
        """The units by the kind of their statement."""
        found: dict[type, list[Unit[ast.Piece]]] = {}
        for unit in self:
            found.setdefault(type(unit.piece), []).append(unit)
        return found


def of(kind: type[Piece], units: Iterable[Unit[ast.Piece]]) -> Iterator[Unit[Piece]]:
    """The units of one kind of statement, in order."""
    if isinstance(units, Units):
        yield from cast("list[Unit[Piece]]", units.kinds.get(kind, ()))
        return
    for unit in units:
        if isinstance(unit.piece, kind):
            yield cast("Unit[Piece]", unit)
