"""Ids and digests come from the signed bytes alone."""

import pytest

from bridge.receipts import identity
from tests.unit.receipts.makers import KEY, OTHER_KEY, receipt, receipt_bytes


def test_the_id_is_the_beginning_of_the_digest() -> None:
    made = receipt("hello")
    assert identity.artifact_digest(made).startswith("sha256:" + identity.artifact_id(made).removeprefix("art_"))


def test_the_id_is_known_before_signing() -> None:
    made = receipt("hello")
    assert identity.artifact_id_of(made.payload_type, receipt_bytes("hello")) == identity.artifact_id(made)


def test_another_key_does_not_change_the_id() -> None:
    assert identity.artifact_id(receipt("a", key=KEY)) == identity.artifact_id(receipt("a", key=OTHER_KEY))


def test_another_type_changes_the_id() -> None:
    made = receipt("hello")
    assert identity.artifact_id_of("application/other", made.payload) != identity.artifact_id(made)


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        ("art_" + "0a" * 16, True),
        ("art_" + "0A" * 16, False),
        ("art_" + "0a" * 15, False),
        ("art_" + "0a" * 16 + "\n", False),
        ("art_" + "٠" * 32, False),
        ("ord_123", False),
        ("", False),
        (None, False),
        (5, False),
    ],
)
def test_what_is_an_id(text: object, valid: bool) -> None:
    assert identity.is_artifact_id(text) is valid


@pytest.mark.parametrize(
    ("text", "prefix"),
    [
        ("art_0", "art_0"),
        ("art_0AbC", "art_0abc"),
        ("art_" + "F" * 32, "art_" + "f" * 32),
        ("art_" + "f" * 33, None),
        ("art_", None),
        ("art_%", None),
        ("0abc", None),
        ("art_0\n", None),
    ],
)
def test_what_can_begin_an_id(text: str, prefix: str | None) -> None:
    assert identity.id_prefix(text) == prefix
