"""The specification, run as it is written: synchronous rounds over sorted atoms (spec: Reason, section 4, step 4).

Each round takes a snapshot of the known atoms sorted by key and lets every rule, sorted by id, try its body from left
to right against all of it; the first derivation of a new atom stands, and new atoms show in the next round alone. Slow
by intent: it is what the fast engine is compared with, and shares nothing with it but the result.
"""

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import TypeAlias

from bridge.reason.engine.limits import DEFAULT, Budget, Limits, require_facts, require_round
from bridge.reason.engine.model import Derivation, Model, Reason, Support, literal
from bridge.reason.engine.terms import Row, encode_row
from bridge.reason.model import Atom, Fact, Rule, Term, is_variable
from bridge.reason.wire import atom_key

Binding: TypeAlias = dict[str, Term]
Known: TypeAlias = dict[str, tuple[Atom, Support]]


def evaluate(facts: Sequence[Fact], rules: Sequence[Rule], limits: Limits = DEFAULT) -> Model:
    """Everything that follows from facts by rules.

    Args:
        facts: the facts that take part, of a valid program; of two with the same atom, the first counts.
        rules: the program's rules, in any order.
        limits: bounds.

    Raises:
        NotConverged: it does not converge within the rounds allowed.
        LimitError: another bound was reached.
    """
    require_facts(limits, len(facts))
    budget = Budget(limits)
    known: Known = {}
    for fact in facts:
        known.setdefault(atom_key(fact.atom), (fact.atom, fact))
    initial, rounds = len(known), 0
    ordered = sorted(rules, key=attrgetter("id"))
    while True:
        require_round(limits.rounds, rounds)
        rounds += 1
        new = _round(known, ordered, budget)
        if not new:
            return Model(_relations(known), initial, rounds, rounds * len(ordered))
        known |= new
        budget.derive(len(new))


def _round(known: Known, rules: Sequence[Rule], budget: Budget) -> Known:
    snapshot = [known[key][0] for key in sorted(known)]
    new: Known = {}
    for rule in rules:
        budget.look()
        for binding in _solve(rule.when, {}, snapshot, budget):
            head = _instantiate(rule.then, binding)
            key = atom_key(head)
            if key not in known and key not in new:
                new[key] = head, Derivation(rule, encode_row(tuple(binding.values())))
                budget.require_room(len(new))
    return new


def _solve(body: Sequence[Atom], binding: Binding, snapshot: Sequence[Atom], budget: Budget) -> Iterator[Binding]:
    if not body:
        yield binding
        return
    for atom in snapshot:
        extended = _match(body[0], atom, binding)
        if extended is not None:
            budget.spend(1)
            yield from _solve(body[1:], extended, snapshot, budget)


def _match(pattern: Atom, atom: Atom, binding: Binding) -> Binding | None:
    if literal(pattern) != literal(atom) or len(pattern.arguments) != len(atom.arguments):
        return None
    extended = dict(binding)
    for term, value in zip(pattern.arguments, atom.arguments, strict=True):
        wanted = extended.setdefault(term, value) if isinstance(term, str) and is_variable(term) else term
        if type(wanted) is not type(value) or wanted != value:
            return None
    return extended


def _instantiate(atom: Atom, binding: Binding) -> Atom:
    return atom._replace(arguments=tuple(binding.get(t, t) if isinstance(t, str) else t for t in atom.arguments))


def _relations(known: Known) -> dict[tuple[str, bool], dict[Row, Reason]]:
    relations: dict[tuple[str, bool], dict[Row, Reason]] = {}
    for atom, support in known.values():
        reason = support if isinstance(support, Fact) else (support.rule, support.values)
        relations.setdefault(literal(atom), {})[encode_row(atom.arguments)] = reason
    return relations
