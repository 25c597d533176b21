"""What the open variables of a set may stand for, and values that show it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Final, NamedTuple

from bridge.reason.answers import Answers
from bridge.reason.engine.terms import FALSE, TRUE, Constant, Truth, encode_row
from bridge.reason.explain.patterns import Binding, Pattern, is_open
from bridge.reason.explain.slice import Slice

_EXAMPLES: Final = 4096
"""How many combinations of options are tried for one that is an example."""


class Domain(NamedTuple):
    """What a variable may stand for: anything of a type, or one of some values where there are any."""

    type: str
    values: tuple[Constant, ...]


class Openness:
    """The types, the closed sets and the constants of a program."""

    def __init__(self, part: Slice, answers: Answers) -> None:
        self._types: Mapping[str, tuple[str, ...]] = part.program.ontology.predicates
        self._answers = answers
        self._taken = frozenset(_constants(part))

    def domains(self, patterns: Sequence[Pattern]) -> dict[str, Domain] | None:
        """The domain of each variable, in the order in which they are met; None where no values fit."""
        found: dict[str, Domain] = {}
        for one in patterns:
            types = self._types.get(one.of.predicate, ())
            if len(types) != len(one.row):
                return None
            for place, term in enumerate(one.row):
                domain = self._domain(one.of.predicate, place, types[place])
                if not is_open(term):
                    if not _holds(domain, term):
                        return None
                    continue
                both = _meet(found.setdefault(term, domain), domain)
                if both is None:
                    return None
                found[term] = both
        return found

    def examples(self, domains: Mapping[str, Domain]) -> Iterator[Binding]:
        """Values for the variables: one choice where all are open, else one after another of the options."""
        fresh = self._fresh()
        choices = [domain.values or (next(fresh[domain.type]),) for domain in domains.values()]
        for values in islice(product(*choices), _EXAMPLES):
            yield dict(zip(domains, values, strict=True))

    def _domain(self, predicate: str, place: int, type: str) -> Domain:
        if type == "boolean":
            return Domain(type, (FALSE, TRUE))
        options = self._answers.get((predicate, place))
        return Domain(type, options.texts if options is not None else ())

    def _fresh(self) -> dict[str, Iterator[Constant]]:
        texts = (text for text in _texts() if text not in self._taken)
        numbers = (number for number in range(len(self._taken) + 2**16) if number not in self._taken)
        return {"string": texts, "integer": numbers}


def within(domains: Mapping[str, Domain], values: Sequence[Constant]) -> dict[str, Domain] | None:
    """What variables may stand for once they stand for some values, in their order; None where these do not fit.

    A value that is a variable is left open; variables that are the same meet in their domains.
    """
    left: dict[str, Domain] = {}
    for domain, value in zip(domains.values(), values, strict=True):
        if is_open(value):
            shared = _meet(left.setdefault(value, domain), domain)
            if shared is None:
                return None
            left[value] = shared
        elif not _holds(domain, value):
            return None
    return left


def _texts() -> Iterator[str]:
    yield "anything"
    number = 2
    while True:
        yield f"anything-{number}"
        number += 1


def _constants(part: Slice) -> Iterator[Constant]:
    rules = [atom for rule in part.rules for atom in (rule.then, *rule.when)]
    for atom in (part.query, *rules, *(fact.atom for fact in part.facts)):
        yield from encode_row(atom.arguments)


def _holds(domain: Domain, value: Constant) -> bool:
    if domain.values:
        return value in domain.values
    kind = int if domain.type == "integer" else str
    return isinstance(value, kind) and not isinstance(value, Truth)


def _meet(one: Domain, other: Domain) -> Domain | None:
    if one.type != other.type:
        return None
    if not one.values or not other.values:
        return one if one.values else other
    both = tuple(value for value in one.values if value in other.values)
    return Domain(one.type, both) if both else None
