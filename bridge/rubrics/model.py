"""A rubric as frozen values: what is asked, about which part of the input, and what the answers come to.

Names are those of the rubric file (spec: Rubrics, section 1.1).
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bridge.core.strict_json import Json
from bridge.judgement.model import QuestionType


class Stage(enum.StrEnum):
    """When a question matters; earlier stages are declared, and compare, first."""

    SCREEN = "screen"
    PROFILE = "profile"
    LOCATE = "locate"
    SCORE = "score"
    ROUTE = "route"


class Verdict(enum.StrEnum):
    """What a judgement comes to."""

    PASS = "pass"
    FAIL = "fail"
    REVIEW = "review"
    ESCALATE = "escalate"
    SKIP = "skip"


class Field(enum.StrEnum):
    """The part of an answer that a condition reads."""

    NOUL = "noul"
    CHOICE = "choice"
    SCORE = "score"
    CONFIDENCE = "confidence"


FIELDS: Final[Mapping[QuestionType, tuple[Field, ...]]] = {
    QuestionType.NOUL: (Field.NOUL,),
    QuestionType.CHOICE: (Field.CHOICE, Field.CONFIDENCE),
    QuestionType.SCORE: (Field.SCORE, Field.CONFIDENCE),
}
"""Which fields the answer to a question of each type has."""

AUTOMATIC: Final = frozenset({Verdict.PASS, Verdict.FAIL})
"""The verdicts that a confidence floor gates: whoever acts on them asks nobody."""


@dataclass(frozen=True, slots=True)
class RubricQuestion:
    """One question of a rubric.

    Args:
        name: its id, such as ``screen.judgeable``.
        type: the kind of answer asked for.
        stage: when it matters.
        instructions: what the judge is told; None where the rubric says nothing.
        criteria: for a noul what ``true`` and ``false`` mean, or None; for a choice its labels, each with a
            description, in the rubric's order; for a score the description of each level from 0.
    """

    name: str
    type: QuestionType
    stage: Stage
    instructions: str | None = None
    criteria: Mapping[str, Json] | tuple[Json, ...] | None = None

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of a choice, in the rubric's order; those of a score's levels are their numbers."""
        if isinstance(self.criteria, tuple):
            return tuple(map(str, range(len(self.criteria))))
        return tuple(self.criteria or ()) if self.type is QuestionType.CHOICE else ()

    @property
    def top(self) -> int:
        """The highest level of a score; 1 for the others."""
        return len(self.criteria) - 1 if isinstance(self.criteria, tuple) else 1


@dataclass(frozen=True, slots=True)
class Condition:
    """A comparison of one field of one answer; ``op`` is one of ``routing.OPERATORS``."""

    answer: str
    field: Field
    op: str
    value: float | int | str


@dataclass(frozen=True, slots=True)
class RoutingRule:
    """A verdict and the conditions that all must hold for it; a default rule has none and always holds."""

    verdict: Verdict
    reason: str = ""
    default: bool = False
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class StatePath:
    """A part of the input that the judge is shown, such as ``steps[].tool``; one that is required must be there."""

    path: str
    required: bool = False

    @property
    def segments(self) -> tuple[tuple[str, bool], ...]:
        """Each key with whether it maps over a list."""
        return tuple((part.removesuffix("[]"), part.endswith("[]")) for part in self.path.split("."))


@dataclass(frozen=True)
class Rubric:
    """A rubric.

    Args:
        id: what it calls itself.
        version: its version, as written.
        model: the judge's model it was written for.
        stakes: which of the floors gates its automatic verdicts.
        confidence_floors: the least confidence of a pass or a fail, in [0, 1], by stakes.
        state_filter: what the judge is shown, in order; everything where empty.
        questions: by name, in the rubric's order.
        rules: tried in order; the first that holds decides.
        description: for people; not part of the rubric's hash.
    """

    id: str
    version: str
    model: str
    stakes: str
    confidence_floors: Mapping[str, float]
    state_filter: tuple[StatePath, ...]
    questions: Mapping[str, RubricQuestion]
    rules: tuple[RoutingRule, ...]
    description: str = ""

    @property
    def floor(self) -> float:
        """The least confidence of an automatic verdict at the rubric's own stakes."""
        return self.confidence_floors[self.stakes]
