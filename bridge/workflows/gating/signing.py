"""Refusals with their receipt, and notes in the timeline of an open session.

A refusal stands whether or not it can be signed; one that is not signed says so.
"""

from typing import TYPE_CHECKING, Final

from bridge.workflows.gating.model import Gate, ProposedCall, Verdict
from bridge.workflows.gating.words import refusal, told

if TYPE_CHECKING:
    from bridge.core.strict_json import Json
    from bridge.workflows.workspace import Workspace

SYSTEM: Final = "system://treeship-gate"
REASON_CLASS: Final = "policy_threshold_exceeded"
LONGEST_DESCRIPTION: Final = 300
LONGEST_NOTE: Final = 1000
SECONDS_OF_STORE: Final = 4.0
"""How long another process may keep the store busy; the agent waits meanwhile."""


def refuse(
    call: ProposedCall, opened: Gate, cause: str, *, at: str, evidence: str | None, subject: str | None = None
) -> Verdict:
    """A refusal, signed as ``blocked.v1`` where the gate has a workspace.

    Args:
        call: what is refused.
        opened: the gate.
        cause: who refuses it, on what.
        at: canonical time.
        evidence: the digest of what was judged.
        subject: the id of the signed action; None where the action is not signed.
    """
    said = refusal(call, opened, cause)
    if opened.tries:
        return Verdict("deny", said)
    if opened.workspace is None:
        return Verdict("deny", f"{said}; this refusal is not signed, as there is no workspace here")
    try:
        receipt = _signed(call, opened, opened.workspace, said[:LONGEST_DESCRIPTION], at, evidence, subject)
    except Exception as error:  # noqa: BLE001 - the refusal must stand, whatever signing ran into
        note = f"the refusal is not signed: {told(error)}"
        return Verdict("deny", f"{said}; this refusal is not signed", (note,))
    return Verdict("deny", f"{said}; receipt {receipt}", receipts=(receipt,))


def _signed(
    call: ProposedCall,
    opened: Gate,
    workspace: "Workspace",
    description: str,
    at: str,
    evidence: str | None,
    subject: str | None,
) -> str:
    from bridge.receipts import kinds
    from bridge.receipts.keys import load_or_create
    from bridge.receipts.model import RECEIPT_PAYLOAD_TYPE, Subject
    from bridge.receipts.sign import sign
    from bridge.receipts.statement import receipt_statement
    from bridge.receipts.store import Store

    payload: dict[str, Json] = {
        "reason_class": REASON_CLASS,
        "refused_kind": "action",
        "actor": opened.actor_of(call),
        "description": description,
        **({} if evidence is None else {"evidence_digest": evidence}),
    }
    kinds.check(kinds.BLOCKED, payload)
    workspace.create()
    key = load_or_create(workspace.keys, at=at, passphrase=opened.passphrase)

    def next_after(parent: str | None) -> bytes:
        return receipt_statement(
            timestamp=at,
            system=SYSTEM,
            kind=kinds.BLOCKED,
            subject=Subject(artifact_id=subject) if subject else None,
            payload=payload,
            parent_id=parent,
        )

    with Store(workspace.store, wait=SECONDS_OF_STORE) as store, store.transaction() as appender:
        return appender.append_to_head(lambda parent: sign(RECEIPT_PAYLOAD_TYPE, next_after(parent), key)).artifact_id


def take_note(opened: Gate, text: str, *, at: str) -> str | None:
    """Take a note in the timeline of the open session; why it could not be taken, None where it was or none is open."""
    if opened.workspace is None:
        return None
    try:
        if not opened.workspace.store.exists():
            return None
        from bridge.receipts.store import Store

        opening = Store(opened.workspace.store, create=False, wait=SECONDS_OF_STORE)
        with opening as store, store.transaction() as appender:
            session = appender.sessions.open()
            if session is not None:
                appender.sessions.note(session.id, text[:LONGEST_NOTE], max(at, session.started_at))
    except Exception as error:  # noqa: BLE001 - a note is about something that went wrong already, and changes no verdict
        return f"the note is not in the timeline: {told(error)}"
    return None
