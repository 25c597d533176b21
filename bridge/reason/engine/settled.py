"""Which relations do not change any more: those that no rule concludes, then those concluded from such alone."""

from collections.abc import Callable, Sequence

from bridge.reason.engine.grouping import Of
from bridge.reason.engine.shape import Shape


class Settled:
    """Asked between rounds or within one, it never says so of a relation that may still get rows.

    One that depends on itself is never called settled, and any other no later than a round after it is for each link of
    the longest way to its facts.

    Args:
        shapes: the rules, taken apart.
        fresh: how many rows of a literal the last round brought.

    Attributes:
        round: the number of the round that is going on.
    """

    def __init__(self, shapes: Sequence[Shape], fresh: Callable[[Of], int]) -> None:
        self.round = 0
        self._needs: dict[Of, set[Of]] = {}
        for shape in shapes:
            self._needs.setdefault(shape.head.of, set()).update(part.of for part in shape.body)
        self._fresh = fresh
        self._asked_in = 0

    def holds(self, of: Of) -> bool:
        """Whether a relation gets no more rows, in this round, which is the second or later, or after it."""
        if self._asked_in != self.round:
            self._asked_in = self.round
            changing = [head for head, needs in self._needs.items() if any(map(self._changes, needs))]
            self._needs = {head: self._needs[head] for head in changing}
        return of not in self._needs

    def _changes(self, of: Of) -> bool:
        return of in self._needs or self._fresh(of) > 0
