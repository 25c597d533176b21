"""Which of two derivations by the same rule is the lesser, without making the atom keys of their premises.

Premises compare in the body's order by the JSON text of their atoms, and two premises at the same place differ only in
the values of variables. So the first variable, in the order of first places, whose values differ decides, by the text
of the two values. One text may begin the other only where both are integers, and then what follows decides: a comma
within the atom, a bracket at its end (spec: Reason, section 9, Ordering).
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from bridge.reason.engine.terms import Row, text

Ranking: TypeAlias = tuple[tuple[int, str], ...]
"""For each variable in order: where a row holds its value, and what follows the value at its first place."""

Precedes: TypeAlias = Callable[[Row, Row, Ranking], bool]

_LONG: Final = 4096
"""From how many characters on a text takes so long to compare that a row is not the measure of time."""


def preceding(look: Callable[[], None]) -> Precedes:
    """Whether the first of two rows is strictly lesser.

    Args:
        look: called for each comparison of a long text, to look at the clock.
    """

    def precedes(row: Row, other: Row, ranking: Ranking) -> bool:
        for slot, follower in ranking:
            left, right = row[slot], other[slot]
            if left is not right and left != right:
                first = text(left) + follower
                if len(first) > _LONG:
                    look()
                return first < text(right) + follower
        return False

    return precedes
