"""The DSSE envelope: a payload, its type and its signatures, as the JSON that is exchanged and stored.

What is read (spec: Judge and receipts, section 2):

- ``payload`` and ``sig`` are base64url without padding, in its one canonical spelling. Padded or standard base64 is
  refused: each payload has one text.
- An empty payload, payload type or list of signatures is refused, as is a signature that is not 64 bytes.
- ``keyid`` may be absent; it is an unsigned hint.
- Members this format does not know are ignored, as DSSE asks of consumers, and are not written again: they are unsigned
  and reach nobody.
"""

from typing import Any, Final, NamedTuple

from bridge.core import b64url, canonical, strict_json
from bridge.errors import EnvelopeError, InputError

MAX_BYTES: Final = 16 * 1024 * 1024
MAX_SIGNATURES: Final = 16
SIGNATURE_BYTES: Final = 64

_HELP: Final = "give the envelope as it was signed: a JSON object with payload, payloadType and signatures"


class Signature(NamedTuple):
    """A signature of 64 bytes, and the label its maker gave the key; the label is not signed."""

    sig: bytes
    keyid: str | None = None


class Envelope(NamedTuple):
    """Decoded payload bytes, their type, and who claims to have signed them. Nothing here is verified."""

    payload: bytes
    payload_type: str
    signatures: tuple[Signature, ...]


def read(data: bytes | str) -> Envelope:
    """The envelope that JSON text holds; its signatures are not checked.

    Raises:
        EnvelopeError: not strict JSON, larger than ``MAX_BYTES``, or not an envelope as the module describes.
    """
    try:
        document = strict_json.loads(data, max_bytes=MAX_BYTES)
    except InputError as error:
        raise _refusal(f"the envelope is not strict JSON: {error.message}", error.where) from None
    if not isinstance(document, dict):
        raise _refusal("the envelope must be a JSON object", "$")
    payload_type = _text(document, "payloadType", "$")
    if not payload_type:
        raise _refusal("the payload type is empty", "$.payloadType")
    payload = _decoded(document, "payload", "$")
    if not payload:
        raise _refusal("the payload is empty", "$.payload")
    return Envelope(payload, payload_type, _signatures(document.get("signatures")))


def text(envelope: Envelope) -> str:
    """The compact JSON of an envelope, in the declared order of members.

    Raises:
        EnvelopeError: ``read`` would refuse the text.
    """
    document: dict[str, Any] = {
        "payload": b64url.encode(envelope.payload),
        "payloadType": envelope.payload_type,
        "signatures": [_signature_json(signature) for signature in envelope.signatures],
    }
    written = canonical.compact(document)
    if read(written) != envelope:
        raise EnvelopeError("the envelope does not read back as it was written")
    return written


def _signature_json(signature: Signature) -> dict[str, str]:
    named = {} if signature.keyid is None else {"keyid": signature.keyid}
    return {**named, "sig": b64url.encode(signature.sig)}


def _signatures(items: strict_json.Json) -> tuple[Signature, ...]:
    if not isinstance(items, list):
        raise _refusal("signatures must be an array", "$.signatures")
    if not items:
        raise _refusal("the envelope has no signature", "$.signatures")
    if len(items) > MAX_SIGNATURES:
        raise _refusal(f"{len(items)} signatures, and at most {MAX_SIGNATURES} are read", "$.signatures")
    return tuple(_signature(item, f"$.signatures[{index}]") for index, item in enumerate(items))


def _signature(item: strict_json.Json, where: str) -> Signature:
    if not isinstance(item, dict):
        raise _refusal("a signature must be an object with keyid and sig", where)
    sig = _decoded(item, "sig", where)
    if len(sig) != SIGNATURE_BYTES:
        raise _refusal(f"malformed signature: {len(sig)} bytes instead of {SIGNATURE_BYTES}", f"{where}.sig")
    return Signature(sig, _text(item, "keyid", where) if "keyid" in item else None)


def _text(members: dict[str, strict_json.Json], name: str, where: str) -> str:
    value = members.get(name)
    if not isinstance(value, str):
        raise _refusal(f"`{name}` must be a string" if name in members else f"`{name}` is missing", f"{where}.{name}")
    return value


def _decoded(members: dict[str, strict_json.Json], name: str, where: str) -> bytes:
    try:
        return b64url.decode(_text(members, name, where))
    except ValueError as error:
        raise _refusal(f"`{name}` cannot be decoded: {error}", f"{where}.{name}") from None


def _refusal(message: str, where: str | None) -> EnvelopeError:
    return EnvelopeError(message, where=where, help=_HELP)
