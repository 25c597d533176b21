"""What manifests, bundles and policy authorizations are, as frozen values; field names are the wire's."""

import enum
from typing import Final, NamedTuple

from bridge.reason.authorization import AuthorizationBundle, AuthorizationStatus
from bridge.reason.model import Mission, PolicyTemplate, ProposedAction

MANIFEST_V1: Final = "zerker.reason.policy-source-manifest.v1"
BUNDLE_V1: Final = "zerker.reason.policy-bundle.v1"
COMMITMENT_V1: Final = "zerker.reason.policy-bundle-commitment.v1"
SOURCE_VERIFICATION_V1: Final = "zerker.reason.policy-source-verification.v1"
AUTHORIZATION_INPUT_V1: Final = "zerker.reason.policy-authorization-input.v1"
POLICY_AUTHORIZATION_V1: Final = "zerker.reason.policy-authorization.v1"
VERIFICATION_INPUT_V1: Final = "zerker.reason.policy-authorization-verification-input.v1"


class SourceKind(enum.StrEnum):
    """What a source is to its readers; a label that is committed to and decides nothing."""

    INSTRUCTION = "instruction"
    SKILL = "skill"
    CONTEXT = "context"


class SourceScope(enum.StrEnum):
    """Whom a source is meant for; a label that is committed to and decides nothing."""

    ORGANIZATION = "organization"
    REPOSITORY = "repository"
    AGENT = "agent"


class PolicySource(NamedTuple):
    """A text that people wrote, by its portable path below a root."""

    path: str
    kind: SourceKind
    scope: SourceScope


class Manifest(NamedTuple):
    """Which texts to commit to, in any order."""

    schema: str
    sources: tuple[PolicySource, ...]


class LockedSource(NamedTuple):
    """A text whose bytes are committed to; ``digest`` is the SHA-256 of the bytes as they are."""

    path: str
    kind: SourceKind
    scope: SourceScope
    size_bytes: int
    digest: str


class PolicyBundle(NamedTuple):
    """An action policy and the sources it was reviewed with; ``bundle_digest`` commits to both."""

    schema: str
    bundle_digest: str
    sources: tuple[LockedSource, ...]
    policy: PolicyTemplate


class PolicyAuthorizationInput(NamedTuple):
    """A bundle and the exact call to decide by it."""

    schema: str
    policy_bundle: PolicyBundle
    evaluation_time: str
    mission: Mission
    action: ProposedAction


class PolicyAuthorization(NamedTuple):
    """A request and its certificate, with the bundle they were made from and three fields copied out of them."""

    schema: str
    policy_bundle_digest: str
    authorization_status: AuthorizationStatus
    request_digest: str
    reasoning_result_digest: str
    authorization: AuthorizationBundle


class VerificationInput(NamedTuple):
    """A bundle, and the authorization that is said to be made from it."""

    schema: str
    policy_bundle: PolicyBundle
    policy_authorization: PolicyAuthorization
