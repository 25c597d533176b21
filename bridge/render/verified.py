"""Verified receipts as the document and the text that ``rbridge verify`` prints; reached only when all of it holds."""

from collections.abc import Sequence
from typing import Any

from bridge.core import canonical
from bridge.receipts.model import ActionStatement, ReceiptStatement, Statement
from bridge.render.judged import value_text
from bridge.render.plain import plain
from bridge.workflows.verify import VerifiedReceipt

SCHEMA = "bridge.verification.v1"


def document(receipts: Sequence[VerifiedReceipt]) -> dict[str, Any]:
    """One entry for each receipt, in the order they were asked for."""
    return {"schema": SCHEMA, "status": "verified", "receipts": [_entry(receipt) for receipt in receipts]}


def _entry(receipt: VerifiedReceipt) -> dict[str, Any]:
    verified, judgement = receipt.verified, receipt.judgement
    return {
        "artifact_id": verified.artifact_id,
        "digest": verified.digest,
        "kind": _kind(verified.statement),
        "by": _by(verified.statement),
        "subject": _subject(verified.statement),
        "signed_at": verified.signed_at,
        "signers": [{"keyid": signer.keyid, "public_key": signer.key.text} for signer in verified.signers],
        "parent": verified.parent_id,
        "position": receipt.link.position,
        "follows": receipt.link.beyond,
        "question": judgement.key if judgement else None,
        "outcome": judgement.outcome if judgement else None,
        "effect": judgement.effect if judgement else None,
        "proven": receipt.proven,
        "replay": receipt.replay.said if receipt.replay else None,
        "state": receipt.replay.shown if receipt.replay else None,
    }


def text(receipts: Sequence[VerifiedReceipt]) -> str:
    """All about one receipt; of several, a line for each and how many there are."""
    if len(receipts) == 1:
        return "\n".join(_lines(receipts[0]))
    chains = sum(receipt.link.previous is None for receipt in receipts)
    total = f"VERIFIED  {len(receipts)} receipts in {chains} {'chain' if chains == 1 else 'chains'}"
    signers = sorted({_signers(receipt) for receipt in receipts})
    return "\n".join(
        [*(_line(receipt) for receipt in receipts), "", total, *(f"          by {one}" for one in signers)]
    )


def _line(receipt: VerifiedReceipt) -> str:
    verified, judgement = receipt.verified, receipt.judgement
    said = f"  {plain(judgement.key)}: {judgement.outcome} ({judgement.effect or 'none'})" if judgement else ""
    return f"  {verified.artifact_id}  {receipt.link.position:>3}  {plain(_kind(verified.statement))}{said}"


def _lines(receipt: VerifiedReceipt) -> list[str]:
    verified, judgement = receipt.verified, receipt.judgement
    lines = [
        f"VERIFIED  {verified.artifact_id}  {plain(f'{_kind(verified.statement)} by {_by(verified.statement)}')}",
        f"          signed {verified.signed_at} with {_signers(receipt)}",
        f"          {_chain(receipt)}",
    ]
    if judgement is not None:
        lines.append(
            f"          {plain(judgement.key)}: {value_text(judgement.answer)}, {judgement.outcome} "
            f"({judgement.effect or 'none'}), by {plain(judgement.judge.model)}"
        )
    if receipt.proven is False:
        lines.append(
            f"          {plain(_by(verified.statement) or '')} is a label: this key is not trusted to speak so"
        )
    if receipt.replay is not None:
        shown = canonical.pretty(receipt.replay.shown, sort=True).split("\n")
        lines += [f"          {plain(receipt.replay.said)}", "", "the judge was shown", *map(plain, shown)]
    return lines


def _signers(receipt: VerifiedReceipt) -> str:
    """Each key as it is written for others, after the name it has here where it has one."""
    signers = receipt.verified.signers
    return ", ".join(one.key.text if one.keyid == one.key.text else f"{one.keyid} {one.key.text}" for one in signers)


def _chain(receipt: VerifiedReceipt) -> str:
    place = "first of its chain" if receipt.link.position == 1 else f"number {receipt.link.position} of its chain"
    return f"{place}, after {plain(receipt.link.beyond)}, which is not here" if receipt.link.beyond else place


def _kind(statement: Statement) -> str:
    if isinstance(statement, ReceiptStatement):
        return statement.kind
    return f"action {statement.action}" if isinstance(statement, ActionStatement) else statement.type


def _by(statement: Statement) -> str | None:
    if isinstance(statement, ReceiptStatement):
        return statement.system
    return statement.actor if isinstance(statement, ActionStatement) else None


def _subject(statement: Statement) -> str | None:
    if isinstance(statement, ReceiptStatement | ActionStatement) and statement.subject is not None:
        return statement.subject.artifact_id
    return None
