"""The ``judgement.v1`` payload is, to the byte, the one that receipts signed by others carry."""

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bridge.core import canonical
from bridge.judgement import payload
from bridge.judgement.model import Contract, Threshold
from bridge.judgement.record import record
from bridge.judges.rules import QUESTIONS, TreeshipRules
from tests.vectors import VECTORS, document, needs_vectors

pytestmark = [pytest.mark.vectors, needs_vectors]


def statement_payload(text: str) -> tuple[dict[str, Any], str]:
    """The payload of a statement, and its exact text."""
    statement = json.loads(text)
    return statement["payload"], canonical.sorted_compact(statement["payload"])


@pytest.mark.parametrize(
    ("name", "key", "contract"),
    [
        ("judgement_no_subject_no_parent", "unsafe", None),
        ("judgement_shell_destructive", "shell_destructive", None),
        ("judgement_unsafe_with_contract_chained", "unsafe", Contract("deploy-gate", "2")),
    ],
)
def test_a_rules_judgement_is_the_derived_one_to_the_byte(name: str, key: str, contract: Contract | None) -> None:
    derived = document("receipts/derived.json")
    text = derived["receipts"][name]["payload_utf8"]
    expected, _ = statement_payload(text)
    state = derived["state"]["object"]
    version = expected["judge"]["model"].rpartition("/")[2]
    response = TreeshipRules(version).ask(state, QUESTIONS)
    recorded = record(QUESTIONS, response, Threshold(), state=state, judged_at=expected["judged_at"], contract=contract)
    built = canonical.sorted_compact(payload.build(recorded.judgements[key]))
    assert f'"payload":{built}' in text


def signed_judgements() -> Iterator[dict[str, Any]]:
    """The judgement payloads within the packages."""
    for path in sorted(Path(VECTORS, "receipts", "packages").glob("*/artifacts/*.json")):
        envelope = json.loads(path.read_text(encoding="utf-8"))
        encoded = envelope["payload"]
        statement = json.loads(base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4)))
        if statement.get("kind") == "judgement.v1":
            yield statement["payload"]


def test_judgements_in_packages_are_read_and_written_back_as_they_were() -> None:
    found = list(signed_judgements())
    assert len(found) >= 8
    for given_payload in found:
        assert payload.build(payload.read(given_payload)) == given_payload
