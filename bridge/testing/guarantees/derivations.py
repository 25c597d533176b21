"""How a rule's conclusion could come about: the facts that somebody would have to say, by chaining backward.

A goal is met by what is known, by a fact that somebody may say, or by another rule. A variable that is left when all
goals are met stands for any value that fits every place it has.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from typing import Final, NamedTuple, TypeVar

from bridge.admission.literals import literal_of
from bridge.reason.model import Atom, Literal, Rule, Term, is_variable
from bridge.testing.guarantees.vocabulary import Vocabulary

Binding = Mapping[str, Term]
T = TypeVar("T")

DEPTH: Final = 6
"""How many rules may stand on each other."""
STEPS: Final = 500
"""How many goals are looked at for one conclusion, at each depth."""

GOALS: Final = 200
"""How many premises may be open or assumed at a time."""


class Derivations:
    """What would have to be said for each conclusion.

    Args:
        rules: those that may conclude something.
        known: atoms that hold already, such as what a request binds.
        may_be_said: whether somebody may say a fact over a literal.
        vocabulary: gives variables that are left their values.
    """

    def __init__(
        self,
        rules: Iterable[Rule],
        known: Iterable[Atom],
        may_be_said: Callable[[Literal], bool],
        vocabulary: Vocabulary,
    ) -> None:
        self._rules = _by_literal((rule.then, rule) for rule in rules)
        self._known = _by_literal((atom, atom) for atom in known)
        self._may_be_said = may_be_said
        self._vocabulary = vocabulary

    def of(self, rule: Rule) -> Iterator[tuple[Atom, ...]]:
        """Sets of ground atoms that make a rule fire, the shortest derivations first."""
        for depth in range(DEPTH):
            search = _Search(self._rules, self._known, self._may_be_said)
            renamed = search.renamed(rule)
            for assumed in search.meet(_State(renamed.when, {}, (), depth)):
                grounded = self._grounded(assumed)
                if grounded is not None:
                    yield grounded

    def _grounded(self, assumed: tuple[Atom, ...]) -> tuple[Atom, ...] | None:
        places: dict[str, list[tuple[str, int]]] = {}
        for atom in assumed:
            for place, term in enumerate(atom.arguments):
                if isinstance(term, str) and is_variable(term):
                    places.setdefault(term, []).append((atom.predicate, place))
        values = {name: self._vocabulary.common(where) for name, where in places.items()}
        if None in values.values():
            return None
        return tuple(dict.fromkeys(_bound(atom, values) for atom in assumed))


class _State(NamedTuple):
    goals: tuple[Atom, ...]
    binding: Binding
    assumed: tuple[Atom, ...]
    depth: int


class _Search:
    def __init__(
        self,
        rules: Mapping[Literal, list[Rule]],
        known: Mapping[Literal, list[Atom]],
        may_be_said: Callable[[Literal], bool],
    ) -> None:
        self._rules = rules
        self._known = known
        self._may_be_said = may_be_said
        self._names = count()
        self._steps = 0

    def renamed(self, rule: Rule) -> Rule:
        """A rule with variables that nothing else has."""
        suffix = f"#{next(self._names)}"

        def fresh(atom: Atom) -> Atom:
            terms = (t + suffix if isinstance(t, str) and is_variable(t) else t for t in atom.arguments)
            return atom._replace(arguments=tuple(terms))

        return rule._replace(when=tuple(map(fresh, rule.when)), then=fresh(rule.then))

    def meet(self, state: _State) -> Iterator[tuple[Atom, ...]]:
        """What has to be assumed to meet the goals of a state, in each way."""
        if not state.goals:
            yield tuple(_bound(atom, state.binding) for atom in state.assumed)
            return
        self._steps += 1
        if self._steps > STEPS or len(state.goals) + len(state.assumed) > GOALS:
            return
        goal, rest = _bound(state.goals[0], state.binding), state.goals[1:]
        for binding in self._met(goal, state):
            yield from self.meet(state._replace(goals=rest, binding=binding))
        if self._may_be_said(literal_of(goal)):
            yield from self.meet(state._replace(goals=rest, assumed=(*state.assumed, goal)))
        for rule in map(self.renamed, self._rules.get(literal_of(goal), ()) if state.depth else ()):
            found = unified(rule.then, goal, state.binding)
            if found is not None:
                yield from self.meet(_State((*rule.when, *rest), found, state.assumed, state.depth - 1))

    def _met(self, goal: Atom, state: _State) -> Iterator[Binding]:
        for atom in (*self._known.get(literal_of(goal), ()), *state.assumed):
            if literal_of(atom) == literal_of(goal):
                found = unified(goal, atom, state.binding)
                if found is not None:
                    yield found


def unified(one: Atom, other: Atom, binding: Binding) -> Binding | None:
    """The binding, extended so that two atoms over one literal are the same; None where none makes them so."""
    found = dict(binding)
    for left, right in zip(one.arguments, other.arguments, strict=True):
        left, right = _walked(left, found), _walked(right, found)
        if isinstance(left, str) and is_variable(left):
            if left != right:
                found[left] = right
        elif isinstance(right, str) and is_variable(right):
            found[right] = left
        elif left != right or type(left) is not type(right):
            return None
    return found


def _walked(term: Term, binding: Binding) -> Term:
    while isinstance(term, str) and term in binding:
        term = binding[term]
    return term


def _bound(atom: Atom, binding: Binding) -> Atom:
    return atom._replace(arguments=tuple(_walked(term, binding) for term in atom.arguments))


def _by_literal(pairs: Iterable[tuple[Atom, T]]) -> Mapping[Literal, list[T]]:
    found: dict[Literal, list[T]] = {}
    for atom, value in pairs:
        found.setdefault(literal_of(atom), []).append(value)
    return found
