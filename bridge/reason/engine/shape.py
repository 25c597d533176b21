"""A rule taken apart once, for every plan that is made of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from bridge.reason.engine.limits import require_joinable
from bridge.reason.engine.terms import Constant, encode
from bridge.reason.model import Atom, Rule, is_variable

_SHAPES_KEPT: Final = 4096


class Part(NamedTuple):
    """An atom of a rule: the literal it is of, its terms with variables as their text, and which are variables."""

    of: tuple[str, bool]
    terms: tuple[Constant, ...]
    variables: frozenset[str]


@dataclass(frozen=True, eq=False)
class Shape:
    """A rule's atoms, each taken apart.

    Args:
        rule: the rule.
        body: its body's atoms, in the body's order.
        head: its head.
        variables: the body's variables, each once, in the order of their first places.
        followers: for each of them, what follows it in JSON there: a comma, or a bracket where it is the last argument.
        constants: every constant of the rule, each once.
        groups: the positions of the body, divided into groups that share no variable; those without one of the head's
            variables come first.
    """

    rule: Rule
    body: tuple[Part, ...]
    head: Part
    variables: tuple[str, ...]
    followers: tuple[str, ...]
    constants: tuple[Constant, ...]
    groups: tuple[tuple[int, ...], ...]


def shape(rule: Rule) -> Shape:
    """The shape of a rule of a valid program; kept for the next evaluation of the same rule.

    Raises:
        LimitError: the rule is too large to be joined.
    """
    return _shape(_Same(rule))


def size(rule: Rule) -> int:
    """What a rule counts for: one for each of its atoms, and one for each of their terms."""
    return sum([1 + len(atom.arguments) for atom in (rule.then, *rule.when)])


class _Same:
    """A key by identity: rules that are equal to Python may differ in ``True`` and ``1``."""

    __slots__ = ("rule",)

    def __init__(self, rule: Rule) -> None:
        self.rule = rule

    def __hash__(self) -> int:
        return id(self.rule)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.rule is other.rule


@lru_cache(maxsize=_SHAPES_KEPT)
def _shape(key: _Same) -> Shape:
    rule = key.rule
    require_joinable(rule.id, size(rule))
    body, head = tuple(map(_part, rule.when)), _part(rule.then)
    followers: dict[str, str] = {}
    constants: dict[Constant, None] = {}
    for part in (*body, head):
        for left, term in enumerate(part.terms, 1 - len(part.terms)):
            if term not in part.variables:
                constants[term] = None
            elif isinstance(term, str):
                followers.setdefault(term, "," if left else "]")
    groups = tuple(sorted(connected(body), key=lambda group: any(body[i].variables & head.variables for i in group)))
    return Shape(rule, body, head, tuple(followers), tuple(followers.values()), tuple(constants), groups)


def _part(atom: Atom) -> Part:
    variables = frozenset([term for term in atom.arguments if isinstance(term, str) and is_variable(term)])
    return Part((atom.predicate, atom.negated), tuple(map(encode, atom.arguments)), variables)


def connected(body: Sequence[Part]) -> list[tuple[int, ...]]:
    """The positions of some atoms, divided into groups that share no variable."""
    groups: list[tuple[frozenset[str], tuple[int, ...]]] = []
    for position, part in enumerate(body):
        variables: frozenset[str] = part.variables
        positions: tuple[int, ...] = (position,)
        apart: list[tuple[frozenset[str], tuple[int, ...]]] = []
        for group in groups:
            if variables.isdisjoint(group[0]):
                apart.append(group)
            else:
                variables, positions = variables | group[0], group[1] + positions
        groups = [*apart, (variables, positions)]
    return [positions for _, positions in groups]
