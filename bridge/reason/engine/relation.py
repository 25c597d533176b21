"""A relation: the known rows of one literal, split by age, with a hash index per pattern that some join asks for.

Rows that facts give stay a list until something asks whether a row is known.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

from bridge.reason.engine.conclusion import Conclusion
from bridge.reason.engine.model import Reason
from bridge.reason.engine.terms import Constant, Row
from bridge.reason.model import Fact

Table: TypeAlias = Mapping[Any, Collection[Any]]
"""From a key to what each matching row adds. A key of one column is that column; of several, their tuple; so is what a
row adds."""
_Lists: TypeAlias = dict[Any, list[Any]]
Groups: TypeAlias = dict[Any, set[Constant]]
"""From the columns but one to the values of that one."""


Profile: TypeAlias = tuple[int, ...]
"""The binary digits of a relation's size, then, where it is large, of how many rows share a value of each column."""

_SMALL: Final = 10
_SAMPLE: Final = 2000


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
    """A function that picks some positions of a row, as a row."""
    if len(positions) == 1:
        only = positions[0]
        return itemgetter(slice(only, only + 1))
    return itemgetter(*positions) if positions else lambda _: ()


@cache
def key_picker(positions: tuple[int, ...]) -> Callable[[Row], Any]:
    """A function that picks the key of a table: one position bare, several as a tuple."""
    return itemgetter(*positions) if positions else lambda _: ()


class Index:
    """The rows of a relation by one pattern: a table of the old ones, and one of those the last round brought."""

    def __init__(self, pattern: Pattern) -> None:
        self._whole = not pattern.bound and not pattern.equal and len(pattern.free) != 1
        self._key = key_picker(pattern.bound)
        self._rest = key_picker(pattern.free)
        self._equal = pattern.equal
        self._old: _Lists = {}
        self._indexed = 0
        self._fresh: _Lists | None = None

    def old(self, rows: list[Row]) -> Table:
        """The table of the old rows, brought up to date."""
        if self._whole:
            return {(): rows}
        if self._indexed < len(rows):
            self._enter(self._old, rows[self._indexed :] if self._indexed else rows)
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

    def behind(self, rows: int) -> int:
        """How many of so many old rows are not in the table yet."""
        return 0 if self._whole else rows - self._indexed

    def behind_fresh(self, rows: int) -> int:
        """How many of so many fresh rows are not in a table yet."""
        return 0 if self._whole or self._fresh is not None else rows

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

    def _enter(self, table: _Lists, rows: Iterable[Row]) -> None:
        for left, right in self._equal:
            rows = [row for row in rows if row[left] == row[right]]
        rows = rows if isinstance(rows, list) else list(rows)
        for key, rest in zip(map(self._key, rows), map(self._rest, rows), strict=True):
            if key in table:
                table[key].append(rest)
            else:
                table[key] = [rest]


class Grouping:
    """The rows of a relation by all columns but one: sets of that one's values."""

    def __init__(self, member: int, columns: int) -> None:
        self._key = key_picker(key_columns(member, columns))
        self._member = itemgetter(member)
        self._old: Groups = {}
        self._grouped = 0
        self._fresh: Groups | None = None

    def old(self, rows: list[Row]) -> Groups:
        """The groups of the old rows, brought up to date."""
        if self._grouped < len(rows):
            self._enter(self._old, rows[self._grouped :])
            self._grouped = len(rows)
        return self._old

    def fresh(self, rows: list[Row]) -> Groups:
        """The groups of the last round's rows."""
        if self._fresh is None:
            self._fresh = {}
            self._enter(self._fresh, rows)
        return self._fresh

    def settle(self) -> None:
        """Let fresh rows become old."""
        self._fresh = None

    def _enter(self, groups: Groups, rows: list[Row]) -> None:
        for key, value in zip(map(self._key, rows), map(self._member, rows), strict=True):
            if key in groups:
                groups[key].add(value)
            else:
                groups[key] = {value}


def key_columns(member: int, columns: int) -> tuple[int, ...]:
    """Every column but one."""
    return tuple([column for column in range(columns) if column != member])


