"""Canned answers, always the same for a state, for demonstrations; no model gave them (spec: Rubrics, 5.6)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bridge.core.strict_json import Json
from bridge.errors import ShapeError
from bridge.judgement.model import QuestionType
from bridge.rubrics.encoding import canonical
from bridge.rubrics.evidence import Evidence, Provenance
from bridge.rubrics.gates import INJECTION_MARKERS
from bridge.rubrics.load_state_filter import MOCK_ANSWERS
from bridge.rubrics.model import Rubric, RubricQuestion

_OFFSET: Final = 2166136261
_PRIME: Final = 16777619


def pinned_answers(given: Mapping[str, Json]) -> Mapping[str, Json]:
    """The canned answers that an input brings along, by question.

    Raises:
        ShapeError: ``_mock_answers`` is not an object.
    """
    pinned = given.get(MOCK_ANSWERS, {})
    if not isinstance(pinned, dict):
        raise ShapeError("_mock_answers must be a JSON object of answer overrides", where=f"$.{MOCK_ANSWERS}")
    return pinned


@dataclass(frozen=True)
class Canned:
    """A backend that answers from the names of the questions; ``pinned`` answers go before."""

    pinned: Mapping[str, Json] = field(default_factory=dict)

    def answer(self, rubric: Rubric, state: Mapping[str, Json]) -> Evidence:
        """The canned answers."""
        answers = {name: _canned(question, state) for name, question in rubric.questions.items()}
        return Evidence(
            answers={**answers, **self.pinned},
            backend="replay",
            provenance=Provenance.CANNED_DEMO,
            model=rubric.model,
            requested_model=rubric.model,
            usage={"input_tokens": 120, "output_tokens": 45},
            request_id="mock-request-id",
            mock=True,
        )


def _canned(question: RubricQuestion, state: Mapping[str, Json]) -> dict[str, Any]:
    local = _local(question.name)
    if question.type is QuestionType.NOUL:
        return {"type": "noul", "noul": _noul(question.name, state)}
    confidence = 0.75 + local * 0.2
    if question.type is QuestionType.CHOICE:
        labels = sorted(question.labels)
        pick = labels[int(local * len(labels)) % len(labels)]
        probabilities = {label: 0.7 if label == pick else 0.1 for label in labels}
        return {"type": "choice", "choice": pick, "confidence": confidence, "probabilities": probabilities}
    levels = question.labels
    return {
        "type": "score",
        "score": min(2.5 + local, float(question.top)),
        "confidence": confidence,
        "legend": dict(zip(levels, question.criteria or (), strict=True)),
        "probabilities": {level: 1 / len(levels) for level in levels},
    }


def _noul(name: str, state: Mapping[str, Json]) -> float:
    if "judgeable" in name:
        return 0.9 if state.get("reply") or state.get("steps") else 0.2
    if "injection" in name:
        text = canonical(dict(state)).decode().lower()
        return 0.92 if any(marker in text for marker in INJECTION_MARKERS) else 0.12
    if "harmful" in name or "unauthorized_write" in name:
        return 0.15
    return 0.1 if "escalate" in name else 0.2


def _local(name: str) -> float:
    """A number in [0, 1) of a name: FNV-1a, 32 bits, modulo 1000."""
    hashed = _OFFSET
    for byte in name.encode():
        hashed = ((hashed ^ byte) * _PRIME) & 0xFFFFFFFF
    return (hashed % 1000) / 1000
