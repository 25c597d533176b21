"""Atoms with variables, in the engines' form of terms, and how they are made the same.

Variables of different rules have different names here, so a name means the same in a whole search state.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias, TypeGuard

from bridge.reason.engine.model import literal
from bridge.reason.engine.terms import Constant, Row, decode_row, encode_row, text
from bridge.reason.model import Atom, Literal, is_variable

Binding: TypeAlias = Mapping[Constant, Constant]


class Pattern(NamedTuple):
    """A literal and its terms, and those of them that are variables, each once, in order; made by ``of_row``."""

    of: Literal
    row: Row
    variables: tuple[str, ...]

    @property
    def ground(self) -> bool:
        """Whether there are no variables."""
        return not self.variables

    @property
    def atom(self) -> Atom:
        """The atom that this is, variables included."""
        return Atom(self.of.predicate, decode_row(self.row), self.of.negated)

    def bound(self, binding: Binding) -> "Pattern":
        """The same with values for some variables."""
        if not any(name in binding for name in self.variables):
            return self
        return of_row(self.of, tuple([binding.get(term, term) for term in self.row]))


def of_row(of: Literal, row: Row) -> Pattern:
    """The pattern of a literal and its terms."""
    return Pattern(of, row, tuple(dict.fromkeys([term for term in row if is_open(term)])))


def pattern(atom: Atom) -> Pattern:
    """An atom of a valid program."""
    return of_row(literal(atom), encode_row(atom.arguments))


def is_open(term: Constant) -> TypeGuard[str]:
    """Whether a term is a variable."""
    return isinstance(term, str) and is_variable(term)


def unify(one: Row, other: Row) -> Binding | None:
    """The most general way to make two rows the same, variables on both sides; None where there is none."""
    found: dict[Constant, Constant] = {}
    for left, right in zip(one, other, strict=True):
        left, right = _walk(left, found), _walk(right, found)
        if left == right:
            continue
        if is_open(left):
            found[left] = right
        elif is_open(right):
            found[right] = left
        else:
            return None
    return {name: _walk(name, found) for name in found}


def _walk(term: Constant, binding: Binding) -> Constant:
    while term in binding:
        term = binding[term]
    return term


def match(general: Row, special: Row, binding: Binding) -> Binding | None:
    """What the variables of the first must stand for, beside what they do, to make it the second, left as it is."""
    found = dict(binding)
    for term, value in zip(general, special, strict=True):
        wanted = found.setdefault(term, value) if is_open(term) else term
        if wanted != value:
            return None
    return found


def covers(general: Iterable[Pattern], special: Iterable[Pattern]) -> bool:
    """Whether some instance of the first, as large as it, is within the second, whose variables count as constants."""
    return any(True for _ in embeddings(tuple(general), special))


def embeddings(general: tuple[Pattern, ...], special: Iterable[Pattern]) -> Iterator[Binding]:
    """The ways to make every pattern of the first another one of the second."""
    targets = tuple(special)
    pending: list[tuple[tuple[int, ...], Binding]] = [((), {})]
    while pending:
        taken, binding = pending.pop()
        if len(taken) == len(general):
            yield binding
            continue
        wanted = general[len(taken)]
        for place, target in enumerate(targets):
            if place in taken or target.of != wanted.of:
                continue
            found = match(wanted.row, target.row, binding)
            if found is not None:
                pending.append(((*taken, place), found))


def ordered(patterns: Iterable[Pattern]) -> tuple[Pattern, ...]:
    """Patterns in an order that the names of their variables decide last."""
    return tuple(sorted(patterns, key=_order))


def _order(one: Pattern) -> tuple[str, bool, tuple[tuple[str, str], ...], tuple[str, ...]]:
    return one.of.predicate, one.of.negated, tuple(map(_shape, one.row)), one.variables


def _shape(term: Constant) -> tuple[str, str]:
    return ("", "") if is_open(term) else (type(term).__name__, text(term))


def renaming(patterns: Iterable[Pattern], prefix: str) -> Binding:
    """New names for the variables of some patterns, in the order in which they are met: ``$v``, ``$v2`` and so on."""
    names = dict.fromkeys(name for one in patterns for name in one.variables)
    return {name: prefix if number == 1 else f"{prefix}{number}" for number, name in enumerate(names, 1)}
