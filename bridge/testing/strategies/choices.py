"""Where a generator's choices come from, so that one generator serves a seeded soak and Hypothesis alike.

A generator asks only for a number below a bound. The number 0 is the simplest choice, which is where Hypothesis
shrinks to: generators put the plain case first and the strange one last.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

T = TypeVar("T")


class Choices(ABC):
    """A source of choices."""

    @abstractmethod
    def below(self, bound: int) -> int:
        """A whole number from 0 to before the bound."""

    def pick(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))]

    def chance(self, percent: int) -> bool:
        """True that many times in a hundred."""
        return self.below(100) >= 100 - percent

    def between(self, least: int, most: int) -> int:
        """A whole number from the least to the most, both included."""
        return least + self.below(most - least + 1)

    def some(self, options: Sequence[T], percent: int) -> tuple[T, ...]:
        """Some of the options, each that many times in a hundred, in their order."""
        return tuple(option for option in options if self.chance(percent))


class SeededChoices(Choices):
    """Choices by a seeded generator: fast, and the same for the same seed."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def below(self, bound: int) -> int:
        """A whole number from 0 to before the bound."""
        return int(self._rng.random() * bound)


class DrawnChoices(Choices):
    """Choices that Hypothesis draws, and shrinks."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def below(self, bound: int) -> int:
        """A whole number from 0 to before the bound."""
        return self._draw(st.integers(0, bound - 1)) if bound > 1 else 0
