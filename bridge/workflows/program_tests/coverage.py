"""What tests exercise: rules whose premises held together, and admissions of facts that took part in a derivation.

A rule is exercised when in some test all its premises hold together, whether or not another rule concludes the same.
An admitted class is exercised, for a predicate that has an admission of its own, when a fact of it takes part in a
derivation that stands or answers an expectation by itself; for the default, when that fact is over any predicate that
the default governs. ``admit nothing`` is exercised when it withholds a fact. Of what ships with the package and is only
used here, nothing is counted.

What several tests exercise together is the union of what each of them does.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from bridge.core.sources import Span
from bridge.errors import BridgeError
from bridge.reason import authority
from bridge.reason.check import eligible_facts
from bridge.reason.engine import DEFAULT, Derivation, Model, seminaive
from bridge.reason.model import Atom, Fact, PolicyTemplate, Program, Rule
from bridge.workflows.bundled import BUNDLED
from bridge.workflows.program_tests.run import Evaluated
from bridge.workflows.programs import Loaded

_FIRED: Final = "fired"


class Item(NamedTuple):
    """Something that a test can exercise, and where it is stated.

    Args:
        file: the source.
        line: from 1.
        column: from 1.
        kind: a rule, or an admission.
        name: the rule's id; or the class, and for which predicate.
        statement: the rule statement, which several rules share where it is expanded; or the ``admit`` target.
    """

    file: str
    line: int
    column: int
    kind: Literal["rule", "admission"]
    name: str
    statement: str


@dataclass(frozen=True)
class Coverage:
    """Everything that could be exercised, in source order, and what was."""

    items: tuple[Item, ...]
    exercised: frozenset[Item]

    @staticmethod
    def union(all: "Iterable[Coverage]") -> "Coverage":
        """What several files have together; what they share counts once."""
        coverages = tuple(all)
        items = sorted({item for one in coverages for item in one.items})
        return Coverage(tuple(items), frozenset(item for one in coverages for item in one.exercised))

    @property
    def unexercised(self) -> tuple[Item, ...]:
        """What no test exercised, in source order."""
        return tuple(item for item in self.items if item not in self.exercised)

    @property
    def tenths(self) -> int:
        """Tenths of a percent, rounded down, so that only all is 1000; where there is nothing, all of it."""
        return 1000 * len(self.exercised) // len(self.items) if self.items else 1000

    def count(self, kind: str) -> tuple[int, int]:
        """How many of a kind are exercised, and how many there are."""
        return sum(item.kind == kind for item in self.exercised), sum(item.kind == kind for item in self.items)


class Items:
    """What can be exercised in one program."""

    def __init__(self, loaded: Loaded) -> None:
        program = loaded.program
        if not isinstance(program, Program | PolicyTemplate):
            raise TypeError("a request states no rules of its own")
        self._name = loaded.name
        self._spans = loaded.spans
        self._policy = program.authority
        self._marked = _marked(program)
        self._rules = {rule.id: self._rule(index, rule) for index, rule in enumerate(program.rules)}
        self._admissions = dict(self._admitted(program))

    def all(self) -> tuple[Item, ...]:
        """All of it, in source order."""
        return tuple(sorted(item for item in (*self._rules.values(), *self._admissions.values()) if item is not None))

    def exercised(self, evaluated: Evaluated, asked: Iterable[Atom]) -> frozenset[Item]:
        """What one test exercises, of what was evaluated and the literals that it asks about."""
        program, model = evaluated.program, self._with_marks(evaluated)
        rules: set[str] = set()
        used: set[tuple[str, str | None]] = set()
        for rule, premises in _derivations(model):
            rules.add(rule)
            supports = map(model.support, premises)
            used |= {self._admitting(fact) for fact in supports if isinstance(fact, Fact)}
        _, withheld = authority.partition(program.facts, program.authority)
        used |= {(one.atom.predicate, None) for one in withheld}
        for literal in (one for atom in asked for one in (atom, atom.complement())):
            if isinstance(support := evaluated.model.support(literal), Fact):
                used.add(self._admitting(support))
        found = (*map(self._rules.get, rules), *map(self._admissions.get, used))
        return frozenset(item for item in found if item is not None)

    def _with_marks(self, evaluated: Evaluated) -> Model:
        try:
            return seminaive.evaluate(eligible_facts(evaluated.program), self._marked, DEFAULT)
        except BridgeError:
            # So much that the marks do not fit beside it; what stands is known all the same.
            return evaluated.model

    def _admitting(self, fact: Fact) -> tuple[str, str | None]:
        own = fact.predicate in self._policy.predicate_admit
        return (fact.predicate if own else "", fact.authority)

    def _rule(self, index: int, rule: Rule) -> Item | None:
        return self._item(f"$.rules[{index}]", "rule", rule.id)

    def _admitted(self, program: Program | PolicyTemplate) -> Iterator[tuple[tuple[str, str | None], Item | None]]:
        for predicate, classes in self._policy.predicate_admit.items():
            path = f"$.authority.predicate_admit.{predicate}"
            for name in classes or (None,):
                yield (predicate, name), self._item(path, "admission", f"{name or 'nothing'} for {predicate}")
        if program.ontology.predicates.keys() - self._policy.predicate_admit.keys():
            for name in self._policy.default_admit:
                yield ("", name), self._item("$.authority.default_admit", "admission", f"{name} by default")

    def _item(self, path: str, kind: Literal["rule", "admission"], name: str) -> Item | None:
        span = self._spans.get(path)
        if span is None or (span.source.name.startswith(BUNDLED) and span.source.name != self._name):
            return None
        return Item(*_place(span), kind, name, span.source.text[span.start : span.end])


def _place(span: Span) -> tuple[str, int, int]:
    return span.source.name, *span.source.position(span.start)


def _marked(program: Program | PolicyTemplate) -> tuple[Rule, ...]:
    """The rules, and for each another that says that it holds somewhere, whatever else concludes the same."""
    name = _FIRED
    while name in program.ontology.predicates:
        name += "'"
    marks = (Rule(rule.id, rule.when, Atom(name, (index,))) for index, rule in enumerate(program.rules))
    return (*program.rules, *marks)


def _derivations(model: Model) -> Iterator[tuple[str, tuple[Atom, ...]]]:
    """The rule and the premises of each derivation that stands."""
    for rows in model.relations.values():
        for reason in rows.values():
            if not isinstance(reason, Fact):
                derivation = Derivation(*reason)
                yield derivation.rule.id, derivation.premises
