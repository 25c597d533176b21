"""A relation: the known rows of one literal, split by age, with a hash index per pattern that some join asks for."""

from collections.abc import Callable, Iterable
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from bridge.reason.engine.model import Reason
from bridge.reason.engine.terms import Constant, Row

Table: TypeAlias = dict[Any, list[Row]]
"""From a key to what each matching row adds. A key of one column is that column; of several, their tuple."""


class Pattern(NamedTuple):
    """How an atom is looked up.

    Args:
        bound: the columns whose values are given.
        free: the columns that a match adds, in order.
        equal: pairs of columns that must agree, for a variable that stands twice.
    """

    bound: tuple[int, ...]
    free: tuple[int, ...]
    equal: tuple[tuple[int, int], ...]


@cache
def picker(positions: tuple[int, ...]) -> Callable[[Row], Row]:
    """A function that picks positions of a row, always as a tuple."""
    if len(positions) == 1:
        only = positions[0]
        return lambda row: (row[only],)
    return itemgetter(*positions) if positions else lambda _: ()


@cache
def key_picker(positions: tuple[int, ...]) -> Callable[[Row], Constant | Row]:
    """A function that picks the key of a table: one position bare, several as a tuple."""
    return itemgetter(*positions) if positions else lambda _: ()


class Index:
    """The rows of a relation by one pattern: a table of the old ones, and one of those the last round brought."""

    def __init__(self, pattern: Pattern) -> None:
        self._whole = not pattern.bound and not pattern.equal
        self._key = key_picker(pattern.bound)
        self._rest = picker(pattern.free)
        self._equal = pattern.equal
        self._old: Table = {}
        self._indexed = 0
        self._fresh: Table | None = None

    def old(self, rows: list[Row]) -> Table:
        """The table of the old rows, brought up to date."""
        if self._whole:
            return {(): rows}
        if self._indexed < len(rows):
            self._enter(self._old, rows[self._indexed :])
            self._indexed = len(rows)
        return self._old

    def fresh(self, rows: list[Row]) -> Table:
        """The table of the last round's rows."""
        if self._whole:
            return {(): rows}
        if self._fresh is None:
            self._fresh = {}
            self._enter(self._fresh, rows)
        return self._fresh

    def settle(self, old: int, fresh: int) -> None:
        """Let fresh rows become old: a table of them, where there is one, is not made a second time."""
        if self._fresh is not None and self._indexed == old:
            if self._old:
                for key, rows in self._fresh.items():
                    self._old.setdefault(key, []).extend(rows)
            else:
                self._old = self._fresh
            self._indexed = old + fresh
        self._fresh = None

    def _enter(self, table: Table, rows: Iterable[Row]) -> None:
        key, rest = self._key, self._rest
        for left, right in self._equal:
            rows = [row for row in rows if row[left] == row[right]]
        for row in rows:
            bucket = table.get(key(row))
            if bucket is None:
                table[key(row)] = [rest(row)]
            else:
                bucket.append(rest(row))


class Relation:
    """The rows of one literal: ``rows`` are all, with the reason for each; ``old`` and ``fresh`` divide them."""

    def __init__(self) -> None:
        self.rows: dict[Row, Reason] = {}
        self.old: list[Row] = []
        self.fresh: list[Row] = []
        self._indexes: dict[Pattern, Index] = {}

    def add(self, rows: dict[Row, Reason]) -> None:
        """Let the fresh rows become old, and these, which are new, fresh."""
        for index in self._indexes.values():
            index.settle(len(self.old), len(self.fresh))
        self.old += self.fresh
        self.fresh = list(rows)
        self.rows |= rows

    def old_table(self, pattern: Pattern) -> Table:
        """The old rows by a pattern."""
        return self._index(pattern).old(self.old)

    def fresh_table(self, pattern: Pattern) -> Table:
        """The fresh rows by a pattern."""
        return self._index(pattern).fresh(self.fresh)

    def _index(self, pattern: Pattern) -> Index:
        index = self._indexes.get(pattern)
        if index is None:
            index = self._indexes[pattern] = Index(pattern)
        return index
