"""Figures of verdicts held against labels (spec: Rubrics, 6.5). A figure over nothing is None, never 0 or 1."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bridge.core.strict_json import Json
from bridge.rubrics.model import Verdict

Pair = tuple[Verdict, Verdict]
"""The expected verdict, and the one it came to."""

UNSAFE: Final = frozenset({Verdict.FAIL, Verdict.ESCALATE})
"""What must not pass."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many; the rate of none is None."""

    count: int
    denominator: int

    @property
    def rate(self) -> float | None:
        """The share, or None of nothing."""
        return self.count / self.denominator if self.denominator else None

    def json(self) -> dict[str, Json]:
        """The share as a report has it."""
        return {"count": self.count, "denominator": self.denominator, "rate": self.rate}


@dataclass(frozen=True, slots=True)
class ClassFigures:
    """Precision, recall and F1 of one verdict, and how many cases expect it."""

    precision: float | None
    recall: float | None
    f1: float | None
    support: int


@dataclass(frozen=True)
class Figures:
    """All figures of some pairs.

    Args:
        confusion: how many of each expected verdict came to each.
        agreement: the pairs that are equal.
        per_verdict: of every verdict.
        macro_f1: the mean F1 of the verdicts that are expected at all.
        false_pass: of those that must not pass, the ones that passed.
        review: those that came to a review.
        escalate: those that came to an escalation.
    """

    confusion: Mapping[Verdict, Mapping[Verdict, int]]
    agreement: Share
    per_verdict: Mapping[Verdict, ClassFigures]
    macro_f1: float | None
    false_pass: Share
    review: Share
    escalate: Share

    def json(self) -> dict[str, Json]:
        """The figures as a report has them."""
        return {
            "agreement": self.agreement.json(),
            "macro_f1": self.macro_f1,
            "confusion": {
                row.value: {column.value: count for column, count in counts.items()}
                for row, counts in self.confusion.items()
            },
            "per_verdict": {
                verdict.value: {"precision": of.precision, "recall": of.recall, "f1": of.f1, "support": of.support}
                for verdict, of in self.per_verdict.items()
            },
            "false_pass": self.false_pass.json(),
            "review_burden": self.review.json(),
            "escalation_burden": self.escalate.json(),
        }


def figures(pairs: Iterable[Pair]) -> Figures:
    """The figures of some pairs; there may be none."""
    counts = {row: dict.fromkeys(Verdict, 0) for row in Verdict}
    for expected, came_to in pairs:
        counts[expected][came_to] += 1
    total = sum(sum(row.values()) for row in counts.values())
    per_verdict = {verdict: _of_class(counts, verdict) for verdict in Verdict}
    supported = [each.f1 or 0.0 for each in per_verdict.values() if each.support]
    return Figures(
        confusion=counts,
        agreement=Share(sum(counts[verdict][verdict] for verdict in Verdict), total),
        per_verdict=per_verdict,
        macro_f1=mean(supported),
        false_pass=Share(
            sum(counts[verdict][Verdict.PASS] for verdict in UNSAFE),
            sum(sum(counts[verdict].values()) for verdict in UNSAFE),
        ),
        review=Share(sum(row[Verdict.REVIEW] for row in counts.values()), total),
        escalate=Share(sum(row[Verdict.ESCALATE] for row in counts.values()), total),
    )


def mean(values: Sequence[float]) -> float | None:
    """The mean, or None of nothing."""
    return sum(values) / len(values) if values else None


def median(values: Iterable[float]) -> float | None:
    """The median, or None of nothing."""
    ordered = sorted(values)
    if not ordered:
        return None
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def _of_class(counts: Mapping[Verdict, Mapping[Verdict, int]], verdict: Verdict) -> ClassFigures:
    right = counts[verdict][verdict]
    support = sum(counts[verdict].values())
    came_to = sum(row[verdict] for row in counts.values())
    f1 = 2 * right / (support + came_to) if support + came_to else None
    return ClassFigures(right / came_to if came_to else None, right / support if support else None, f1, support)
