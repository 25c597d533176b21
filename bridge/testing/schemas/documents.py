"""What commands print as JSON: decisions, verified receipts, signed actions, and errors."""

from typing import Annotated, Any, Final, Literal, Self, get_args

from pydantic import ConfigDict, Field, model_validator

from bridge.testing.schemas.authorizations import AuthorizationStatus, AuthorizationVerification
from bridge.testing.schemas.format import Format
from bridge.testing.schemas.judging import Effect, JudgeDocument, Outcome
from bridge.testing.schemas.programs import Atom, GroundAtom
from bridge.testing.schemas.spelling import (
    ArtifactId,
    AuthorityClass,
    Bound,
    DiagnosticCode,
    Digest,
    PublicKey,
    Text,
    Time,
    Uri,
)
from bridge.testing.schemas.wire import Closed, Count, Json, Omissible, Positive, at, when


class DecidedAction(Closed):
    """The action that was decided."""

    id: ArtifactId
    tool: Bound


class DecisionReceipts(Closed):
    """What was signed."""

    action: ArtifactId | None
    judgements: list[ArtifactId]


class Reason(Closed):
    """A fact that a proof rests on."""

    side: Literal["for", "against"]
    fact_id: Text
    authority: AuthorityClass
    atom: GroundAtom
    sentence: str


class Need(Closed):
    """A premise that a rule still lacks, and whose word for it would be taken."""

    rule_id: Text
    atom: Atom
    sentence: str
    admitted: list[AuthorityClass]


_OF_STATUS: Final[list[Any]] = [
    when(
        "status",
        status,
        {
            "properties": {
                "authorized": {"const": status == "authorized"},
                **at("verification.authorization_status", {"const": status})["properties"],
            }
        },
    )
    for status in get_args(AuthorizationStatus)
]


class Withheld(Closed):
    """A fact that was given and did not count, and why."""

    fact_id: str
    atom: Atom
    sentence: str
    reason: str


class Decision(Closed):
    """What ``rbridge decide --format json`` prints; the checker's word is on the same status."""

    model_config = ConfigDict(json_schema_extra={"allOf": _OF_STATUS})

    schema_: Literal["bridge.decision.v1"]
    status: AuthorizationStatus
    authorized: bool
    action: DecidedAction
    mission: Bound
    program: str
    judgement: JudgeDocument | None
    receipts: DecisionReceipts
    reasons: list[Reason]
    needs: list[Need]
    withheld: list[Withheld]
    notes: list[str]
    verification: AuthorizationVerification

    @model_validator(mode="after")
    def _says_one_thing(self) -> Self:
        if self.authorized != (self.status == "authorized") or self.verification.authorization_status != self.status:
            raise ValueError("status, authorized and verification do not agree")
        return self


class Signer(Closed):
    """A key that verified a signature, under the name the reader knows it by."""

    keyid: str
    public_key: PublicKey


class VerifiedReceipt(Closed):
    """A receipt that holds."""

    artifact_id: ArtifactId
    digest: Digest
    kind: str
    by: str | None
    subject: str | None
    signed_at: Time
    signers: Annotated[list[Signer], Field(min_length=1)]
    parent: str | None
    position: Positive
    follows: str | None
    question: str | None
    outcome: Outcome | None
    effect: Effect | None
    proven: bool | None
    replay: str | None
    state: Json


class Verification(Closed):
    """What ``rbridge verify --format json`` prints."""

    schema_: Literal["bridge.verification.v1"]
    status: Literal["verified"]
    receipts: Annotated[list[VerifiedReceipt], Field(min_length=1)]


class Head(Closed):
    """A head of a store, as ``rbridge verify --all --head-out`` writes it."""

    schema_: Literal["bridge.head.v1"]
    receipts: Positive
    last: ArtifactId
    digest: Digest


class SignedAction(Closed):
    """What ``rbridge attest action --format json`` prints."""

    status: Literal["ok"]
    artifact_id: ArtifactId
    action: Text
    actor: Uri


class Place(Closed):
    """Where something stands in a source; lines and columns count code points from 1, offsets from 0."""

    file: str
    line: Positive
    column: Positive
    end_line: Positive
    end_column: Positive
    start: Count
    end: Count


class Related(Closed):
    """Another place that matters, and why."""

    place: Place
    text: str


class Diagnostic(Closed):
    """One problem of a program."""

    code: DiagnosticCode
    severity: Literal["error", "warning"]
    message: str
    note: str
    help: str
    path: str | None
    place: Place | None
    related: list[Related]
    see: str


class Error(Closed):
    """How a command fails."""

    schema_: Literal["bridge.error.v1"]
    status: Literal["error"]
    code: Text
    message: Text
    where: str | None
    help: str | None
    diagnostics: Omissible[list[Diagnostic]] = None


class ReasonError(Closed):
    """How a ``reason`` command fails."""

    schema_: Literal["zerker.reason.error.v1"]
    status: Literal["error"]
    error: str


FORMATS: Final = (
    Format(
        "bridge.decision.v1",
        "Decision",
        "What `rbridge decide --format json` prints. Every member is always there, null or empty where it has nothing "
        "to say. Only `authorized: true` is an allow.",
        Decision,
    ),
    Format(
        "bridge.verification.v1",
        "Verified receipts",
        "What `rbridge verify --format json` prints; nothing is printed unless all of it holds.",
        Verification,
    ),
    Format(
        "bridge.head.v1",
        "Head of a store",
        "What `rbridge verify --all --head-out FILE` writes and `--head FILE` takes: how many receipts, the last one, "
        "and the SHA-256 over all their ids in order, each followed by a line feed.",
        Head,
    ),
    Format(
        "attest-action",
        "Signed action",
        "What `rbridge attest action --format json` prints.",
        SignedAction,
    ),
    Format(
        "bridge.error.v1",
        "Error",
        "What a command prints with --format json when it fails, the `reason` commands apart.",
        Error,
    ),
    Format(
        "zerker.reason.error.v1",
        "Error of a reason command",
        "What a `reason` command prints with --format json when it fails.",
        ReasonError,
    ),
)
