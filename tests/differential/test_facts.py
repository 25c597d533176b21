"""The derived receipts as facts: what a signed judgement says, in the kernel's shape."""

import json
from typing import Any

import pytest

from bridge.facts.judged import judged_fact
from bridge.judgement import payload
from bridge.reason.wire import fact_json, read_fact
from tests.vectors import document, needs_vectors

pytestmark = [pytest.mark.vectors, needs_vectors]

JUDGEMENTS = ("judgement_shell_destructive", "judgement_unsafe_with_contract_chained")


def statement(name: str) -> Any:
    return json.loads(document("receipts/derived.json")["receipts"][name]["payload_utf8"])


def test_a_signed_judgement_is_a_fact_under_the_id_of_its_receipt() -> None:
    derived = document("receipts/derived.json")
    facts = []
    for name, expected in zip(JUDGEMENTS, derived["reason_facts_for_attested_subject"], strict=True):
        said = statement(name)
        judgement = payload.read(said["payload"])
        facts.append(judged_fact(judgement, subject=said["subject"]["artifactId"], receipt=expected["id"]))
    assert [fact_json(fact) for fact in facts] == [
        fact_json(read_fact(expected)) for expected in derived["reason_facts_for_attested_subject"]
    ]


def test_an_unsigned_one_is_named_by_its_question_and_about_the_tool() -> None:
    judgement = payload.read(statement("judgement_no_subject_no_parent")["payload"])
    (expected,) = document("receipts/derived.json")["reason_facts_unattested_no_subject"]
    assert fact_json(judged_fact(judgement, subject="Bash", receipt=None)) == fact_json(read_fact(expected))
