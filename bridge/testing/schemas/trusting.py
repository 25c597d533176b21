"""Whom a reader believes, what a person decides, and the facts that come of it."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from bridge.testing.schemas.format import Format
from bridge.testing.schemas.judging import Effect, Outcome
from bridge.testing.schemas.programs import Fact
from bridge.testing.schemas.spelling import ArtifactId, Identity, PublicKey, Text, Time, Uri
from bridge.testing.schemas.wire import Closed, Omissible

Decision: TypeAlias = Literal["allow", "deny", "route"]


class Root(Closed):
    """One key and one identity that it may speak as."""

    public_key: PublicKey
    as_: Identity
    judges: Omissible[Annotated[list[Text], Field(min_length=1)]] = None
    valid_from: Omissible[Time] = None
    valid_until: Omissible[Time] = None
    label: Omissible[str] = None
    added_at: Omissible[str] = None


class Trust(Closed):
    """Whom a workspace believes beside its own keys."""

    schema_: Literal["bridge.trust.v1"]
    roots: list[Root]


class Resolution(Closed):
    """What somebody decided about a judgement."""

    schema_: Literal["judgement.resolution.v1"]
    judgement: ArtifactId
    by: Uri
    decision: Decision
    resolved_at: Time
    route: Omissible[str] = None
    overrides: Omissible[Effect] = None
    reason: Omissible[str] = None


class ResolutionDocument(Closed):
    """What ``rbridge judge --resolve`` prints."""

    status: Literal["ok"]
    resolution: ArtifactId
    judgement: ArtifactId
    judgement_outcome: Outcome
    judgement_effect: Effect | None
    by: Uri
    decision: Decision
    overrides: bool
    route: str | None


class Refused(Closed):
    """A receipt that nothing was taken from."""

    receipt: ArtifactId
    reason: Text


class Facts(Closed):
    """What ``rbridge facts --format json`` prints."""

    schema_: Literal["bridge.facts.v1"]
    status: Literal["ok"]
    facts: list[Fact]
    refused: list[Refused]
    left_out: list[str]


FORMATS: Final = (
    Format(
        "bridge.trust.v1",
        "Trusted keys",
        "trust.json of a workspace, and any file that --trust names: which key may speak as whom, since when and until "
        "when. That a window is not empty is not a matter of shape.",
        Trust,
    ),
    Format(
        "judgement.resolution.v1",
        "Resolution receipt",
        "The payload of a receipt of kind judgement.resolution.v1. Whether a person stands behind it is a matter of "
        "the key that signed it.",
        Resolution,
    ),
    Format(
        "resolution-document",
        "Resolution of a judgement",
        "What rbridge judge --resolve --format json prints.",
        ResolutionDocument,
    ),
    Format(
        "bridge.facts.v1",
        "Facts of receipts",
        "What rbridge facts --format json prints; --facts takes it.",
        Facts,
    ),
)
