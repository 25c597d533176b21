"""Sessions as the documents and texts that ``rbridge session`` prints."""

from typing import Any, Final

from bridge.receipts.session import Session
from bridge.render.plain import plain
from bridge.workflows.session import Progress, SealedSession

SCHEMA: Final = "bridge.session.v1"


def started(session: Session) -> dict[str, Any]:
    """A session that was just opened."""
    return {**_document(session), "status": "open"}


def noted(session: Session, note: str) -> dict[str, Any]:
    """A note that was just taken."""
    return {**_document(session), "status": "open", "note": note}


def abandoned(session: Session) -> dict[str, Any]:
    """A session that was closed without a package."""
    return {**_document(session), "status": "abandoned"}


def status_document(found: Progress | None) -> dict[str, Any]:
    """The session that was started last."""
    if found is None:
        return {"schema": SCHEMA, "status": "none"}
    counts = {"receipts": found.receipts, "notes": found.notes}
    return {**_document(found.session), **counts, "status": _state(found.session), "package": found.session.package}


def status_text(found: Progress | None) -> str:
    """The session that was started last, in a few lines."""
    if found is None:
        return "no session"
    session = found.session
    lines = [
        f"session:   {session.id} ({_state(session)})",
        f"name:      {plain(session.name or '-')}",
        f"actor:     {plain(session.actor)}",
        f"started:   {session.started_at}",
        f"receipts:  {found.receipts}",
        f"notes:     {found.notes}",
        f"head:      {session.head}",
    ]
    if session.closed_at is not None:
        lines.append(f"closed:    {session.closed_at}")
    if session.package:
        lines.append(f"package:   {plain(session.package)}")
    return "\n".join(lines)


def sealed_document(sealed: SealedSession) -> dict[str, Any]:
    """A session that was just closed, with its package."""
    return {
        **_document(sealed.session),
        "status": "sealed",
        "receipts": sealed.receipts,
        "package": str(sealed.path),
    }


def sealed_text(sealed: SealedSession) -> str:
    """A session that was just closed, and how to verify it elsewhere."""
    path = plain(str(sealed.path))
    return "\n".join(
        [
            f"session:   {sealed.session.id} (sealed)",
            f"receipts:  {sealed.receipts}, signed by {sealed.session.keyid}",
            f"package:   {path}",
            f"verify:    rbridge package verify {path}",
        ]
    )


def _document(session: Session) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "session_id": session.id,
        "name": session.name,
        "actor": session.actor,
        "keyid": session.keyid,
        "started_at": session.started_at,
        "closed_at": session.closed_at,
        "head": session.head,
    }


def _state(session: Session) -> str:
    if session.closed_at is None:
        return "open"
    if session.package is None:
        return "unsealed"
    return "sealed" if session.package else "abandoned"
