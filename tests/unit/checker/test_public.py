"""What the checker offers, and the names and bounds that others rely on."""

import pytest

import bridge.checker
from bridge.checker import Level, authorization, chaining, report, requests, results, shapes, terms


def test_every_name_it_offers_is_there() -> None:
    assert sorted(bridge.checker.__all__) == [
        "AuthorizationVerification",
        "Level",
        "Verification",
        "verification_json",
        "verify",
        "verify_authorization",
        "verify_bundle",
    ]
    assert all(hasattr(bridge.checker, name) for name in bridge.checker.__all__)


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        (terms.PROGRAM_V1, "program.v1"),
        (terms.PROGRAM_V2, "program.v2"),
        (results.RESULT_V1, "result.v1"),
        (results.RESULT_V2, "result.v2"),
        (requests.ACTION_V1, "action.v1"),
        (authorization.AUTHORIZATION_V1, "authorization.v1"),
        (authorization.BUNDLE_V1, "authorization-bundle.v1"),
        (report.VERIFICATION_V1, "verification.v1"),
        (report.VERIFICATION_V2, "verification.v2"),
        (report.AUTHORIZATION_VERIFICATION_V1, "authorization-verification.v1"),
    ],
)
def test_a_schema_has_its_name(name: str, schema: str) -> None:
    assert name == f"zerker.reason.{schema}"


def test_the_levels_have_names() -> None:
    assert {level.name: level.value for level in Level} == {"REFERENCE": "reference", "COMPLETE": "complete"}


def test_the_bounds_are_those_that_are_documented() -> None:
    assert (chaining.MAX_ROUNDS, chaining.MAX_ATOMS, chaining.MAX_STEPS) == (1024, 1_000_000, 10_000_000)
    assert shapes.MAX_DEPTH == 127
