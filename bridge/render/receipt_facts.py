"""Facts of receipts as the document that ``rbridge facts`` prints, and what it says of the receipts it refuses."""

from collections.abc import Iterator
from typing import Any, Final

from bridge.facts.receipts import FromReceipts
from bridge.reason.wire import fact_json

SCHEMA: Final = "bridge.facts.v1"


def document(found: FromReceipts) -> dict[str, Any]:
    """The facts, the receipts that nothing was taken from, and what was left out of those that are believed."""
    return {
        "schema": SCHEMA,
        "status": "ok",
        "facts": [fact_json(fact) for fact in found.facts],
        "refused": [{"receipt": one.receipt, "reason": one.reason} for one in found.refused],
        "left_out": list(found.notes),
    }


def notes(found: FromReceipts) -> Iterator[str]:
    """A sentence for each receipt that is refused, and for each fact that is left out."""
    for one in found.refused:
        yield f"receipt {one.receipt} is refused: {one.reason}"
    yield from found.notes
