"""What a statement says, as frozen values (spec: Judge and receipts, section 3).

Payload and meta of a statement that was read are shared, not copied: treat them as read only.
"""

from typing import Final, NamedTuple, TypeAlias

from bridge.core.strict_json import Json

RECEIPT: Final = "treeship/receipt/v1"
ACTION: Final = "treeship/action/v1"
RECEIPT_PAYLOAD_TYPE: Final = "application/vnd.treeship.receipt.v1+json"
ACTION_PAYLOAD_TYPE: Final = "application/vnd.treeship.action.v1+json"


class Subject(NamedTuple):
    """What a statement is about, by any of three names."""

    digest: str | None = None
    uri: str | None = None
    artifact_id: str | None = None


class ReceiptStatement(NamedTuple):
    """A ``treeship/receipt/v1``: what a system found; ``payload`` has the shape that ``kind`` names."""

    timestamp: str
    system: str
    kind: str
    subject: Subject | None = None
    payload: Json = None
    payload_digest: str | None = None
    policy_ref: str | None = None
    meta: Json = None
    parent_id: str | None = None


class ActionStatement(NamedTuple):
    """A ``treeship/action/v1``: what an actor did."""

    timestamp: str
    actor: str
    action: str
    subject: Subject | None = None
    parent_id: str | None = None
    approval_nonce: str | None = None
    policy_ref: str | None = None
    meta: Json = None


class OtherStatement(NamedTuple):
    """A statement of another type, such as an approval or an endorsement; ``body`` is all of it."""

    type: str
    timestamp: str
    parent_id: str | None
    body: dict[str, Json]


Statement: TypeAlias = ReceiptStatement | ActionStatement | OtherStatement


def payload_type_of(statement: Statement) -> str:
    """The payload type that a statement must be signed under: ``treeship/receipt/v1`` is ``….receipt.v1+json``."""
    if isinstance(statement, ReceiptStatement):
        return RECEIPT_PAYLOAD_TYPE
    if isinstance(statement, ActionStatement):
        return ACTION_PAYLOAD_TYPE
    return f"application/vnd.{statement.type.replace('/', '.')}+json"
