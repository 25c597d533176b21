"""Every document of the family is read the same way: bounded, strict, closed, numbers as they print."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from bridge.errors import BridgeError, InputError, JsonError, LimitError, ProgramInvalid, ShapeError
from bridge.reason import policy
from bridge.reason.policy import documents, limits
from tests.unit.policy.building import authorization_input, bundle_document, data, manifest, template


def read_verification(given: bytes) -> policy.VerificationInput:
    return policy.read_verification_input(documents.parse(given, limits.MAX_VERIFICATION_INPUT_BYTES))


READERS: list[tuple[Callable[[bytes], Any], dict[str, Any], int]] = [
    (policy.read_manifest, manifest(), 256 * 1024),
    (policy.read_template, template(), 1024 * 1024),
    (policy.read_bundle, bundle_document(), 2 * 1024 * 1024),
    (policy.read_authorization_input, authorization_input(), 2 * 1024 * 1024),
]
every_reader = pytest.mark.parametrize(
    ("read", "document", "limit"), READERS, ids=["manifest", "template", "bundle", "input"]
)


@every_reader
def test_a_document_of_its_format_is_read(read: Callable[[bytes], Any], document: dict[str, Any], limit: int) -> None:
    assert read(data(document)).schema == document["schema"]


@every_reader
def test_the_last_byte_allowed_is_read_and_no_more(
    read: Callable[[bytes], Any], document: dict[str, Any], limit: int
) -> None:
    assert read(data(document).ljust(limit)) == read(data(document))
    with pytest.raises(LimitError, match=f"organization policy JSON exceeds the {limit}-byte limit"):
        read(data(document).ljust(limit + 1))


@every_reader
def test_members_that_nobody_declares_are_refused(
    read: Callable[[bytes], Any], document: dict[str, Any], limit: int
) -> None:
    for name in ("query", "extra"):
        with pytest.raises(ShapeError, match=f"^invalid organization policy JSON: unknown field `{name}`"):
            read(data({**document, name: "x"}))


@every_reader
def test_another_schema_is_refused(read: Callable[[bytes], Any], document: dict[str, Any], limit: int) -> None:
    with pytest.raises(
        ProgramInvalid, match=r"^invalid organization policy contract:\n\$\.schema: expected "
    ) as caught:
        read(data({**document, "schema": document["schema"][:-1] + "9"}))
    assert caught.value.where == "$.schema"


@every_reader
def test_a_member_given_twice_is_refused(read: Callable[[bytes], Any], document: dict[str, Any], limit: int) -> None:
    twice = '{"schema": "x", ' + json.dumps(document)[1:]
    with pytest.raises(JsonError, match=r"^invalid organization policy JSON: duplicate object member `schema`"):
        read(twice.encode())


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        (b"", JsonError, "invalid organization policy JSON: "),
        (b"{", JsonError, "at line 1 column 2"),
        (b"NaN", JsonError, "invalid organization policy JSON: "),
        (b'"\xff"', InputError, "organization policy JSON is not UTF-8: "),
        (b"[]", ShapeError, "missing field `schema`"),
        (b"null", ShapeError, "expected struct PolicySourceManifest"),
        (b'{"schema": "x"}', ShapeError, "missing field `sources` at $.sources"),
    ],
)
def test_what_is_no_document_is_refused(given: bytes, error: type[BridgeError], says: str) -> None:
    with pytest.raises(error) as caught:
        policy.read_manifest(given)
    assert says in caught.value.message


def test_a_number_is_named_by_its_byte() -> None:
    document = data(authorization_input(book="seven")).replace(b'"seven"', b"7.0e0")
    at = document.index(b"7.0e0")
    with pytest.raises(ProgramInvalid) as caught:
        policy.read_authorization_input(document)
    assert caught.value.message == (f"invalid organization policy contract:\nnon-canonical JSON number at byte {at}")


@pytest.mark.parametrize("number", ["0", "-0.0", "7.5", "9007199254740993"])
def test_a_number_that_prints_as_it_stands_is_kept(number: str) -> None:
    document = data(authorization_input(book="seven")).replace(b'"seven"', number.encode())
    assert repr(policy.read_authorization_input(document).action.arguments["book"]) == number


def test_a_document_is_measured_as_it_prints_in_full() -> None:
    # Short as it is written, each atom prints with the arguments that were left out.
    rules = [{"id": f"r{i}", "when": [{"predicate": "p"}] * 50, "then": {"predicate": "p"}} for i in range(900)]
    ontology = {"id": "o", "version": "1", "predicates": {"p": {"arguments": []}}}
    written = json.dumps(template(ontology=ontology, rules=rules, facts=[]), separators=(",", ":")).encode()
    assert len(written) < limits.MAX_TEMPLATE_BYTES
    with pytest.raises(ProgramInvalid, match=r"\$: serialized policy template exceeds the 1048576-byte limit"):
        policy.read_template(written)
