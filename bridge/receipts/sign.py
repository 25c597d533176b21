"""Signing: exact payload bytes, under their type, by one key."""

from bridge.errors import EnvelopeError
from bridge.receipts.envelope import Envelope, Signature
from bridge.receipts.keys import SigningKey
from bridge.receipts.pae import pae


def sign(payload_type: str, payload: bytes, key: SigningKey) -> Envelope:
    """The envelope of a payload with one signature; Ed25519 is deterministic, so the same input signs the same way.

    What the payload says is not looked at: ``statement`` writes it, ``kinds`` checks it.

    Raises:
        EnvelopeError: the payload or its type is empty, or the type has no UTF-8 form.
    """
    if not payload or not payload_type:
        raise EnvelopeError("there is nothing to sign: the payload or its type is empty")
    signature = Signature(key.sign(pae(payload_type, payload)), key.keyid)
    return Envelope(payload, payload_type, (signature,))
