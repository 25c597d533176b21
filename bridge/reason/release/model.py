"""What a release, its mission and the evidence about it are, as frozen values; field names are the wire's."""

from typing import Final, Literal, NamedTuple, TypeAlias

RELEASE_V1: Final = "zerker.reason.release-authorization.v1"
RELEASE_INIT_V1: Final = "zerker.reason.release-init.v1"

Decision: TypeAlias = Literal["passed", "failed"]
ApprovalDecision: TypeAlias = Literal["approved", "denied"]


class ReleaseMission(NamedTuple):
    """Who wants the release, by which instruction, and for how long."""

    id: str
    principal: str
    instruction_digest: str
    issued_at: str
    valid_until: str | None = None


class ReleaseTarget(NamedTuple):
    """Exactly what is to be deployed, where, by which tool, and who must have approved it."""

    action_id: str
    tool: str
    version: str
    commit: str
    environment: str
    artifact_digest: str
    required_approver: str
    proposed_at: str


class CommitDecision(NamedTuple):
    """That a commit passed or failed: its tests, or its security review."""

    id: str
    commit: str
    status: Decision
    authority: str
    observed_at: str
    valid_until: str | None = None
    supersedes: tuple[str, ...] = ()


class Artifact(NamedTuple):
    """That an artifact was built from a commit."""

    id: str
    commit: str
    digest: str
    authority: str
    observed_at: str
    valid_until: str | None = None
    supersedes: tuple[str, ...] = ()


class Approval(NamedTuple):
    """That someone approved or denied one release, in every particular."""

    id: str
    version: str
    commit: str
    environment: str
    artifact_digest: str
    tool: str
    approver: str
    status: ApprovalDecision
    authority: str
    observed_at: str
    valid_until: str | None = None
    supersedes: tuple[str, ...] = ()


class Evidence(NamedTuple):
    """Everything that is said about a release."""

    tests: tuple[CommitDecision, ...] = ()
    security_reviews: tuple[CommitDecision, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    approvals: tuple[Approval, ...] = ()


class ReleaseAuthorization(NamedTuple):
    """The question whether one release may be deployed, and what is said about it."""

    schema: str
    evaluation_time: str
    mission: ReleaseMission
    release: ReleaseTarget
    evidence: Evidence = Evidence()
