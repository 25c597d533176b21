"""The rows about ``receipt.json`` by itself: its type and layout, its Merkle tree, its counts and its timeline."""

from collections.abc import Iterable, Iterator
from typing import Final

from bridge.receipts.merkle import VERSIONS, root_text
from bridge.receipts.package.layout import RECEIPT_TYPE
from bridge.receipts.package.rows import Row, failed, passed, warned
from bridge.receipts.package.sealed import COVERAGE, Sealed
from bridge.receipts.package.session_receipt import SessionReceipt

MERKLE_ROOT: Final = "merkle_root"


def opening(receipt: SessionReceipt) -> Iterator[Row]:
    """``receipt.json``, ``type`` and ``determinism``, once the receipt could be read."""
    yield passed("receipt.json", "Parses as valid Session Receipt")
    if receipt.type == RECEIPT_TYPE:
        yield passed("type", "Correct receipt type")
    else:
        yield failed("type", f"the type is `{receipt.type}`, not `{RECEIPT_TYPE}`")
    if receipt.exact:
        yield passed("determinism", "receipt.json round-trips identically (structural, NOT a signature)")
    else:
        yield warned("determinism", "receipt.json is not laid out as its content prints")


def coverage(sealed: Iterable[Sealed]) -> Row:
    """Whether the session says what could be observed in it."""
    found = [one.id for one in sealed if one.kind == COVERAGE]
    if found:
        return passed("coverage", f"a coverage receipt is sealed: {found[0]}")
    return warned(
        "coverage",
        "no coverage receipt in the sealed set: the package does not say what the harness could observe (sealed before "
        "0.31.6, or minted without one)",
    )


def merkle(receipt: SessionReceipt) -> Iterator[Row]:
    """``merkle_root`` and one ``inclusion`` row for each proof, of a tree whose version is known."""
    section, leaves = receipt.merkle, receipt.leaves
    if not receipt.entries or section.version is None:
        yield warned(MERKLE_ROOT, "No artifacts to verify")
        return
    root = leaves.tree(section.version).root
    if root is not None and section.root == root_text(root):
        yield passed(MERKLE_ROOT, "Merkle root matches recomputed value")
    else:
        yield failed(MERKLE_ROOT, f"the root is not the one of the listed artifacts, which is {root_text(root or b'')}")
    for proof in section.inclusion:
        holds = proof.holds and proof.version == section.version
        name = f"inclusion:{proof.artifact_id}"
        yield passed(name, "Inclusion proof valid") if holds else failed(name, "the proof does not lead to the root")
    proved = {proof.artifact_id for proof in section.inclusion}
    for artifact_id in leaves.ids:
        if artifact_id not in proved:
            yield failed(f"inclusion:{artifact_id}", "no proof is given that it is in the tree")


def unknown_version(receipt: SessionReceipt) -> Row | None:
    """The row of a Merkle tree that this program cannot build, after which little can be said; else None."""
    if not receipt.entries or receipt.merkle.version in VERSIONS:
        return None
    return failed(MERKLE_ROOT, f"the Merkle version must be one of {', '.join(map(str, VERSIONS))}")


def closing(receipt: SessionReceipt) -> Iterator[Row]:
    """``leaf_count``, ``timeline_order`` and ``event_log_completeness``."""
    count, listed = receipt.merkle.leaf_count, len(receipt.entries)
    if type(count) is int and count == listed:
        yield passed("leaf_count", "Leaf count matches artifact count")
    else:
        yield failed("leaf_count", f"the leaf count is not the number of artifacts, {listed}")
    if receipt.timeline_ordered:
        yield passed("timeline_order", "Timeline is correctly ordered")
    else:
        yield failed("timeline_order", "the timeline is not in the order of time, sequence number and event id")
    skipped = receipt.proofs.get("event_log_skipped")
    if isinstance(skipped, int) and skipped > 0:
        detail = f"{skipped} event(s) could not be read when the session was closed, so the timeline is not complete"
        yield warned("event_log_completeness", detail)
