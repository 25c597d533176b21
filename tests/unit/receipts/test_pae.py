"""The signed bytes: lengths are in bytes, and no two inputs share an encoding."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.errors import EnvelopeError
from bridge.receipts.pae import pae


@pytest.mark.parametrize(
    ("payload_type", "payload", "expected"),
    [
        ("application/example", b"hello", b"DSSEv1 19 application/example 5 hello"),
        ("text/plain", b"", b"DSSEv1 10 text/plain 0 "),
        ("text/café", "é".encode(), "DSSEv1 10 text/café 2 é".encode()),
        ("a b", b"1 2", b"DSSEv1 3 a b 3 1 2"),
    ],
)
def test_known_answers(payload_type: str, payload: bytes, expected: bytes) -> None:
    assert pae(payload_type, payload) == expected


def _parsed(encoded: bytes) -> tuple[str, bytes]:
    _, length, rest = encoded.split(b" ", 2)
    payload_type, rest = rest[: int(length)], rest[int(length) + 1 :]
    size, payload = rest.split(b" ", 1)
    assert len(payload) == int(size)
    return payload_type.decode(), payload


@given(st.text(), st.binary())
def test_the_type_and_the_payload_can_be_told_apart(payload_type: str, payload: bytes) -> None:
    assert _parsed(pae(payload_type, payload)) == (payload_type, payload)


def test_a_type_without_utf8_form_is_refused() -> None:
    with pytest.raises(EnvelopeError, match="lone surrogate"):
        pae("\ud800", b"x")
