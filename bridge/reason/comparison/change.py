"""One difference between two programs, as a frozen value."""

import enum
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from bridge.reason.model import Atom, Fact, Rule

Value: TypeAlias = str | tuple[str, ...] | Atom | Rule | Fact | None
"""What stands on one side: None where nothing does."""


class Part(enum.StrEnum):
    """What of a program differs."""

    SCHEMA = "schema"
    EVALUATION_TIME = "evaluation_time"
    QUERY = "query"
    ONTOLOGY = "ontology"
    AUTHORITY = "authority"
    DEFAULT_ADMISSION = "default_admission"
    PREDICATE = "predicate"
    ADMISSION = "admission"
    RULE = "rule"
    FACT = "fact"
    DOCUMENTATION = "documentation"
    ANSWERS = "answers"


class How(enum.StrEnum):
    """How it differs."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    RENAMED = "renamed"
    """The same with another id."""
    REPEATED = "repeated"
    """One more of what is there already."""
    MERGED = "merged"
    """One less of what is still there."""


class Asks(enum.StrEnum):
    """What a rule asks for, held against what it asked for before."""

    MORE = "more"
    LESS = "less"
    ELSE = "else"
    SAME = "same"


_ASKED: Final = {Asks.MORE: Asks.LESS, Asks.LESS: Asks.MORE}
_MIRRORED: Final = {How.ADDED: How.REMOVED, How.REPEATED: How.MERGED}
_MIRROR: Final = _MIRRORED | {after: before for before, after in _MIRRORED.items()}


class Change(NamedTuple):
    """One difference.

    Args:
        part: what of the program differs.
        how: how it differs.
        old: what stood there before, None where nothing did.
        new: what stands there now.
        name: which predicate, class, rule or fact it is; by the old id where it was renamed.
        means: whether an answer can differ for it.
        gained: of an admission the classes that are admitted and were not; of a rule the premises it did not have.
        lost: the other way round.
        asks: of a rule that changed, whether it fires in fewer cases, in more, or in others; None of anything else.
    """

    part: Part
    how: How
    name: str
    old: Value
    new: Value
    means: bool = True
    gained: tuple[str, ...] | tuple[Atom, ...] = ()
    lost: tuple[str, ...] | tuple[Atom, ...] = ()
    asks: Asks | None = None

    def mirrored(self) -> "Change":
        """The same difference seen from the other side."""
        how = _MIRROR.get(self.how, self.how)
        named = self.new.id if isinstance(self.new, Rule | Fact) else self.name
        asks = None if self.asks is None else _ASKED.get(self.asks, self.asks)
        return Change(self.part, how, named, self.new, self.old, self.means, self.lost, self.gained, asks)


@dataclass(frozen=True)
class Comparison:
    """Every difference between two programs, by part."""

    changes: tuple[Change, ...]

    @property
    def meaning(self) -> tuple[Change, ...]:
        """The differences for which an answer can differ."""
        return tuple(change for change in self.changes if change.means)

    @property
    def wording(self) -> tuple[Change, ...]:
        """The differences that make none."""
        return tuple(change for change in self.changes if not change.means)

    def mirrored(self) -> "Comparison":
        """The same differences seen from the other side."""
        return Comparison(tuple(change.mirrored() for change in self.changes))
