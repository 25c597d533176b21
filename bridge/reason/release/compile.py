"""From a release and its evidence to the request that decides its deployment (spec: Reason, section 7)."""

from collections.abc import Iterator
from typing import Any

from bridge.core.digest import is_digest
from bridge.errors import ProgramInvalid
from bridge.reason.action.reserved import authorized
from bridge.reason.model import (
    ACTION_V1,
    PROGRAM_V2,
    ActionRequest,
    Effect,
    Fact,
    Mission,
    Program,
    ProposedAction,
    is_variable,
)
from bridge.reason.quoting import is_blank, quoted
from bridge.reason.release.model import (
    RELEASE_V1,
    Approval,
    Artifact,
    CommitDecision,
    Evidence,
    ReleaseAuthorization,
    ReleaseTarget,
)
from bridge.reason.release.policy import ONTOLOGY, authority, particulars, rules


def compile_request(release: ReleaseAuthorization) -> ActionRequest:
    """The request of a release; whether its ids and times make sense is for ``authorize`` to say.

    Raises:
        ProgramInvalid: another schema, or a release that leaves something unsaid.
    """
    problems = list(_schema_problem(release)) or list(_target_problems(release.release))
    if problems:
        message = "\n".join(["invalid action authorization request:", *problems])
        raise ProgramInvalid(message, where=problems[0].partition(": ")[0])
    return ActionRequest(ACTION_V1, _mission(release), _action(release.release), _policy(release))


def _schema_problem(release: ReleaseAuthorization) -> Iterator[str]:
    if release.schema != RELEASE_V1:
        yield f'$.schema: expected "{RELEASE_V1}", got {quoted(release.schema)}'


def _target_problems(target: ReleaseTarget) -> Iterator[str]:
    for name in ("action_id", "tool", "version", "commit", "environment", "required_approver"):
        if is_blank(getattr(target, name)):
            yield f"$.release.{name}: must not be empty"
    if is_variable(target.required_approver):
        # It stands in rules alone, where a variable would take anybody's approval; other texts are facts as well.
        yield "$.release.required_approver: variables are not allowed here"
    if not is_digest(target.artifact_digest):
        yield "$.release.artifact_digest: expected sha256 followed by 64 lowercase hexadecimal characters"


def _mission(release: ReleaseAuthorization) -> Mission:
    given = release.mission
    constraints = particulars(release.release)
    return Mission(given.id, given.principal, given.instruction_digest, given.issued_at, given.valid_until, constraints)


def _action(target: ReleaseTarget) -> ProposedAction:
    effect = Effect("deploy", f"release:{target.version}", target.environment)
    return ProposedAction(target.action_id, target.tool, target.proposed_at, particulars(target), (effect,))


def _policy(release: ReleaseAuthorization) -> Program:
    return Program(
        schema=PROGRAM_V2,
        ontology=ONTOLOGY,
        authority=authority(release),
        evaluation_time=release.evaluation_time,
        facts=tuple(_facts(release.evidence)),
        rules=rules(release),
        query=authorized(release.release.action_id),
    )


def _facts(evidence: Evidence) -> Iterator[Fact]:
    """One fact for each piece of evidence; what failed or was denied is a negated one."""
    for tests in evidence.tests:
        yield _fact("tests_passed", (tests.commit,), tests, negated=tests.status == "failed")
    for review in evidence.security_reviews:
        yield _fact("security_reviewed", (review.commit,), review, negated=review.status == "failed")
    for artifact in evidence.artifacts:
        yield _fact("artifact_built", (artifact.commit, artifact.digest), artifact)
    for approval in evidence.approvals:
        what = (approval.version, approval.commit, approval.environment, approval.artifact_digest)
        arguments = (*what, approval.tool, approval.approver)
        yield _fact("release_approved", arguments, approval, negated=approval.status == "denied")


def _fact(
    predicate: str,
    arguments: tuple[Any, ...],
    said: CommitDecision | Artifact | Approval,
    *,
    negated: bool = False,
) -> Fact:
    return Fact(
        id=said.id,
        predicate=predicate,
        arguments=arguments,
        authority=said.authority,
        negated=negated,
        observed_at=said.observed_at,
        valid_until=said.valid_until,
        supersedes=said.supersedes,
    )
