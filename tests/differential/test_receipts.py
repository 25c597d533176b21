"""Agreement on receipts, byte for byte: statements, signatures, ids, exports, and the envelopes of real packages."""

import json
from pathlib import Path
from typing import Any

import pytest

from bridge.errors import BridgeError, EnvelopeError, KeyRefused, VerificationError
from bridge.receipts import envelope as envelopes
from bridge.receipts import identity
from bridge.receipts.envelope import Envelope, Signature
from bridge.receipts.export import export
from bridge.receipts.keys import PublicKey, SigningKey
from bridge.receipts.model import ACTION_PAYLOAD_TYPE, RECEIPT_PAYLOAD_TYPE, ReceiptStatement, Statement, Subject
from bridge.receipts.pae import pae
from bridge.receipts.sign import sign
from bridge.receipts.statement import action_statement, read, receipt_statement
from bridge.receipts.verify import verify, verify_chain
from tests.vectors import VECTORS, document, needs_vectors, rows

pytestmark = [pytest.mark.vectors, needs_vectors]

SIGNED = rows("judge/signed-receipts.jsonl.gz")
DERIVED = document("receipts/derived.json") if SIGNED else {"receipts": {}}
IDS = document("receipts/artifact-ids.json")["vectors"] if SIGNED else []
EXTRA = document("receipts/extra-envelopes.json") if SIGNED else []
PACKAGES = VECTORS / "receipts" / "packages"
HONEST = ("honest-basic", "ssn_valid.treeship", "ssn_acted_over_bar.treeship", "ssn_escalated_resolved.treeship")


def rewritten(statement: Statement) -> bytes:
    write = receipt_statement if isinstance(statement, ReceiptStatement) else action_statement
    return write(**statement._asdict())


def package_keys(package: str) -> dict[str, PublicKey]:
    keys = json.loads((PACKAGES / package / "keys.json").read_text())["keys"]
    return {keyid: PublicKey.read(text) for keyid, text in keys.items()}


def package_envelopes(package: str) -> list[tuple[str, Envelope]]:
    return [(path.stem, envelopes.read(path.read_bytes())) for path in sorted((PACKAGES / package).glob("artifacts/*"))]


@pytest.mark.parametrize("row", SIGNED, ids=lambda row: row["artifact_id"])
def test_a_statement_is_signed_to_the_same_bytes(row: dict[str, Any]) -> None:
    members = row["statement"]
    statement = receipt_statement(
        timestamp=members["timestamp"],
        system=members["system"],
        kind=members["kind"],
        subject=Subject(artifact_id=members["subject"]) if "subject" in members else None,
        payload=members["payload"],
        payload_digest=members.get("payloadDigest"),
        meta=members.get("meta"),
        parent_id=members.get("parentId"),
    )
    assert statement.decode() == row["statement_json"]
    key = SigningKey.from_seed(row["key_id"], bytes.fromhex(row["seed"]))
    made = sign(RECEIPT_PAYLOAD_TYPE, statement, key)
    assert envelopes.text(made) == row["envelope_json"]
    found = verify(envelopes.read(row["envelope_json"]), {row["key_id"]: PublicKey.read(row["public_key"])})
    assert (found.artifact_id, found.digest) == (row["artifact_id"], row["digest"])
    assert rewritten(found.statement) == statement


@pytest.mark.parametrize("name", DERIVED["receipts"])
def test_a_derived_receipt_has_the_same_bytes(name: str) -> None:
    row, given = DERIVED["receipts"][name], DERIVED["key"]
    key = SigningKey.from_seed(given["keyid_chosen"], bytes.fromhex(given["seed_hex"]))
    payload = rewritten(read(row["payload_utf8"].encode()))
    assert payload.decode() == row["payload_utf8"]
    assert pae(DERIVED["payload_type"], payload).hex() == row["pae_hex"]
    made = sign(DERIVED["payload_type"], payload, key)
    assert envelopes.text(made) == row["envelope_json"]
    found = verify(made, {key.keyid: key.public})
    assert (found.artifact_id, found.digest) == (row["artifact_id"], row["digest"])
    assert export(found) == row["receipt_export_triple"]


def test_the_derived_key_has_the_same_forms() -> None:
    given = DERIVED["key"]
    key = SigningKey.from_seed(given["keyid_chosen"], bytes.fromhex(given["seed_hex"])).public
    assert key.raw.hex() == given["public_key_hex"]
    assert key.text == given["public_key_encoded"]
    assert key.fingerprint == given["keystore_fingerprint_first8bytes_sha256_rawpub_hex"]
    assert key.trust_fingerprint == given["trust_fp_first16hex_sha256_of_encoded_string"]


