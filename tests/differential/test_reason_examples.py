"""The public examples: results, certificates, bundles and human text, byte for byte."""

from typing import Any

import pytest

from bridge.core.canonical import pretty
from bridge.reason import wire
from bridge.reason.action import authorize, bundle
from bridge.reason.check import check
from bridge.reason.engine import naive
from bridge.render import reason_text
from tests.vectors import VECTORS, document, needs_vectors

pytestmark = [pytest.mark.vectors, needs_vectors]

PROGRAMS = [
    "blocked",
    "disproved",
    "expired",
    "inconsistent",
    "overlap",
    "ready",
    "superseded",
    "untrusted",
    "wrong-commit",
]
REQUESTS = ["authorize-deploy", "authorize-deploy-judged"]


def expected(name: str) -> str:
    return (VECTORS / "reason/expected" / name).read_text(encoding="utf-8")


def written(members: dict[str, Any]) -> str:
    return pretty(members) + "\n"


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_check(name: str) -> None:
    program = wire.read_program(document(f"reason/examples/release-{name}.json"))
    result = check(program)
    assert written(wire.result_json(result)) == expected(f"release-{name}.check.json")
    assert reason_text.check(result) == expected(f"release-{name}.check.txt")
    assert check(program, engine=naive.evaluate) == result


@pytest.mark.parametrize("name", REQUESTS)
def test_an_authorization(name: str) -> None:
    decided = authorize(wire.read_request(document(f"reason/examples/{name}.json")))
    assert written(wire.authorization_json(decided)) == expected(f"{name}.certificate.json")
    assert reason_text.authorization(decided) == expected(f"{name}.txt")


def test_the_request_of_a_release_its_certificate_and_its_bundle() -> None:
    request = wire.read_request(document("reason/expected/release.request.json"))
    decided = authorize(request)
    assert written(wire.authorization_json(decided)) == expected("release.certificate.json")
    assert written(wire.bundle_json(bundle(request, decided))) == expected("release.bundle.json")


@pytest.mark.parametrize(
    "name", ["authorized", "unknown", "denied", "conflict", "expired", "gateway-bound", "rakhshak-bound"]
)
def test_the_certificate_in_a_bundle_of_the_conformance_corpus_is_the_one_we_make(name: str) -> None:
    whole = wire.read_bundle(document(f"reason/conformance/inputs/{name}.bundle.json"))
    assert authorize(whole.request) == whole.certificate
    assert wire.read_bundle(wire.bundle_json(whole)) == whole
