"""What an engine gives back: every atom that is known, and the least reason for each.

Of several derivations of an atom, the least is of the earliest round, then of the least rule id, then of the least
premises, compared as atom keys in the order of the rule's body; a fact precedes every derivation. That is the one the
reference's synchronous rounds meet first (spec: Reason, section 4, step 4).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from bridge.reason.engine.terms import Row, decode_row, encode_row
from bridge.reason.model import Atom, Fact, Literal, Rule, is_variable


class Derivation(NamedTuple):
    """A rule, and what its variables stand for in the order in which the body first names them."""

    rule: Rule
    values: Row

    @property
    def premises(self) -> tuple[Atom, ...]:
        """The atoms that satisfy the rule's body, in the body's order."""
        binding = dict(zip(body_variables(self.rule), decode_row(self.values), strict=True))
        return tuple(
            atom._replace(
                arguments=tuple(binding[t] if isinstance(t, str) and t in binding else t for t in atom.arguments)
            )
            for atom in self.rule.when
        )


Support: TypeAlias = Fact | Derivation
Reason: TypeAlias = "Fact | tuple[Rule, Row]"
"""A support as an engine stores it: a plain pair is several times cheaper to make than a ``Derivation``."""
Relations: TypeAlias = Mapping[Literal, Mapping[Row, Reason]]


def body_variables(rule: Rule) -> tuple[str, ...]:
    """The variables of a rule's body, each once, in the order of their first places."""
    return tuple(
        dict.fromkeys(t for atom in rule.when for t in atom.arguments if isinstance(t, str) and is_variable(t))
    )


@dataclass(frozen=True)
class Model:
    """The least model of a program's facts and rules.

    Args:
        relations: for each literal, its known rows and why each is known.
        initial: how many distinct atoms the facts gave.
        rounds: rounds of forward chaining, the last empty one included.
        rules_evaluated: rounds times rules.
    """

    relations: Relations
    initial: int
    rounds: int
    rules_evaluated: int

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
        reason = self.relations.get(literal(atom), {}).get(encode_row(atom.arguments))
        return reason if reason is None or isinstance(reason, Fact) else Derivation(*reason)


def literal(atom: Atom) -> Literal:
    """The predicate and sign of an atom."""
    return Literal(atom.predicate, atom.negated)
