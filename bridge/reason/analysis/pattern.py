"""Whether one rule subsumes another: its variables can be replaced so that it becomes a part of it (θ-subsumption).

Terms are compared with their types, since Python takes ``True`` for ``1``. The other's variables stand for themselves.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, TypeAlias

from bridge.reason.model import Atom, Rule, Term, is_variable

MOST_STEPS: Final = 200
"""The most premises that are tried on one another for a pair of rules; beyond, neither is said to subsume the other."""

Key: TypeAlias = tuple[str, Term]
"""A term with its type."""

Shape: TypeAlias = tuple[str, bool, int]
"""A predicate, a sign, and how many arguments."""

Feature: TypeAlias = tuple[object, ...]
"""Something of a rule that is also of each rule that it subsumes."""

Binding: TypeAlias = dict[Key, Key]

_NOWHERE: Final[Shape] = ("", False, -1)


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
    def by_shape(self) -> Mapping[Shape, list[tuple[Key, ...]]]:
        """The premises of each shape."""
        found: dict[Shape, list[tuple[Key, ...]]] = {}
        for shape, keys in self.body:
            found.setdefault(shape, []).append(keys)
        return found

    def subsumes(self, other: "Pattern") -> bool:
        """Whether this rule concludes all that the other does, from premises that are among the other's."""
        return _Match(self, other, renames=False).found()

    def renames(self, other: "Pattern") -> bool:
        """Whether the two are one rule, but for the names of variables and the order of premises."""
        return len(self.body) == len(other.body) and _Match(self, other, renames=True).found()


class _Match:
    """The search for a binding; with ``renames`` one of variables to variables, no two to one."""

    def __init__(self, general: Pattern, special: Pattern, *, renames: bool) -> None:
        self._general = general
        self._special = special
        self._renames = renames
        self._steps = MOST_STEPS

    def found(self) -> bool:
        if self._general.shape != self._special.shape:
            return False
        binding = self._bound(self._general.head, self._special.head, {})
        return binding is not None and self._placed(self._ordered(), binding)

    def _ordered(self) -> list[tuple[Shape, tuple[Key, ...]]]:
        """The premises, those that can go to the fewest places first."""
        return sorted(self._general.body, key=lambda premise: len(self._special.by_shape.get(premise[0], ())))

    def _placed(self, premises: Sequence[tuple[Shape, tuple[Key, ...]]], binding: Binding) -> bool:
        """Whether every premise finds a place; tried one after the other, and back again, without recursion."""
        trying: list[Iterator[Binding]] = [iter([binding])]
        while trying:
            more = next(trying[-1], None)
            if more is None:
                trying.pop()
            elif len(trying) > len(premises):
                return True
            else:
                trying.append(self._bindings(*premises[len(trying) - 1], more))
        return False

    def _bindings(self, shape: Shape, keys: tuple[Key, ...], binding: Binding) -> Iterator[Binding]:
        for target in self._special.by_shape.get(shape, ()):
            self._steps -= 1
            if self._steps < 0:
                return
            more = self._bound(keys, target, binding)
            if more is not None:
                yield more

    def _bound(self, keys: tuple[Key, ...], target: tuple[Key, ...], binding: Binding) -> Binding | None:
        """The binding with what makes one atom the other, or none where nothing does."""
        more = dict(binding)
        for key, other in zip(keys, target, strict=True):
            if not _is_variable(key):
                if key != other:
                    return None
            elif more.setdefault(key, other) != other or (self._renames and not _is_variable(other)):
                return None
        if self._renames and len(set(more.values())) < len(more):
            return None
        return more


def _shape(atom: Atom) -> Shape:
    return atom.predicate, atom.negated, len(atom.arguments)


def _keys(atom: Atom) -> tuple[Key, ...]:
    return tuple((type(term).__name__, term) for term in atom.arguments)


def _is_variable(key: Key) -> bool:
    return key[0] == "str" and is_variable(key[1])
