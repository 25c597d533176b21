"""A relation whose rows are stored in groups: by all columns but one, the values of that one with their witnesses.

A witness is a fact, or a rule's conclusion with the values of the variables that its head does not have; one witness
serves every row that it explains, and whole groups are compared as sets. Recursive relations are stored so: their rows
are many, and most that a round finds are known.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from operator import itemgetter
from typing import Any, TypeAlias

from bridge.reason.engine.conclusion import Conclusion, LinkedConclusion
from bridge.reason.engine.model import Reason
from bridge.reason.engine.relation import Groups, Pattern, Relation, Table, key_columns, key_picker
from bridge.reason.engine.terms import Constant, Row
from bridge.reason.model import Fact

Witness: TypeAlias = "Fact | tuple[Conclusion | LinkedConclusion, Any]"
Known: TypeAlias = dict[Any, dict[Constant, Witness]]


class GroupedRows(Mapping[Row, Reason]):
    """The rows of a grouped relation with their reasons, which are made when asked for."""

    def __init__(self, member: int, columns: int) -> None:
        self.groups: Known = {}
        self.member = member
        self.columns = columns
        keys = key_columns(member, columns)
        self.key = key_picker(keys)
        self._single = len(keys) == 1

    def row(self, key: Any, value: Constant) -> Row:
        """The row of a value in a group."""
        values: Row = (key,) if self._single else key
        return (*values[: self.member], value, *values[self.member :])

    def rows(self, groups: Mapping[Any, Any]) -> list[Row]:
        """The rows of some groups."""
        if self._single and self.member == 1:
            return [row for key, values in groups.items() for row in zip(repeat(key), values)]
        return [self.row(key, value) for key, values in groups.items() for value in values]

    def __contains__(self, row: object) -> bool:
        if not isinstance(row, tuple) or len(row) != self.columns:
            return False
        return row[self.member] in self.groups.get(self.key(row), ())

    def __getitem__(self, row: Row) -> Reason:
        if len(row) != self.columns:
            raise KeyError(row)
        witness = self.groups[self.key(row)][row[self.member]]
        return witness if isinstance(witness, Fact) else witness[0].reason(row, witness[1])

    def __iter__(self) -> Iterator[Row]:
        for key, values in self.groups.items():
            for value in values:
                yield self.row(key, value)

    def __len__(self) -> int:
        return sum(map(len, self.groups.values()))


class GroupedRelation(Relation):
    """A relation in groups. What a round concludes is known at once, but not fresh before the round ends."""

    def __init__(self, member: int, columns: int) -> None:
        super().__init__()
        self.known = GroupedRows(member, columns)
        self._own = Pattern(key_columns(member, columns), (member,), ())
        self.pending: Groups = {}
        self._fresh_by_key: Groups = {}
        self._old_by_key: Groups | None = None
        self._counts = (0, 0)
        self._flat = False

    def give(self, rows: list[Row], facts: Sequence[Fact]) -> None:
        """The rows that facts give."""
        value = itemgetter(self.known.member)
        for row, fact in zip(rows, facts, strict=True):
            key = self.known.key(row)
            if value(row) not in self.known.groups.setdefault(key, {}):
                self.known.groups[key][value(row)] = fact
                self.pending.setdefault(key, set()).add(value(row))
        self.settle()
        self._given = self.fresh_count

    @property
    def given_count(self) -> int:
        """How many distinct rows the facts gave."""
        return self._given

    @property
    def rows(self) -> Mapping[Row, Reason]:
        """All rows, with the reason for each."""
        return self.known

    @property
    def old_count(self) -> int:
        """How many rows are old."""
        return self._counts[0]

    @property
    def fresh_count(self) -> int:
        """How many rows are fresh."""
        return self._counts[1]

    def _shared(self) -> list[int]:
        groups = self.known.groups
        return [(len(self.known) // len(groups)).bit_length()] * self.known.columns

    @property
    def new_count(self) -> int:
        """How many rows this round has concluded so far."""
        return sum(map(len, self.pending.values()))

    def conclude(self, conclusion: Conclusion, found: dict[Row, Row]) -> None:
        """Take what a rule concludes in this round, which is not known yet."""
        groups, key, member = self.known.groups, self.known.key, self.known.member
        for head, values in found.items():
            of = key(head)
            groups.setdefault(of, {})[head[member]] = conclusion, conclusion.dead_of(values)
            self.pending.setdefault(of, set()).add(head[member])

    def settle(self) -> None:
        """Let the fresh rows become old, and those of this round fresh."""
        for index in self._indexes.values():
            index.settle(len(self.old), len(self.fresh))
        for grouping in self._groupings.values():
            grouping.settle()
        if self._old_by_key is not None:
            _extend(self._old_by_key, self._fresh_by_key)
        self._fresh_by_key, self.pending = self.pending, {}
        self._counts = sum(self._counts), sum(map(len, self._fresh_by_key.values()))
        if self._flat:
            self.old += self.fresh
            self.fresh = self.known.rows(self._fresh_by_key)

    def unready(self, pattern: Pattern) -> int:
        """How many old rows are to be entered before there is a table of them by a pattern."""
        if pattern == self._own:
            return 0
        return super().unready(pattern) if self._flat else self.old_count

    def unready_fresh(self, pattern: Pattern) -> int:
        """How many fresh rows are to be entered before there is a table of them by a pattern."""
        return 0 if pattern == self._own else super().unready_fresh(pattern)

    def old_table(self, pattern: Pattern) -> Table:
        """The old rows by a pattern; its own groups are a table already."""
        if pattern == self._own:
            return self.old_groups(self.known.member, self.known.columns)
        self._flatten()
        return super().old_table(pattern)

    def fresh_table(self, pattern: Pattern) -> Table:
        """The fresh rows by a pattern."""
        if pattern == self._own:
            return self._fresh_by_key
        self._flatten()
        return super().fresh_table(pattern)

    def old_groups(self, member: int, columns: int) -> Groups:
        """The old rows grouped."""
        if member != self.known.member:
            self._flatten()
            return super().old_groups(member, columns)
        if self._old_by_key is None:
            self._old_by_key = self._settled()
        return self._old_by_key

    def fresh_groups(self, member: int, columns: int) -> Groups:
        """The fresh rows grouped."""
        if member != self.known.member:
            self._flatten()
            return super().fresh_groups(member, columns)
        return self._fresh_by_key

    def _flatten(self) -> None:
        if not self._flat:
            self._flat = True
            self.old = self.known.rows(self._settled())
            self.fresh = self.known.rows(self._fresh_by_key)

    def _settled(self) -> Groups:
        """The groups without what is fresh or of this round."""
        return {
            key: settled
            for key, values in self.known.groups.items()
            if (settled := values.keys() - self._fresh_by_key.get(key, ()) - self.pending.get(key, set()))
        }


def _extend(groups: Groups, more: Groups) -> None:
    for key, values in more.items():
        if key in groups:
            groups[key] |= values
        else:
            groups[key] = set(values)
