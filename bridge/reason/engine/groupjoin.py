"""One join of one rule by groups in one round: sets are taken as they are met, or gathered, ordered and taken."""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, Final, TypeAlias

from bridge.reason.engine.conclusion import Conclusion
from bridge.reason.engine.groupcode import group_code
from bridge.reason.engine.grouped import GroupedRelation
from bridge.reason.engine.grouping import GroupPlan, Source, group_plan
from bridge.reason.engine.join import ages
from bridge.reason.engine.limits import Budget
from bridge.reason.engine.order import precedes
from bridge.reason.engine.relation import Groups, Relation, Table
from bridge.reason.engine.shape import Shape
from bridge.reason.engine.terms import Constant, Row, text

CHUNK: Final = 100_000
"""How many matches may be made before the sets gathered so far are taken; bounds memory."""

_Gathered: TypeAlias = tuple[tuple[str, ...], Any, set[Constant], Row]
"""What orders a set, the group of the head, the set, and the values of the dead variables."""


class Ranks(dict[Constant, str]):
    """What orders a constant among others at one place: its JSON text and what follows it there."""

    def __init__(self, follower: str) -> None:
        super().__init__()
        self._follower = follower

    def __missing__(self, constant: Constant) -> str:
        rank = self[constant] = text(constant) + self._follower
        return rank


class GroupRule:
    """A rule that joins by groups, with its relations."""

    def __init__(
        self, shape: Shape, source: Source, body: Sequence[Relation], head: GroupedRelation, budget: Budget
    ) -> None:
        self._shape = shape
        self._source = source
        self._body = body
        self._head = head
        self._budget = budget
        self._conclusion = Conclusion(shape.rule)
        followers = dict(zip(shape.variables, shape.followers, strict=True))
        self._ranks = tuple([Ranks(followers[variable]) for variable in self._conclusion.dead])
        self._ranking = tuple([(place, followers[v]) for place, v in enumerate(self._conclusion.dead)])

    def fire(self, variants: Sequence[int | None]) -> None:
        """Conclude what follows in this round by the joins given."""
        target = Target(self._head, self._conclusion, self._ranking, self._budget)
        for first in variants:
            profiles = tuple([relation.profile for relation in self._body])
            plan = group_plan(self._shape, self._source, first, profiles)
            tables = [ages(self._body[step.position], step.position, first, step.pattern) for step in plan.steps]
            sources = self._sources(first)
            if all(tables) and sources:
                direct = len(variants) == 1 and plan.dead_first and len(sources if plan.scanned else tables[0]) == 1
                self._join(plan, tables, sources, direct, target)
        target.take()

    def _join(
        self, plan: GroupPlan, tables: list[list[Table]], sources: list[Groups], direct: bool, target: "Target"
    ) -> None:
        passes = [[one] for one in sources] if plan.scanned else [sources]
        for looked_up in passes:
            join = group_code(plan, tuple(map(len, tables)), len(looked_up), direct)
            self._budget.spend(join(plan.constants, tables, looked_up, self._ranks, target))

    def _sources(self, first: int | None) -> list[Groups]:
        position, member, columns = self._source
        relation = self._body[position]
        found: list[Groups] = []
        if relation.old_count and position != first:
            found.append(relation.old_groups(member, columns))
        if relation.fresh_count and (first is None or position >= first):
            found.append(relation.fresh_groups(member, columns))
        return found


class Target:
    """Where the sets of one rule in one round go."""

    def __init__(
        self, head: GroupedRelation, conclusion: Conclusion, ranking: tuple[tuple[int, str], ...], budget: Budget
    ) -> None:
        self.known = head.known.groups
        self.pending = head.pending
        self.conclusion = conclusion
        self.most = min(budget.steps, CHUNK)
        self._budget = budget
        self._ranking = ranking
        self._gathered: list[_Gathered] = []
        self.hand_over = self._gathered.append
        self.again = False

    def over(self, matches: int) -> int:
        """Make room after so many matches; gives how many there may be before the next time.

        Raises:
            LimitError: there are more than may be, or too many new rows.
        """
        if matches > self._budget.steps:
            self._budget.spend(matches)
        self._budget.require_room(sum(map(len, self.pending.values())))
        if len(self._gathered) >= CHUNK:
            self.take()
        return min(self._budget.steps, matches + CHUNK)

    def take(self) -> None:
        """Take the sets gathered: in order, so that the first to hold a value holds its least derivation."""
        self._gathered.sort(key=itemgetter(0))
        for _, key, values, dead in self._gathered:
            known = self.known.setdefault(key, {})
            if self.again:
                self._compare(key, known, values, dead)
            new = values.difference(known)
            if new:
                known.update(dict.fromkeys(new, (self.conclusion, dead)))
                if key in self.pending:
                    self.pending[key] |= new
                else:
                    self.pending[key] = new
        self.again = self.again or bool(self._gathered)
        self._gathered.clear()

    def _compare(self, key: Any, known: dict[Constant, Any], values: set[Constant], dead: Row) -> None:
        """Take what this rule derived otherwise in this round, of sets that were taken before these were gathered."""
        for value in values.intersection(self.pending.get(key, ())):
            conclusion, other = known[value]
            if conclusion is self.conclusion and precedes(dead, other, self._ranking):
                known[value] = conclusion, dead
