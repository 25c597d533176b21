"""The best value of one threshold, the others as they are: exactly, since between two answers nothing changes.

Cost is a step function of a threshold with a step at each answer, so its least value is found by one pass over them.
A bootstrap of that pass gives the threshold an interval: what the best would have been, had other cases been labelled.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from bridge.rubrics.tuning.parameters import Parameter, Vector
from bridge.rubrics.tuning.table import Step, Table

_SAME = 1e-9
_MOST_DECIMALS = 6


@dataclass(frozen=True, slots=True)
class Best:
    """Where the cost is least.

    Args:
        cost: the least, summed over cases.
        stretches: open intervals of values with that cost, ascending.
    """

    cost: float
    stretches: tuple[tuple[float, float], ...]

    @property
    def hull(self) -> tuple[float, float]:
        """From the first to the last of them."""
        return self.stretches[0][0], self.stretches[-1][1]

    def holds(self, value: float) -> bool:
        """Whether a value is one of the best."""
        return any(low < value < high for low, high in self.stretches)


def best(steps: Sequence[Step | None], weights: Sequence[float], low: float, high: float) -> Best | None:
    """Where the weighted cost is least in the open range; None where no case changes inside of it.

    Args:
        steps: of each case, as ``Table.steps`` returns them.
        weights: of each case.
        low: the least that the value may be.
        high: the most.
    """
    moving = sorted(
        (step.at, step.below * weight, step.above * weight)
        for step, weight in zip(steps, weights, strict=True)
        if step is not None and weight
    )
    if not moving:
        return None
    cost = math.fsum(below for _, below, _ in moving)
    segments: list[tuple[float, float, float]] = []
    at = low
    for place, below, above in moving:
        if place > at:
            if at < high:
                segments.append((at, min(place, high), cost))
            at = max(at, place)
        cost += above - below
    if at < high:
        segments.append((at, high, cost))
    if not segments:
        return None
    least = min(cost for _, _, cost in segments)
    tolerance = _SAME * max(1.0, abs(least))
    # Two that touch stay apart: exactly at the answer between them the cost may be another.
    return Best(least, tuple((one, other) for one, other, cost in segments if cost <= least + tolerance))


def choose(found: Best, current: float) -> float:
    """A value of the best: in the stretch nearest to the current one, near its middle, with few decimals."""

    def distance(stretch: tuple[float, float]) -> float:
        low, high = stretch
        return max(low - current, current - high, 0.0)

    low, high = min(found.stretches, key=lambda one: (distance(one), one[0] - one[1], one[0]))
    middle = (low + high) / 2
    for decimals in range(1, _MOST_DECIMALS + 1):
        rounded = round(middle, decimals)
        if low < rounded < high:
            return rounded
    return middle


def refined(table: Table, start: Vector, movable: Sequence[int], *, rounds: int = 8) -> Vector:
    """The values after moving one parameter at a time to its best, until none moves.

    Args:
        table: the cases, the frozen ones among them.
        start: where to begin.
        movable: which parameters may move.
        rounds: how often to go through them at most.
    """
    values, ones = start, [1.0] * len(table.rows)
    cost = math.fsum(table.costs(values))
    for _ in range(rounds):
        before = values
        for index in movable:
            one = table.parameters[index]
            found = best(table.steps(values, index), ones, one.low, one.high)
            if found is None:
                continue
            moved = (*values[:index], choose(found, values[index]), *values[index + 1 :])
            less = math.fsum(table.costs(moved))
            if less < cost - _SAME * max(1.0, cost):
                values, cost = moved, less
        if values == before:
            break
    return values


def tidied(table: Table, values: Vector, current: Vector) -> Vector:
    """The same costs by values with few decimals: each that has moved, near the middle of its best stretch."""
    ones = [1.0] * len(table.rows)
    for index, one in enumerate(table.parameters):
        if values[index] == current[index]:
            continue
        found = best(table.steps(values, index), ones, one.low, one.high)
        if found is None or not found.holds(values[index]):
            continue
        moved = (*values[:index], choose(found, values[index]), *values[index + 1 :])
        if table.costs(moved) == table.costs(values):
            values = moved
    return values


def interval(
    table: Table, values: Vector, index: int, resamples: Sequence[Sequence[float]], confidence: float
) -> tuple[float, float] | None:
    """The bootstrap interval of one parameter's best value, the others as they are.

    It runs from the lower end of the best stretch to the upper one, so a gap without a case in it is in the interval.

    Args:
        table: the cases.
        values: of all parameters.
        index: which parameter.
        resamples: the weights of the cases, one list for each resample.
        confidence: how much of the resamples it is to hold, such as 0.95.
    """
    one: Parameter = table.parameters[index]
    steps = table.steps(values, index)
    found = [hull.hull for weights in resamples if (hull := best(steps, weights, one.low, one.high)) is not None]
    if not found:
        return None
    tail = (1 - confidence) / 2
    return quantile([low for low, _ in found], tail), quantile([high for _, high in found], 1 - tail)


def quantile(values: Sequence[float], share: float) -> float:
    """The value that a share of the values is at or below; of a list that is not empty."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, math.ceil(share * len(ordered)) - 1))]
