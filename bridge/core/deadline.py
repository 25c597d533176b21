"""The moment by which a run must be over. It is handed its clock, since what is bounded by it has none."""

from collections.abc import Callable, Iterable, Iterator
from math import inf
from typing import Final, TypeAlias, TypeVar

from bridge.core.bounds import SECONDS, beyond

_T = TypeVar("_T")

Clock: TypeAlias = Callable[[], float]
"""Gives the time in seconds from some moment on, and never goes back, as ``time.monotonic``."""


class Deadline:
    """A wall-time bound that began to run when it was made.

    Args:
        seconds: how long the run may take.
        clock: what tells the time.
    """

    def __init__(self, seconds: float, clock: Clock) -> None:
        self._seconds = seconds
        self._clock = clock
        self._begun = clock()

    def check(self) -> float:
        """The time by the clock, for whoever paces its checks by it.

        Raises:
            LimitError: the run has taken longer than it may.
        """
        now = self._clock()
        if now - self._begun > self._seconds:
            raise beyond(SECONDS, self._seconds, now - self._begun)
        return now


NEVER: Final = Deadline(inf, lambda: 0.0)
"""No bound, where nobody has a clock to hand in."""


def in_time(items: Iterable[_T], deadline: Deadline) -> Iterator[_T]:
    """The items, one by one as long as there is time.

    Raises:
        LimitError: there is none left.
    """
    for item in items:
        deadline.check()
        yield item
