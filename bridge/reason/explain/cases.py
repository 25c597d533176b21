"""A set with open variables, split into cases that hold for every value left: what each says, and its exceptions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from bridge.reason.engine.terms import Constant, text
from bridge.reason.explain.conditions import Conditions, When, both, implies, most_general
from bridge.reason.explain.openness import Domain, Openness, within
from bridge.reason.explain.patterns import Binding, Pattern, is_open, match
from bridge.reason.model import Atom
from bridge.reason.result import Status

Domains: TypeAlias = Mapping[str, Domain]


class Case(NamedTuple):
    """Facts that prove the query together, and not when one is left out, whatever their variables stand for.

    Args:
        facts: the facts.
        domains: what each variable may stand for.
        exceptions: values, some variables with each, that do not belong to the case.
        outcome: ``proved``, or ``inconsistent`` where the complement follows too.
        example: values for the variables.
        exhaustive: whether all values were looked at; else exceptions may be missing, and the outcome is the example's.
    """

    facts: tuple[Pattern, ...]
    domains: Domains
    exceptions: tuple[Mapping[str, Constant], ...]
    outcome: Status
    example: Binding
    exhaustive: bool = True

    def is_said_by(self, needed: Pattern, given: Pattern) -> bool:
        """Whether an atom is what one of the facts may be."""
        values = match(needed.row, given.row, {})
        if values is None or any(_holds(one, values) for one in self.exceptions):
            return False
        options = {name: self.domains[name].values for name in needed.variables}
        return all(values[name] in allowed for name, allowed in options.items() if allowed)


class Cases:
    """The cases of the sets that would prove the query of a program.

    Args:
        query: the query.
        openness: what variables may stand for.
        conditions: for which values something follows.
    """

    def __init__(self, query: Atom, openness: Openness, conditions: Conditions) -> None:
        self._query = query
        self._openness = openness
        self._conditions = conditions

    def of(self, facts: tuple[Pattern, ...], domains: Domains) -> list[Case] | None:
        """The cases of a set that proves the query; none where a part of it is always enough.

        None instead of a list where there are too many values to look at.

        Raises:
            LimitError: the deadline is past.
        """
        split = _Split(self._openness, facts, domains)
        enough = self._parts(facts, domains, split.fits)
        against = self._conditions.of(self._query.complement(), facts, tuple(domains), split.fits)
        return None if enough is None or against is None else split.cases(enough, against)

    def _parts(self, facts: Sequence[Pattern], domains: Domains, fits: Callable[[When], bool]) -> list[When] | None:
        """The values for which a part of the set is enough."""
        variables = tuple(domains)
        found: list[When] = []
        for place in range(len(facts)):
            rest = (*facts[:place], *facts[place + 1 :])
            more = self._conditions.of(self._query, rest, variables, fits) if rest else []
            if more is None:
                return None
            found += more
            if variables in more:
                break
        return most_general(found, variables)


class _Split:
    def __init__(self, openness: Openness, facts: tuple[Pattern, ...], domains: Domains) -> None:
        self._openness = openness
        self._facts = facts
        self._domains = domains
        self._variables = tuple(domains)

    def fits(self, when: When) -> bool:
        return within(self._domains, when) is not None

    def cases(self, enough: Sequence[When], against: Sequence[When]) -> list[Case]:
        if self._variables in against:
            found = [self._case(self._variables, self._domains, enough, Status.INCONSISTENT)]
        else:
            found = [self._case(self._variables, self._domains, [*enough, *against], Status.PROVED)]
            for when, domains in self._groups(against):
                found.append(self._case(when, domains, enough, Status.INCONSISTENT))
        return [case for case in found if case is not None]

    def _groups(self, against: Sequence[When]) -> Iterator[tuple[When, Domains]]:
        """Values as they are, but those of one variable alone together."""
        alone: dict[str, list[Constant]] = {}
        for when in sorted(against, key=_order):
            name, value = next(iter(self._beyond(self._variables, when).items()))
            if self._is_alone(self._variables, when):
                alone.setdefault(name, []).append(value)
            else:
                yield when, self._domains
        for name, values in alone.items():
            domain = self._domains[name]
            listed = [value for value in domain.values if value in values] or values
            yield self._variables, {**self._domains, name: domain._replace(values=tuple(listed))}

    def _case(self, when: When, domains: Domains, unless: Sequence[When], outcome: Status) -> Case | None:
        """The case of some values; none where no value is left."""
        while True:
            left = within(domains, when)
            if left is None:
                return None
            domains = {**domains, **left}
            exceptions = self._exceptions(when, domains, unless)
            narrower = self._narrower(when, domains, exceptions)
            if narrower is None or when in exceptions:
                return None
            settled = self._settled(when, within(narrower, when) or {})
            if narrower == domains and settled == when:
                return self._shown(when, left, exceptions, outcome)
            domains, when = narrower, settled

    def _exceptions(self, when: When, domains: Domains, unless: Sequence[When]) -> list[When]:
        found = [one for one in (both(when, other, self._variables) for other in unless) if one is not None]
        return most_general([one for one in found if within(domains, one) is not None], self._variables)

    def _narrower(self, when: When, domains: Domains, exceptions: Sequence[When]) -> Domains | None:
        """The options without those that are exceptions by themselves; None where no option is left."""
        found = dict(domains)
        for one in exceptions:
            name, value = next(iter(self._beyond(when, one).items()), ("", ""))
            if name and found[name].values and self._is_alone(when, one):
                values = tuple(option for option in found[name].values if option != value)
                if not values:
                    return None
                found[name] = found[name]._replace(values=values)
        return found

    def _settled(self, when: When, left: Domains) -> When:
        """The values, with those of the variables that have one option left."""
        single: dict[Constant, Constant] = {
            name: domain.values[0] for name, domain in left.items() if len(domain.values) == 1
        }
        return tuple([single.get(term, term) for term in when])

    def _shown(self, when: When, left: Domains, exceptions: Sequence[When], outcome: Status) -> Case | None:
        known: Binding = dict(zip(self._variables, when, strict=True))
        for example in self._openness.examples(left):
            values = tuple([example.get(term, term) for term in when])
            if not any(implies(values, one, self._variables) for one in exceptions):
                facts = tuple([one.bound(known) for one in self._facts])
                beyond = tuple(self._beyond(when, one) for one in sorted(exceptions, key=_order))
                return Case(facts, left, beyond, outcome, example)
        return None

    def _beyond(self, base: When, when: When) -> dict[str, Constant]:
        """What values settle of the variables that a base, which they are an instance of, leaves open."""
        triples = zip(self._variables, base, when, strict=True)
        return {name: value for name, term, value in triples if term == name and value != name}

    def _is_alone(self, base: When, when: When) -> bool:
        values = list(self._beyond(base, when).values())
        return len(values) == 1 and not is_open(values[0])


def _holds(exception: Mapping[str, Constant], values: Binding) -> bool:
    return all(name in values and values[name] == values.get(value, value) for name, value in exception.items())


def _order(when: When) -> tuple[tuple[str, str], ...]:
    return tuple((type(term).__name__, text(term)) for term in when)
