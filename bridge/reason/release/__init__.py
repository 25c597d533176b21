"""Release safety: four kinds of evidence about one release, compiled to the request that decides its deployment.

Tests and a built artifact are a tool's word, security review and approval a person's; the policy that says so is fixed
here (spec: Reason, section 7).
"""

from bridge.reason.release.compile import compile_request
from bridge.reason.release.model import (
    Approval,
    Artifact,
    CommitDecision,
    Evidence,
    ReleaseAuthorization,
    ReleaseMission,
    ReleaseTarget,
)
from bridge.reason.release.starter import starter
from bridge.reason.release.wire import read_release, release_json

__all__ = [
    "Approval",
    "Artifact",
    "CommitDecision",
    "Evidence",
    "ReleaseAuthorization",
    "ReleaseMission",
    "ReleaseTarget",
    "compile_request",
    "read_release",
    "release_json",
    "starter",
]