class Relation:
    """The rows of one literal; ``old`` and ``fresh`` divide them."""

    def __init__(self) -> None:
        self._given = 0
        self._facts: Sequence[Fact] = ()
        self._rows: dict[Row, Reason] = {}
        self._new: dict[Row, Reason] = {}
        self.old: list[Row] = []
        self.fresh: list[Row] = []
        self._indexes: dict[Pattern, Index] = {}
        self._groupings: dict[int, Grouping] = {}
        self._profile: Profile = ()

    def give(self, rows: list[Row], facts: Sequence[Fact]) -> None:
        """The rows that facts give, before the first round; of two alike, the first counts."""
        self.fresh, self._facts = rows, facts
        self._given = len(rows)

    @property
    def given_count(self) -> int:
        """How many distinct rows the facts gave."""
        return len(set((self.old or self.fresh)[: self._given]))

    @property
    def rows(self) -> Mapping[Row, Reason]:
        """All rows but those of this round, with the reason for each."""
        self._take_facts()
        return self._rows

    @property
    def taken(self) -> Mapping[Row, Reason]:
        """The rows that this round has concluded so far."""
        return self._new

    @property
    def old_count(self) -> int:
        """How many rows are old."""
        return len(self.old)

    @property
    def fresh_count(self) -> int:
        """How many rows are fresh."""
        return len(self.fresh)

    @property
    def new_count(self) -> int:
        """How many rows this round has concluded so far."""
        return len(self._new)

    @property
    def profile(self) -> Profile:
        """How large it is, and where it is large, how many rows share a value: powers of two, of a sample."""
        size = (self.old_count + self.fresh_count).bit_length()
        if not self._profile or self._profile[0] != size:
            self._profile = (size, *self._shared()) if size > _SMALL else (size,)
        return self._profile

    def _shared(self) -> list[int]:
        rows = self.old or self.fresh
        sample = rows[:: max(1, len(rows) // _SAMPLE)]
        shared: list[int] = []
        for column in zip(*sample, strict=True):
            different = len(set(column))
            # A sample whose values nearly all differ says that few rows share one; any other has met most values.
            rare = different * 10 > len(sample) * 9
            shared.append(((len(sample) if rare else len(rows)) // different).bit_length())
        return shared

    def conclude(self, conclusion: Conclusion, found: dict[Row, Row]) -> None:
        """Take what a rule concludes in this round, which is not known yet: heads, and the values of its variables."""
        rule = conclusion.rule
        self._new |= {head: (rule, values) for head, values in found.items()}

    def settle(self) -> None:
        """Let the fresh rows become old, and those of this round fresh."""
        for index in self._indexes.values():
            index.settle(len(self.old), len(self.fresh))
        for grouping in self._groupings.values():
            grouping.settle()
        new = self._new
        if new:
            self._take_facts()
            self._rows |= new
            self._new = {}
        if self.old:
            self.old += self.fresh
        else:
            self.old = self.fresh
        self.fresh = list(new)

    def _take_facts(self) -> None:
        if self._facts:
            given = (self.old or self.fresh)[: self._given]
            # Backwards, so that the first of two alike stands.
            self._rows = dict(zip(reversed(given), reversed(self._facts), strict=True))
            self._facts = ()

    def unready(self, pattern: Pattern) -> int:
        """How many old rows are to be entered before there is a table of them by a pattern."""
        index = self._indexes.get(pattern)
        return self.old_count if index is None else index.behind(self.old_count)

    def unready_fresh(self, pattern: Pattern) -> int:
        """How many fresh rows are to be entered before there is a table of them by a pattern."""
        return self._index(pattern).behind_fresh(self.fresh_count)

    def old_table(self, pattern: Pattern) -> Table:
        """The old rows by a pattern."""
        return self._index(pattern).old(self.old)

    def fresh_table(self, pattern: Pattern) -> Table:
        """The fresh rows by a pattern."""
        return self._index(pattern).fresh(self.fresh)

    def old_groups(self, member: int, columns: int) -> Groups:
        """The old rows grouped."""
        return self._grouping(member, columns).old(self.old)

    def fresh_groups(self, member: int, columns: int) -> Groups:
        """The fresh rows grouped."""
        return self._grouping(member, columns).fresh(self.fresh)

    def _index(self, pattern: Pattern) -> Index:
        index = self._indexes.get(pattern)
        if index is None:
            index = self._indexes[pattern] = Index(pattern)
        return index

    def _grouping(self, member: int, columns: int) -> Grouping:
        grouping = self._groupings.get(member)
        if grouping is None:
            grouping = self._groupings[member] = Grouping(member, columns)
        return grouping
