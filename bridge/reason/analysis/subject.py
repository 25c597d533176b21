"""What is linted: a program, what its source says besides, and what several rules need of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from bridge.core.diagnostics import Label
from bridge.core.sources import Span
from bridge.reason.action import reserved
from bridge.reason.analysis.covering import Covers, covers
from bridge.reason.answers import Answers
from bridge.reason.model import Atom, Literal, Program


def literal(atom: Atom) -> Literal:
    """The predicate and the sign of an atom."""
    return Literal(atom.predicate, atom.negated)


@dataclass(frozen=True)
class Subject:
    """A program to lint.

    Args:
        program: of an action policy the program that a request makes of it, with no more facts than its own.
        policy: whether a request supplies the bindings and asks.
        at: the time that facts are held against; None holds none against any.
        answers: the closed sets of its source.
        spans: where its parts stand, by JSON path.
        asked: the predicates that its tests ask about.
        statements: for each rule the number of its statement; none where each is one of its own.
        refused: the JSON paths at which the convention refuses the program; what is wrong there is not told twice.
    """

    program: Program
    policy: bool = False
    at: str | None = None
    answers: Answers = field(default_factory=dict)
    spans: Mapping[str, Span] = field(default_factory=dict)
    asked: frozenset[str] = frozenset()
    statements: Sequence[int] = ()
    refused: frozenset[str] = frozenset()

    @cached_property
    def read(self) -> frozenset[str]:
        """The predicates that a rule reads or somebody asks about."""
        premises = (atom.predicate for rule in self.program.rules for atom in rule.when)
        return frozenset({*premises, self.program.query.predicate}) | self.asked

    @cached_property
    def concluded(self) -> frozenset[Literal]:
        """The heads of the rules."""
        return frozenset(literal(rule.then) for rule in self.program.rules)

    @cached_property
    def unused(self) -> tuple[str, ...]:
        """The declared predicates of which nothing comes, sorted.

        What a program concludes may be what somebody asks with ``--query``; of an action policy nothing else is asked.
        """
        kept = self.read if self.policy else self.read | {found.predicate for found in self.concluded}
        return tuple(name for name in sorted(self.program.ontology.predicates) if name not in kept and self.own(name))

    def own(self, predicate: str) -> bool:
        """Whether a predicate is the program's own, and not one that a request brings."""
        return not (self.policy and predicate in reserved.PREDICATES)

    def may_be_stated(self, found: Literal) -> bool:
        """Whether a fact may say a literal: a class is admitted for it or has still to be, or a request supplies it."""
        if not self.own(found.predicate):
            return found.predicate != reserved.ACTION_AUTHORIZED and not found.negated
        unsettled = f"$.ontology.predicates.{found.predicate}" in self.refused
        return unsettled or bool(self.program.authority.admitted(found.predicate))

    @cached_property
    def covers(self) -> Covers:
        """The statements that another rule makes needless."""
        return covers(self.program.rules, self.statements or range(len(self.program.rules)))

    def label(self, path: str, text: str) -> tuple[Label, ...]:
        """A second place to show, where the source is known."""
        span = self.spans.get(path)
        return () if span is None else (Label(span, text),)
