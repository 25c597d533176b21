"""A set of rules that runs again and again over few facts, as code.

A rule is joined anew, over all rows, in each round after one that brought a premise's relation new rows. That meets
what earlier rounds met too, but concludes no more than ``seminaive``: what follows from old rows alone is known. With
few rows it costs less than keeping old and new apart. Where there turn out to be many, the evaluation is given up, and
the other way taken from the start.
"""

from collections.abc import Sequence
from operator import attrgetter, itemgetter
from typing import Final, NoReturn, TypeAlias

from bridge.core.deadline import Deadline
from bridge.reason.engine.grouping import Of
from bridge.reason.engine.limits import Budget, Limits, require_round
from bridge.reason.engine.load import encoded
from bridge.reason.engine.model import Model, Reason
from bridge.reason.engine.order import Ranking, preceding
from bridge.reason.engine.plan import plan
from bridge.reason.engine.rulecode import Numbered, Round, round_code
from bridge.reason.engine.shape import Shape, shape
from bridge.reason.engine.terms import Row
from bridge.reason.identity import ByIdentity
from bridge.reason.model import Fact, Rule
from bridge.reason.wire.texts import rules_text

RUNS: Final = 3
"""How many times the same rules run before they are compiled: compiling costs as much as some runs."""
MOST_FACTS: Final = 200
MOST_MATCHES: Final = 20_000
MOST_ROWS: Final = 1_000
_KEPT: Final = 256
_AT_ONCE: Final = 16
"""How many rules one function holds: the clock is looked at between one and the next that is compiled."""

_Given: TypeAlias = tuple[Rule, Ranking, Row]
"""A rule, its ranking and its constants."""


class TooMany(Exception):
    """More matches or rows than this way is meant for."""


class Compiled:
    """Rules ready to run."""

    def __init__(self, rules: Sequence[Rule], deadline: Deadline) -> None:
        self._literals: dict[Of, int] = {}
        self._count = len(rules)
        self._rounds: list[tuple[Round, list[_Given]]] = []
        ordered = sorted(rules, key=attrgetter("id"))
        numbered = [self._numbered(shape(rule), deadline) for rule in ordered]
        for start in range(0, len(rules), _AT_ONCE):
            deadline.check()
            some = slice(start, start + _AT_ONCE)
            given = [
                (rule, tuple(enumerate(shape(rule).followers)), one.plan.constants)
                for rule, one in zip(ordered[some], numbered[some], strict=True)
            ]
            self._rounds.append((round_code(numbered[some]), given))

    def _numbered(self, shape: Shape, deadline: Deadline) -> Numbered:
        deadline.check()
        chosen = plan(shape, None, ((0,),) * len(shape.body))
        body = tuple([self._number(shape.body[step.position].of) for step in chosen.steps])
        numbered = Numbered(chosen, body, self._number(shape.head.of))
        if not numbered.codable:
            raise TooMany
        return numbered

    def _number(self, of: Of) -> int:
        return self._literals.setdefault(of, len(self._literals))

    def evaluate(self, facts: Sequence[Fact], limits: Limits) -> Model:
        """Everything that follows; as ``seminaive.evaluate``.

        Raises:
            NotConverged: it does not converge within the rounds allowed.
            LimitError: another bound was reached.
            TooMany: there is more than this way is meant for.
        """
        tables = self._load(facts)
        known = [*tables.values()][: len(self._literals)]
        initial = sum(map(len, tables.values()))
        rounds, matches = 0, 0
        budget = Budget(limits)
        precedes = preceding(budget.look)
        filled = sum([1 << number for number, rows in enumerate(known) if rows])
        changed = -1
        while changed:
            require_round(limits.rounds, rounds)
            budget.look()
            rounds += 1
            new: dict[int, dict[Row, Reason]] = {}
            for join, given in self._rounds:
                matches = join(matches, given, known, new, changed, filled, rounds == 1, precedes, MOST_MATCHES, _over)
            changed = 0
            for number, rows in new.items():
                changed |= 1 << number
                known[number] |= rows
                if len(known[number]) > MOST_ROWS:
                    raise TooMany
            budget.derive(sum(map(len, new.values())))
            filled |= changed
        return Model(tables, initial, rounds, rounds * self._count)

    def _load(self, facts: Sequence[Fact]) -> "_Tables":
        """The rows of each literal, in the order of their numbers; then of those that no rule names."""
        tables = _Tables([(of, {}) for of in self._literals])
        rows = encoded([*map(_arguments, facts)])
        for _ in map(dict.setdefault, map(tables.__getitem__, map(_of, facts)), rows, facts):
            pass
        return tables


class _Tables(dict[Of, dict[Row, Reason]]):
    def __missing__(self, of: Of) -> dict[Row, Reason]:
        table: dict[Row, Reason] = {}
        self[of] = table
        return table


_of: Final = itemgetter(Fact._fields.index("predicate"), Fact._fields.index("negated"))
_arguments: Final = itemgetter(Fact._fields.index("arguments"))


def _over(_: int) -> NoReturn:
    raise TooMany


class _Seen:
    """Rules that have run, and their code once they have run often enough."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = rules
        self._runs = 0
        self._compiled: Compiled | None = None

    def again(self, deadline: Deadline) -> Compiled | None:
        """The code, or nothing while it would not pay."""
        self._runs += 1
        if self._compiled is None and self._runs > RUNS and self._runs < _NEVER:
            try:
                self._compiled = Compiled(self._rules, deadline)
            except TooMany:
                self._runs = _NEVER
        return self._compiled


_NEVER: Final = 1 << 60
_by_text: dict[str, _Seen] = {}


def _seen(rules: tuple[Rule, ...]) -> _Seen:
    text = rules_text(rules)
    if text not in _by_text and len(_by_text) >= _KEPT:
        _by_text.clear()
    return _by_text.setdefault(text, _Seen(rules))


_seen_before: Final = ByIdentity(_seen)


def of_rules(rules: Sequence[Rule], facts: int, limits: Limits) -> Compiled | None:
    """The code of some rules, where it pays to run it: they have run before, there are few facts, bounds are wide."""
    narrow = limits.facts < facts or limits.steps <= MOST_MATCHES or limits.derived <= MOST_MATCHES
    if facts > MOST_FACTS or narrow or not isinstance(rules, tuple):
        return None
    return _seen_before(rules).again(limits.deadline)
