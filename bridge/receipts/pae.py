"""DSSE pre-authentication encoding: the exact bytes that are signed, and hashed for the artifact id.

``DSSEv1 <length of type> <type> <length of payload> <payload>``, with single spaces and decimal lengths in bytes
(DSSE protocol v1; spec: Judge and receipts, section 2).
"""

from bridge.errors import EnvelopeError


def pae(payload_type: str, payload: bytes) -> bytes:
    """The bytes a signature is made over; both lengths count bytes, also of a type that is not ASCII.

    Raises:
        EnvelopeError: the payload type has no UTF-8 form.
    """
    try:
        kind = payload_type.encode()
    except UnicodeEncodeError:
        raise EnvelopeError("the payload type holds a lone surrogate", where="$.payloadType") from None
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)
