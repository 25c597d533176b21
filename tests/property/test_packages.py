"""Laws under packages: the tree, its proofs, and JSON read and printed a piece at a time."""

import io
import json
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bridge.core import canonical, strict_json
from bridge.errors import InputError
from bridge.receipts.merkle import VERSIONS, Tree, leaf_hash, root_of
from bridge.receipts.package.printing import Printed, pieces
from bridge.receipts.package.proofs import Inclusion, Leaves, Printer, follow
from bridge.receipts.package.pull import Reader

IDS = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=8), min_size=1, max_size=33, unique=True)
SCALARS = (
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
VALUES = st.recursive(
    SCALARS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)
DOCUMENTS = st.dictionaries(TEXTS, st.lists(VALUES, max_size=4) | VALUES, max_size=5)


@settings(max_examples=40)
@given(IDS, st.sampled_from(VERSIONS))
def test_every_leaf_leads_to_the_root_and_no_other_text_does(ids: list[str], version: int) -> None:
    tree = Tree.of(ids, version)
    for index, id_ in enumerate(ids):
        assert root_of(leaf_hash(id_, version), tree.path(index), version) == tree.root
        assert root_of(leaf_hash(id_ + "x", version), tree.path(index), version) != tree.root


@settings(max_examples=40)
@given(IDS)
def test_the_root_is_the_one_of_the_definition(ids: list[str]) -> None:
    level = [sha256(b"\x00" + id_.encode()).digest() for id_ in ids]
    while len(level) > 1:
        paired = [sha256(b"\x01" + one + other).digest() for one, other in zip(level[::2], level[1::2], strict=False)]
        level = paired + ([level[-1]] if len(level) % 2 else [])
    assert Tree.of(ids).root == level[0]


@settings(max_examples=40)
@given(IDS, st.sampled_from(["\n", "\n    ", "\n      "]), st.randoms(use_true_random=False))
def test_a_printed_proof_is_its_content_printed_and_holds(ids: list[str], indent: str, random: Any) -> None:
    leaves, order = Leaves(ids), list(range(len(ids)))
    random.shuffle(order)
    printer = Printer(leaves, indent)
    for index in order:
        text = printer.text(index)
        proof = json.loads(text)
        assert canonical.pretty(proof).replace("\n", indent) == text
        assert follow(proof, leaves) == Inclusion(ids[index], 2, holds=True)


@settings(max_examples=40)
@given(VALUES)
def test_whatever_stands_for_a_proof_is_followed_without_harm(value: Any) -> None:
    leaves = Leaves(["a", "b"])
    assert not follow(value, leaves).holds
    assert not follow({"artifact_id": "a", "leaf_index": 0, "proof": value}, leaves).holds


def walked(reader: Reader) -> Any:
    """A document by its members, and lists in it by their items."""
    document: dict[str, Any] = {}
    for name in reader.members():
        document[name] = [reader.value() for _ in reader.items()] if reader.next_is("[") else reader.value()
    return document


@settings(max_examples=40)
@given(DOCUMENTS)
def test_what_is_printed_reads_back_as_exact(document: Any) -> None:
    text = canonical.pretty(document).encode()
    reader = Reader(io.BytesIO(text), "x")
    assert canonical.compact(walked(reader)) == canonical.compact(document)
    assert reader.end() == f"sha256:{sha256(text).hexdigest()}"
    assert reader.exact


@settings(max_examples=40)
@given(DOCUMENTS, st.sampled_from([None, 1, 3, "\t"]), st.sampled_from([(",", ":"), (" ,", ": "), (", ", " : ")]))
def test_any_other_layout_reads_the_same_and_is_not_exact(document: Any, indent: Any, separators: Any) -> None:
    text = json.dumps(document, indent=indent, separators=separators, ensure_ascii=False).encode()
    reader = Reader(io.BytesIO(text), "x")
    found = walked(reader)
    reader.end()
    assert canonical.compact(found) == canonical.compact(strict_json.loads(text))
    assert reader.exact == (canonical.pretty(found).encode() == text)


@settings(max_examples=100)
@given(DOCUMENTS, st.integers(0, 400), st.binary(max_size=2))
@example({"a": [1]}, 1, b",")
def test_a_piece_at_a_time_accepts_what_the_whole_does_and_nothing_else(document: Any, at: int, other: bytes) -> None:
    text = canonical.pretty(document).encode()
    at %= len(text) + 1
    changed = text[:at] + other + text[at + 1 :]
    try:
        whole = strict_json.loads(changed)
    except InputError:
        whole = None
    reader = Reader(io.BytesIO(changed), "x")
    try:
        found = walked(reader)
        reader.end()
    except InputError:
        assert not isinstance(whole, dict)
    else:
        assert canonical.compact(found) == canonical.compact(whole)
        assert reader.exact == (canonical.pretty(found).encode() == changed)


@settings(max_examples=40)
@given(DOCUMENTS)
def test_printing_in_pieces_is_printing(document: Any) -> None:
    streamed = {
        name: (item for item in value) if isinstance(value, list) else value for name, value in document.items()
    }
    assert "".join(pieces(streamed)) == canonical.pretty(document)
    assert "".join(pieces(Printed("as it is"))) == "as it is"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1 << 17, 1 << 18, (1 << 18) + 1])
def test_a_text_may_end_anywhere_in_what_is_read_at_once(size: int) -> None:
    document = {"é" * 3: ["x" * size, {"n": 12345, "t": "€" * (size % 1000)}], "last": 123}
    reader = Reader(io.BytesIO(canonical.pretty(document).encode()), "x")
    assert walked(reader) == document
    reader.end()
    assert reader.exact
