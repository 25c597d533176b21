"""How much of a saving is chance: bootstrap intervals of paired differences, and what shuffled labels would cost.

Both draw from generators of their own, seeded, so that the same cases and seed give the same figures.
"""

import math
from collections.abc import Sequence
from random import Random

from bridge.rubrics.evaluation.cases import Split
from bridge.rubrics.tuning.line import quantile
from bridge.rubrics.tuning.parameters import Vector
from bridge.rubrics.tuning.table import Table


def resampled(table: Table, *, seed: int, count: int) -> list[list[float]]:
    """Weights of the cases in resamples; frozen cases are always there once, being a bound and no sample.

    Args:
        table: the cases.
        seed: of the draws.
        count: how many resamples.
    """
    drawn = [index for index, row in enumerate(table.rows) if row.split is not Split.REDTEAM]
    random = Random(f"resamples/{seed}")  # noqa: S311 - a bootstrap, and no secret
    resamples = []
    for _ in range(count):
        weights = [float(row.split is Split.REDTEAM) for row in table.rows]
        for index in random.choices(drawn, k=len(drawn)):
            weights[index] += 1.0
        resamples.append(weights)
    return resamples


def saving_interval(
    savings: Sequence[float], resamples: Sequence[Sequence[float]], confidence: float
) -> tuple[float, float]:
    """The bootstrap interval of a mean saving.

    Args:
        savings: of each case, the frozen ones nothing.
        resamples: the weights of the cases.
        confidence: how much of the resamples it holds.
    """
    moved = [(index, saving) for index, saving in enumerate(savings) if saving]
    means = []
    for weights in resamples:
        total = math.fsum(weights)
        means.append(math.fsum(weights[index] * saving for index, saving in moved) / total if total else 0.0)
    tail = (1 - confidence) / 2
    return quantile(means, tail), quantile(means, 1 - tail)


def chance_of_cost(table: Table, values: Vector, *, seed: int, shuffles: int) -> float:
    """How often labels dealt out at random would have cost as little as the real ones do (a permutation test).

    It asks whether the verdicts know anything of the labels: a rubric that says the same of every case costs the same
    whatever its labels are, however cheap that is.

    Args:
        table: the cases.
        values: of the thresholds.
        seed: of the shuffles.
        shuffles: how many.
    """
    verdicts = table.verdicts(values)
    labels = [row.actual for row in table.rows]
    random = Random(f"labels/{seed}")  # noqa: S311 - a permutation test, and no secret
    policy = table.policy
    price = {(one, other): policy.of(one, other) for one in set(labels) for other in set(verdicts)}
    real = math.fsum(price[pair] for pair in zip(labels, verdicts, strict=True))
    as_cheap = 0
    for _ in range(shuffles):
        random.shuffle(labels)
        as_cheap += math.fsum(price[pair] for pair in zip(labels, verdicts, strict=True)) <= real + 1e-9
    return (as_cheap + 1) / (shuffles + 1)
