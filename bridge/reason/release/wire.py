"""Release authorizations as JSON: strict in, struct order out (spec: Reason, sections 2 and 7)."""

from collections.abc import Iterable
from typing import Any, Final

from bridge.core.strict_json import Json
from bridge.reason.release.model import (
    Approval,
    Artifact,
    CommitDecision,
    Evidence,
    ReleaseAuthorization,
    ReleaseMission,
    ReleaseTarget,
)
from bridge.reason.wire.reading import Field, Reader, items, optional, struct, text, variant, whole


def read_release(value: Json) -> ReleaseAuthorization:
    """A release authorization of parsed JSON; its schema's name and its sense are ``compile_request``'s to judge.

    Raises:
        ShapeError: the value is of another shape; ``where`` is the JSON path.
    """
    return whole(_release, value)


def release_json(release: ReleaseAuthorization) -> dict[str, Any]:
    """A release authorization in struct order."""
    evidence = release.evidence
    return {
        "schema": release.schema,
        "evaluation_time": release.evaluation_time,
        "mission": _present(release.mission._asdict()),
        "release": release.release._asdict(),
        "evidence": {name: [_present(one._asdict()) for one in said] for name, said in evidence._asdict().items()},
    }


def _present(members: dict[str, Any]) -> dict[str, Any]:
    """The members without an absent end and without an empty list of what is superseded."""
    return {name: value for name, value in members.items() if value is not None and value != ()}


def _texts(*names: str) -> Iterable[Field[Any]]:
    return (Field(name, text) for name in names)


_until: Final = Field("valid_until", optional(text), None)
_LIFECYCLE: Final = (Field("authority", text), Field("observed_at", text), _until, Field("supersedes", items(text), ()))

_mission: Final[Reader[ReleaseMission]] = struct(
    "ReleaseMission", ReleaseMission, (*_texts("id", "principal", "instruction_digest", "issued_at"), _until)
)
_target: Final[Reader[ReleaseTarget]] = struct("ReleaseTarget", ReleaseTarget, tuple(_texts(*ReleaseTarget._fields)))
_decision: Final[Reader[CommitDecision]] = struct(
    "CommitDecisionEvidence",
    CommitDecision,
    (*_texts("id", "commit"), Field("status", variant("passed", "failed")), *_LIFECYCLE),
)
_artifact: Final[Reader[Artifact]] = struct(
    "ArtifactEvidence", Artifact, (*_texts("id", "commit", "digest"), *_LIFECYCLE)
)
_approval: Final[Reader[Approval]] = struct(
    "ApprovalEvidence",
    Approval,
    (
        *_texts("id", "version", "commit", "environment", "artifact_digest", "tool", "approver"),
        Field("status", variant("approved", "denied")),
        *_LIFECYCLE,
    ),
)
_evidence: Final[Reader[Evidence]] = struct(
    "ReleaseEvidence",
    Evidence,
    (
        Field("tests", items(_decision), ()),
        Field("security_reviews", items(_decision), ()),
        Field("artifacts", items(_artifact), ()),
        Field("approvals", items(_approval), ()),
    ),
)
_release: Final[Reader[ReleaseAuthorization]] = struct(
    "ReleaseAuthorizationInput",
    ReleaseAuthorization,
    (
        *_texts("schema", "evaluation_time"),
        Field("mission", _mission),
        Field("release", _target),
        Field("evidence", _evidence, Evidence()),
    ),
)
