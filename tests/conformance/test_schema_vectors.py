"""The schemas on documents of others: they take what the reference systems write, and theirs take what we write."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import referencing
from hypothesis import given, settings

from bridge.core import b64url, strict_json
from bridge.reason.action import authorization_json, authorize, bundle, bundle_json
from bridge.reason.model import ActionRequest, PolicyTemplate
from bridge.reason.wire import template_json
from bridge.testing import schemas
from bridge.testing.strategies import programs
from tests.conformance.documents import written
from tests.vectors import VECTORS, available, document, needs_vectors, rows, rows_read

pytestmark = [pytest.mark.vectors, needs_vectors]

VALIDATORS = {name: jsonschema.Draft202012Validator(one.json_schema()) for name, one in schemas.FORMATS.items()}
EXECUTED = {0, 2, 3, 4}
"""The reference's exit codes for input it takes."""

PUBLISHED = (
    "zerker.reason.action.v1",
    "zerker.reason.authorization.v1",
    "zerker.reason.authorization-bundle.v1",
    "zerker.reason.authorization-verification.v1",
    "zerker.reason.error.v1",
    "zerker.reason.policy-template.v1",
)


def assert_taken(name: str, value: Any) -> None:
    VALIDATORS[name].validate(value)
    schemas.validate(name, value)


def documents(pattern: str) -> dict[str, Any]:
    """The documents of the files that match, by the path below the vectors; counted as one line."""
    if not available():
        return {}
    found = {str(path.relative_to(VECTORS)): path for path in sorted(VECTORS.glob(pattern))}
    rows_read[f"schemas: {pattern}"] = len(found)
    return {name: strict_json.loads(path.read_bytes()) for name, path in found.items()}


def counted(values: Iterable[tuple[str, Any]]) -> Counter[str]:
    """Hold each document to the format named beside it, where it is one of ours; how many there were of each."""
    seen: Counter[str] = Counter()
    for name, value in values:
        if name in schemas.FORMATS:
            assert_taken(name, value)
            seen[name] += 1
    return seen


# What the reference systems write


def test_the_published_examples_and_what_the_reference_says_of_them() -> None:
    found = documents("reason/examples/*.json") | documents("reason/expected/*.json")
    seen = counted((value["schema"], value) for value in found.values())

    assert set(seen) >= {
        "zerker.reason.program.v2",
        "zerker.reason.result.v2",
        "zerker.reason.verification.v2",
        "zerker.reason.action.v1",
        "zerker.reason.authorization.v1",
        "zerker.reason.authorization-bundle.v1",
        "zerker.reason.authorization-verification.v1",
        "zerker.reason.policy-template.v1",
    }


def test_conformance_bundles_that_verify() -> None:
    manifest = document("reason/conformance/manifest.json")
    verified = [one for one in manifest["vectors"] if one["expected"]["status"] == "verified"]

    for vector in verified:
        assert_taken("zerker.reason.authorization-bundle.v1", document(f"reason/conformance/{vector['input']}"))
    assert len(verified) >= 5


@pytest.mark.parametrize("id", ["unknown-member", "wrong-schema", "malformed-certificate"])
def test_conformance_bundles_of_another_shape(id: str) -> None:
    value = document(f"reason/conformance/inputs/{id}.bundle.json")

    assert not VALIDATORS["zerker.reason.authorization-bundle.v1"].is_valid(value)


def test_whatever_the_reference_takes_and_prints_on_random_input() -> None:
    cases = rows("reason/random.jsonl.gz")
    taken = [json.loads(row["input"]) for row in cases if row["exit"] in EXECUTED]
    # The output of large results is not in the vectors, only its digest.
    printed = [json.loads(row["stdout"]) for row in cases if row.get("stdout")]

    assert counted((value["schema"], value) for value in taken).total() == len(taken) > 400
    assert counted((value["schema"], value) for value in printed).total() == len(printed) > 100


def said(envelope: Any) -> Any:
    return strict_json.loads(b64url.decode(envelope["payload"]))


def statements(envelopes: Iterable[Any]) -> list[tuple[str, Any]]:
    """Each statement with the name of its format."""
    found = [said(envelope) for envelope in envelopes]
    return [(statement["type"].replace("/", "."), statement) for statement in found]


def test_envelopes_statements_and_judgements_of_real_packages() -> None:
    envelopes = [
        *documents("receipts/packages/*.treeship/artifacts/*.json").values(),
        *documents("receipts/packages/*.treeship/record.json").values(),
        *documents("receipts/packages/honest-*/artifacts/*.json").values(),
        *(one["envelope"] for one in document("receipts/extra-envelopes.json")),
    ]
    stated = statements(envelopes)
    payloads = [(statement["kind"], statement["payload"]) for _, statement in stated if "kind" in statement]

    assert counted(("dsse-envelope", envelope) for envelope in envelopes).total() == len(envelopes)
    assert counted(stated).total() == len(envelopes)
    assert counted(payloads)["judgement.v1"] >= 5


def test_a_tampered_package_has_envelopes_all_the_same() -> None:
    tampered = documents("receipts/packages/tampered-*/artifacts/*.json")

    assert counted(("dsse-envelope", envelope) for envelope in tampered.values()).total() == len(tampered) > 0


def test_envelopes_and_statements_of_receipts_signed_from_seeds() -> None:
    envelopes = [json.loads(row["envelope_json"]) for row in rows("judge/signed-receipts.jsonl.gz")]

    assert counted(("dsse-envelope", envelope) for envelope in envelopes).total() == len(envelopes) > 0
    assert counted(statements(envelopes)).total() == len(envelopes)


# Their schemas on what we write


def published() -> Mapping[str, jsonschema.Draft202012Validator]:
    contents = {Path(name).name: value for name, value in documents("reason/schemas/*.json").items()}
    registry: referencing.Registry[Any] = referencing.Registry().with_contents(contents.items())
    return {
        name: jsonschema.Draft202012Validator(contents[f"{name}.schema.json"], registry=registry) for name in PUBLISHED
    }


def test_the_published_schemas_take_what_we_write(tmp_path: Path) -> None:
    theirs, ours = published(), written(tmp_path)

    for name in PUBLISHED:
        for value in ours[name]:
            theirs[name].validate(value)


def test_the_published_schemas_take_every_request_certificate_and_template() -> None:
    theirs = published()

    @given(programs.requests(), programs.templates())
    @settings(max_examples=50)
    def law(request: ActionRequest, template: PolicyTemplate) -> None:
        certificate = authorize(request)
        theirs["zerker.reason.authorization.v1"].validate(authorization_json(certificate))
        theirs["zerker.reason.authorization-bundle.v1"].validate(bundle_json(bundle(request, certificate)))
        theirs["zerker.reason.policy-template.v1"].validate(template_json(template))

    law()
