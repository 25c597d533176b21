"""One join of one rule by groups in one round: set by set, or through a link."""

from collections.abc import Callable, Sequence
from typing import Final

from bridge.reason.engine.conclusion import Conclusion
from bridge.reason.engine.groupcode import Inner, group_code
from bridge.reason.engine.grouped import GroupedRelation
from bridge.reason.engine.grouping import GroupPlan, Source, group_plan, link, scannable
from bridge.reason.engine.grouptarget import Ranks, Target
from bridge.reason.engine.join import ages
from bridge.reason.engine.limits import Budget
from bridge.reason.engine.linkjoin import Ages, LinkTarget
from bridge.reason.engine.relation import Groups, Profile, Relation, Table
from bridge.reason.engine.shape import Shape

LINKED_UP_TO: Final = 4
"""How many rows the rest of a body may begin with, for each fresh one, for a join through a link."""


class GroupRule:
    """A rule that joins by groups, with its relations.

    Args:
        shape: the rule, taken apart.
        source: its source.
        body: the relations of its body's atoms.
        head: the relation of its head.
        budget: what the evaluation may still do.
        settled: whether the source's relation does not change any more, in this round and later ones.
    """

    def __init__(
        self,
        shape: Shape,
        source: Source,
        body: Sequence[Relation],
        head: GroupedRelation,
        budget: Budget,
        settled: Callable[[], bool],
    ) -> None:
        self._shape = shape
        self._source = source
        self._link = link(shape, source)
        self._body = body
        self._head = head
        self._budget = budget
        self._settled = settled
        self._conclusion = Conclusion(shape.rule)
        followers = dict(zip(shape.variables, shape.followers, strict=True))
        self._ranks = tuple([Ranks(followers[variable]) for variable in self._conclusion.dead])
        self._ranking = tuple([(place, followers[v]) for place, v in enumerate(self._conclusion.dead)])

    def fire(self, variants: Sequence[int | None]) -> None:
        """Conclude what follows in this round by the joins given."""
        if variants and self._link is not None:
            through = self._through(self._link, variants)
            if through is not None:
                self._join_linked(through, self._link)
                return
        target = Target(self._head, self._conclusion, self._ranking, self._budget)
        for first in variants:
            self._budget.look()
            plan = self._plan(first)
            tables = self._tables(plan, first)
            sources = self._sources(first)
            if all(tables) and sources:
                direct = len(variants) == 1 and plan.dead_first and len(sources if plan.scanned else tables[0]) == 1
                self._join(plan, tables, sources, direct, target)
        target.take()

    def _through(self, link: Source, variants: Sequence[int | None]) -> GroupPlan | None:
        """The plan of a join through the link, where all that is fresh is at its ends and the plan meets rows in order.

        It begins with the fresh groups of links; or with other rows, where those are few beside the fresh ones.
        """
        ends = {link.position, self._source.position}
        rest = [relation for position, relation in enumerate(self._body) if position not in ends]
        if not ends.issuperset(variants) or any(one.fresh_count or not one.old_count for one in rest):
            return None
        profiles, fresh = self._profiles(), [self._body[position].fresh_count for position in ends]
        if not self._body[self._source.position].fresh_count and scannable(self._shape, link):
            plan = group_plan(self._shape, self._source, link.position, profiles, link)
            if plan.dead_first:
                return plan
        plan = group_plan(self._shape, self._source, None, profiles, link)
        begin = self._body[plan.steps[0].position].old_count
        return plan if plan.dead_first and begin <= LINKED_UP_TO * sum(fresh) else None

    def _join_linked(self, plan: GroupPlan, link: Source) -> None:
        sets = Ages(*self._ages(self._source))
        links = Ages(*self._ages(link, old=bool(sets.fresh)))
        settled = not sets.fresh and self._settled()
        target = LinkTarget(self._head, self._conclusion, self._budget, links, sets, self._ranks[-1], settled=settled)
        join = group_code(plan, (1,) * len(plan.steps), 1 + bool(links.old), Inner.UNITE)
        sources = [links.old, links.fresh] if links.old else [links.fresh]
        self._budget.look()
        self._budget.spend(join(plan.constants, self._tables(plan, None), sources, self._ranks, target))

    def _ages(self, source: Source, *, old: bool = True) -> tuple[Groups, Groups]:
        position, member, columns = source
        relation = self._body[position]
        return (
            relation.old_groups(member, columns) if old and relation.old_count else {},
            relation.fresh_groups(member, columns) if relation.fresh_count else {},
        )

    def _join(
        self, plan: GroupPlan, tables: list[list[Table]], sources: list[Groups], direct: bool, target: Target
    ) -> None:
        passes = [[one] for one in sources] if plan.scanned else [sources]
        for looked_up in passes:
            inner = Inner.TAKE if direct else Inner.HAND_OVER
            join = group_code(plan, tuple(map(len, tables)), len(looked_up), inner)
            self._budget.spend(join(plan.constants, tables, looked_up, self._ranks, target))

    def _tables(self, plan: GroupPlan, first: int | None) -> list[list[Table]]:
        body, budget = self._body, self._budget
        return [ages(body[step.position], step.position, first, step.pattern, budget) for step in plan.steps]

    def _profiles(self) -> tuple[Profile, ...]:
        return tuple([relation.profile for relation in self._body])

    def _plan(self, first: int | None) -> GroupPlan:
        """The join of this round: it begins with the new rows, unless another way looks at fewer rows."""
        profiles = self._profiles()
        free = group_plan(self._shape, self._source, None, profiles)
        if first is None or not free.steps:
            return free
        bound = group_plan(self._shape, self._source, first, profiles)
        fresh = len(self._sources(first)[-1]) if bound.scanned else self._body[first].fresh_count
        begin = self._body[free.steps[0].position]
        return bound if fresh + self._unready(bound) <= begin.old_count + self._unready(free) else free

    def _unready(self, plan: GroupPlan) -> int:
        return sum([self._body[step.position].unready(step.pattern) for step in plan.steps])

    def _sources(self, first: int | None) -> list[Groups]:
        position, member, columns = self._source
        relation = self._body[position]
        found: list[Groups] = []
        if relation.old_count and position != first:
            found.append(relation.old_groups(member, columns))
        if relation.fresh_count and (first is None or position >= first):
            found.append(relation.fresh_groups(member, columns))
        return found
