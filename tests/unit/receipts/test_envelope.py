"""Reading and writing envelopes, strictly."""

import json
from typing import Any

import pytest

from bridge.core import b64url
from bridge.errors import EnvelopeError
from bridge.receipts import envelope as envelopes
from bridge.receipts.envelope import Envelope, Signature
from tests.unit.receipts.makers import receipt

SIG = b64url.encode(bytes(64))


def document(**changes: Any) -> dict[str, Any]:
    members: dict[str, Any] = {
        "payload": b64url.encode(b'{"a":1}'),
        "payloadType": "application/x",
        "signatures": [{"keyid": "key_1", "sig": SIG}],
    }
    return {name: value for name, value in (members | changes).items() if value is not ...}


def read(**changes: Any) -> Envelope:
    return envelopes.read(json.dumps(document(**changes)))


def test_an_envelope_is_read() -> None:
    assert read() == Envelope(b'{"a":1}', "application/x", (Signature(bytes(64), "key_1"),))


def test_bytes_and_text_are_read_alike() -> None:
    text = json.dumps(document())
    assert envelopes.read(text) == envelopes.read(text.encode())


def test_members_are_written_in_their_declared_order_and_compactly() -> None:
    assert envelopes.text(read()) == (
        '{"payload":"eyJhIjoxfQ","payloadType":"application/x","signatures":[{"keyid":"key_1","sig":"' + SIG + '"}]}'
    )


def test_a_key_id_may_be_absent_and_stays_absent() -> None:
    found = read(signatures=[{"sig": SIG}])
    assert found.signatures[0].keyid is None
    assert "keyid" not in envelopes.text(found)


def test_unknown_members_are_ignored_and_not_written_again() -> None:
    found = read(verified=True, signatures=[{"keyid": "key_1", "sig": SIG, "trusted": True}])
    assert found == read()


@pytest.mark.parametrize(
    ("changes", "where", "message"),
    [
        ({"payload": ""}, "$.payload", "the payload is empty"),
        ({"payload": ...}, "$.payload", "`payload` is missing"),
        ({"payload": 1}, "$.payload", "`payload` must be a string"),
        ({"payload": None}, "$.payload", "`payload` must be a string"),
        ({"payloadType": ""}, "$.payloadType", "the payload type is empty"),
        ({"payloadType": ...}, "$.payloadType", "`payloadType` is missing"),
        ({"signatures": []}, "$.signatures", "the envelope has no signature"),
        ({"signatures": ...}, "$.signatures", "signatures must be an array"),
        ({"signatures": {}}, "$.signatures", "signatures must be an array"),
        ({"signatures": ["x"]}, "$.signatures[0]", "must be an object"),
        ({"signatures": [{"keyid": "k"}]}, "$.signatures[0].sig", "`sig` is missing"),
        ({"signatures": [{"keyid": 5, "sig": SIG}]}, "$.signatures[0].keyid", "must be a string"),
        ({"signatures": [{"keyid": None, "sig": SIG}]}, "$.signatures[0].keyid", "must be a string"),
        ({"signatures": [{"sig": SIG}] * 17}, "$.signatures", "17 signatures, and at most 16"),
        ({"signatures": [{"sig": SIG}, {"sig": b64url.encode(bytes(63))}]}, "$.signatures[1].sig", "63 bytes"),
        ({"signatures": [{"sig": ""}]}, "$.signatures[0].sig", "0 bytes"),
    ],
)
def test_what_is_refused_is_named(changes: dict[str, Any], where: str, message: str) -> None:
    with pytest.raises(EnvelopeError) as refused:
        read(**changes)
    assert refused.value.where == where
    assert message in refused.value.message
    assert refused.value.help


@pytest.mark.parametrize(
    "payload",
    ["eyJhIjoxfQ==", "eyJhIjoxfQ=", "_-_+", "_-//", "eyJh IjoxfQ", "eyJhIjoxfQ\n", "eyJhIjoxfR", "eyJhI", "é", "!!!!"],
)
def test_only_the_one_spelling_of_base64url_is_read(payload: str) -> None:
    with pytest.raises(EnvelopeError, match="`payload` cannot be decoded"):
        read(payload=payload)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not strict JSON"),
        ("[]", "must be a JSON object"),
        ('{"payload":"YQ","payload":"Yg","payloadType":"t","signatures":[]}', "duplicate object member `payload`"),
        ('{"payload":NaN}', "not strict JSON"),
        ("[" * 500, "not strict JSON"),
    ],
)
def test_text_that_is_not_strict_json_is_refused(text: str, message: str) -> None:
    with pytest.raises(EnvelopeError, match=message):
        envelopes.read(text)


def test_bytes_that_are_not_utf8_are_refused() -> None:
    with pytest.raises(EnvelopeError, match="UTF-8"):
        envelopes.read(b'{"payload":"\xff"}')


def test_a_text_larger_than_the_bound_is_refused() -> None:
    with pytest.raises(EnvelopeError, match="limit"):
        envelopes.read(" " * (envelopes.MAX_BYTES + 1))


@pytest.mark.parametrize(
    "unreadable",
    [
        Envelope(b"", "t", (Signature(bytes(64)),)),
        Envelope(b"x", "", (Signature(bytes(64)),)),
        Envelope(b"x", "t", ()),
        Envelope(b"x", "t", (Signature(b"short"),)),
        Envelope(b"x", "\ud800", (Signature(bytes(64)),)),
    ],
)
def test_nothing_is_written_that_would_not_be_read(unreadable: Envelope) -> None:
    with pytest.raises(EnvelopeError):
        envelopes.text(unreadable)


def test_a_signed_receipt_reads_back() -> None:
    made = receipt("hello")
    assert envelopes.read(envelopes.text(made)) == made
