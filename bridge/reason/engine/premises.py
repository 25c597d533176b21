"""What a derivation rests on, as literals and rows: picked from the values of a rule's variables and its constants."""

from collections.abc import Callable
from typing import Final, NamedTuple

from bridge.reason.engine.grouping import Of
from bridge.reason.engine.model import body_variables
from bridge.reason.engine.relation import picker
from bridge.reason.engine.terms import Constant, Row, encode
from bridge.reason.identity import ByIdentity
from bridge.reason.model import Rule


class Premises(NamedTuple):
    """How the premises of a rule's derivations are told.

    Args:
        constants: the constants of the rule's body.
        atoms: for each atom of the body its literal, and what picks its row from the values and then the constants.
    """

    constants: Row
    atoms: tuple[tuple[Of, Callable[[Row], Row]], ...]


def _premises(rule: Rule) -> Premises:
    variables = body_variables(rule)
    places: dict[Constant, int] = {variable: place for place, variable in enumerate(variables)}
    atoms: list[tuple[Of, Callable[[Row], Row]]] = []
    for predicate, arguments, negated in rule.when:
        terms = [places.setdefault(encode(term), len(places)) for term in arguments]
        atoms.append(((predicate, negated), picker(tuple(terms))))
    return Premises(tuple(places)[len(variables) :], tuple(atoms))


premises: Final[ByIdentity[[Rule], Premises]] = ByIdentity(_premises)
