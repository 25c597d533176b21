"""One join of one rule in one round: by batches of partial rows, or by compiled code."""

from collections.abc import Collection, Container, Iterator, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias

from bridge.reason.engine.joincode import join_code
from bridge.reason.engine.limits import Budget, weight
from bridge.reason.engine.order import Precedes, Ranking, preceding
from bridge.reason.engine.plan import Collapse, Plan, Step
from bridge.reason.engine.relation import Pattern, Relation, Table
from bridge.reason.engine.terms import Row

BATCH: Final = 4096
"""How many partial rows are joined further at a time; bounds memory."""
SLACK: Final = 10_000
"""How many matches compiled code may make, beside some for each row, before rows are collapsed instead."""
_MATCHES_OF_A_ROW: Final = 8
_CELLS_OF_A_BATCH: Final = 1024
"""For each row of a batch: how wide it may be, times how many batches may wait, before batches have fewer rows."""
_FEW_STEPS: Final = 16


Best: TypeAlias = dict[Row, Row]
"""Heads, and the values of the body's variables in the least match that concludes each."""


class _Overrun(Exception):
    pass


def ages(relation: Relation, position: int, first: int | None, pattern: Pattern, budget: Budget) -> list[Table]:
    """The tables an atom is looked up in: of the old rows, of the fresh ones, or of both.

    Args:
        relation: the atom's relation.
        position: its place in the body.
        first: the place of the atom that takes the fresh rows; none in a rule's first round, which takes all.
        pattern: how it is looked up.
        budget: counts the rows that are entered into an index for it.

    Raises:
        LimitError: there are too many indices.
    """
    found: list[Table] = []
    if relation.old_count and position != first:
        budget.index(relation.unready(pattern))
        found.append(relation.old_table(pattern))
    if relation.fresh_count and (first is None or position >= first):
        budget.index(relation.unready_fresh(pattern))
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
        self._precedes = preceding(budget.look)
        self._weight = weight(len(plan.head_slots) + len(plan.value_slots))

    def run(self) -> None:
        """Join from the row of the rule's constants."""
        # A stack of our own, since a body may have more atoms than the interpreter has frames.
        plan = self._plan
        waiting: list[Iterator[list[Row]]] = [iter([[plan.constants]])]
        while waiting:
            rows = next(waiting[-1], None)
            if rows is None:
                waiting.pop()
                continue
            depth = len(waiting) - 1
            if depth == plan.head_known_after:
                rows = self._undecided(rows)
            if depth == len(plan.steps):
                self._conclude(rows)
            elif rows:
                waiting.append(self._matched(rows, depth))

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
        start, ranking, precedes, budget = self._plan.constants, self._ranking, self._precedes, self._budget
        most, room = min(budget.pace, self._most), budget.room // self._weight
        try:
            matches = join(
                start, tables, known, taken, self._best, ranking, precedes, most, self._over, room, self._full
            )
        except _Overrun:
            # What is in ``best`` stays: the other way meets it again and compares.
            self.run()
        else:
            budget.spend(matches)

    @property
    def _most(self) -> int:
        """How many matches there may be in compiled code."""
        steps = self._budget.steps
        if not self._collapses:
            return steps
        rows = sum(relation.old_count + relation.fresh_count for relation in self._body)
        return min(steps, SLACK + _MATCHES_OF_A_ROW * rows)

    def _over(self, matches: int) -> int:
        most = self._most
        if self._collapses and matches > most:
            raise _Overrun
        return min(most, self._budget.over(matches))

    def _full(self, heads: int) -> None:
        self._budget.require_room(heads * self._weight)

    def _matched(self, rows: list[Row], depth: int) -> Iterator[list[Row]]:
        """The rows that the next step makes of some, batch by batch, counted and collapsed."""
        step = self._plan.steps[depth]
        key, bare = step.key, len(step.pattern.free) == 1
        most = self._rows_of_a_batch(len(rows[0]) + len(step.pattern.free))
        if depth == len(self._tables):
            self._tables.append(self._ages(step))
        found: list[Row] = []
        collapsed = 0
        for table in self._tables[depth]:
            for row in rows:
                matches = table.get(key(row))
                if matches is None:
                    continue
                for part in (matches,) if len(matches) <= most else _parts(matches, most):
                    found += [(*row, match) for match in part] if bare else [row + match for match in part]
                    if len(found) >= most:
                        found = self._counted(found, collapsed, step)
                        collapsed = len(found)
                        if 2 * collapsed > most:
                            yield found
                            found, collapsed = [], 0
        if found:
            yield self._counted(found, collapsed, step)

    def _rows_of_a_batch(self, width: int) -> int:
        waiting = max(_FEW_STEPS, len(self._plan.steps))
        return max(1, min(BATCH, BATCH * _CELLS_OF_A_BATCH // (max(1, width) * waiting)))

    def _ages(self, step: Step) -> list[Table]:
        return ages(self._body[step.position], step.position, self._first, step.pattern, self._budget)

    def _counted(self, rows: list[Row], collapsed: int, step: Step) -> list[Row]:
        """Rows collapsed where the step says so; all but the first ones, which are that already, are counted."""
        self._budget.spend(len(rows) - collapsed)
        return rows if step.collapse is None or len(rows) < 2 else _least(rows, step.collapse, self._precedes)

    def _undecided(self, rows: list[Row]) -> list[Row]:
        head, (known, taken) = self._plan.head, self._known
        return [row for row in rows if (concluded := head(row)) not in known and concluded not in taken]

    def _conclude(self, rows: list[Row]) -> None:
        head, values, best, (known, taken) = self._plan.head, self._plan.values, self._best, self._known
        precedes = self._precedes
        for row in rows:
            concluded = head(row)
            if concluded in known or concluded in taken:
                continue
            found = values(row)
            other = best.setdefault(concluded, found)
            if other is not found and precedes(found, other, self._ranking):
                best[concluded] = found
        self._budget.require_room(len(best) * self._weight)


def _parts(matches: Collection[Any], most: int) -> Iterator[Collection[Any]]:
    """Very many matches, a part at a time."""
    left = iter(matches)
    while part := list(islice(left, most)):
        yield part


def _least(rows: list[Row], collapse: Collapse, precedes: Precedes) -> list[Row]:
    live, dead = collapse
    least: dict[Row, Row] = {}
    for row in rows:
        alike = live(row)
        other = least.setdefault(alike, row)
        if other is not row and precedes(row, other, dead):
            least[alike] = row
    return list(least.values())
