"""The kinds of receipt this project writes, and the shallow check of a payload before it is signed.

As the reference does, only the top level is checked: members that must be there, their JSON type, and where they have
one their vocabulary. What stands deeper is the business of the room that builds the payload. A kind that is not in the
table is accepted as it is, and a missing payload counts as ``{}`` (spec: Judge and receipts, sections 3 and 4).
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from bridge.core.strict_json import Json
from bridge.errors import ReceiptError, ShapeError

JUDGEMENT: Final = "judgement.v1"
RESOLUTION: Final = "judgement.resolution.v1"
BLOCKED: Final = "blocked.v1"
REASON_AUTHORIZATION: Final = "reason.authorization.v1"

_INTEGERS: Final = range(-(2**63), 2**64)


class Kind(NamedTuple):
    """The members of a payload: a JSON type by its name, or a tuple of the only strings allowed."""

    required: Mapping[str, str | tuple[str, ...]]
    optional: Mapping[str, str | tuple[str, ...]]


KINDS: Final[Mapping[str, Kind]] = {
    JUDGEMENT: Kind(
        required={
            "schema": (JUDGEMENT,),
            "judge": "object",
            "question": "object",
            "answer": "object",
            "outcome": ("acted", "escalated", "refused", "ignored"),
            "judged_at": "string",
        },
        optional={
            "state_digest": "string",
            "questions_digest": "string",
            "response_digest": "string",
            "threshold": "object",
            "effect": "string",
            "latency_ms": "integer",
            "contract": "object",
            "usage": "object",
            "notes": "string",
        },
    ),
    RESOLUTION: Kind(
        required={
            "schema": (RESOLUTION,),
            "judgement": "string",
            "by": "string",
            "decision": ("allow", "deny", "route"),
            "resolved_at": "string",
        },
        optional={"route": "string", "overrides": "string", "reason": "string"},
    ),
    BLOCKED: Kind(
        required={
            "reason_class": (
                "policy_threshold_exceeded",
                "quarantine_triggered",
                "scope_violation",
                "operator_revocation",
                "human_escalation_pending",
            ),
            "refused_kind": ("approval", "action"),
        },
        optional={
            "approver": "string",
            "actor": "string",
            "description": "string",
            "quarantine_receipt": "string",
            "evidence_digest": "string",
        },
    ),
    REASON_AUTHORIZATION: Kind(
        required={
            "schema": ("zerker.reason.authorization.v1",),
            "status": ("authorized", "denied", "conflicted", "insufficient_evidence"),
            "request_digest": "string",
            "mission": "object",
            "action": "object",
            "reasoning": "object",
            "issues": "array",
        },
        optional={},
    ),
}


def check(kind: str, payload: Json) -> None:
    """Check a payload before it is signed under a kind.

    Raises:
        ShapeError: a required member is missing, or a member has another type or word than the kind allows.
    """
    known = KINDS.get(kind)
    if known is None:
        return
    members = {} if payload is None else payload
    if not isinstance(members, dict):
        raise ShapeError(f"the payload of `{kind}` must be an object", where="$.payload")
    for name, expected in {**known.required, **known.optional}.items():
        if name in members:
            _check_member(kind, name, members[name], expected)
        elif name in known.required:
            raise ShapeError(f"`{kind}` needs `{name}`", where=f"$.payload.{name}")


def check_generic(kind: str, payload: Json) -> None:
    """Check a payload that anyone hands in to be signed, without the workflow that belongs to its kind.

    Raises:
        ReceiptError: the kind may only be signed after its own verification.
        ShapeError: as ``check``.
    """
    if kind == REASON_AUTHORIZATION:
        raise ReceiptError(
            f"`{kind}` says that an authorization was verified before it was signed, and this way verifies none; "
            "no receipt was signed",
            help="attest the authorization bundle itself, which is verified first",
        )
    check(kind, payload)


def _check_member(kind: str, name: str, value: Json, expected: str | tuple[str, ...]) -> None:
    where = f"$.payload.{name}"
    if isinstance(expected, str):
        if not _has_type(value, expected):
            raise ShapeError(f"`{name}` of `{kind}` must be of type {expected}", where=where)
    elif not isinstance(value, str) or value not in expected:
        raise ShapeError(f"`{name}` of `{kind}` must be one of: {', '.join(expected)}", where=where)


def _has_type(value: Json, name: str) -> bool:
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool) and value in _INTEGERS
    return isinstance(value, {"object": dict, "array": list, "string": str}[name])
