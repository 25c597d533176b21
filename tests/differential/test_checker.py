"""The checker against the reference kernel's own documents: its examples, conformance vectors and random cases."""

import json
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from typing import Any

import pytest

from bridge.checker import Level, verification_json, verify, verify_authorization, verify_bundle
from bridge.checker.canonical import compact
from bridge.checker.documents import CERTIFICATE, REQUEST, RESULT
from bridge.checker.requests import effective_program
from bridge.checker.results import recompute
from bridge.checker.terms import Program
from bridge.checker.validation import validate
from bridge.core.strict_json import loads
from bridge.errors import BridgeError, CheckFailed, ShapeError
from tests.vectors import VECTORS, available, document, needs_vectors, rows

pytestmark = [pytest.mark.vectors, needs_vectors]

REASON = VECTORS / "reason"
EXAMPLES = sorted(path.name.removesuffix(".check.json") for path in REASON.glob("expected/*.check.json"))
REQUESTS = sorted(
    path.name.removesuffix(".certificate.json")
    for path in REASON.glob("expected/*.certificate.json")
    if (REASON / "examples" / path.name.replace(".certificate", "")).exists()
)


def read(name: str) -> Any:
    return loads((REASON / name).read_bytes())


def printed(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


@cache
def tampered() -> list[dict[str, Any]]:
    return rows("reason/tampered.jsonl.gz")


def accepted(row: dict[str, Any], level: Level) -> bool:
    program, result = loads(row["input"]), loads(json.dumps(row["result"]))
    try:
        if row["command"] == "check":
            verify(program, result, level=level)
        else:
            verify_authorization(program, result)
    except (CheckFailed, ShapeError):
        return False
    return True


def reading(row: dict[str, Any]) -> str | None:
    read_typed = RESULT if row["command"] == "check" else CERTIFICATE
    try:
        return compact(read_typed(row["result"], "$"))
    except ShapeError:
        return None


def test_what_the_reference_accepts_or_refuses_the_reference_level_does() -> None:
    wrong = [(row["id"], row["where"]) for row in tampered() if accepted(row, Level.REFERENCE) != row["accepted"]]
    assert wrong == []


def test_the_complete_level_refuses_everything_that_reads_differently() -> None:
    originals = {row["id"]: reading(row) for row in tampered() if row["where"] == ""}
    wrong = [
        (row["id"], row["where"])
        for row in tampered()
        if accepted(row, Level.COMPLETE) != (reading(row) == originals[row["id"]])
    ]
    assert wrong == []
    beyond = [row for row in tampered() if row["accepted"] and reading(row) != originals[row["id"]]]
    assert len(beyond) >= 20, "the vectors hold changes that only the complete level refuses"


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_verification_prints_the_references_bytes(name: str) -> None:
    expected = (REASON / f"expected/{name}.verify.json").read_text(encoding="utf-8")
    program, result = read(f"examples/{name}.json"), read(f"expected/{name}.check.json")
    if "error" in json.loads(expected):
        with pytest.raises(CheckFailed) as caught:
            verify(program, result)
        assert caught.value.message == json.loads(expected)["error"]
    else:
        assert printed(verification_json(verify(program, result))) == expected


@pytest.mark.parametrize("name", REQUESTS)
def test_an_authorization_verification_prints_the_references_bytes(name: str) -> None:
    verified = verify_authorization(read(f"examples/{name}.json"), read(f"expected/{name}.certificate.json"))
    expected = (REASON / f"expected/{name}.verification.json").read_text(encoding="utf-8")
    assert printed(verification_json(verified)) == expected


def test_the_examples_are_all_there() -> None:
    assert (len(EXAMPLES), len(REQUESTS)) == (9, 2)


def conformance() -> list[Any]:
    return list(document("reason/conformance/manifest.json")["vectors"]) if available() else []


@pytest.mark.parametrize("vector", conformance(), ids=lambda vector: vector["id"])
def test_a_conformance_vector(vector: dict[str, Any]) -> None:
    data = (REASON / "conformance" / vector["input"]).read_bytes()
    assert sha256(data).hexdigest() == vector["input_sha256"]
    expected = vector["expected"]
    if expected["status"] == "error":
        with pytest.raises(BridgeError):
            verify_bundle(loads(data))
    else:
        verification = verification_json(verify_bundle(loads(data)))
        assert verification == {key: expected[key] for key in verification}


def answers() -> Iterator[tuple[dict[str, Any], Any]]:
    """Each random case with what the checker recomputes, or None where it refuses."""
    for row in rows("reason/random.jsonl.gz"):
        try:
            value = loads(row["input"])
            if row["command"] == "check":
                program = Program.read(value)
                validate(program)
            else:
                program = effective_program(REQUEST(value, "$"))
            yield row, recompute(program)
        except BridgeError:
            yield row, None


def test_every_random_case_is_recomputed_to_the_byte_or_refused() -> None:
    wrong = []
    for row, recomputed in answers():
        if recomputed is None:
            agrees = row["exit"] == 1
        elif row["command"] == "check":
            agrees = row["stdout_sha256"] == sha256(printed(recomputed).encode()).hexdigest()
        else:
            agrees = row["exit"] == {"proved": 0, "unknown": 2, "disproved": 3, "inconsistent": 4}[recomputed["status"]]
        wrong += [] if agrees else [row["id"]]
    assert wrong == []
