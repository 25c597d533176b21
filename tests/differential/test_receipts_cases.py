"""The receipt cases of public reports: each recipe is done again on a receipt of our own.

The envelopes of the cases are in standard base64, which is refused here by decision, so that a payload has one text;
what their signatures say is compared below the envelope.
"""

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest

from bridge.core import b64url
from bridge.errors import BridgeError, EnvelopeError
from bridge.receipts import envelope as envelopes
from bridge.receipts.ed25519 import verifies
from bridge.receipts.envelope import Envelope, Signature
from bridge.receipts.identity import artifact_id
from bridge.receipts.model import ACTION_PAYLOAD_TYPE, RECEIPT_PAYLOAD_TYPE
from bridge.receipts.pae import pae
from bridge.receipts.sign import sign
from bridge.receipts.verify import verify, verify_chain
from tests.unit.receipts.makers import ACTION_ID, KEY, OTHER_KEY, TRUSTED, chain, receipt, receipt_bytes
from tests.vectors import cases, needs_vectors

pytestmark = [pytest.mark.vectors, needs_vectors]

L = 2**252 + 27742317777372353535851937790883648493
CASES = {row["id"]: row for row in cases("receipts")}
MADE = receipt("x", subject=ACTION_ID)


def relabelled(envelope: Envelope, keyid: str | None) -> Envelope:
    return envelope._replace(signatures=(Signature(envelope.signatures[0].sig, keyid),))


def text_with(**changes: Any) -> str:
    return json.dumps(json.loads(envelopes.text(MADE)) | changes)


def with_sig(sig: str) -> str:
    return text_with(signatures=[{"keyid": KEY.keyid, "sig": sig}])


def normal() -> None:
    verify(envelopes.read(envelopes.text(MADE)), TRUSTED)


def signed_under_another_type() -> None:
    verify(sign(ACTION_PAYLOAD_TYPE, MADE.payload, KEY), TRUSTED)


def untrusted_key_under_a_trusted_label() -> None:
    verify(relabelled(receipt("x", key=OTHER_KEY), KEY.keyid), TRUSTED)


def without_key_id() -> None:
    text = text_with(signatures=[{"sig": b64url.encode(MADE.signatures[0].sig)}])
    verify(envelopes.read(text), TRUSTED)


def s_plus_group_order() -> None:
    sig = MADE.signatures[0].sig
    moved = sig[:32] + (int.from_bytes(sig[32:], "little") + L).to_bytes(32, "little")
    verify(MADE._replace(signatures=(Signature(moved, KEY.keyid),)), TRUSTED)


def unused_bit_of_the_signature() -> None:
    sig = b64url.encode(MADE.signatures[0].sig)
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    verify(envelopes.read(with_sig(sig[:-1] + alphabet[alphabet.index(sig[-1]) ^ 1])), TRUSTED)


def the_other_alphabet() -> None:
    verify(envelopes.read(text_with(payload=base64.b64encode(MADE.payload).decode())), TRUSTED)


def junk_in_the_payload() -> None:
    payload = b64url.encode(MADE.payload)
    verify(envelopes.read(text_with(payload=payload[:10] + "!\n" + payload[10:])), TRUSTED)


def a_member_twice() -> None:
    twice = receipt_bytes("x").replace(b'{"note":"x"}', b'{"note":"x","note":"y"}')
    verify(sign(RECEIPT_PAYLOAD_TYPE, twice, KEY), TRUSTED)


def about_another_action() -> None:
    verify(MADE, TRUSTED, subject="art_" + "6" * 32)


def middle_removed() -> None:
    first, _, third = chain(["r1", "r2", "r3"])
    verify_chain([first, third], TRUSTED, head=artifact_id(third))


def of_another_session() -> None:
    verify_chain([chain(["b1"])[0], chain(["a1", "a2"])[1]], TRUSTED, head=None)


def all_deleted() -> None:
    verify_chain([], TRUSTED, head=ACTION_ID)


def unsigned_suffix() -> None:
    links = chain(["r1", "r2", "r3", "r4"])
    verify_chain(links[:2] + [link._replace(signatures=()) for link in links[2:]], TRUSTED, head=artifact_id(links[-1]))


RECIPES: dict[str, Callable[[], None]] = {
    "rc-000": normal,
    "rc-001": signed_under_another_type,
    "rc-011": untrusted_key_under_a_trusted_label,
    "rc-012": without_key_id,
    "rc-013": s_plus_group_order,
    "rc-016": unused_bit_of_the_signature,
    "rc-017": the_other_alphabet,
    "rc-018": junk_in_the_payload,
    "rc-021": a_member_twice,
    "rc-023": about_another_action,
    "rc-027": middle_removed,
    "rc-030": of_another_session,
    "rc-031": all_deleted,
    "rc-033": unsigned_suffix,
}


def outcome(recipe: Callable[[], None]) -> str:
    try:
        recipe()
    except BridgeError:
        return "fail"
    return "pass"


@pytest.mark.parametrize("case", CASES)
def test_a_case_comes_out_as_expected(case: str) -> None:
    expect = CASES[case]["expect"]
    allowed = [choice["verify"] for choice in expect.get("one_of", [expect])]
    assert outcome(RECIPES[case]) in allowed


def test_every_case_has_a_recipe() -> None:
    assert set(RECIPES) == set(CASES)


@pytest.mark.parametrize("case", [name for name, row in CASES.items() if "envelope" in row["input"]])
def test_an_envelope_in_standard_base64_is_refused(case: str) -> None:
    with pytest.raises(EnvelopeError):
        verify(envelopes.read(json.dumps(CASES[case]["input"]["envelope"])), TRUSTED)


SIGNATURES = {"rc-000": True, "rc-001": True, "rc-011": False, "rc-012": True, "rc-013": False, "rc-021": True}


@pytest.mark.parametrize(("case", "holds"), SIGNATURES.items())
def test_the_signature_of_a_case_holds_or_not(case: str, holds: bool) -> None:
    given = CASES[case]["input"]
    payload, sig = (
        base64.b64decode(text) for text in (given["envelope"]["payload"], given["envelope"]["signatures"][0]["sig"])
    )
    key = bytes.fromhex(given["trusted_keys_hex"]["key-a"])
    assert verifies(key, sig, pae(given["envelope"]["payloadType"], payload)) is holds
