"""One join of one rule in one round: by batches of partial rows, or by compiled code."""

from collections.abc import Container, Sequence
from typing import Final, TypeAlias

from bridge.reason.engine.joincode import join_code
from bridge.reason.engine.limits import Budget
from bridge.reason.engine.order import Ranking, precedes
from bridge.reason.engine.plan import Collapse, Plan, Step
from bridge.reason.engine.relation import Pattern, Relation, Table
from bridge.reason.engine.terms import Row

BATCH: Final = 4096
"""How many partial rows are joined further at a time; bounds memory."""
SLACK: Final = 10_000
"""How many matches compiled code may make, beside some for each row, before rows are collapsed instead."""
_MATCHES_OF_A_ROW: Final = 8


Best: TypeAlias = dict[Row, Row]
"""Heads, and the values of the body's variables in the least match that concludes each."""


class _Overrun(Exception):
    pass


def ages(relation: Relation, position: int, first: int | None, pattern: Pattern) -> list[Table]:
    """The tables an atom is looked up in: of the old rows, of the fresh ones, or of both.

    Args:
        relation: the atom's relation.
        position: its place in the body.
        first: the place of the atom that takes the fresh rows; none in a rule's first round, which takes all.
        pattern: how it is looked up.
    """
    found: list[Table] = []
    if relation.old_count and position != first:
        found.append(relation.old_table(pattern))
    if relation.fresh_count and (first is None or position >= first):
        found.append(relation.fresh_table(pattern))
    return found


class Join:
    """One run of a plan: what it concludes goes into ``best``, but for heads that are known."""

    def __init__(
        self,
        budget: Budget,
        plan: Plan,
        body: Sequence[Relation],
        first: int | None,
        known: tuple[Container[Row], Container[Row]],
        best: Best,
        ranking: Ranking,
    ) -> None:
        self._budget = budget
        self._plan = plan
        self._body = body
        self._first = first
        self._collapses = any(step.collapse for step in plan.steps)
        self._tables: list[list[Table]] = []
        self._known = known
        self._best = best
        self._ranking = ranking

    def run(self) -> None:
        """Join from the row of the rule's constants."""
        self._join([self._plan.constants], 0)

    def run_compiled(self) -> None:
        """The same by compiled code, unless the plan is too long for it or rows are to be collapsed."""
        tables = [self._ages(step) for step in self._plan.steps]
        if not all(tables):
            return
        join = join_code(self._plan, tuple(map(len, tables)))
        if join is None:
            self.run()
            return
        known, taken = self._known
        start, ranking, budget = self._plan.constants, self._ranking, self._budget
        most = self._most()
        try:
            matches = join(
                start, tables, known, taken, self._best, ranking, precedes, most, self._over, budget.room, self._full
            )
        except _Overrun:
            # What is in ``best`` stays: the other way meets it again and compares.
            self.run()
        else:
            budget.spend(matches)

    def _most(self) -> int:
        steps = self._budget.steps
        if not self._collapses:
            return steps
        rows = sum(relation.old_count + relation.fresh_count for relation in self._body)
        return min(steps, SLACK + _MATCHES_OF_A_ROW * rows)

    def _over(self, matches: int) -> int:
        if not self._collapses:
            self._budget.spend(matches)
        raise _Overrun

    def _full(self, heads: int) -> None:
        self._budget.require_room(heads)

    def _join(self, rows: list[Row], depth: int) -> None:
        # A loop, and recursion for a full batch alone: a body may have more atoms than the interpreter has frames.
        for at in range(depth, len(self._plan.steps)):
            if at == self._plan.head_known_after:
                rows = self._undecided(rows)
            if not rows:
                return
            step = self._plan.steps[at]
            key, bare = step.key, len(step.pattern.free) == 1
            if at == len(self._tables):
                self._tables.append(self._ages(step))
            found: list[Row] = []
            for table in self._tables[at]:
                for row in rows:
                    matches = table.get(key(row))
                    if matches is not None:
                        found += [(*row, match) for match in matches] if bare else [row + match for match in matches]
                        if len(found) >= BATCH:
                            self._join(self._counted(found, step), at + 1)
                            found = []
            rows = self._counted(found, step)
        self._conclude(rows)

    def _ages(self, step: Step) -> list[Table]:
        return ages(self._body[step.position], step.position, self._first, step.pattern)

    def _counted(self, rows: list[Row], step: Step) -> list[Row]:
        self._budget.spend(len(rows))
        return rows if step.collapse is None or len(rows) < 2 else _least(rows, step.collapse)

    def _undecided(self, rows: list[Row]) -> list[Row]:
        head, (known, taken) = self._plan.head, self._known
        return [row for row in rows if (concluded := head(row)) not in known and concluded not in taken]

    def _conclude(self, rows: list[Row]) -> None:
        head, values, best, (known, taken) = self._plan.head, self._plan.values, self._best, self._known
        for row in rows:
            concluded = head(row)
            if concluded in known or concluded in taken:
                continue
            found = values(row)
            other = best.setdefault(concluded, found)
            if other is not found and precedes(found, other, self._ranking):
                best[concluded] = found
        self._budget.require_room(len(best))


def _least(rows: list[Row], collapse: Collapse) -> list[Row]:
    live, dead = collapse
    least: dict[Row, Row] = {}
    for row in rows:
        alike = live(row)
        other = least.setdefault(alike, row)
        if other is not row and precedes(row, other, dead):
            least[alike] = row
    return list(least.values())
