"""One envelope: what verifies, what does not, and how the refusals differ."""

import pytest

from bridge.errors import EnvelopeError, VerificationError
from bridge.receipts import envelope as envelopes
from bridge.receipts.envelope import Signature
from bridge.receipts.export import export
from bridge.receipts.identity import artifact_digest, artifact_id
from bridge.receipts.model import ACTION_PAYLOAD_TYPE, RECEIPT_PAYLOAD_TYPE, OtherStatement, ReceiptStatement
from bridge.receipts.pae import pae
from bridge.receipts.sign import sign
from bridge.receipts.verify import Signer, verify, verify_any
from tests.unit.receipts.makers import ACTION_ID, AT, KEY, OTHER_KEY, TRUSTED, receipt, receipt_bytes

BOTH = {KEY.keyid: KEY.public, OTHER_KEY.keyid: OTHER_KEY.public}
JUNK = Signature(bytes(64), KEY.keyid)


def test_a_receipt_verifies_to_what_it_says() -> None:
    made = receipt("hello", subject=ACTION_ID)
    found = verify(made, TRUSTED)
    assert (found.artifact_id, found.digest) == (artifact_id(made), artifact_digest(made))
    assert isinstance(found.statement, ReceiptStatement)
    assert found.statement.payload == {"note": "hello"}
    assert (found.signed_at, found.parent_id) == (AT, None)
    assert found.signers == (Signer(KEY.keyid, KEY.public),)


def test_without_a_trusted_key_nothing_verifies() -> None:
    for check in (verify, verify_any):
        with pytest.raises(VerificationError, match="no trusted key was given"):
            check(receipt(), {})


def test_without_a_signature_nothing_verifies() -> None:
    for check in (verify, verify_any):
        with pytest.raises(VerificationError, match="no signature"):
            check(receipt()._replace(signatures=()), TRUSTED)


def test_an_unknown_key_is_told_from_an_invalid_signature() -> None:
    with pytest.raises(VerificationError, match=r"unknown key: .* `key_00000000000000bb`"):
        verify(receipt(key=OTHER_KEY), TRUSTED)
    with pytest.raises(VerificationError, match="invalid signature: key_00000000000000aa"):
        verify(receipt()._replace(signatures=(JUNK,)), TRUSTED)
    with pytest.raises(VerificationError, match="malformed signature: 5 bytes"):
        verify(receipt()._replace(signatures=(Signature(b"short", KEY.keyid),)), TRUSTED)


def test_a_borrowed_label_does_not_help() -> None:
    forged = receipt(key=OTHER_KEY)
    labelled = forged._replace(signatures=(Signature(forged.signatures[0].sig, KEY.keyid),))
    for check in (verify, verify_any):
        with pytest.raises(VerificationError):
            check(labelled, TRUSTED)


@pytest.mark.parametrize("keyid", [None, "", "key_unheard_of", OTHER_KEY.keyid])
def test_a_signature_belongs_to_the_key_that_verified_it_whatever_its_label(keyid: str | None) -> None:
    made = receipt()
    labelled = made._replace(signatures=(Signature(made.signatures[0].sig, keyid),))
    assert verify(labelled, BOTH).signers == (Signer(KEY.keyid, KEY.public),)


def test_a_decoy_in_the_first_place_is_not_the_signer() -> None:
    made = receipt(key=OTHER_KEY)
    decoyed = made._replace(signatures=(JUNK, *made.signatures))
    assert verify_any(decoyed, BOTH).signers == (Signer(OTHER_KEY.keyid, OTHER_KEY.public),)
    with pytest.raises(VerificationError, match="invalid signature") as refused:
        verify(decoyed, BOTH)
    assert refused.value.where == "$.signatures[0]"


def test_every_signature_counts_unless_any_is_enough() -> None:
    signed_twice = receipt()._replace(signatures=receipt().signatures + receipt(key=OTHER_KEY).signatures)
    assert {signer.keyid for signer in verify(signed_twice, BOTH).signers} == set(BOTH)
    assert [signer.keyid for signer in verify_any(signed_twice, TRUSTED).signers] == [KEY.keyid]
    with pytest.raises(VerificationError, match="unknown key"):
        verify(signed_twice, TRUSTED)


def test_the_same_key_twice_is_one_signer() -> None:
    doubled = receipt()._replace(signatures=receipt().signatures * 2)
    assert len(verify(doubled, TRUSTED | {"another name": KEY.public}).signers) == 1


def test_a_key_of_several_names_is_reported_by_the_first_whatever_the_label() -> None:
    made = receipt()
    labelled = made._replace(signatures=(Signature(made.signatures[0].sig, "ceo"),))
    for signed in (made, labelled):
        assert verify(signed, {KEY.keyid: KEY.public, "ceo": KEY.public}).signers[0].keyid == KEY.keyid


