"""Decisions by a bundle, and everything that binds one to it."""

import copy
from typing import Any

import pytest

from bridge import checker
from bridge.errors import BridgeError, ProgramInvalid
from bridge.reason import policy, wire
from bridge.reason.action import authorize
from bridge.reason.action import bundle as request_and_certificate
from bridge.reason.policy import documents, limits
from bridge.reason.policy.authorization import Summary
from tests.unit.policy.building import (
    NOON,
    authorization_input,
    bundle_document,
    data,
    on_shelf,
    recommitted,
    reserved,
    template,
)


def decide(document: dict[str, Any]) -> policy.PolicyAuthorization:
    """A decision as the workflow makes it."""
    given = policy.read_authorization_input(data(document))
    request = policy.expand(given)
    decided = request_and_certificate(request, authorize(request))
    verified = checker.verify_bundle(wire.bundle_json(decided))
    return policy.authorization_of(given.policy_bundle, decided, Summary(*verified))


def verify(document: Any) -> checker.AuthorizationVerification:
    """A verification as the workflow makes it."""
    parsed = documents.parse(data(document), limits.MAX_VERIFICATION_INPUT_BYTES)
    given = policy.read_verification_input(parsed)
    policy.check_expansion(given)
    verified = checker.verify_bundle(wire.bundle_json(given.policy_authorization.authorization))
    policy.check_summary(given.policy_authorization, Summary(*verified))
    return verified


def verification_input(**changes: Any) -> dict[str, Any]:
    given = authorization_input(**changes)
    return {
        "schema": "zerker.reason.policy-authorization-verification-input.v1",
        "policy_bundle": given["policy_bundle"],
        "policy_authorization": policy.policy_authorization_json(decide(given)),
    }


VALID = verification_input()


@pytest.mark.parametrize(
    ("facts", "status"),
    [
        ([on_shelf("atlas")], "authorized"),
        ([], "insufficient_evidence"),
        ([reserved("atlas")], "denied"),
        ([on_shelf("atlas"), reserved("atlas")], "conflicted"),
        ([on_shelf("atlas", authority="human-authorized")], "insufficient_evidence"),
    ],
)
def test_the_bundles_policy_decides_and_its_decision_verifies(facts: list[Any], status: str) -> None:
    bundle = recommitted(bundle_document(policy=template(facts=facts)))
    document = verification_input(policy_bundle=bundle)
    assert document["policy_authorization"]["authorization_status"] == status
    assert verify(document).authorization_status == status


def test_the_request_has_the_calls_clock_and_query_and_the_bundles_policy() -> None:
    request = decide(authorization_input()).authorization.request
    assert request.policy.evaluation_time == NOON
    assert wire.atom_json(request.policy.query) == {"predicate": "action_authorized", "arguments": ["loan_1"]}
    assert [wire.rule_json(rule) for rule in request.policy.rules] == template()["rules"]


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"evaluation_time": "2026-04-01T12:00:00+00:00"}, "$.evaluation_time"),
        ({"mission": {**authorization_input()["mission"], "principal": " "}}, "$.mission.principal"),
        ({"action": {**authorization_input()["action"], "id": "$loan"}}, "$.facts[2].arguments[1]"),
    ],
)
def test_a_call_that_makes_no_sense_is_refused(change: dict[str, Any], at: str) -> None:
    with pytest.raises(ProgramInvalid) as caught:
        decide(authorization_input(**change))
    assert caught.value.message.startswith("organization policy authorization failed: invalid action authorization")
    assert f"{at}: " in caught.value.message


def test_a_call_that_is_still_to_come_is_not_authorized() -> None:
    action = {**authorization_input()["action"], "proposed_at": "2026-04-01T12:00:01Z"}
    assert decide(authorization_input(action=action)).authorization_status == "insufficient_evidence"


def test_a_bundle_that_does_not_hold_decides_nothing() -> None:
    with pytest.raises(ProgramInvalid, match=r"\$\.bundle_digest"):
        decide(authorization_input(policy_bundle=bundle_document(policy=template(facts=[]))))


DIGEST = "sha256:" + "e" * 64
AUTHORIZATION = ("policy_authorization",)
REQUEST = (*AUTHORIZATION, "authorization", "request")
CHANGES: list[tuple[tuple[str | int, ...], Any]] = [
    ((*AUTHORIZATION, "policy_bundle_digest"), DIGEST),
    ((*AUTHORIZATION, "authorization_status"), "denied"),
    ((*AUTHORIZATION, "request_digest"), DIGEST),
    ((*AUTHORIZATION, "reasoning_result_digest"), DIGEST),
    ((*AUTHORIZATION, "schema"), "zerker.reason.policy-authorization.v0"),
    ((*AUTHORIZATION, "request_digest"), "none"),
    ((*AUTHORIZATION, "authorization", "schema"), "zerker.reason.authorization-bundle.v0"),
    ((*AUTHORIZATION, "authorization", "certificate", "status"), "denied"),
    ((*AUTHORIZATION, "authorization", "certificate", "request_digest"), DIGEST),
    ((*REQUEST, "mission", "principal"), "user:other"),
    ((*REQUEST, "mission", "constraints"), {"a": 1}),
    ((*REQUEST, "action", "tool"), "sell"),
    ((*REQUEST, "action", "arguments", "book"), {"nested": "atlas"}),
    ((*REQUEST, "policy", "rules"), []),
    ((*REQUEST, "policy", "evaluation_time"), "2026-04-02T12:00:00Z"),
    ((*REQUEST, "policy", "evaluation_time"), None),
    (("policy_bundle", "policy", "ontology", "version"), "2"),
    (("policy_bundle", "sources", 0, "digest"), DIGEST),
    (("schema",), "zerker.reason.policy-authorization-verification-input.v0"),
]


def changed(path: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    document = copy.deepcopy(VALID)
    container: Any = document
    for step in path[:-1]:
        container = container[step]
    container[path[-1]] = value
    return document


@pytest.mark.parametrize(("path", "value"), CHANGES)
def test_no_binding_and_no_copy_can_be_changed(path: tuple[str | int, ...], value: Any) -> None:
    assert verify(VALID).authorization_status == "authorized"
    with pytest.raises(BridgeError):
        verify(changed(path, value))


def test_a_decision_by_another_policy_is_not_this_bundles() -> None:
    other = recommitted(bundle_document(policy=template(rules=[])))
    document = {**VALID, "policy_bundle": other}
    document["policy_authorization"] = {
        **VALID["policy_authorization"],
        "policy_bundle_digest": other["bundle_digest"],
    }
    with pytest.raises(ProgramInvalid) as caught:
        verify(document)
    assert caught.value.where == "$.policy_authorization.authorization.request"


def test_an_authorization_has_a_bound() -> None:
    # What does not count is said with its reason, and said again among the issues.
    facts = [on_shelf(f"book_{i}_{'x' * 90}", authority="human-authorized") for i in range(2500)]
    bundle = recommitted(bundle_document(policy=template(facts=facts)))
    with pytest.raises(ProgramInvalid, match=r"\$: serialized policy authorization output exceeds the 2097152-byte"):
        decide(authorization_input(policy_bundle=bundle))
