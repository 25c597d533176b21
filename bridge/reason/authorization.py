"""What an authorization says, as frozen values (spec: Reason, section 6)."""

import enum
from collections.abc import Mapping
from typing import Final, NamedTuple

from bridge.core.strict_json import Json
from bridge.reason.model import ActionRequest, Atom, Effect
from bridge.reason.result import CheckResult, Status

AUTHORIZATION_V1: Final = "zerker.reason.authorization.v1"
BUNDLE_V1: Final = "zerker.reason.authorization-bundle.v1"


class AuthorizationStatus(enum.StrEnum):
    """The four answers to an action request; only the first lets the action run."""

    AUTHORIZED = "authorized"
    DENIED = "denied"
    CONFLICTED = "conflicted"
    INSUFFICIENT_EVIDENCE = "insufficient_evidence"

    @staticmethod
    def of(status: Status) -> "AuthorizationStatus":
        """What the status of the query ``action_authorized`` means for the action."""
        return _MEANING[status]


_MEANING: Final = {
    Status.PROVED: AuthorizationStatus.AUTHORIZED,
    Status.DISPROVED: AuthorizationStatus.DENIED,
    Status.INCONSISTENT: AuthorizationStatus.CONFLICTED,
    Status.UNKNOWN: AuthorizationStatus.INSUFFICIENT_EVIDENCE,
}


class BoundMission(NamedTuple):
    """Which mission was decided for."""

    id: str
    digest: str


class BoundAction(NamedTuple):
    """Which call was decided, to the letter."""

    id: str
    digest: str
    tool: str
    arguments: Mapping[str, Json]
    effects: tuple[Effect, ...]


class Issue(NamedTuple):
    """One reason why an action is not authorized, or a fact that did not count."""

    code: str
    message: str
    atom: Atom | None = None
    fact_ids: tuple[str, ...] = ()


class Authorization(NamedTuple):
    """The certificate of an authorization."""

    schema: str
    status: AuthorizationStatus
    request_digest: str
    mission: BoundMission
    action: BoundAction
    reasoning: CheckResult
    issues: tuple[Issue, ...]


class AuthorizationBundle(NamedTuple):
    """A request and its certificate: all that an offline verification needs."""

    schema: str
    request: ActionRequest
    certificate: Authorization
