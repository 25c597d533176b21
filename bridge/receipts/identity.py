"""Artifact ids and digests: both from the SHA-256 of the signed bytes.

The id is ``art_`` and the first 32 hexadecimal digits, the digest ``sha256:`` and all 64. Neither depends on a
signature or a key, so an id says which statement this is, never who made it (spec: Judge and receipts, section 2).
"""

from typing import Final

from bridge.core.digest import sha256
from bridge.core.lazy_pattern import pattern
from bridge.receipts.envelope import Envelope
from bridge.receipts.pae import pae

PREFIX: Final = "art_"

_ID: Final = pattern(r"art_[0-9a-f]{32}")
_ID_PREFIX: Final = pattern(r"art_[0-9a-fA-F]{1,32}")


def artifact_id(envelope: Envelope) -> str:
    """The id of what an envelope carries, derived from its bytes."""
    return artifact_id_of(envelope.payload_type, envelope.payload)


def artifact_digest(envelope: Envelope) -> str:
    """The digest of what an envelope carries, derived from its bytes."""
    return artifact_digest_of(envelope.payload_type, envelope.payload)


def artifact_id_of(payload_type: str, payload: bytes) -> str:
    """The id that a statement has, signed or not."""
    return id_of_digest(artifact_digest_of(payload_type, payload))


def artifact_digest_of(payload_type: str, payload: bytes) -> str:
    """The digest that a statement has, signed or not."""
    return sha256(pae(payload_type, payload))


def id_of_digest(digest: str) -> str:
    """The artifact id that belongs to an artifact digest."""
    return PREFIX + digest.removeprefix("sha256:")[:32]


def is_artifact_id(text: object) -> bool:
    """Whether a value is a whole artifact id as this project writes it: 32 lowercase hexadecimal digits."""
    return isinstance(text, str) and _ID.fullmatch(text) is not None


def id_prefix(text: str) -> str | None:
    """The lowercase form of an id or of its beginning (``art_`` and 1 to 32 digits of either case), else None."""
    return text.lower() if _ID_PREFIX.fullmatch(text) else None
