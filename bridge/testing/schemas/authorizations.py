"""Certificates of exact actions, their bundles, and the checker's word on them (spec: Reason, sections 1 and 6)."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import ConfigDict, Field, model_validator

from bridge.testing.schemas.format import Format
from bridge.testing.schemas.programs import ActionRequest, Effect, GroundAtom
from bridge.testing.schemas.results import ResultV2
from bridge.testing.schemas.spelling import Bound, Digest, Text
from bridge.testing.schemas.wire import Closed, Json, Omissible, at, when

AuthorizationStatus: TypeAlias = Literal["authorized", "denied", "conflicted", "insufficient_evidence"]


class BoundMission(Closed):
    """The mission that was decided for."""

    id: Bound
    digest: Digest


class BoundAction(Closed):
    """The exact call that was decided."""

    id: Bound
    digest: Digest
    tool: Bound
    arguments: dict[Bound, Json]
    effects: list[Effect]


class Issue(Closed):
    """Why an action is not authorized, or a fact that did not count."""

    code: Literal[
        "explicit_denial",
        "conflicting_authorization",
        "missing_requirement",
        "no_authorization_derivation",
        "authority_withheld",
        "temporally_ineligible",
        "superseded",
    ]
    message: str
    atom: Omissible[GroundAtom] = None
    fact_ids: Omissible[Annotated[list[Text], Field(min_length=1)]] = None


_REASONING: Final[Mapping[str, str]] = {
    "authorized": "proved",
    "denied": "disproved",
    "conflicted": "inconsistent",
    "insufficient_evidence": "unknown",
}
"""The status of the result that each status of a certificate follows from."""
_OF_STATUS: Final[list[Any]] = [
    when("status", status, at("reasoning.status", {"const": reasoning})) for status, reasoning in _REASONING.items()
]


class Authorization(Closed):
    """A certificate; its status follows from that of its reasoning."""

    model_config = ConfigDict(json_schema_extra={"allOf": _OF_STATUS})

    schema_: Literal["zerker.reason.authorization.v1"]
    status: AuthorizationStatus
    request_digest: Digest
    mission: BoundMission
    action: BoundAction
    reasoning: ResultV2
    issues: list[Issue]

    @model_validator(mode="after")
    def _follows(self) -> Self:
        if self.reasoning.status != _REASONING[self.status]:
            raise ValueError(f"a result that is {self.reasoning.status} is not {self.status}")
        return self


class AuthorizationBundle(Closed):
    """A request and its certificate."""

    schema_: Literal["zerker.reason.authorization-bundle.v1"]
    request: ActionRequest
    certificate: Authorization


class AuthorizationVerification(Closed):
    """The checker's word that a certificate holds."""

    schema_: Literal["zerker.reason.authorization-verification.v1"]
    status: Literal["verified"]
    authorization_status: AuthorizationStatus
    request_digest: Digest
    reasoning_result_digest: Digest


FORMATS: Final = (
    Format(
        "zerker.reason.authorization.v1",
        "Authorization certificate",
        "What `rbridge reason authorize` writes. A schema cannot say that it holds for a request: verify it.",
        Authorization,
    ),
    Format(
        "zerker.reason.authorization-bundle.v1",
        "Authorization bundle",
        "A request and its certificate in one document.",
        AuthorizationBundle,
    ),
    Format(
        "zerker.reason.authorization-verification.v1",
        "Verified authorization",
        "What `rbridge reason verify-authorization` prints for a certificate that holds, whatever was decided.",
        AuthorizationVerification,
    ),
)
