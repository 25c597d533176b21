"""From a finished search to a proposal, or to the reasons why there is none (spec: Rubrics, section 6.6).

The training cases choose; the held-out cases, which had no part in it, decide whether that was more than chance; the
frozen cases forbid. A change that saves nothing by itself is taken back first, so that what is proposed is small.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from bridge.core.strict_json import Json
from bridge.rubrics.evaluation.cases import Split
from bridge.rubrics.tuning.chance import chance_of_cost, resampled, saving_interval
from bridge.rubrics.tuning.line import interval, refined, tidied
from bridge.rubrics.tuning.measures import Measured, by_split, front, violations
from bridge.rubrics.tuning.parameters import Parameter, Vector, vector
from bridge.rubrics.tuning.search import State
from bridge.rubrics.tuning.table import Table

MAX_CHANCE: Final = 0.01
"""How often shuffled labels may be as cheap as the real ones, for a proposal."""
SHUFFLES: Final = 999
_STARTS: Final = 6
_TRAINED: Final = (Split.TRAIN, Split.REDTEAM)


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to look.

    Args:
        seed: the same seed, the same proposal.
        iterations: rounds of the search, 1 to 100.
        candidates: drawn in each round, 2 to 256.
        resamples: of the bootstrap.
        confidence: of the intervals.
    """

    seed: int = 1
    iterations: int = 8
    candidates: int = 24
    resamples: int = 400
    confidence: float = 0.95


@dataclass(frozen=True)
class Change:
    """One number that is to be another.

    Args:
        parameter: which.
        value: what it is to be.
        interval: where the best value lies, by bootstrap of the training cases.
        saving: what the change saves of a training case's mean cost, the other changes being made.
        saving_interval: of that.
        curve: the mean cost of a training case by values of the number.
    """

    parameter: Parameter
    value: float
    interval: tuple[float, float]
    saving: float
    saving_interval: tuple[float, float]
    curve: tuple[tuple[float, float], ...] = ()

    def json(self) -> dict[str, Json]:
        """The change as a report has it."""
        return {
            "parameter": self.parameter.name,
            "path": self.parameter.path,
            "current": self.parameter.value,
            "proposed": self.value,
            "interval": list(self.interval),
            "saving": self.saving,
            "saving_interval": list(self.saving_interval),
        }


@dataclass(frozen=True)
class Proposal:
    """What tuning comes to.

    Args:
        changes: what is proposed, or what would have been.
        values: of all parameters with the changes.
        reasons: why nothing is proposed; none where something is.
        current: the measure of each split as it is.
        proposed: with the changes.
        saving: what the changes save of a held-out case's mean cost.
        saving_interval: of that.
        chance: how often shuffled labels of the held-out cases would have been as cheap.
        violations: frozen cases that the changes move.
        frozen: how many frozen cases there are.
        front: the candidates of the search that were measured in full, those on the Pareto front marked.
    """

    changes: tuple[Change, ...]
    values: Vector
    reasons: tuple[str, ...]
    current: dict[Split, Measured]
    proposed: dict[Split, Measured]
    saving: float
    saving_interval: tuple[float, float]
    chance: float
    violations: tuple[str, ...]
    frozen: int
    front: tuple[dict[str, Json], ...] = field(default=())

    @property
    def status(self) -> str:
        """proposed, or nothing-proposed."""
        return "nothing-proposed" if self.reasons else "proposed"

    @property
    def red_team(self) -> str:
        """passed, failed, or unavailable where there is no frozen case."""
        if not self.frozen:
            return "unavailable"
        return "failed" if self.violations else "passed"


def propose(table: Table, state: State, effort: Effort, *, done: Callable[[], None] = lambda: None) -> Proposal:
    """The proposal of a finished search.

    Args:
        table: the cases of all splits.
        state: of the search.
        effort: how hard to look.
        done: called after each of ``STEPS`` steps.
    """
    current = vector(table.parameters)
    trained = _only(table, *_TRAINED)
    resamples = resampled(trained, seed=effort.seed, count=effort.resamples)
    values = _best(trained, state, current)
    done()
    values = tidied(trained, _pruned(trained, values, current, resamples, effort.confidence), current)
    done()
    heldout = table.of(Split.HELDOUT)
    saving, bounds = _saving(heldout, current, values, effort)
    chance = chance_of_cost(heldout, values, seed=effort.seed, shuffles=SHUFFLES) if values != current else 1.0
    changes = tuple(_changes(trained, values, current, resamples, effort.confidence))
    done()
    moved = violations(table, values)
    return Proposal(
        changes=changes,
        values=values,
        reasons=tuple(_reasons(changes, bounds, chance, moved)),
        current=by_split(table, current),
        proposed=by_split(table, values),
        saving=saving,
        saving_interval=bounds,
        chance=chance,
        violations=moved,
        frozen=len(table.of(Split.REDTEAM).rows),
        front=front(table, state),
    )


