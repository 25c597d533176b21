"""A set of rules that runs again and again over few facts, each rule as code.

A rule is joined anew, over all rows, in each round after one that brought a premise's relation new rows. That meets
what earlier rounds met too, but concludes no more than ``seminaive``: what follows from old rows alone is known. With
few rows it costs less than keeping old and new apart. Where there turn out to be many, the evaluation is given up, and
the other way taken from the start.
"""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final

from bridge.reason.engine.grouping import Of
from bridge.reason.engine.limits import Limits, require_round
from bridge.reason.engine.model import Model, Reason
from bridge.reason.engine.order import Ranking, precedes
from bridge.reason.engine.plan import plan
from bridge.reason.engine.rulecode import RuleJoin, rule_code
from bridge.reason.engine.shape import Shape, shape
from bridge.reason.engine.terms import Constant, Row, encode_row
from bridge.reason.identity import ByIdentity
from bridge.reason.model import Fact, Rule
from bridge.reason.wire.texts import rules_text

RUNS: Final = 3
"""How many times the same rules run before they are compiled: compiling costs as much as some runs."""
MOST_FACTS: Final = 200
MOST_MATCHES: Final = 20_000
MOST_ROWS: Final = 1_000
_KEPT: Final = 256


class TooMany(Exception):
    """More matches or rows than this way is meant for."""


class Compiled:
    """Rules ready to run."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._literals: dict[Of, int] = {}
        self._rules: list[_Rule] = []
        for one in [shape(rule) for rule in sorted(rules, key=attrgetter("id"))]:
            chosen = plan(one, None, ((0,),) * len(one.body))
            join = rule_code(chosen)
            if join is None:
                raise TooMany
            body = tuple([self._number(one.body[step.position].of) for step in chosen.steps])
            self._rules.append(_Rule(one, join, chosen.constants, body, self._number(one.head.of)))

    def _number(self, of: Of) -> int:
        return self._literals.setdefault(of, len(self._literals))

    def evaluate(self, facts: Sequence[Fact], limits: Limits) -> Model:
        """Everything that follows; as ``seminaive.evaluate``.

        Raises:
            EvaluationError: it does not converge within the rounds allowed.
            TooMany: there is more than this way is meant for.
        """
        known, others = self._load(facts)
        initial = sum(map(len, known)) + sum(map(len, others.values()))
        rounds, matches = 0, 0
        filled = sum([1 << number for number, rows in enumerate(known) if rows])
        changed = -1
        while changed:
            require_round(limits.rounds, rounds)
            rounds += 1
            new: dict[int, dict[Row, Reason]] = {}
            for rule in self._rules:
                # In the first round a rule without a body fires too.
                if not rule.needs & ~filled and (rule.needs & changed or rounds == 1):
                    matches += rule.fire(known, new)
            if matches > MOST_MATCHES:
                raise TooMany
            changed = 0
            for number, rows in new.items():
                changed |= 1 << number
                known[number] |= rows
                if len(known[number]) > MOST_ROWS:
                    raise TooMany
            filled |= changed
        relations = dict(zip(self._literals, known, strict=True)) | others
        return Model(relations, initial, rounds, rounds * len(self._rules))

    def _load(self, facts: Sequence[Fact]) -> tuple[list[dict[Row, Reason]], dict[Of, dict[Row, Reason]]]:
        known: list[dict[Row, Reason]] = [{} for _ in self._literals]
        others: dict[Of, dict[Row, Reason]] = {}
        number_of = self._literals.get
        for fact in facts:
            _, predicate, arguments, _, negated, _, _, _, _ = fact
            number = number_of((predicate, negated))
            rows = others.setdefault((predicate, negated), {}) if number is None else known[number]
            rows.setdefault(encode_row(arguments), fact)
        return known, others


class _Rule:
    def __init__(
        self, shape: Shape, join: RuleJoin, constants: tuple[Constant, ...], body: tuple[int, ...], head: int
    ) -> None:
        self._rule = shape.rule
        self._join = join
        self._constants = constants
        self._body = body
        self.needs = sum({1 << number for number in body})
        """The literals of the body, each as a bit."""
        self._head = head
        self._ranking: Ranking = tuple(enumerate(shape.followers))

    def fire(self, known: list[dict[Row, Reason]], new: dict[int, dict[Row, Reason]]) -> int:
        """Conclude what follows in this round into ``new``; gives the matches made."""
        tables = [known[number] for number in self._body]
        head = self._head
        best: dict[Row, Row] = {}
        taken: Any = new.get(head, ())
        matches = self._join(
            self._constants, tables, known[head], taken, best, self._ranking, precedes, MOST_MATCHES, _over
        )
        if best:
            rule = self._rule
            concluded: dict[Row, Reason] = {row: (rule, values) for row, values in best.items()}
            if head in new:
                new[head] |= concluded
            else:
                new[head] = concluded
        return matches


def _over(_: int) -> int:
    raise TooMany


class _Seen:
    """Rules that have run, and their code once they have run often enough."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = rules
        self._runs = 0
        self._compiled: Compiled | None = None

    def again(self) -> Compiled | None:
        """The code, or nothing while it would not pay."""
        self._runs += 1
        if self._compiled is None and self._runs > RUNS and self._runs < _NEVER:
            try:
                self._compiled = Compiled(self._rules)
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
    return _seen_before(rules).again()
