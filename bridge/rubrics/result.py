"""What a judgement is once it is made, and its JSON: the published JudgmentResult (spec: Rubrics, section 4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bridge.core.strict_json import Json
from bridge.core.version import VERSION
from bridge.rubrics.evidence import PUBLISHED_BACKENDS, Evidence
from bridge.rubrics.gates import Gate, overridden
from bridge.rubrics.hashes import projection_hash, rubric_hash
from bridge.rubrics.model import Rubric, Verdict
from bridge.rubrics.routing import Route

OWN_SCHEMA: Final = "bridge.rubric-result.v1"
EVIDENCE_SCHEMA: Final = "bridge.rubric-judgement.v1"
"""The document around a result that has its receipts and facts too."""

RUNTIME: Final[Mapping[str, Json]] = {"name": "python", "version": VERSION}


@dataclass(frozen=True)
class JudgmentResult:
    """One judgement.

    Args:
        rubric: it was routed by.
        answers: checked, as they came.
        route: what they come to by the rules alone.
        gates: the five deterministic gates.
        evidence: where the answers come from.
        state_projection: ``paths``, ``hash`` and ``projected_keys`` of what the judge was shown.
        source: the version and hash of the rubric that the answers were made under, where they were saved.
        prefix: what a replay says before the reason.
    """

    rubric: Rubric
    answers: Mapping[str, Mapping[str, Json]]
    route: Route
    gates: Sequence[Gate]
    evidence: Evidence
    state_projection: Mapping[str, Json]
    source: tuple[str | None, str | None] = field(default=(None, None))
    prefix: str = ""

    @property
    def verdict(self) -> Verdict:
        """After the floor and the gates."""
        return overridden(self.route, self.gates)[0]

    @property
    def reason(self) -> str:
        """In the words of the rule, the floor and the gates."""
        return self.prefix + overridden(self.route, self.gates)[1]

    def json(self) -> dict[str, Any]:
        """The published result, which holds nothing of the state.

        Of a backend that the published schema does not know it has one member more, ``schema``, so that neither can be
        taken for the other.
        """
        version, hash_ = self.source
        own = {} if self.evidence.backend in PUBLISHED_BACKENDS else {"schema": OWN_SCHEMA}
        return own | {
            "rubric_id": self.rubric.id,
            "rubric_version": self.rubric.version,
            "rubric_hash": rubric_hash(self.rubric),
            "source_rubric_version": version,
            "source_rubric_hash": hash_,
            "verdict": self.verdict.value,
            "confidence": self.route.confidence,
            "confidence_floor": self.rubric.floor,
            "stage": self.route.stage.value,
            "model": self.evidence.model,
            "requested_model": self.evidence.requested_model,
            "backend": self.evidence.backend,
            "backend_provenance": self.evidence.provenance.value,
            "usage": {key: self.evidence.usage.get(key) for key in ("input_tokens", "output_tokens")},
            "answers": {name: dict(answer) for name, answer in self.answers.items()},
            "routing_reason": self.reason,
            "mock": self.evidence.mock,
            "deciding_answers": list(self.route.deciding),
            "request_id": self.evidence.request_id,
            "runtime": dict(RUNTIME),
            "state_projection": dict(self.state_projection),
            "deterministic_gates": [gate.json() for gate in self.gates],
        }


def projection(rubric: Rubric, state: Mapping[str, Json]) -> dict[str, Json]:
    """What a result says of the state that the judge was shown."""
    paths = sorted(one.path for one in rubric.state_filter)
    keys: list[Json] = [*sorted(state)]
    return {"paths": list(paths), "hash": projection_hash(paths), "projected_keys": keys}
