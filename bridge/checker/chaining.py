"""A forward chainer of the checker's own: every atom that follows, and for each the reference's least derivation.

Rounds are synchronous: what a round derives is visible in the next. A round only looks at matches that use something
new, and of one atom's derivations in one round keeps the least by rule id, then by the premises' canonical texts in
body order: the one which trying all rules and atoms in that order meets first (spec: Reason, section 4).
"""

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from bridge.checker.terms import Atom, Fact, Rule, instantiate, is_variable, match
from bridge.errors import CheckFailed

MAX_ROUNDS: Final = 1024
MAX_ATOMS: Final = 1_000_000
MAX_STEPS: Final = 10_000_000

_Relation: TypeAlias = tuple[str, bool]
_Chain: TypeAlias = "tuple[_Chain, int, Atom] | None"
_Match: TypeAlias = tuple[tuple[Atom, ...], Mapping[str, str]]


class Derivation(NamedTuple):
    """A rule, and the atoms that satisfy its body, in body order."""

    rule: Rule
    premises: tuple[Atom, ...]


class Model(NamedTuple):
    """All that is known: each atom with the fact that states it or its least derivation, and how it came about."""

    stated: Mapping[Atom, Fact]
    derived: Mapping[Atom, Derivation]
    rounds: int

    def knows(self, atom: Atom) -> bool:
        """Whether an atom follows."""
        return atom in self.stated or atom in self.derived


def forward_chain(facts: Iterable[Fact], rules: Iterable[Rule]) -> Model:
    """Derive everything from facts that count.

    Raises:
        CheckFailed: more than 1024 rounds, 1,000,000 atoms or 10,000,000 matching steps.
    """
    stated = {fact.atom: fact for fact in facts}
    derived: dict[Atom, Derivation] = {}
    rules = tuple(rules)
    unconditional = [rule for rule in rules if not rule.when]
    occurrences = _occurrences(rules)
    known = _Known()
    fresh: list[Atom] = list(stated)
    for rounds in range(1, MAX_ROUNDS + 1):
        known.add(fresh)
        found: dict[Atom, Derivation] = {}
        for rule in unconditional:
            _keep(rule.then, Derivation(rule, ()), known, found)
        unconditional = []
        for relation in known.fresh:
            for rule, pivot in occurrences.get(relation, ()):
                # In the first round every atom is fresh, so one pivot finds every match.
                if rounds > 1 or pivot == 0:
                    _fire(rule, pivot, known, found)
        if not found:
            return Model(stated, derived, rounds)
        derived.update(found)
        fresh = list(found)
    raise CheckFailed(f"reasoning did not converge after {MAX_ROUNDS} rounds", where="$.rules")


class _Known:
    """The atoms of finished rounds, with one hash index per relation and combination of bound positions."""

    fresh: dict[_Relation, list[Atom]]

    def __init__(self) -> None:
        self.keys: dict[Atom, str] = {}
        self._relations: dict[_Relation, list[Atom]] = {}
        self._indexes: dict[_Relation, dict[tuple[int, ...], dict[tuple[str, ...], list[Atom]]]] = {}
        self._steps = 0

    def add(self, atoms: Sequence[Atom]) -> None:
        """Make a round's atoms known."""
        self.keys.update((atom, atom.key()) for atom in atoms)
        if len(self.keys) > MAX_ATOMS:
            raise CheckFailed(f"the program derives more than {MAX_ATOMS} atoms", where="$.rules")
        self.fresh = {}
        for atom in atoms:
            relation = (atom.predicate, atom.negated)
            self.fresh.setdefault(relation, []).append(atom)
            self._relations.setdefault(relation, []).append(atom)
            for positions, index in self._indexes.get(relation, {}).items():
                index.setdefault(tuple(atom.arguments[at] for at in positions), []).append(atom)

    def candidates(self, pattern: Atom, bindings: Mapping[str, str]) -> Sequence[Atom]:
        """The known atoms that agree with the pattern where it is bound."""
        relation = (pattern.predicate, pattern.negated)
        terms = [bindings.get(term, term) for term in pattern.arguments]
        positions = tuple(at for at, term in enumerate(terms) if not is_variable(term))
        indexes = self._indexes.setdefault(relation, {})
        if positions not in indexes:
            indexes[positions] = {}
            for atom in self._relations.get(relation, ()):
                indexes[positions].setdefault(tuple(atom.arguments[at] for at in positions), []).append(atom)
        return indexes[positions].get(tuple(terms[at] for at in positions), ())

    def order(self, derivation: Derivation) -> tuple[str, list[str]]:
        """What the least derivation of an atom is least by."""
        return derivation.rule.id, [self.keys[atom] for atom in derivation.premises]

    def charge(self, steps: int) -> None:
        """Keep the work bounded: a body can have far more matches than conclusions."""
        self._steps += steps
        if self._steps > MAX_STEPS:
            raise CheckFailed(f"matching the program's rules takes more than {MAX_STEPS} steps", where="$.rules")


