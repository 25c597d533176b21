"""The part of a program that bears on its query or on the complement, which is all that is evaluated again."""

from collections.abc import Iterable

from bridge.reason.check import eligible_facts
from bridge.reason.engine import Limits, Model, seminaive
from bridge.reason.engine.model import literal
from bridge.reason.model import SYSTEM_BOUND, Atom, Fact, Literal, Program, Rule
from bridge.reason.result import Status
from bridge.reason.wire import atom_key


class Slice:
    """The rules that bear on a program's query, the facts that they may read, and the status that they give.

    Args:
        program: a valid program.
        limits: bounds of each evaluation; the deadline is that of all together.
    """

    def __init__(self, program: Program, limits: Limits) -> None:
        self.limits = limits
        self.program = program
        self.query = program.query
        self.literals = _relevant(program)
        self.rules: tuple[Rule, ...] = tuple(rule for rule in program.rules if literal(rule.then) in self.literals)
        self.eligible = eligible_facts(program)
        self.facts = self.bearing(self.eligible)

    def bearing(self, facts: Iterable[Fact]) -> tuple[Fact, ...]:
        """Those of some facts that bear on the query."""
        return tuple(fact for fact in facts if Literal(fact.predicate, fact.negated) in self.literals)

    def model(self, facts: Iterable[Fact]) -> Model:
        """What follows from some eligible facts.

        Raises:
            LimitError: a bound was reached.
        """
        return seminaive.evaluate(tuple(facts), self.rules, self.limits)

    def status(self, facts: Iterable[Fact]) -> Status:
        """What some eligible facts, instead of those of the program, say of the query."""
        return self.status_in(self.model(facts))

    def status_in(self, model: Model) -> Status:
        """What a model says of the query."""
        proved, disproved = self.query in model, self.query.complement() in model
        return Status.of(proved or None, disproved or None)

    @staticmethod
    def leaves(model: Model, atom: Atom) -> frozenset[str] | None:
        """The facts of one proof, those of a request apart, which nobody takes back; None where there is no proof."""
        if atom not in model:
            return None
        found: set[str] = set()
        met = {atom_key(atom)}
        pending = [atom]
        while pending:
            support = model.support(pending.pop())
            if isinstance(support, Fact):
                found |= {support.id} if support.authority != SYSTEM_BOUND else set()
                continue
            for premise in support.premises if support is not None else ():
                key = atom_key(premise)
                if key not in met:
                    met.add(key)
                    pending.append(premise)
        return frozenset(found)

    def without(self, ids: Iterable[str]) -> tuple[Fact, ...]:
        """The facts that are eligible once some are taken out of the program; what those had superseded returns."""
        gone = frozenset(ids)
        left = tuple(
            fact._replace(supersedes=tuple(target for target in fact.supersedes if target not in gone))
            for fact in self.program.facts
            if fact.id not in gone
        )
        return self.bearing(eligible_facts(self.program._replace(facts=left)))

    def replaced(self, fact: Fact, other: Fact) -> tuple[Fact, ...]:
        """The facts that are eligible once one that is says something else.

        It supersedes what it did where it is about the same; else nothing, and what it had superseded returns.
        """
        alike = (fact.predicate, fact.arguments) == (other.predicate, other.arguments)
        if alike or not fact.supersedes:
            return self.bearing(other if one is fact else one for one in self.eligible)
        facts = tuple(other._replace(supersedes=()) if one is fact else one for one in self.program.facts)
        return self.bearing(eligible_facts(self.program._replace(facts=facts)))


def _relevant(program: Program) -> frozenset[Literal]:
    """The literals from which the query or its complement may follow, themselves included."""
    bodies: dict[Literal, set[Literal]] = {}
    for rule in program.rules:
        bodies.setdefault(literal(rule.then), set()).update(map(literal, rule.when))
    found = {literal(program.query), literal(program.query.complement())}
    pending = list(found)
    while pending:
        more = bodies.get(pending.pop(), set()) - found
        found |= more
        pending += more
    return frozenset(found)