STEPS: Final = 3


def _best(trained: Table, state: State, current: Vector) -> Vector:
    """The cheapest end of several ways down.

    A number that is moved first can make the others idle, such as a threshold from which on everything escalates. So
    each has its turn to be first, and the search's best are further places to begin at.
    """
    movable = [index for index in range(len(current)) if any(trained.steps(current, index))]
    orders = [[first, *(index for index in movable if index != first)] for first in movable]
    ends = [refined(trained, current, order) for order in orders]
    every = range(len(current))
    ends += [refined(trained, values, every) for _, values in state.pool[:_STARTS]]
    return min(
        (current, *ends), key=lambda values: (math.fsum(trained.costs(values)), _changed(values, current), values)
    )


def _changed(values: Vector, current: Vector) -> int:
    return sum(one != other for one, other in zip(values, current, strict=True))


def _pruned(
    trained: Table, values: Vector, current: Vector, resamples: Sequence[Sequence[float]], confidence: float
) -> Vector:
    while values != current:
        idle = [
            (low, index)
            for index in range(len(values))
            if values[index] != current[index]
            and (low := saving_interval(_savings(trained, values, current, index), resamples, confidence)[0]) <= 0
        ]
        if not idle:
            break
        _, index = min(idle)
        values = (*values[:index], current[index], *values[index + 1 :])
        kept = [at for at in range(len(values)) if values[at] != current[at]]
        values = refined(trained, values, kept)
    return values


def _savings(trained: Table, values: Vector, current: Vector, index: int) -> list[float]:
    """What the change of one number saves of each case, the others being made."""
    without = (*values[:index], current[index], *values[index + 1 :])
    return [before - after for before, after in zip(trained.costs(without), trained.costs(values), strict=True)]


def _changes(
    trained: Table, values: Vector, current: Vector, resamples: Sequence[Sequence[float]], confidence: float
) -> Sequence[Change]:
    changes = []
    cases = max(1, sum(row.split is Split.TRAIN for row in trained.rows))
    for index, parameter in enumerate(trained.parameters):
        if values[index] == current[index]:
            continue
        # What a frozen case forbids is a bound, and no saving.
        frozen = [row.split is Split.REDTEAM for row in trained.rows]
        every = _savings(trained, values, current, index)
        savings = [0.0 if bound else saving for bound, saving in zip(frozen, every, strict=True)]
        found = interval(trained, values, index, resamples, confidence) or (values[index], values[index])
        changes.append(
            Change(
                parameter,
                values[index],
                found,
                math.fsum(savings) / cases,
                saving_interval(savings, resamples, confidence),
                _curve(trained, values, index),
            )
        )
    return changes


def _curve(trained: Table, values: Vector, index: int, points: int = 41) -> tuple[tuple[float, float], ...]:
    one, cases = trained.parameters[index], trained.of(Split.TRAIN)
    steps = [one.low + (one.high - one.low) * at / (points - 1) for at in range(points)]
    return tuple((value, cases.mean_cost((*values[:index], value, *values[index + 1 :]))) for value in steps)


def _saving(heldout: Table, current: Vector, values: Vector, effort: Effort) -> tuple[float, tuple[float, float]]:
    savings = [one - other for one, other in zip(heldout.costs(current), heldout.costs(values), strict=True)]
    if not savings:
        return 0.0, (0.0, 0.0)
    resamples = resampled(heldout, seed=effort.seed + 1, count=effort.resamples)
    return math.fsum(savings) / len(savings), saving_interval(savings, resamples, effort.confidence)


def _reasons(
    changes: Sequence[Change], bounds: tuple[float, float], chance: float, moved: Sequence[str]
) -> Sequence[str]:
    if not changes:
        return ["no change of a number saves anything on the training cases beyond chance"]
    reasons = []
    if bounds[0] <= 0:
        reasons.append(f"the held-out cases do not bear it out: the saving may be {bounds[0]:.3g}")
    if chance > MAX_CHANCE:
        reasons.append(
            f"the verdicts know too little of the labels: shuffled ones are as cheap in {chance:.1%} of deals"
        )
    if moved:
        reasons.append(f"frozen cases come to another verdict: {', '.join(moved[:5])}")
    return reasons


def _only(table: Table, *splits: Split) -> Table:
    return Table(table.parameters, tuple(row for row in table.rows if row.split in splits), table.policy)
