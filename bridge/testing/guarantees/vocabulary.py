"""The constants that facts about a program may speak of: those it names, those it declares, and a stranger."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

from bridge.reason.answers import Answers
from bridge.reason.model import Atom, Program, Term, is_variable

STRANGER: Final[Mapping[str, Term]] = {"string": "anything", "integer": 1, "boolean": True}
"""By type, a constant for where nothing else is known."""

MOST: Final = 100
"""How many constants of a place, and of its type, may stand in it."""

Key = tuple[str, Term]


class Vocabulary:
    """What may stand in each argument of each predicate.

    Args:
        program: an effective program; its rules, facts and query name constants.
        answers: the closed sets of arguments, as the source declares them.
    """

    def __init__(self, program: Program, answers: Answers) -> None:
        self._types = program.ontology.predicates
        self._answers = answers
        self._atoms = _atoms(program)
        self._terms: dict[tuple[str, int], dict[Key, Term]] = {}

    def terms(self, predicate: str, place: int) -> tuple[Term, ...]:
        """What an argument may be, the likeliest first: its closed set, or what stands there, then anywhere."""
        return tuple(self._by_key(predicate, place).values())

    def common(self, places: Iterable[tuple[str, int]]) -> Term:
        """The likeliest term that may stand in every one of some places, or None where there is none."""
        first, *rest = [self._by_key(predicate, place) for predicate, place in places]
        return next((term for key, term in first.items() if all(key in terms for terms in rest)), None)

    def _by_key(self, predicate: str, place: int) -> dict[Key, Term]:
        if (predicate, place) not in self._terms:
            self._terms[predicate, place] = {_key(term): term for term in self._known(predicate, place)}
        return self._terms[predicate, place]

    def _known(self, predicate: str, place: int) -> Iterable[Term]:
        declared = self._answers.get((predicate, place))
        if declared is not None:
            return declared.texts
        kind = self._types[predicate][place]
        here = self._standing.get((predicate, place), ())
        return (*here[:MOST], *self._of_type.get(kind, ())[:MOST], STRANGER[kind])

    @cached_property
    def _standing(self) -> Mapping[tuple[str, int], list[Term]]:
        found: defaultdict[tuple[str, int], list[Term]] = defaultdict(list)
        for atom in self._atoms:
            for place, term in enumerate(atom.arguments):
                if not is_variable(term):
                    found[atom.predicate, place].append(term)
        return found

    @cached_property
    def _of_type(self) -> Mapping[str, list[Term]]:
        found: defaultdict[str, list[Term]] = defaultdict(list)
        for (predicate, place), terms in self._standing.items():
            found[self._types[predicate][place]] += terms
        return found


def _atoms(program: Program) -> list[Atom]:
    of_rules = [atom for rule in program.rules for atom in (rule.then, *rule.when)]
    return [program.query, *of_rules, *(fact.atom for fact in program.facts)]


def _key(term: Term) -> Key:
    return type(term).__name__, term
