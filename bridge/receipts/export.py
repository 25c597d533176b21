"""A signature to check without this program: the exact signed bytes, the signature and the key, in padded base64.

The members are those of Treeship's ``receipt export``, sorted. Whoever checks them learns that the key signed the
message; ``artifact_id`` is a label until it is derived from the message (spec: Judge and receipts, section 8).
"""

import base64

from bridge.receipts.pae import pae
from bridge.receipts.verify import Verified


def export(verified: Verified) -> dict[str, str]:
    """The members to publish for a verified receipt, with the first of its signers."""
    envelope, signer = verified.envelope, verified.signers[0]
    message = pae(envelope.payload_type, envelope.payload)
    signature = next(item.sig for item in envelope.signatures if signer.key.verifies(item.sig, message))
    return {
        "algorithm": "ed25519",
        "artifact_id": verified.artifact_id,
        "encoding": "base64",
        "key_id": signer.keyid,
        "message_b64": _base64(message),
        "public_key_b64": _base64(signer.key.raw),
        "signature_b64": _base64(signature),
    }


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
