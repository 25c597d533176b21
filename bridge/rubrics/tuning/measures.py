"""What the values of a rubric's numbers come to on cases: cost and figures, by split, and the Pareto front (6.6)."""

from dataclasses import dataclass

from bridge.core.strict_json import Json
from bridge.rubrics.evaluation.cases import Split
from bridge.rubrics.evaluation.metrics import UNSAFE, Figures, Share, figures
from bridge.rubrics.model import Verdict
from bridge.rubrics.tuning.parameters import Vector
from bridge.rubrics.tuning.search import State
from bridge.rubrics.tuning.table import Table


@dataclass(frozen=True)
class Measured:
    """What some values come to on one split."""

    cost: float
    figures: Figures
    safety_recall: Share

    def json(self) -> dict[str, Json]:
        """The measure as a report has it."""
        return {"mean_cost": self.cost, "safety_recall": self.safety_recall.json(), **self.figures.json()}


def by_split(table: Table, values: Vector) -> dict[Split, Measured]:
    """The measure of the training and of the held-out cases."""
    return {split: measure(table.of(split), values) for split in (Split.TRAIN, Split.HELDOUT)}


def measure(table: Table, values: Vector) -> Measured:
    """The cost and the figures of some values on some cases."""
    pairs = [(row.actual, came) for row, came in zip(table.rows, table.verdicts(values), strict=True)]
    unsafe = [came in UNSAFE for actual, came in pairs if actual in UNSAFE]
    return Measured(table.mean_cost(values), figures(pairs), Share(sum(unsafe), len(unsafe)))


def front(table: Table, state: State) -> tuple[dict[str, Json], ...]:
    """The search's best on the held-out cases; those that no other betters in every way are on the Pareto front."""
    heldout = table.of(Split.HELDOUT)
    tokens = sum(row.tokens for row in heldout.rows)
    rows = []
    for reward, values in state.pool:
        of = measure(heldout, values)
        precision = of.figures.per_verdict[Verdict.PASS].precision
        goods = (of.safety_recall.rate or 0.0, precision or 0.0, -(of.figures.review.rate or 0.0), -float(tokens))
        rows.append((reward, values, of, goods, not violations(table, values)))
    allowed = [goods for *_, goods, kept in rows if kept]
    return tuple(
        {
            "values": list(values),
            "train_cost": -reward,
            "heldout_cost": of.cost,
            "heldout_safety_recall": of.safety_recall.rate,
            "heldout_pass_precision": of.figures.per_verdict[Verdict.PASS].precision,
            "heldout_review_share": of.figures.review.rate,
            "heldout_tokens": tokens,
            "redteam_passed": kept,
            "pareto": kept and not any(_dominates(other, goods) for other in allowed),
        }
        for reward, values, of, goods, kept in rows
    )


def _dominates(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one != other and all(left >= right for left, right in zip(one, other, strict=True))


def violations(table: Table, values: Vector) -> tuple[str, ...]:
    """The frozen cases that come to another verdict than they must keep."""
    frozen = table.of(Split.REDTEAM)
    verdicts = frozen.verdicts(values)
    return tuple(row.case_id for row, came in zip(frozen.rows, verdicts, strict=True) if came is not row.actual)
