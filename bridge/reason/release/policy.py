"""The policy of releases: what must be known of one, whose word counts, and what forbids it.

Nothing is admitted by default. Each predicate takes one authority's word, whatever else the evidence claims to be.
"""

from collections.abc import Iterator
from typing import Final

from bridge.reason.action.reserved import authorized
from bridge.reason.model import HUMAN_AUTHORIZED, TOOL_REPORTED, Atom, AuthorityPolicy, Ontology, Rule
from bridge.reason.release.model import ReleaseAuthorization, ReleaseTarget

_MISSION: Final = "$mission"
_ADMITTED: Final = {
    "artifact_built": TOOL_REPORTED,
    "release_approved": HUMAN_AUTHORIZED,
    "security_reviewed": HUMAN_AUTHORIZED,
    "tests_passed": TOOL_REPORTED,
}
_ARITIES: Final = {"artifact_built": 2, "release_approved": 6, "security_reviewed": 1, "tests_passed": 1}

ONTOLOGY: Final = Ontology(
    "zerker.release-safety", "1", {name: ("string",) * arity for name, arity in _ARITIES.items()}
)


def authority(release: ReleaseAuthorization) -> AuthorityPolicy:
    """Whose word counts; every class that the evidence names is declared, and admitted to nothing by that."""
    named = {one.authority for said in release.evidence for one in said}
    return AuthorityPolicy(
        classes=tuple(sorted({HUMAN_AUTHORIZED, TOOL_REPORTED, *named})),
        default_admit=(),
        predicate_admit={predicate: (admitted,) for predicate, admitted in _ADMITTED.items()},
    )


def particulars(target: ReleaseTarget) -> dict[str, str]:
    """What a mission is bound to and a call is made with, in the order in which the rule asks for it."""
    return {
        "commit": target.commit,
        "version": target.version,
        "environment": target.environment,
        "artifact_digest": target.artifact_digest,
    }


def approved(target: ReleaseTarget) -> Atom:
    """That the required approver approved this very release."""
    version, commit, environment = target.version, target.commit, target.environment
    approver = target.required_approver
    return Atom("release_approved", (version, commit, environment, target.artifact_digest, target.tool, approver))


def rules(release: ReleaseAuthorization) -> tuple[Rule, ...]:
    """What authorizes the deployment, and the three things that forbid it."""
    target = release.release
    allow = authorized(target.action_id)
    forbidding = {
        "failed-tests": Atom("tests_passed", (target.commit,)),
        "rejected-security-review": Atom("security_reviewed", (target.commit,)),
        "rejected-approval": approved(target),
    }
    return (
        Rule("release.authorize", tuple(_requirements(release)), allow),
        *(
            Rule(f"release.deny.{name}", (required.complement(),), allow.complement())
            for name, required in forbidding.items()
        ),
    )


def _requirements(release: ReleaseAuthorization) -> Iterator[Atom]:
    target = release.release
    action, bound = target.action_id, particulars(target)
    yield Atom("mission_active", (_MISSION,))
    yield Atom("mission_action", (_MISSION, action))
    yield Atom("mission_principal", (_MISSION, release.mission.principal))
    yield from (Atom("mission_constraint", (_MISSION, name, value)) for name, value in bound.items())
    yield Atom("action_tool", (action, target.tool))
    yield from (Atom("action_argument", (action, name, value)) for name, value in bound.items())
    yield Atom("action_effect", (action, "deploy", f"release:{target.version}", target.environment))
    yield Atom("tests_passed", (target.commit,))
    yield Atom("security_reviewed", (target.commit,))
    yield Atom("artifact_built", (target.commit, target.artifact_digest))
    yield approved(target)
