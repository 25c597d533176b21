"""Where the sets of a join by groups go: taken as they are met, or gathered, ordered and taken."""

from operator import itemgetter
from typing import Any, Final, TypeAlias

from bridge.reason.engine.conclusion import Conclusion
from bridge.reason.engine.grouped import GroupedRelation
from bridge.reason.engine.limits import Budget, weight
from bridge.reason.engine.order import preceding
from bridge.reason.engine.terms import Constant, Row, text

CHUNK: Final = 100_000
"""How many matches may be made before the sets gathered so far are taken; bounds memory."""

_Gathered: TypeAlias = tuple[tuple[str, ...], Any, set[Constant], Row]
"""What orders a set, the group of the head, the set, and the values of the dead variables."""


class Ranks(dict[Constant, str]):
    """What orders a constant among others at one place: its JSON text and what follows it there."""

    def __init__(self, follower: str) -> None:
        super().__init__()
        self.follower = follower

    def __missing__(self, constant: Constant) -> str:
        rank = self[constant] = text(constant) + self.follower
        return rank


class Target:
    """Where the sets of one rule in one round go."""

    def __init__(
        self, head: GroupedRelation, conclusion: Conclusion, ranking: tuple[tuple[int, str], ...], budget: Budget
    ) -> None:
        self.known = head.known.groups
        self.pending = head.pending
        self.conclusion = conclusion
        self.most = min(budget.pace, CHUNK)
        self._weight = weight(len(conclusion.rule.then.arguments) + len(conclusion.variables))
        self._budget = budget
        self._precedes = preceding(budget.look)
        self._counted = 0
        self._ranking = ranking
        self._gathered: list[_Gathered] = []
        self.hand_over = self._gathered.append
        self.again = False

    def over(self, matches: int) -> int:
        """Make room after so many matches; gives how many there may be before the next time.

        Raises:
            LimitError: there are more than may be, or too many new rows, or it takes too long.
        """
        most = self._budget.over(matches)
        if not self._counted <= matches < self._counted + CHUNK:
            self._counted = matches
            self._budget.require_room(sum(map(len, self.pending.values())) * self._weight)
        if len(self._gathered) >= CHUNK:
            self.take()
        return min(most, matches + CHUNK)

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
            if conclusion is self.conclusion and self._precedes(dead, other, self._ranking):
                known[value] = conclusion, dead
