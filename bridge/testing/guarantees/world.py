"""A program with what people, tools and judges say, and what follows from it: what the guarantees speak about."""

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol, TypeAlias, cast

from bridge.admission.analysis import analyse
from bridge.admission.strike import restrict, strike
from bridge.reason.check import eligible_facts
from bridge.reason.engine import DEFAULT, seminaive
from bridge.reason.model import MODEL_JUDGED, Atom, Fact, Literal, Program, Term

Ground: TypeAlias = tuple[str, bool, tuple[tuple[str, object], ...]]
"""A ground atom with the type of each argument beside it, for ``True == 1`` in Python."""


def ground(atom: Atom) -> Ground:
    """The ground atom that an atom without variables is."""
    return atom.predicate, atom.negated, tuple((type(term).__name__, term) for term in atom.arguments)


def atom_of(grounded: Ground) -> Atom:
    """The atom that a ground atom was made of."""
    predicate, negated, arguments = grounded
    return Atom(predicate, tuple(cast(Term, term) for _, term in arguments), negated)


class Sets(Protocol):
    """The sets of literals that the guarantees name."""

    @property
    def authorizing(self) -> AbstractSet[Literal]:
        """Every positive literal outside J, and what is read to conclude one."""

    @property
    def judge_touched(self) -> AbstractSet[Literal]:
        """What a judgement can reach."""

    @property
    def free(self) -> AbstractSet[Literal]:
        """What can be concluded without a judgement."""


def supported(program: Program, facts: Iterable[Fact]) -> frozenset[Ground]:
    """Every ground atom that the rules of a program support from some facts, by the evaluator."""
    eligible = eligible_facts(program._replace(facts=tuple(facts)))
    return frozenset(ground(atom) for atom in seminaive.evaluate(eligible, program.rules, DEFAULT))


@dataclass(frozen=True)
class Opinion:
    """Who says what follows from a program, what its sets of literals are, and what is left of it when struck.

    The default is the product's own; tests bring another that shares no code with it, and a search one that works out
    once what does not depend on facts.
    """

    supported: Callable[[Program, Iterable[Fact]], frozenset[Ground]] = supported
    sets: Callable[[Program], Sets] = analyse
    struck: Callable[[Program], Program] = strike


OURS: Final = Opinion()


@dataclass(frozen=True)
class World:
    """A valid program whose facts are F, what people and tools say, and M, what judges say.

    Args:
        program: with F and M as its facts; of an action, its effective program. Its evaluation time is the one time.
        opinion: who says what follows.
    """

    program: Program
    opinion: Opinion = OURS

    @cached_property
    def sets(self) -> Sets:
        """The program's sets of literals."""
        return self.opinion.sets(self.program)

    @cached_property
    def with_judges(self) -> frozenset[Ground]:
        """What P with F and M supports."""
        return self.supported(self.program.facts)

    @cached_property
    def without_judges(self) -> frozenset[Ground]:
        """What P with F* supports."""
        return self.supported(self.f_star)

    @cached_property
    def struck(self) -> frozenset[Ground]:
        """What strike(P) with F* supports."""
        return self.opinion.supported(self.opinion.struck(self.program), self.f_star)

    @cached_property
    def f_star(self) -> tuple[Fact, ...]:
        """F without the ``supersedes`` entries that name facts outside it."""
        return restrict(self.program.facts, lambda fact: fact.authority != MODEL_JUDGED)

    def supported(self, facts: Iterable[Fact]) -> frozenset[Ground]:
        """What the program supports from some facts."""
        return self.opinion.supported(self.program, facts)
