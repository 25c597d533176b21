"""Whether one rule subsumes another: its variables can be replaced so that it becomes a part of it (θ-subsumption).

Terms are compared with their types, since Python takes ``True`` for ``1``. The other's variables stand for themselves.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, TypeAlias

from bridge.reason.model import Atom, Rule, Term, is_variable

MOST_STEPS: Final = 200
"""The most premises that are tried on one another for a pair of rules; beyond, neither is said to subsume the other."""

MOST_STEPS_OF_ALL: Final = 2_500_000
"""The most that are tried for all pairs of a program."""

Key: TypeAlias = tuple[str, Term]
"""A term with its type, or a variable."""

Shape: TypeAlias = tuple[str, bool, int]
"""A predicate, a sign, and how many arguments."""

Row: TypeAlias = tuple[Key, ...]
"""The terms of an atom."""

Premise: TypeAlias = tuple[Shape, Row]

Feature: TypeAlias = tuple[object, ...]
"""Something of a rule that is also of each rule that it subsumes."""

Binding: TypeAlias = dict[Key, Key]

_VARIABLE: Final = "$"
"""What stands for the type of a variable, which has none."""

_NOWHERE: Final[Shape] = ("", False, -1)


class Budget:
    """How many premises may still be tried on one another, for all pairs together.

    Args:
        steps: how many.
    """

    def __init__(self, steps: int = MOST_STEPS_OF_ALL) -> None:
        self.steps = steps

    @property
    def spent(self) -> bool:
        """Whether there are no more."""
        return self.steps <= 0


class Pattern:
    """A rule as it is compared."""

    def __init__(self, rule: Rule) -> None:
        self.shape = _shape(rule.then)
        self.head = _keys(rule.then)
        self.body = tuple(dict.fromkeys((_shape(atom), _keys(atom)) for atom in rule.when))

    @cached_property
    def features(self) -> tuple[Feature, ...]:
        """The shapes of the premises, and each constant with its place."""
        placed = [(_NOWHERE, self.head), *self.body]
        found: dict[Feature, None] = {(shape,): None for shape, _ in self.body}
        for shape, keys in placed:
            for place, key in enumerate(keys):
                if not _is_variable(key):
                    found[shape, place, key] = None
        return tuple(found)

    @cached_property
    def by_shape(self) -> Mapping[Shape, list[Row]]:
        """The premises of each shape."""
        found: dict[Shape, list[Row]] = {}
        for shape, keys in self.body:
            found.setdefault(shape, []).append(keys)
        return found

    @cached_property
    def joined(self) -> tuple[Premise, ...]:
        """The premises, each as far as can be with variables of those before it."""
        return tuple(_connected(self.head, self.body))

    @cached_property
    def told_apart(self) -> Hashable:
        """What is the same of every rule that this one renames."""
        return _told_apart(self.head, self.body)

    def subsumes(self, other: "Pattern", budget: Budget | None = None) -> bool:
        """Whether this rule concludes all that the other does, from premises that are among the other's."""
        return _Match(self, other, renames=False).found(budget)

    def renames(self, other: "Pattern", budget: Budget | None = None) -> bool:
        """Whether the two are one rule, but for the names of variables and the order of premises."""
        if len(self.body) != len(other.body) or self.told_apart != other.told_apart:
            return False
        return _Match(self, other, renames=True).found(budget)


class _Match:
    """The search for a binding; with ``renames`` one of variables to variables, no two to one."""

    def __init__(self, general: Pattern, special: Pattern, *, renames: bool) -> None:
        self._general = general
        self._special = special
        self._renames = renames
        self._steps = MOST_STEPS
        self._binding: Binding = {}
        self._taken: set[Key] = set()

    def found(self, budget: Budget | None) -> bool:
        if self._general.shape != self._special.shape or self._bind(self._general.head, self._special.head) is None:
            return False
        found = self._placed(self._ordered())
        if budget is not None:
            budget.steps -= MOST_STEPS - self._steps + 1
        return found

    def _ordered(self) -> list[Premise]:
        """The premises, those that can go to the fewest places first, and of those the ones that share variables."""
        places = self._special.by_shape
        return sorted(self._general.joined, key=lambda premise: len(places.get(premise[0], ())))

    def _placed(self, premises: Sequence[Premise]) -> bool:
        """Whether every premise finds a place; tried one after the other, and back again, without recursion."""
        trying: list[Iterator[Row]] = []
        bound: list[list[Key]] = []
        while len(trying) < len(premises):
            trying.append(iter(self._special.by_shape.get(premises[len(trying)][0], ())))
            while (here := self._next(premises[len(trying) - 1][1], trying[-1])) is None:
                trying.pop()
                if not trying or self._steps < 0:
                    return False
                self._unbind(bound.pop())
            bound.append(here)
        return True

    def _next(self, row: Row, targets: Iterator[Row]) -> list[Key] | None:
        """What the next place that fits binds, or none where no other does."""
        for target in targets:
            self._steps -= 1
            if self._steps < 0:
                return None
            here = self._bind(row, target)
            if here is not None:
                return here
        return None

    def _bind(self, row: Row, target: Row) -> list[Key] | None:
        """The variables that are bound anew to make one row the other, or none where nothing does."""
        binding = self._binding
        here: list[Key] = []
        for key, other in zip(row, target, strict=True):
            known = binding.get(key) if _is_variable(key) else key
            if known is None and not (self._renames and (other in self._taken or not _is_variable(other))):
                binding[key] = other
                if self._renames:
                    self._taken.add(other)
                here.append(key)
            elif known != other:
                self._unbind(here)
                return None
        return here

    def _unbind(self, keys: Sequence[Key]) -> None:
        for key in keys:
            other = self._binding.pop(key)
            if self._renames:
                self._taken.discard(other)


def _shape(atom: Atom) -> Shape:
    return atom.predicate, atom.negated, len(atom.arguments)


def _keys(atom: Atom) -> Row:
    return tuple([(_VARIABLE if is_variable(term) else type(term).__name__, term) for term in atom.arguments])


def _is_variable(key: Key) -> bool:
    return key[0] == _VARIABLE


def _connected(head: Row, body: Sequence[Premise]) -> Iterator[Premise]:
    """The premises, each time the first of those that name the most that is known by then."""
    left = list(body)
    known = set(head)
    while left:
        best = max(left, key=lambda premise: sum(key in known for key in premise[1]))
        left.remove(best)
        known.update(best[1])
        yield best


def _told_apart(head: Row, body: Sequence[Premise]) -> Hashable:
    """What is the same of two rules that differ in the names of variables and the order of premises alone.

    A variable is known by where it stands, then by that and what stands beside it.
    """
    rows: list[Premise] = [(_NOWHERE, head), *body]
    known: dict[Key, Hashable] = {}
    for _ in range(2):
        places: dict[Key, list[int]] = {}
        for shape, row in rows:
            beside = tuple([known.get(key, "") if _is_variable(key) else key for key in row])
            for place, key in enumerate(row):
                if _is_variable(key):
                    places.setdefault(key, []).append(hash((shape, place, beside)))
        known = {key: hash(tuple(sorted(stands))) for key, stands in places.items()}
    said = [hash((shape, tuple([known.get(key, key) for key in row]))) for shape, row in rows]
    return said[0], tuple(sorted(said[1:]))
