"""How far scores are from the levels that people gave (spec: Rubrics, 6.5)."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bridge.core.strict_json import Json
from bridge.rubrics.evaluation.results import Observed
from bridge.rubrics.model import Rubric


@dataclass(frozen=True, slots=True)
class ScorePair:
    """A level that a person gave, the score that a judge gave, how sure it was, and the top of the scale."""

    question: str
    expected: int
    score: float
    confidence: float
    top: int

    @property
    def nearest(self) -> int:
        """The level nearest to the score; halves go up."""
        return max(0, min(self.top, math.floor(self.score + 0.5)))


def score_pairs(observed: Iterable[Observed], rubrics: Mapping[str, Rubric]) -> list[ScorePair]:
    """Every expected score that has an answer."""
    pairs = []
    for one in observed:
        for name, expected in one.case.expected_scores.items():
            answer: Mapping[str, Any] | None = one.answers.get(name)
            if answer is not None:
                top = rubrics[one.case.rubric_id].questions[name].top
                pairs.append(ScorePair(name, expected, float(answer["score"]), float(answer["confidence"]), top))
    return pairs


def score_fit(pairs: Iterable[ScorePair]) -> dict[str, Json]:
    """The mean absolute error by question: in levels, as a share of the scale, and of the nearest level."""
    by_name: dict[str, list[ScorePair]] = {}
    for pair in pairs:
        by_name.setdefault(pair.question, []).append(pair)
    return {name: _fit(found) for name, found in sorted(by_name.items())}


def _fit(pairs: list[ScorePair]) -> Json:
    count = len(pairs)
    errors = [abs(pair.score - pair.expected) for pair in pairs]
    exact = sum(pair.nearest == pair.expected for pair in pairs)
    return {
        "count": count,
        "mean_absolute_error": math.fsum(errors) / count,
        "normalized_error": math.fsum(
            error / pair.top if pair.top else 0.0 for error, pair in zip(errors, pairs, strict=True)
        )
        / count,
        "nearest_level_agreement": exact / count,
    }
