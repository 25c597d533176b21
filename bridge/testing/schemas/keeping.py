"""What the commands print that keep keys and trust, and that sign what was authorized."""

from typing import Final, Literal

from bridge.testing.schemas.format import Format
from bridge.testing.schemas.spelling import ArtifactId, KeyId, PublicKey, Time, Uri
from bridge.testing.schemas.trusting import Root
from bridge.testing.schemas.wire import Closed


class ListedKey(Closed):
    """A key of the workspace; of its private half, only how it is kept."""

    key_id: KeyId
    public_key: PublicKey
    for_: Uri | None
    protection: Literal["none", "passphrase", "keyring"]
    created_at: Time
    valid_until: Time | None
    successor_key_id: KeyId | None
    default: bool


class KeysDocument(Closed):
    """What ``rbridge keys list --format json`` prints."""

    status: Literal["ok"]
    keys: list[ListedKey]


class ListedRoot(Root):
    """A key and an identity that it may speak as; ``own`` says that it is a key of the workspace itself."""

    own: bool


class TrustDocument(Closed):
    """What ``rbridge trust list --format json`` prints."""

    status: Literal["ok"]
    roots: list[ListedRoot]


class SignedAuthorization(Closed):
    """What ``rbridge attest authorization --format json`` prints."""

    status: Literal["ok"]
    artifact_id: ArtifactId
    kind: Literal["reason.authorization.v1"]


FORMATS: Final = (
    Format(
        "keys-document",
        "Keys of a workspace",
        "What `rbridge keys list --format json` prints. A private key is never in it.",
        KeysDocument,
    ),
    Format(
        "trust-document",
        "Whom a workspace believes",
        "What `rbridge trust list --format json` prints: the roots of trust.json, and the workspace's own keys.",
        TrustDocument,
    ),
    Format(
        "attest-authorization",
        "Signed authorization",
        "What `rbridge attest authorization --format json` prints.",
        SignedAuthorization,
    ),
)
