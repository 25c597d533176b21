"""The engine that runs: semi-naive rounds over hash indices, with the same atoms, reasons and counts as ``naive``.

In each round after the first a rule is joined once for each of its premises that the last round gave new rows: that
premise over the new rows, those before it over the old ones, those after it over both, so that every derivation is met
exactly once, in the round in which its head first has one. Joins go batch by batch, which bounds their memory. The
least derivation is kept as ``engine.model`` defines it.
"""

from collections.abc import Sequence
from functools import partial
from operator import attrgetter
from typing import Final

from bridge.reason.collector import no_collection
from bridge.reason.engine import compiled
from bridge.reason.engine.conclusion import Conclusion
from bridge.reason.engine.grouped import GroupedRelation
from bridge.reason.engine.grouping import Of, members, source
from bridge.reason.engine.groupjoin import GroupRule
from bridge.reason.engine.join import Best, Join
from bridge.reason.engine.limits import DEFAULT, Budget, Limits, require_facts, require_round, weight
from bridge.reason.engine.load import KnownRelations, Relations, load
from bridge.reason.engine.model import Model
from bridge.reason.engine.plan import plan
from bridge.reason.engine.settled import Settled
from bridge.reason.engine.shape import Shape, shape
from bridge.reason.model import Fact, Rule

_GROUPED_FROM: Final = 200
"""From how many facts on, recursive relations are stored in groups."""
_COMPILED_FROM: Final = 1000
"""From how many new rows on, summed over its rounds, a rule's joins are compiled: compiling costs as much."""


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
    code = compiled.of_rules(rules, len(facts), limits)
    if code is not None:
        try:
            return code.evaluate(facts, limits)
        except compiled.TooMany:
            pass
    with no_collection():
        return _Evaluation(facts, rules, limits).run()


class _Evaluation:
    def __init__(self, facts: Sequence[Fact], rules: Sequence[Rule], limits: Limits) -> None:
        require_facts(limits, len(facts))
        self._limits = limits
        self._relations = Relations()
        self.budget = Budget(limits)
        shapes = [self._shape(rule) for rule in sorted(rules, key=attrgetter("id"))]
        self._members = members(shapes, self.budget.look) if len(facts) >= _GROUPED_FROM else {}
        columns: dict[Of, set[int]] = {}
        self._weights: dict[Of, int] = {}
        for one in shapes:
            columns.setdefault(one.head.of, set()).add(len(one.head.terms))
            weighs = weight(len(one.head.terms) + len(one.variables))
            self._weights[one.head.of] = max(weighs, self._weights.get(one.head.of, 1))
        self._heaviest = max(self._weights.values(), default=1)
        for of, column in self._members.items():
            if len(columns[of]) == 1:
                self._relations[of] = GroupedRelation(column, columns[of].pop())
        load(facts, self._relations.__getitem__, share=bool(self._members))
        self._settled = Settled(shapes, self._relations.fresh_count)
        self._rules = [self._rule(one) for one in shapes]

    def _shape(self, rule: Rule) -> Shape:
        self.budget.look()
        return shape(rule)

    def _rule(self, shape: Shape) -> "_Rule":
        return _Rule(shape, self._relations, self._members.get(shape.head.of), self.budget, self._settled)

    def run(self) -> Model:
        while True:
            require_round(self._limits.rounds, self._settled.round)
            self.budget.look()
            self._settled.round += 1
            for rule in self._rules:
                rule.fire()
                if self.budget.may_be_full(self._heaviest):
                    self.budget.require_room(self._new())
            new = self._new()
            if not new:
                return self._model()
            self.budget.derive(new)
            for relation in self._relations.values():
                relation.settle()

    def _new(self) -> int:
        """How many atoms this round has derived so far, wide ones counted as several."""
        if self._heaviest == 1:
            return sum([relation.new_count for relation in self._relations.values()])
        weights = self._weights
        return sum([relation.new_count * weights.get(of, 1) for of, relation in self._relations.items()])

    def _model(self) -> Model:
        relations, rounds = KnownRelations(self._relations), self._settled.round
        return Model(relations, relations.initial, rounds, rounds * len(self._rules))


class _Rule:
    """A rule with its relations."""

    def __init__(
        self, shape: Shape, relations: Relations, member: int | None, budget: Budget, settled: Settled
    ) -> None:
        self._shape = shape
        self._budget = budget
        self._body = [relations[part.of] for part in shape.body]
        self._head = relations[shape.head.of]
        self._conclusion = Conclusion(shape.rule)
        self._ranking = tuple(enumerate(shape.followers))
        self._fired = False
        self._rows_seen = 0
        found = None if member is None else source(shape, member)
        self._by_groups: GroupRule | None = None
        if found is not None and isinstance(self._head, GroupedRelation):
            holds = partial(settled.holds, shape.body[found.position].of)
            self._by_groups = GroupRule(shape, found, self._body, self._head, budget, holds)

    def fire(self) -> None:
        """Conclude what follows in this round; what an earlier rule concluded in it stands."""
        variants = self._variants()
        if self._by_groups is not None:
            self._by_groups.fire(variants)
            return
        best: Best = {}
        known = (self._head.rows, self._head.taken)
        for first in variants:
            self._budget.look()
            chosen = plan(self._shape, first, tuple([relation.profile for relation in self._body]))
            join = Join(self._budget, chosen, self._body, first, known, best, self._ranking)
            if self._large(first):
                join.run_compiled()
            else:
                join.run()
        if best:
            self._head.conclude(self._conclusion, best)

    def _large(self, first: int | None) -> bool:
        begins = self._body if first is None else [self._body[first]]
        self._rows_seen += max((relation.fresh_count for relation in begins), default=0)
        return self._rows_seen >= _COMPILED_FROM

    def _variants(self) -> list[int | None]:
        """The joins of this round, each by the premise that takes the new rows; none stands for the first round."""
        body = self._body
        if not self._fired:
            self._fired = True
            return [None] if all(r.old_count or r.fresh_count for r in body) else []
        return [
            first
            for first, relation in enumerate(body)
            if relation.fresh_count
            and all(r.old_count for r in body[:first])
            and all(r.old_count or r.fresh_count for r in body[first + 1 :])
        ]
