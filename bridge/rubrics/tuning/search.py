"""The search for thresholds: a Gaussian for each, moved towards what costs less on the training cases (6.6).

Each round draws its candidates from a generator of its own, so a search that was interrupted goes on to the very same
end, and how many processes weigh the candidates makes no difference.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from bridge.rubrics.tuning.parameters import Parameter, Vector, vector

KEPT: Final = 32
_STD_SHARE: Final = 6
_STD_FLOOR: Final = 0.005
_ADVANTAGE: Final = 20.0
_FLAT: Final = 1e-18

Rewards = Callable[[Sequence[Vector]], Sequence[float]]
"""What each candidate is worth: minus its mean cost."""


@dataclass(frozen=True)
class State:
    """A search between two rounds.

    Args:
        iteration: how many rounds are done.
        mean: of each parameter's Gaussian.
        std: of each.
        pool: the best candidates so far, each with its reward, the best first; those as they were are always in it.
    """

    iteration: int
    mean: Vector
    std: Vector
    pool: tuple[tuple[float, Vector], ...]


def begin(given: Sequence[Parameter], rewards: Rewards) -> State:
    """The state before the first round."""
    current = vector(given)
    (reward,) = rewards([current])
    std = tuple((one.high - one.low) / _STD_SHARE for one in given)
    return State(0, current, std, ((reward, current),))


def rounds(
    given: Sequence[Parameter], state: State, rewards: Rewards, *, seed: int, iterations: int, candidates: int
) -> Iterator[State]:
    """The state after each round that is left.

    Args:
        given: the parameters.
        state: where to go on.
        rewards: weighs candidates.
        seed: the same seed, the same search.
        iterations: how many rounds there are in all.
        candidates: how many are drawn in each.
    """
    while state.iteration < iterations:
        drawn = _drawn(given, state, seed, candidates)
        state = _moved(given, state, drawn, rewards(drawn))
        yield state


def _drawn(given: Sequence[Parameter], state: State, seed: int, candidates: int) -> list[Vector]:
    random = Random(f"thresholds/{seed}/{state.iteration}")  # noqa: S311 - a search, and no secret
    return [
        tuple(
            min(one.high, max(one.low, random.gauss(mean, std)))
            for one, mean, std in zip(given, state.mean, state.std, strict=True)
        )
        for _ in range(candidates)
    ]


def _moved(given: Sequence[Parameter], state: State, drawn: list[Vector], rewards: Sequence[float]) -> State:
    weights = _weights(rewards)
    total = math.fsum(weights)
    mean, std = [], []
    for index, one in enumerate(given):
        values = [values[index] for values in drawn]
        middle = math.fsum(weight * value for weight, value in zip(weights, values, strict=True)) / total
        spread = math.fsum(weight * (value - middle) ** 2 for weight, value in zip(weights, values, strict=True))
        mean.append(middle)
        std.append(max(math.sqrt(spread / total), _STD_FLOOR * (one.high - one.low)))
    ranked = sorted({*state.pool, *zip(rewards, drawn, strict=True)}, key=lambda one: (-one[0], one[1]))
    current = next(one for one in state.pool if one[1] == vector(given))
    best = [one for one in ranked if one != current][: KEPT - 1]
    pool = sorted([*best, current], key=lambda one: (-one[0], one[1]))
    return State(state.iteration + 1, tuple(mean), tuple(std), tuple(pool))


def _weights(rewards: Sequence[float]) -> list[float]:
    mean = math.fsum(rewards) / len(rewards)
    variance = math.fsum((reward - mean) ** 2 for reward in rewards) / len(rewards)
    if variance <= _FLAT:
        return [1.0] * len(rewards)
    deviation = math.sqrt(variance)
    return [math.exp(max(-_ADVANTAGE, min(_ADVANTAGE, (reward - mean) / deviation))) for reward in rewards]
