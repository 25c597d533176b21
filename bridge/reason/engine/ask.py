"""One query over many facts: only what it needs is looked at, and no model is made.

Top down with tables: a *goal* is a literal with some columns given; each goal keeps the rows that answer it, and goals
are tried again until none gets another row. Facts are scanned for what a goal gives, and indexed for a pattern only
when it has been asked for so often that scanning has cost as much.
"""

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeAlias

from bridge.reason.collector import no_collection
from bridge.reason.engine.grouping import Of
from bridge.reason.engine.limits import DEFAULT, Budget, Limits, require_facts
from bridge.reason.engine.load import load
from bridge.reason.engine.relation import Pattern, Relation, key_picker
from bridge.reason.engine.shape import Part, Shape, shape
from bridge.reason.engine.terms import Constant, Row, encode_row
from bridge.reason.model import Atom, Fact, Rule

SCANS: Final = 5
"""How often a pattern is scanned for before it is indexed."""

Binding: TypeAlias = dict[Constant, Constant]


class Goal(NamedTuple):
    """A literal, how many columns it has, and the values given for some."""

    of: Of
    columns: int
    given: tuple[tuple[int, Constant], ...]


class Store:
    """Facts in memory, ready for queries one by one.

    Args:
        facts: facts that take part, of a valid program.
        limits: bounds; those of steps and of derived atoms hold for each query, where the answers of a goal count as
            derived, facts among them.
    """

    def __init__(self, facts: Sequence[Fact], limits: Limits = DEFAULT) -> None:
        require_facts(limits, len(facts))
        self._limits = limits
        self._relations: dict[Of, Relation] = {}
        self._touches: dict[tuple[Of, tuple[int, ...]], int] = {}
        with no_collection():
            load(facts, self._relation, share=False)

    def holds(self, query: Atom, rules: Sequence[Rule]) -> tuple[bool, bool]:
        """Whether a ground atom follows from the facts by some rules, and whether its complement does.

        Raises:
            LimitError: a bound was reached.
        """
        budget = Budget(self._limits)
        positive, negative = (_Search(self, rules, budget).holds(atom) for atom in (query, query.complement()))
        return positive, negative

    def match(self, goal: Goal) -> list[Row]:
        """The facts' rows that a goal asks for."""
        relation = self._relations.get(goal.of)
        if relation is None:
            return []
        columns = tuple([column for column, _ in goal.given])
        touched = self._touches[goal.of, columns] = self._touches.get((goal.of, columns), 0) + 1
        if not columns:
            return relation.fresh
        values = [value for _, value in goal.given]
        wanted = values[0] if len(values) == 1 else tuple(values)
        if touched <= SCANS:
            return _scan(relation.fresh, columns, wanted)
        table = relation.fresh_table(Pattern(columns, _others(columns, goal.columns), ()))
        return [_row(goal, rest) for rest in table.get(wanted, ())]

    def _relation(self, of: Of) -> Relation:
        return self._relations.setdefault(of, Relation())


def _scan(rows: list[Row], columns: tuple[int, ...], wanted: Any) -> list[Row]:
    if len(columns) == 1:
        only = columns[0]
        return [row for row in rows if row[only] == wanted]
    first, value, key = columns[0], wanted[0], key_picker(columns)
    return [row for row in rows if row[first] == value and key(row) == wanted]


def _others(columns: tuple[int, ...], count: int) -> tuple[int, ...]:
    return tuple([column for column in range(count) if column not in columns])


def _row(goal: Goal, rest: Any) -> Row:
    free = goal.columns - len(goal.given)
    values = iter((rest,) if free == 1 else rest)
    given = dict(goal.given)
    return tuple([given[column] if column in given else next(values) for column in range(goal.columns)])


class _Search:
    def __init__(self, store: Store, rules: Sequence[Rule], budget: Budget) -> None:
        self._store = store
        self._budget = budget
        self._rules: dict[Of, list[Shape]] = {}
        for one in map(shape, sorted(rules, key=attrgetter("id"))):
            self._rules.setdefault(one.head.of, []).append(one)
        self._answers: dict[Goal, dict[Row, None]] = {}
        self._changed = False

    def holds(self, query: Atom) -> bool:
        row = encode_row(query.arguments)
        goal = Goal((query.predicate, query.negated), len(row), tuple(enumerate(row)))
        self._open(goal)
        self._changed = True
        while self._changed and not self._answers[goal]:
            self._changed = False
            for waiting in list(self._answers):
                self._try(waiting)
        return bool(self._answers[goal])

    def _open(self, goal: Goal) -> dict[Row, None]:
        answers = self._answers.get(goal)
        if answers is None:
            answers = self._answers[goal] = dict.fromkeys(self._store.match(goal))
            self._budget.spend(len(answers))
            self._budget.derive(len(answers))
            self._changed = True
        return answers

    def _try(self, goal: Goal) -> None:
        self._budget.spend(1)
        answers = self._answers[goal]
        for rule in self._rules.get(goal.of, ()):
            binding = _unified(rule.head, goal)
            if binding is None:
                continue
            for solved in self._solve(list(rule.body), binding):
                row = tuple([solved.get(term, term) for term in rule.head.terms])
                if row not in answers:
                    answers[row] = None
                    self._budget.derive(1)
                    self._changed = True

    def _solve(self, body: list[Part], binding: Binding) -> Iterator[Binding]:
        """Every way to satisfy a body; next comes the atom of which the most is known."""
        pending = [(body, binding)]
        while pending:
            left, bound = pending.pop()
            if not left:
                yield bound
                continue
            at = min([(len(part.variables - bound.keys()), place) for place, part in enumerate(left)])[1]
            part, rest = left[at], left[:at] + left[at + 1 :]
            rows = self._rows(part, bound)
            self._budget.spend(len(rows))
            for row in rows:
                extended = _extended(part, row, bound)
                if extended is not None:
                    pending.append((rest, extended))

    def _rows(self, part: Part, bound: Binding) -> Sequence[Row]:
        given = tuple(
            [
                (column, bound.get(term, term))
                for column, term in enumerate(part.terms)
                if term not in part.variables or term in bound
            ]
        )
        goal = Goal(part.of, len(part.terms), given)
        return list(self._open(goal)) if part.of in self._rules else self._store.match(goal)


def _unified(head: Part, goal: Goal) -> Binding | None:
    """What the head's variables stand for where a goal gives them; none where it cannot answer the goal."""
    if len(head.terms) != goal.columns:
        return None
    binding: Binding = {}
    for column, value in goal.given:
        term = head.terms[column]
        wanted = binding.setdefault(term, value) if term in head.variables else term
        if wanted != value:
            return None
    return binding


def _extended(part: Part, row: Row, bound: Binding) -> Binding | None:
    if len(row) != len(part.terms):
        return None
    extended = dict(bound)
    for term, value in zip(part.terms, row, strict=True):
        wanted = extended.setdefault(term, value) if term in part.variables else term
        if wanted != value:
            return None
    return extended
