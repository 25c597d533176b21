"""The one word that the rows come to, and what ``--strict`` makes of their warnings.

``verified``: the signatures hold, the close record binds the receipt, and who signed is pinned here.
``signatures-pass``: the same, by keys that nobody here has pinned. ``structural-pass``: only the structure was asked
for, and holds. ``failed``: anything else (spec: Judge and receipts, section 7, Verdict words).
"""

import enum
from collections.abc import Iterable, Sequence
from typing import Final

from bridge.receipts.package.binding import RECEIPT_BINDING
from bridge.receipts.package.rows import Row, Status
from bridge.receipts.package.signers import APPROVAL_SIGNER, SIGNER_TRUST
from bridge.receipts.package.structure import MERKLE_ROOT

_PROMOTED: Final = frozenset(
    {SIGNER_TRUST, "chain_completeness", APPROVAL_SIGNER, "chain_linkage", RECEIPT_BINDING, "session_window"}
)


class Verdict(enum.StrEnum):
    """What a package comes to."""

    VERIFIED = "verified"
    SIGNATURES_PASS = "signatures-pass"
    STRUCTURAL_PASS = "structural-pass"
    FAILED = "failed"


def strictly(rows: Iterable[Row]) -> list[Row]:
    """The rows with those warnings as failures that ``--strict`` does not let pass."""
    return [
        row._replace(status=Status.FAIL) if row.status is Status.WARN and row.name in _PROMOTED else row for row in rows
    ]


def verdict(rows: Sequence[Row], *, structural: bool) -> Verdict:
    """The word of a package whose rows these are; what was not looked at never passes."""
    if not rows or any(row.status is Status.FAIL for row in rows):
        return Verdict.FAILED
    status = {row.name: row.status for row in rows}
    if structural:
        return Verdict.STRUCTURAL_PASS if status.get(MERKLE_ROOT) is Status.PASS else Verdict.FAILED
    signed = any(row.name.startswith("signature:") for row in rows)
    if not signed or status.get(RECEIPT_BINDING) is not Status.PASS or SIGNER_TRUST not in status:
        return Verdict.FAILED
    if status[SIGNER_TRUST] is Status.WARN or status.get(APPROVAL_SIGNER, Status.PASS) is not Status.PASS:
        return Verdict.SIGNATURES_PASS
    return Verdict.VERIFIED
