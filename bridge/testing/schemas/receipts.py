"""Envelopes, the statements in them, and what is kept beside them (spec: Judge and receipts, sections 2, 3 and 8)."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from bridge.testing.schemas.format import Format
from bridge.testing.schemas.spelling import (
    ArtifactId,
    Base64Url,
    Digest,
    KeyId,
    PrivateKey,
    PublicKey,
    SignatureBytes,
    StandardBase64,
    Text,
    Time,
    Uri,
)
from bridge.testing.schemas.wire import Camel, Closed, Json, Omissible


class Signature(Camel):
    """A signature of the envelope's PAE; the label of its key is not signed."""

    keyid: Omissible[str] = None
    sig: SignatureBytes


class Envelope(Camel):
    """A payload, its type, and who claims to have signed them."""

    payload: Base64Url
    payload_type: Text
    signatures: Annotated[list[Signature], Field(min_length=1, max_length=16)]


class Subject(Camel):
    """What a statement is about, by any of three names."""

    digest: Omissible[str] = None
    uri: Omissible[str] = None
    artifact_id: Omissible[str] = None


class Statement(Camel):
    """What every statement of the family says."""

    timestamp: Time
    subject: Omissible[Subject] = None
    policy_ref: Omissible[str] = None
    meta: Json = None
    parent_id: Omissible[ArtifactId] = None


class ReceiptStatement(Statement):
    """What a system found about a subject; the payload has the shape that the kind names."""

    type: Literal["treeship/receipt/v1"]
    system: Uri
    kind: Text
    payload: Json = None
    payload_digest: Omissible[Digest] = None


class ActionStatement(Statement):
    """What an actor did."""

    type: Literal["treeship/action/v1"]
    actor: Uri
    action: Text
    approval_nonce: Omissible[str] = None


class ReceiptExport(Closed):
    """A signature to check without this program."""

    algorithm: Literal["ed25519"]
    artifact_id: ArtifactId
    encoding: Literal["base64"]
    key_id: str
    message_b64: StandardBase64
    public_key_b64: StandardBase64
    signature_b64: StandardBase64


class _Key(Closed):
    schema_: Literal["bridge.key.v1"]
    id: KeyId
    algorithm: Literal["ed25519"]
    created_at: Time
    public_key: PublicKey
    for_: Omissible[str] = None
    valid_until: Omissible[Time] = None
    successor_key_id: Omissible[str] = None


class PlainKey(_Key):
    """A signing key at rest; its file is readable by its owner alone."""

    private_key: PrivateKey


class Locked(Closed):
    """A private key under a passphrase: scrypt makes the key that AES-256-GCM sealed it with."""

    kdf: Literal["scrypt"]
    log_n: Annotated[int, Field(ge=14, le=20)]
    r: Literal[8]
    p: Literal[1]
    salt: Annotated[Base64Url, Field(min_length=22, max_length=22)]
    cipher: Literal["aes-256-gcm"]
    nonce: Annotated[Base64Url, Field(min_length=16, max_length=16)]
    sealed: Annotated[Base64Url, Field(min_length=64, max_length=64)]


class LockedKey(_Key):
    """A signing key whose private half opens under a passphrase."""

    locked_key: Locked


class KeptKey(_Key):
    """A signing key whose private half the system keyring has."""

    keyring: Literal["reason-bridge"]


Key: TypeAlias = PlainKey | LockedKey | KeptKey


class Keys(Closed):
    """Which key of a folder signs."""

    schema_: Literal["bridge.keys.v1"]
    default_key_id: KeyId


FORMATS: Final = (
    Format(
        "dsse-envelope",
        "DSSE envelope",
        "A signed statement as it is exchanged and stored. Members this format does not know are ignored. Whether a "
        "signature holds is not a matter of shape.",
        Envelope,
    ),
    Format(
        "treeship.receipt.v1",
        "Receipt statement",
        "The payload of an envelope of type application/vnd.treeship.receipt.v1+json. Absent members are left out, "
        "never null.",
        ReceiptStatement,
    ),
    Format(
        "treeship.action.v1",
        "Action statement",
        "The payload of an envelope of type application/vnd.treeship.action.v1+json. Absent members are left out, "
        "never null.",
        ActionStatement,
    ),
    Format(
        "receipt-export",
        "Exported signature",
        "The exact signed bytes, the signature and the key, in padded standard base64. artifact_id is a label until it "
        "is derived from the message.",
        ReceiptExport,
    ),
    Format("bridge.key.v1", "Signing key file", "keys/<keyid>.json of a workspace, mode 0600.", Key),
    Format("bridge.keys.v1", "Key manifest", "keys/manifest.json of a workspace: the key that signs.", Keys),
)