def _occurrences(rules: Iterable[Rule]) -> dict[_Relation, list[tuple[Rule, int]]]:
    """Each rule and body position where a relation occurs."""
    occurrences: dict[_Relation, list[tuple[Rule, int]]] = {}
    for rule in rules:
        for position, atom in enumerate(rule.when):
            occurrences.setdefault((atom.predicate, atom.negated), []).append((rule, position))
    return occurrences


def _fire(rule: Rule, pivot: int, known: _Known, found: dict[Atom, Derivation]) -> None:
    """Add what the rule concludes from the matches with something new at the pivot position."""
    pattern = rule.when[pivot]
    fresh = known.fresh[pattern.predicate, pattern.negated]
    known.charge(len(fresh) * _width(pattern))
    starts = [(atom, bindings) for atom in fresh if (bindings := match(pattern, atom, {})) is not None]
    for premises, bindings in _matches(rule, pivot, starts, known) if starts else ():
        _keep(instantiate(rule.then, bindings), Derivation(rule, premises), known, found)


def _width(pattern: Atom) -> int:
    """What one match of the pattern costs, in steps; an atom as wide as a document must not be free."""
    return 1 + len(pattern.arguments) // 8


def _keep(conclusion: Atom, derivation: Derivation, known: _Known, found: dict[Atom, Derivation]) -> None:
    """Keep the derivation of an atom that is not known yet, if it is the least so far."""
    if conclusion in known.keys:
        return
    earlier = found.get(conclusion)
    if earlier is None or known.order(derivation) < known.order(earlier):
        found[conclusion] = derivation


def _join_order(body: Sequence[Atom], pivot: int) -> list[int]:
    """The body's positions from the pivot on, next always the first with the fewest unbound variables."""
    unbound = [atom.variables() for atom in body]
    places: dict[str, list[int]] = {}
    for at, variables in enumerate(unbound):
        for variable in variables:
            places.setdefault(variable, []).append(at)
    order: list[int] = []
    placed: set[int] = set()
    queue = [(-1 if at == pivot else len(variables), at) for at, variables in enumerate(unbound)]
    heapq.heapify(queue)
    while queue:
        _, at = heapq.heappop(queue)
        if at in placed:
            continue
        placed.add(at)
        order.append(at)
        for variable in tuple(unbound[at]):
            for other in places[variable]:
                unbound[other].discard(variable)
                heapq.heappush(queue, (len(unbound[other]), other))
    return order


def _matches(
    rule: Rule, pivot: int, starts: Iterable[tuple[Atom, Mapping[str, str]]], known: _Known
) -> Iterator[_Match]:
    """Every way to satisfy the body with one of some atoms, each with its bindings, at the pivot position."""
    order = _join_order(rule.when, pivot)
    known.charge(len(order))
    states: list[tuple[int, Mapping[str, str], _Chain]] = [
        (1, bindings, (None, pivot, atom)) for atom, bindings in starts
    ]
    while states:
        done, bindings, chain = states.pop()
        if done == len(order):
            known.charge(done)
            yield _premises(chain, done), bindings
            continue
        at = order[done]
        pattern = rule.when[at]
        for atom in known.candidates(pattern, bindings):
            known.charge(_width(pattern))
            extended = match(pattern, atom, bindings)
            if extended is not None:
                states.append((done + 1, extended, (chain, at, atom)))


def _premises(chain: _Chain, length: int) -> tuple[Atom, ...]:
    premises: dict[int, Atom] = {}
    while chain is not None:
        chain, at, premises[at] = chain
    return tuple(premises[at] for at in range(length))
