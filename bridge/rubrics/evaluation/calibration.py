"""Whether a confidence of 0.8 is right four times in five: reliability tables, with how sure each row is.

Confidence is no probability of being right until somebody has looked (spec: Rubrics, section 9). A row of the table
holds the cases whose confidence lies in one tenth; its interval is Wilson's for the share that was right.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bridge.core.strict_json import Json

BINS: Final = 10
_Z: Final = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Bin:
    """The cases of one stretch of confidence: how sure they were, and how often they were right."""

    low: float
    high: float
    count: int
    right: int
    confidence: float

    @property
    def accuracy(self) -> float:
        """The share that was right."""
        return self.right / self.count

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of that share."""
        return wilson(self.right, self.count)

    def json(self) -> dict[str, Json]:
        """The row as a report has it."""
        low, high = self.interval
        return {
            "from": self.low,
            "to": self.high,
            "count": self.count,
            "mean_confidence": self.confidence,
            "accuracy": self.accuracy,
            "accuracy_interval": [low, high],
        }


@dataclass(frozen=True)
class Reliability:
    """A reliability table.

    Args:
        of: what was right or wrong: ``verdict``, or the name of a score question.
        bins: those with a case in them, in order.
        count: how many cases there are.
        expected_calibration_error: the mean distance of confidence and accuracy, by cases.
        maximum_calibration_error: the greatest distance of a bin.
        brier: the mean squared distance of confidence and being right.
    """

    of: str
    bins: tuple[Bin, ...]
    count: int
    expected_calibration_error: float
    maximum_calibration_error: float
    brier: float

    def json(self) -> dict[str, Json]:
        """The table as a report has it."""
        return {
            "of": self.of,
            "count": self.count,
            "expected_calibration_error": self.expected_calibration_error,
            "maximum_calibration_error": self.maximum_calibration_error,
            "brier": self.brier,
            "bins": [each.json() for each in self.bins],
        }


def reliability(of: str, seen: Iterable[tuple[float, bool]]) -> Reliability | None:
    """The table of confidences, each with whether it was right; None where there are none.

    Args:
        of: what it is a table of.
        seen: a confidence from 0 to 1, and whether it was right.
    """
    pairs = list(seen)
    if not pairs:
        return None
    found = [one for index in range(BINS) if (one := _bin(index, pairs)) is not None]
    gaps = [(abs(one.accuracy - one.confidence), one.count) for one in found]
    return Reliability(
        of,
        tuple(found),
        len(pairs),
        sum(gap * count for gap, count in gaps) / len(pairs),
        max(gap for gap, _ in gaps),
        sum((sure - right) ** 2 for sure, right in pairs) / len(pairs),
    )


def wilson(count: int, of: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share; the whole range where it is a share of nothing."""
    if not of:
        return 0.0, 1.0
    share, square = count / of, _Z * _Z
    middle = share + square / (2 * of)
    spread = _Z * math.sqrt(share * (1 - share) / of + square / (4 * of * of))
    # At the ends the formula is exact, and its rounding would leave the range.
    low = 0.0 if count == 0 else max(0.0, (middle - spread) / (1 + square / of))
    high = 1.0 if count == of else min(1.0, (middle + spread) / (1 + square / of))
    return low, high


def _bin(index: int, pairs: Sequence[tuple[float, bool]]) -> Bin | None:
    inside = [(sure, right) for sure, right in pairs if min(int(sure * BINS), BINS - 1) == index]
    if not inside:
        return None
    sure = math.fsum(one for one, _ in inside) / len(inside)
    return Bin(index / BINS, (index + 1) / BINS, len(inside), sum(right for _, right in inside), sure)
