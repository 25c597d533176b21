"""Statements: what a receipt says, as exact bytes, and those bytes read back.

``treeship/receipt/v1`` says that a system found something about a subject; ``treeship/action/v1`` that an actor did
something. Members stand in their declared order, with ``parentId`` last in a receipt; an absent option is left out;
the members of ``payload`` and ``meta`` are sorted by code point at every depth (spec: Judge and receipts, sections 1
and 3).

Other statements of the family are read as far as their type, time and parent, which is what chains need.

Members that a reader does not know are passed over, and ``null`` counts as absent, as in the reference.
"""

from typing import Any, Final

from bridge.core import canonical, strict_json
from bridge.core.clock import is_canonical_time
from bridge.core.digest import is_digest
from bridge.core.lazy_pattern import pattern
from bridge.core.strict_json import Json
from bridge.errors import EnvelopeError, InputError, ShapeError
from bridge.receipts.identity import is_artifact_id
from bridge.receipts.model import ACTION, RECEIPT, ActionStatement, OtherStatement, ReceiptStatement, Statement, Subject

# The published receipts spell 1e16 as serde_json has since 1.0.146: with a plus sign.
_TYPE: Final = pattern(r"treeship/[a-z0-9-]+/v[0-9]+")


def receipt_statement(
    *,
    timestamp: str,
    system: str,
    kind: str,
    subject: Subject | None = None,
    payload: Json = None,
    payload_digest: str | None = None,
    policy_ref: str | None = None,
    meta: Json = None,
    parent_id: str | None = None,
) -> bytes:
    """The exact bytes of a receipt statement; its kind's payload is checked by ``kinds``, not here.

    Args:
        timestamp: canonical time, ``2026-09-01T10:00:00Z``.
        system: the URI of who found it, ``system://treeship-judge``.
        kind: the predicate, ``judgement.v1``.
        subject: what it is about.
        payload: any JSON value with finite numbers and 64-bit integers; None leaves it out.
        payload_digest: ``sha256:`` and 64 digits.
        policy_ref: the policy it was made under.
        meta: any JSON value, as the payload.
        parent_id: the artifact id of the statement before this one.

    Raises:
        ShapeError: a member is malformed, or would not read back to the same bytes.
    """
    _require_uri(system, "$.system")
    _require_text(kind, "$.kind")
    _payload_digest(payload_digest)
    return _written(
        {
            "type": RECEIPT,
            "timestamp": _time(timestamp),
            "system": system,
            "subject": _subject_json(subject),
            "kind": kind,
            "payload": payload,
            "payloadDigest": payload_digest,
            "policyRef": policy_ref,
            "meta": meta,
            "parentId": _parent(parent_id),
        }
    )


def action_statement(
    *,
    timestamp: str,
    actor: str,
    action: str,
    subject: Subject | None = None,
    parent_id: str | None = None,
    approval_nonce: str | None = None,
    policy_ref: str | None = None,
    meta: Json = None,
) -> bytes:
    """The exact bytes of an action statement.

    Args:
        timestamp: canonical time.
        actor: the URI of who acted, ``agent://name``.
        action: what was done, ``shell.exec``.
        subject: what it was done to.
        parent_id: the artifact id of the statement before this one.
        approval_nonce: the nonce of the approval it uses.
        policy_ref: the policy it was made under.
        meta: any JSON value with finite numbers and 64-bit integers.

    Raises:
        ShapeError: a member is malformed, or would not read back to the same bytes.
    """
    _require_uri(actor, "$.actor")
    _require_text(action, "$.action")
    return _written(
        {
            "type": ACTION,
            "timestamp": _time(timestamp),
            "actor": actor,
            "action": action,
            "subject": _subject_json(subject),
            "parentId": _parent(parent_id),
            "approvalNonce": approval_nonce,
            "policyRef": policy_ref,
            "meta": meta,
        }
    )


def read(payload: bytes) -> Statement:
    """The statement that payload bytes hold; who signed them is not checked here (``verify`` does, before this).

    Raises:
        EnvelopeError: not strict JSON, or not a statement; ``where`` is the JSON path in the payload.
    """
    try:
        return _statement(strict_json.loads(payload))
    except InputError as error:
        raise EnvelopeError(f"the payload is not a statement: {error.message}", where=error.where) from None


