"""What a rule says, whatever its variables are called and in whatever order its premises stand.

Variables get numbers: those of the head first, then those of premises in the least order. Where premises look alike,
each is tried first; what variables have in common with others is used to tell them apart before that.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import count
from typing import Final, TypeAlias

from bridge.core.digest import sha256_hex
from bridge.reason.model import Atom, Rule, Term, is_variable
from bridge.reason.wire import atom_key, term_text

Shape: TypeAlias = tuple[str, ...]
"""The head, then the premises, each once and in one order, with numbers for variables."""

Numbers: TypeAlias = Mapping[str, int]
Colours: TypeAlias = Mapping[str, str]

_ROUNDS: Final = 4
"""How far around a variable is looked to tell it from others."""
_MOST: Final = 60
"""How often premises that look alike are tried one after the other. Mostly they are alike, and any would do; beyond the
bound two rules may be told apart that say the same."""


def shape(rule: Rule) -> Shape:
    """What a rule says; the names of variables, the order of premises and repeated premises make no difference."""
    premises = list({atom_key(atom): atom for atom in rule.when}.values())
    return _Shaping(rule.then, premises).shape()


class _Shaping:
    def __init__(self, head: Atom, premises: list[Atom]) -> None:
        self._head = head
        self._premises = premises
        self._tries = count()

    def shape(self) -> Shape:
        numbers = _numbered(self._head, {})
        return (_text(self._head, numbers, {}), *self._least(self._premises, numbers))

    def _least(self, premises: list[Atom], numbers: Numbers) -> Shape:
        if not premises:
            return ()
        colours = _colours(premises, numbers)
        texts = [_text(atom, numbers, colours) for atom in premises]
        least = min(texts)
        alike = [place for place, text in enumerate(texts) if text == least]
        if len(alike) > 1 and (_apart(premises, alike, numbers) or next(self._tries) > _MOST):
            alike = alike[:1]
        return min(self._after(premises, place, numbers) for place in alike)

    def _after(self, premises: list[Atom], place: int, numbers: Numbers) -> Shape:
        atom = premises[place]
        more = _numbered(atom, numbers)
        return (_text(atom, more, {}), *self._least(premises[:place] + premises[place + 1 :], more))


def _apart(premises: list[Atom], places: list[int], numbers: Numbers) -> bool:
    """Whether nothing but its own premise has a variable of some premises, so that any of them may come first."""
    uses = Counter(name for atom in premises for name in _open(atom, numbers))
    return all(uses[name] == 1 for place in places for name in _open(premises[place], numbers))


def _open(atom: Atom, numbers: Numbers) -> set[str]:
    return {t for t in atom.arguments if isinstance(t, str) and is_variable(t) and t not in numbers}


def _numbered(atom: Atom, numbers: Numbers) -> Numbers:
    found = dict(numbers)
    for term in atom.arguments:
        if isinstance(term, str) and is_variable(term):
            found.setdefault(term, len(found))
    return found


def _colours(premises: list[Atom], numbers: Numbers) -> Colours:
    """What tells the variables without a number apart: where they stand, and beside what, as far as that goes."""
    colours: dict[str, str] = {}
    names = {name for atom in premises for name in _open(atom, numbers)}
    for _ in range(_ROUNDS if names else 0):
        seen: dict[str, list[str]] = {name: [] for name in names}
        for atom in premises:
            text = _text(atom, numbers, colours)
            for place, term in enumerate(atom.arguments):
                if isinstance(term, str) and term in seen:
                    seen[term].append(f"{place} {text}")
        colours = {name: sha256_hex("\n".join(sorted(places))) for name, places in seen.items()}
    return colours


def _text(atom: Atom, numbers: Numbers, colours: Colours) -> str:
    """An atom with its variables as numbers, as colours, or by where in it they come first."""
    local: dict[str, int] = {}
    terms = [_term(term, numbers, colours, local) for term in atom.arguments]
    return f"{term_text(atom.predicate)} {term_text(atom.negated)} {' '.join(terms)}"


def _term(term: Term, numbers: Numbers, colours: Colours, local: dict[str, int]) -> str:
    if not (isinstance(term, str) and is_variable(term)):
        return f"={term_text(term)}"
    if term in numbers:
        return f"${numbers[term]}"
    return f"?{colours.get(term, '')}/{local.setdefault(term, len(local))}"