def test_another_payload_under_the_signature_fails() -> None:
    with pytest.raises(VerificationError, match="invalid signature"):
        verify(receipt("a")._replace(payload=receipt_bytes("b")), TRUSTED)


def test_another_type_over_the_signature_fails() -> None:
    with pytest.raises(VerificationError, match="invalid signature"):
        verify(receipt()._replace(payload_type=ACTION_PAYLOAD_TYPE), TRUSTED)


@pytest.mark.parametrize("payload_type", [ACTION_PAYLOAD_TYPE, "application/json", RECEIPT_PAYLOAD_TYPE + ";x=1"])
def test_a_statement_correctly_signed_as_something_else_fails(payload_type: str) -> None:
    with pytest.raises(VerificationError, match="says it is") as refused:
        verify(sign(payload_type, receipt_bytes(), KEY), TRUSTED)
    assert refused.value.where == "$.payloadType"


@pytest.mark.parametrize("payload", [b"hello", b"{}", b'{"type":"treeship/receipt/v1"}', b'"\xff"'])
def test_correctly_signed_bytes_that_are_no_statement_fail(payload: bytes) -> None:
    with pytest.raises(EnvelopeError, match="not a statement"):
        verify(sign(RECEIPT_PAYLOAD_TYPE, payload, KEY), TRUSTED)


def test_a_member_stated_twice_fails_though_it_was_signed() -> None:
    twice = receipt_bytes("a").replace(b'{"note":"a"}', b'{"note":"a","note":"b"}')
    with pytest.raises(EnvelopeError, match="duplicate"):
        verify(sign(RECEIPT_PAYLOAD_TYPE, twice, KEY), TRUSTED)


def test_the_id_it_was_asked_for_by_must_be_its_own() -> None:
    made = receipt("a")
    assert verify(made, TRUSTED, artifact_id=artifact_id(made)).envelope == made
    with pytest.raises(VerificationError, match="the signed bytes are"):
        verify(made, TRUSTED, artifact_id=artifact_id(receipt("b")))


def test_evidence_about_one_thing_is_not_about_another() -> None:
    assert verify(receipt(subject=ACTION_ID), TRUSTED, subject=ACTION_ID).signed_at == AT
    with pytest.raises(VerificationError, match="not about"):
        verify(receipt(subject=ACTION_ID), TRUSTED, subject="art_" + "6" * 32)
    with pytest.raises(VerificationError, match="nothing named"):
        verify_any(receipt(), TRUSTED, subject=ACTION_ID)


def test_other_statements_verify_under_their_own_type() -> None:
    payload = b'{"type":"treeship/handoff/v1","timestamp":"2026-09-01T10:00:00Z"}'
    assert isinstance(
        verify(sign("application/vnd.treeship.handoff.v1+json", payload, KEY), TRUSTED).statement, OtherStatement
    )
    with pytest.raises(VerificationError, match="says it is"):
        verify(sign("application/vnd.treeship.approval.v1+json", payload, KEY), TRUSTED)


def test_there_must_be_something_to_sign() -> None:
    for payload_type, payload in (("", b"x"), (RECEIPT_PAYLOAD_TYPE, b"")):
        with pytest.raises(EnvelopeError, match="nothing to sign"):
            sign(payload_type, payload, KEY)


def test_an_export_carries_the_exact_signed_bytes() -> None:
    made = receipt(key=OTHER_KEY)
    found = export(verify_any(made._replace(signatures=(JUNK, *made.signatures)), BOTH))
    assert list(found) == sorted(found)
    assert found["key_id"] == OTHER_KEY.keyid
    from base64 import b64decode

    message, signature = (
        b64decode(found["message_b64"], validate=True),
        b64decode(found["signature_b64"], validate=True),
    )
    assert message == pae(made.payload_type, made.payload)
    assert signature == made.signatures[0].sig


def test_every_flipped_bit_of_an_envelope_fails_or_changes_nothing() -> None:
    made = receipt()
    text = envelopes.text(made).encode()
    truth = verify(made, TRUSTED)
    unchanged = 0
    for position in range(len(text) * 8):
        flipped = bytearray(text)
        flipped[position // 8] ^= 1 << position % 8
        try:
            found = verify(envelopes.read(bytes(flipped)), TRUSTED)
        except (EnvelopeError, VerificationError):
            continue
        unchanged += 1
        assert (found.artifact_id, found.statement, found.signers) == (
            truth.artifact_id,
            truth.statement,
            truth.signers,
        )
    # Only the label of the key, and the name of its member, may change: neither is signed.
    assert 0 < unchanged < 8 * len(f'"keyid":"{KEY.keyid}"')
