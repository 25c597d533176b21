"""A release with all its evidence, that tests take apart."""

from typing import Any

NOON = "2026-05-02T12:00:00Z"
MORNING = "2026-05-02T08:00:00Z"
ARTIFACT = "sha256:" + "b" * 64


def tests(**changes: Any) -> dict[str, Any]:
    """That a tool saw the tests of the commit pass."""
    said = {"id": "t1", "commit": "c0ffee", "status": "passed", "authority": "tool-reported", "observed_at": MORNING}
    return {**said, **changes}


def review(**changes: Any) -> dict[str, Any]:
    """That a person reviewed the commit."""
    return tests(id="r1", authority="human-authorized", **changes)


def artifact(**changes: Any) -> dict[str, Any]:
    """That a tool built the artifact."""
    said = {"id": "b1", "commit": "c0ffee", "digest": ARTIFACT, "authority": "tool-reported", "observed_at": MORNING}
    return {**said, **changes}


def approval(**changes: Any) -> dict[str, Any]:
    """That the release manager approved."""
    said = {
        "id": "a1",
        "version": "2.0.0",
        "commit": "c0ffee",
        "environment": "staging",
        "artifact_digest": ARTIFACT,
        "tool": "ship",
        "approver": "release-manager",
        "status": "approved",
        "authority": "human-authorized",
        "observed_at": MORNING,
    }
    return {**said, **changes}


def evidence(**changes: Any) -> dict[str, Any]:
    """All four kinds."""
    said = {"tests": [tests()], "security_reviews": [review()], "artifacts": [artifact()], "approvals": [approval()]}
    return {**said, **changes}


def target(**changes: Any) -> dict[str, Any]:
    """What is to be deployed."""
    what = {
        "action_id": "deploy_2",
        "tool": "ship",
        "version": "2.0.0",
        "commit": "c0ffee",
        "environment": "staging",
        "artifact_digest": ARTIFACT,
        "required_approver": "release-manager",
        "proposed_at": NOON,
    }
    return {**what, **changes}


def release(**changes: Any) -> dict[str, Any]:
    """The whole question."""
    document = {
        "schema": "zerker.reason.release-authorization.v1",
        "evaluation_time": NOON,
        "mission": {
            "id": "m1",
            "principal": "user:owner",
            "instruction_digest": "sha256:" + "4" * 64,
            "issued_at": MORNING,
            "valid_until": "2026-05-03T00:00:00Z",
        },
        "release": target(),
        "evidence": evidence(),
    }
    return {**document, **changes}
