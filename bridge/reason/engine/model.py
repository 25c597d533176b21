"""What an engine gives back: every atom that is known, and the least reason for each.

Of several derivations of an atom, the least is of the earliest round, then of the least rule id, then of the least
premises, compared as atom keys in the order of the rule's body; a fact precedes every derivation. That is the one the
reference's synchronous rounds meet first (spec: Reason, section 4, step 4).
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from bridge.reason.engine.terms import Row, decode_row, encode_row
from bridge.reason.identity import ByIdentity
from bridge.reason.model import Atom, Fact, Literal, Rule, is_variable


class Derivation(NamedTuple):
    """A rule, and what its variables stand for in the order in which the body first names them."""

    rule: Rule
    values: Row

    @property
    def premises(self) -> tuple[Atom, ...]:
        """The atoms that satisfy the rule's body, in the body's order."""
        values = dict(zip(body_variables(self.rule), decode_row(self.values), strict=True))
        if not values:
            return self.rule.when
        value = values.get
        return tuple(
            [
                Atom(
                    predicate,
                    tuple([value(term, term) if isinstance(term, str) else term for term in arguments]),
                    negated,
                )
                for predicate, arguments, negated in self.rule.when
            ]
        )


Support: TypeAlias = Fact | Derivation
Reason: TypeAlias = "Fact | tuple[Rule, Row]"
"""A support as an engine stores it: a plain pair is several times cheaper to make than a ``Derivation``."""
Relations: TypeAlias = Mapping[tuple[str, bool], Mapping[Row, Reason]]
"""By predicate and sign: a ``Literal`` is such a pair."""


def body_variables(rule: Rule) -> tuple[str, ...]:
    """The variables of a rule's body, each once, in the order of their first places."""
    return _variables(rule)


def _body_variables(rule: Rule) -> tuple[str, ...]:
    terms = [term for atom in rule.when for term in atom.arguments]
    return tuple(dict.fromkeys([term for term in terms if isinstance(term, str) and is_variable(term)]))


_variables: Final = ByIdentity(_body_variables)


class Model:
    """The least model of a program's facts and rules.

    Args:
        relations: for each literal, its known rows and why each is known.
        initial: how many distinct atoms the facts gave, or how to count them when asked.
        rounds: rounds of forward chaining, the last empty one included.
        rules_evaluated: rounds times rules.
    """

    def __init__(
        self, relations: Relations, initial: int | Callable[[], int], rounds: int, rules_evaluated: int
    ) -> None:
        self.relations = relations
        self.rounds = rounds
        self.rules_evaluated = rules_evaluated
        self._initial = initial

    @property
    def initial(self) -> int:
        """How many distinct atoms the facts gave."""
        if not isinstance(self._initial, int):
            self._initial = self._initial()
        return self._initial

    @property
    def derived(self) -> int:
        """How many atoms rules added."""
        return len(self) - self.initial

    def __len__(self) -> int:
        return sum(map(len, self.relations.values()))

    def __contains__(self, atom: Atom) -> bool:
        return encode_row(atom.arguments) in self.relations.get(literal(atom), {})

    def __iter__(self) -> Iterator[Atom]:
        for (predicate, negated), rows in self.relations.items():
            for row in rows:
                yield Atom(predicate, decode_row(row), negated)

    def support(self, atom: Atom) -> Support | None:
        """Why an atom is known, or nothing where it is not."""
        predicate, arguments, negated = atom
        rows = self.relations.get((predicate, negated))
        reason = None if rows is None else rows.get(encode_row(arguments))
        return reason if reason is None or isinstance(reason, Fact) else Derivation(*reason)


def literal(atom: Atom) -> Literal:
    """The predicate and sign of an atom."""
    return Literal(atom.predicate, atom.negated)