def _statement(document: Json) -> Statement:
    if not isinstance(document, dict):
        raise ShapeError("it must be a JSON object", where="$")
    kind = _text(document, "type")
    timestamp, parent_id = _time(_text(document, "timestamp")), _parent(_option(document, "parentId"))
    if kind == RECEIPT:
        return ReceiptStatement(
            timestamp=timestamp,
            system=_text(document, "system"),
            kind=_text(document, "kind"),
            subject=_subject(document.get("subject")),
            payload=document.get("payload"),
            payload_digest=_payload_digest(_option(document, "payloadDigest")),
            policy_ref=_option(document, "policyRef"),
            meta=document.get("meta"),
            parent_id=parent_id,
        )
    if kind == ACTION:
        return ActionStatement(
            timestamp=timestamp,
            actor=_text(document, "actor"),
            action=_text(document, "action"),
            subject=_subject(document.get("subject")),
            parent_id=parent_id,
            approval_nonce=_option(document, "approvalNonce"),
            policy_ref=_option(document, "policyRef"),
            meta=document.get("meta"),
        )
    if _TYPE.fullmatch(kind) is None:
        raise ShapeError(f"`{kind}` is no type of statement", where="$.type", help="such as treeship/receipt/v1")
    return OtherStatement(kind, timestamp, parent_id, document)


def _subject(value: Json) -> Subject | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise ShapeError("the subject must be an object", where="$.subject")
    return Subject(*(_option(value, name, "$.subject") for name in ("digest", "uri", "artifactId")))


def _subject_json(subject: Subject | None) -> dict[str, str] | None:
    if subject is None:
        return None
    members = zip(("digest", "uri", "artifactId"), subject, strict=True)
    return {name: value for name, value in members if value is not None}


def _written(members: dict[str, Any]) -> bytes:
    try:
        texts = {name: _value(name, value) for name, value in members.items() if value is not None}
        text = "{" + ",".join(f'"{name}":{value}' for name, value in texts.items()) + "}"
        payload = text.encode()
        if len(payload) <= strict_json.MAX_BYTES and all(map(_reads_back, members.values())):
            return payload
        again = strict_json.loads(payload)
    except (ValueError, TypeError, RecursionError) as error:
        raise ShapeError(f"the statement has no JSON form: {error}", help="use finite numbers and plain text") from None
    except InputError as error:
        raise ShapeError(f"the statement does not read back: {error.message}", where=error.where) from None
    # Free JSON was sorted when it was written, and what is read keeps the order in which it stands.
    if canonical.compact(again) != text:
        raise _changed(texts, again)
    return payload


def _reads_back(value: Any) -> bool:
    return strict_json.reads_back(value, strict_json.MAX_DEPTH - 1)


def _changed(texts: dict[str, str], again: Json) -> ShapeError:
    # An integer beyond 64 bits reads back as a double: what is signed would be read as something else.
    read_back = again if isinstance(again, dict) else {}
    name = next((one for one, text in texts.items() if canonical.compact(read_back.get(one)) != text), "payload")
    message = f"`{name}` does not read back as it was written"
    return ShapeError(message, where=f"$.{name}", help="use integers of 64 bits")


def _value(name: str, value: Any) -> str:
    # A subject is a record of its own with a declared order; payload and meta are free JSON, sorted.
    return canonical.compact(value) if name == "subject" else canonical.sorted_compact(value)


def _time(text: str) -> str:
    if not is_canonical_time(text):
        raise ShapeError(f"`{text}` is not a time", where="$.timestamp", help="write 2026-09-01T10:00:00Z")
    return text


def _parent(parent_id: str | None) -> str | None:
    if parent_id is not None and not is_artifact_id(parent_id):
        raise ShapeError(
            f"`{parent_id}` cannot be a parent: it is not an artifact id",
            where="$.parentId",
            help="a parent is art_ and 32 lowercase digits; other things belong in the subject",
        )
    return parent_id


def _payload_digest(text: str | None) -> str | None:
    if text is not None and not is_digest(text):
        raise ShapeError("the payload digest must be sha256: and 64 lowercase digits", where="$.payloadDigest")
    return text


def _require_text(text: str, where: str) -> None:
    if not text:
        raise ShapeError("it must not be empty", where=where)


def _require_uri(text: str, where: str) -> None:
    scheme, separator, rest = text.partition("://")
    if not (scheme and separator and rest):
        raise ShapeError(
            f"`{text}` is not a URI", where=where, help="name who it is, as in system://name or agent://name"
        )


def _text(members: dict[str, Json], name: str) -> str:
    value = members.get(name)
    if not isinstance(value, str):
        raise ShapeError(f"`{name}` must be a string", where=f"$.{name}")
    return value


def _option(members: dict[str, Json], name: str, where: str = "$") -> str | None:
    value = members.get(name)
    if value is not None and not isinstance(value, str):
        raise ShapeError(f"`{name}` must be a string", where=f"{where}.{name}")
    return value