def test_the_derived_negatives_fail() -> None:
    row, negative = DERIVED["receipts"]["judgement_shell_destructive"], DERIVED["negative"]
    padded = json.dumps(
        json.loads(row["envelope_json"]) | {"payload": negative["padded_base64url_payload_must_be_rejected"]}
    )
    with pytest.raises(EnvelopeError, match="base64url"):
        envelopes.read(padded)
    made = envelopes.read(row["envelope_json"])._replace(payload_type=ACTION_PAYLOAD_TYPE)
    assert identity.artifact_id(made) in negative["wrong_type"]
    with pytest.raises(VerificationError, match="invalid signature"):
        verify(made, {DERIVED["key"]["keyid_chosen"]: PublicKey.read(DERIVED["key"]["public_key_encoded"])})


@pytest.mark.parametrize("row", IDS, ids=lambda row: row["name"])
def test_ids_and_digests_agree(row: dict[str, Any]) -> None:
    text = json.dumps(
        {"payload": row["payload_b64"], "payloadType": row["payload_type"], "signatures": [{"sig": "A" * 86}]}
    )
    found = envelopes.read(text)
    assert identity.artifact_id(found) == row["artifact_id"]
    assert identity.artifact_digest(found) == row["digest"]


@pytest.mark.parametrize("row", EXTRA, ids=lambda row: row["expected_id"])
def test_a_real_envelope_has_its_id_and_reads_back(row: dict[str, Any]) -> None:
    found = envelopes.read(json.dumps(row["envelope"]))
    assert identity.artifact_id(found) == row["expected_id"]
    assert rewritten(read(found.payload)) == found.payload


@pytest.mark.parametrize("package", HONEST)
def test_every_envelope_of_an_honest_package_verifies(package: str) -> None:
    keys, found = package_keys(package), package_envelopes(package)
    assert found
    for name, envelope in found:
        verified = verify(envelope, keys, artifact_id=name)
        assert rewritten(verified.statement) == envelope.payload
    record = envelopes.read((PACKAGES / package / "record.json").read_bytes())
    assert rewritten(verify(record, keys).statement) == record.payload


@pytest.mark.parametrize("package", HONEST)
def test_the_chain_of_an_honest_package_is_linear(package: str) -> None:
    listed = json.loads((PACKAGES / package / "receipt.json").read_text())["artifacts"]
    by_id = dict(package_envelopes(package))
    links = [by_id[item["artifact_id"]] for item in listed if not item.get("unchained")]
    keys = package_keys(package)
    verified = verify_chain(links, keys, head=identity.artifact_id(links[-1]))
    assert len(verified) == len(links) > 2
    for missing in range(len(links)):
        with pytest.raises(VerificationError):
            verify_chain(links[:missing] + links[missing + 1 :], keys, head=identity.artifact_id(links[-1]))


def test_an_edited_artifact_fails_and_the_others_do_not() -> None:
    package = "tampered-artifact-payload-edit"
    keys, failed = package_keys(package), []
    for name, envelope in package_envelopes(package):
        try:
            verify(envelope, keys, artifact_id=name)
        except BridgeError:
            failed.append(name)
    assert failed == ["art_05fdb25e2e2528cdb4df9842d16849a0"]


def test_a_package_key_swapped_for_one_of_small_order_is_refused() -> None:
    with pytest.raises(KeyRefused, match="small order"):
        package_keys("tampered-swap-package-key")


def test_a_record_signed_by_an_attackers_key_needs_that_key() -> None:
    record = envelopes.read((PACKAGES / "tampered-forged-close-record" / "record.json").read_bytes())
    with pytest.raises(VerificationError, match="unknown key"):
        verify(record, package_keys("honest-basic"))


def test_relabelling_a_real_signature_changes_nothing_that_was_verified() -> None:
    keys = package_keys("honest-basic")
    name, envelope = package_envelopes("honest-basic")[0]
    relabelled = envelope._replace(signatures=(Signature(envelope.signatures[0].sig, "key_ceo"),))
    assert verify(relabelled, keys, artifact_id=name).signers == verify(envelope, keys).signers


def test_the_vectors_are_all_there() -> None:
    assert (len(SIGNED), len(DERIVED["receipts"]), len(IDS), len(EXTRA)) == (60, 5, 4, 1)
    assert all(Path(PACKAGES / package).is_dir() for package in HONEST)
