"""The engine that runs: semi-naive rounds over hash indices, with the same atoms, reasons and counts as ``naive``.

In each round after the first a rule is joined once for each of its premises that the last round gave new rows: that
premise over the new rows, those before it over the old ones, those after it over both, so that every derivation is met
exactly once, in the round in which its head first has one. Joins go batch by batch, which bounds their memory. The
least derivation is kept as ``engine.model`` defines it.
"""

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from operator import attrgetter
from typing import Final

from bridge.reason.engine.join import Join
from bridge.reason.engine.limits import DEFAULT, Budget, Limits, require, require_round
from bridge.reason.engine.model import Model, Reason
from bridge.reason.engine.plan import plan
from bridge.reason.engine.relation import Relation
from bridge.reason.engine.shape import shape
from bridge.reason.engine.terms import Row, encode_row
from bridge.reason.model import Fact, Literal, Rule

_COMPILED_FROM: Final = 1000
"""From how many new rows on, summed over its rounds, a rule's joins are compiled: compiling costs as much."""


def evaluate(facts: Sequence[Fact], rules: Sequence[Rule], limits: Limits = DEFAULT) -> Model:
    """Everything that follows from facts by rules.

    Args:
        facts: the facts that take part, of a valid program; of two with the same atom, the first counts.
        rules: the program's rules, in any order.
        limits: bounds.

    Raises:
        EvaluationError: it does not converge within the rounds allowed.
        LimitError: another bound was reached.
    """
    with _without_garbage_collection():
        return _Evaluation(facts, rules, limits).run()


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    # Nothing made here is cyclic, and walking millions of live rows again and again is half of the time.
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class _Evaluation:
    def __init__(self, facts: Sequence[Fact], rules: Sequence[Rule], limits: Limits) -> None:
        require("facts", limits.facts, len(facts))
        self._limits = limits
        self._relations: dict[tuple[str, bool], Relation] = {}
        self.budget = Budget(limits)
        self._initial = self._load(facts)
        self._rules = [_Rule(rule, self) for rule in sorted(rules, key=attrgetter("id"))]

    def relation(self, of: tuple[str, bool]) -> Relation:
        """The relation of a literal, empty at first."""
        relation = self._relations.get(of)
        if relation is None:
            relation = self._relations[of] = Relation()
        return relation

    def run(self) -> Model:
        rounds = 0
        while True:
            require_round(self._limits.rounds, rounds)
            rounds += 1
            new = self._round()
            if not new:
                relations = {Literal(*of): relation.rows for of, relation in self._relations.items()}
                return Model(relations, self._initial, rounds, rounds * len(self._rules))
            self.budget.derive(sum(map(len, new.values())))
            for of, relation in self._relations.items():
                relation.add(new.get(of, {}))

    def _round(self) -> dict[tuple[str, bool], dict[Row, Reason]]:
        new: dict[tuple[str, bool], dict[Row, Reason]] = {}
        for rule in self._rules:
            rule.fire(new)
        return new

    def _load(self, facts: Sequence[Fact]) -> int:
        loaded: dict[tuple[str, bool], dict[Row, Reason]] = {}
        for fact in facts:
            loaded.setdefault((fact.predicate, fact.negated), {}).setdefault(encode_row(fact.arguments), fact)
        for of, rows in loaded.items():
            self.relation(of).add(rows)
        return sum(map(len, loaded.values()))


class _Rule:
    """A rule with its relations."""

    def __init__(self, rule: Rule, evaluation: _Evaluation) -> None:
        self._shape = shape(rule)
        self._budget = evaluation.budget
        self._body = [evaluation.relation(part.of) for part in self._shape.body]
        self._head = evaluation.relation(self._shape.head.of)
        self._ranking = tuple(enumerate(self._shape.followers))
        self._fired = False
        self._rows_seen = 0

    def fire(self, new: dict[tuple[str, bool], dict[Row, Reason]]) -> None:
        """Add what the rule concludes in this round to ``new``; what an earlier rule concluded in it stands."""
        best: dict[Row, Row] = {}
        of = self._shape.head.of
        known = (self._head.rows, new.get(of, {}))
        for first in self._variants():
            magnitudes = tuple([len(relation.rows).bit_length() for relation in self._body])
            chosen = plan(self._shape, first, magnitudes)
            join = Join(self._budget, chosen, self._body, first, known, best, self._ranking)
            if self._large(first):
                join.run_compiled()
            else:
                join.run()
        if best:
            rule = self._shape.rule
            new.setdefault(of, {}).update({head: (rule, values) for head, values in best.items()})

    def _large(self, first: int | None) -> bool:
        begins = self._body if first is None else [self._body[first]]
        self._rows_seen += max((len(relation.fresh) for relation in begins), default=0)
        return self._rows_seen >= _COMPILED_FROM

    def _variants(self) -> list[int | None]:
        """The joins of this round, each by the premise that takes the new rows; none stands for the first round."""
        body = self._body
        if not self._fired:
            self._fired = True
            return [None] if all(relation.rows for relation in body) else []
        return [
            first
            for first, relation in enumerate(body)
            if relation.fresh and all(r.old for r in body[:first]) and all(r.rows for r in body[first + 1 :])
        ]
