"""Which way the answers to recorded cases went: towards permission, away from it, or neither.

An answer has support or none, and a denial or none: proved has support alone, disproved a denial alone, what is
inconsistent has both, and what is unknown neither, and so for the answers to actions. A case moves towards permission
where it gains support or loses its denial, and away from it where it loses support or gains a denial. Where both change
in opposite ways, as from unknown to inconsistent, it does neither: nothing was permitted, and nothing is. No answer at
all, an error, has neither support nor denial.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

_SUPPORTED: Final = frozenset({"proved", "inconsistent", "authorized", "conflicted"})
_DENIED: Final = frozenset({"disproved", "inconsistent", "denied", "conflicted"})


class Direction(NamedTuple):
    """How many cases moved which way, of those whose status changed."""

    stricter: int
    looser: int
    neither: int

    @property
    def name(self) -> str:
        """``stricter`` or ``looser`` where no case moved the other way, ``both``, ``neither``, or ``none``."""
        if self.stricter and self.looser:
            return "both"
        return "stricter" if self.stricter else "looser" if self.looser else "neither" if self.neither else "none"


def direction(moves: Mapping[tuple[str, str], int]) -> Direction:
    """How many cases moved which way.

    Args:
        moves: how many went from which status to which.
    """
    looser = sum(count for (before, after), count in moves.items() if is_looser(before, after))
    stricter = sum(count for (before, after), count in moves.items() if is_looser(after, before))
    return Direction(stricter, looser, sum(moves.values()) - stricter - looser)


def is_looser(before: str, after: str) -> bool:
    """Whether an answer lies nearer to permission than another: no less support, no more denial, and not both alike."""
    support = (before in _SUPPORTED, after in _SUPPORTED)
    denial = (before in _DENIED, after in _DENIED)
    return support[0] <= support[1] and denial[0] >= denial[1] and (support[0] != support[1] or denial[0] != denial[1])
