"""Exact-action authorization: what a request binds, what it may not say, and what the certificate lists."""

from typing import Any

import pytest
from hypothesis import given

from bridge.errors import ProgramInvalid
from bridge.reason import wire
from bridge.reason.action import authorize, bindings, bundle, effective_program, validate_request
from bridge.reason.action.bindings import encode
from bridge.reason.authorization import AuthorizationStatus
from bridge.reason.digests import request_digest
from bridge.reason.model import ActionRequest
from bridge.reason.validate import problems
from bridge.testing.strategies.programs import requests
from tests.unit.reason.programs import EVENING, MORNING, NOON, approval, passing, release

DIGEST = "sha256:" + "0" * 64
INVALID = "invalid action authorization request:\n"


def document(**parts: dict[str, Any]) -> dict[str, Any]:
    """A request to deploy, and a policy that allows it with an approval of the commit."""
    mission = {
        "id": "m1",
        "principal": "user:ann",
        "instruction_digest": DIGEST,
        "issued_at": MORNING,
        "valid_until": EVENING,
        "constraints": {"commit": "c1"},
    }
    action = {
        "id": "act1",
        "tool": "deploy",
        "proposed_at": NOON,
        "arguments": {"commit": "c1", "port": 443},
        "effects": [{"kind": "deploy", "resource": "production"}],
    }
    allow = {
        "id": "allow",
        "when": [
            ["mission_active", ["$m"]],
            ["mission_action", ["$m", "$a"]],
            ["mission_constraint", ["$m", "commit", "$c"]],
            ["action_argument", ["$a", "commit", "$c"]],
            ["approved", ["c1", True]],
        ],
        "then": ["action_authorized", ["$a"]],
    }
    deny = {
        "id": "deny",
        "when": [["action_argument", ["$a", "commit", "$c"]], ["approved", ["$c", False]]],
        "then": ["action_authorized", ["$a"], True],
    }
    policy = release(rules=[allow, deny], facts=[approval()], query=["action_authorized", ["act1"]])
    return {
        "schema": "zerker.reason.action.v1",
        "mission": {**mission, **parts.get("mission", {})},
        "action": {**action, **parts.get("action", {})},
        "policy": {**policy, **parts.get("policy", {})},
    }


def request(**parts: dict[str, Any]) -> ActionRequest:
    return wire.read_request(document(**parts))


@given(requests())
def test_a_well_formed_request_is_decided_and_its_certificate_reads_back(well_formed: ActionRequest) -> None:
    decided = authorize(well_formed)
    assert decided.status is AuthorizationStatus.of(decided.reasoning.status)
    assert wire.read_authorization(wire.authorization_json(decided)) == decided
    whole = bundle(well_formed, decided)
    assert wire.read_bundle(wire.bundle_json(whole)) == whole


@given(requests())
def test_the_effective_program_is_the_policy_and_the_bindings_and_is_valid(well_formed: ActionRequest) -> None:
    program = effective_program(well_formed)
    policy = well_formed.policy
    assert problems(program) == []
    assert program.facts == (*policy.facts, *bindings(well_formed))
    assert (program.rules, program.evaluation_time) == (policy.rules, policy.evaluation_time)


@pytest.mark.parametrize(
    ("facts", "status"),
    [
        ([approval()], "authorized"),
        ([approval(arguments=["c1", False])], "denied"),
        ([approval(), approval(id="a2", arguments=["c1", False])], "conflicted"),
        ([], "insufficient_evidence"),
    ],
)
def test_the_four_answers(facts: list[Any], status: str) -> None:
    assert authorize(request(policy={"facts": facts})).status.value == status


def test_what_a_request_binds() -> None:
    bound = bindings(request(action={"effects": [{"kind": "k", "resource": "r", "value": {"b": 1, "a": [None]}}]}))
    names = [fact.id.removeprefix("zerker.action.binding.") for fact in bound]
    assert [name[: name.rfind(".") + 9] for name in names] == [
        "mission.active",
        "mission.action",
        "mission.principa",
        "mission.instruct",
        names[4][: len("mission.constraint.") + 8],
        "action.tool",
        names[6][: len("action.argument.") + 8],
        names[7][: len("action.argument.") + 8],
        "action.effect.0000",
    ]
    assert [fact.observed_at for fact in bound] == [MORNING, NOON, MORNING, MORNING, MORNING, NOON, NOON, NOON, NOON]
    assert [fact.valid_until for fact in bound] == [EVENING] * 5 + [None] * 4
    assert {fact.authority for fact in bound} == {"system-bound"}
    assert bound[7].arguments == ("act1", "port", "number:443")
    assert bound[8].arguments == ("act1", "k", "r", 'json:{"a":[null],"b":1}')


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("as it is", "as it is"),
        (443, "number:443"),
        (1e16, "number:1e+16"),
        (-0.0, "number:-0.0"),
        (True, "boolean:true"),
        (None, "null:"),
        ([1, "é"], 'json:[1,"é"]'),
        ({"b": 1, "a": 2}, 'json:{"a":2,"b":1}'),
    ],
)
def test_how_a_value_stands_in_an_atom(value: Any, text: str) -> None:
    assert encode(value) == text


def test_no_fact_of_the_policy_can_authorize_and_a_mission_that_ended_does_not() -> None:
    assert authorize(request(mission={"valid_until": NOON})).status is AuthorizationStatus.INSUFFICIENT_EVIDENCE
    assert authorize(request(mission={"constraints": {"commit": "c2"}})).status is not AuthorizationStatus.AUTHORIZED


@pytest.mark.parametrize(
    ("parts", "lines"),
    [
        ({"mission": {"id": " ", "principal": ""}}, [
            "$.mission.id: must not be empty", "$.mission.principal: must not be empty"
        ]),
        ({"mission": {"instruction_digest": DIGEST.upper()}}, [
            "$.mission.instruction_digest: expected sha256 followed by 64 lowercase hexadecimal characters"
        ]),
        ({"action": {"tool": "\n"}}, ["$.action.tool: must not be empty"]),
        ({"mission": {"constraints": {"": 1}}, "action": {"arguments": {" ": 1}}}, [
            "$.mission.constraints key: must not be empty", "$.action.arguments key: must not be empty"
        ]),
        ({"action": {"effects": [["k", ""], ["", "r"]]}}, [
            "$.action.effects[0].resource: must not be empty", "$.action.effects[1].kind: must not be empty"
        ]),
        ({"action": {"id": "other"}}, ['$.policy.query: expected action_authorized("other")']),
        ({"policy": {"query": ["action_authorized", ["act1"], True]}}, [
            '$.policy.query: expected action_authorized("act1")'
        ]),
        ({"policy": {"schema": "zerker.reason.program.v1"}}, [
            '$.policy.schema: action authorization requires "zerker.reason.program.v2"'
        ]),
        ({"policy": {"facts": [
            passing(predicate="mission_active", id="zerker.action.binding.x", authority="system-bound")
        ]}}, [
            '$.policy.facts[0].predicate: "mission_active" is reserved for request bindings',
            '$.policy.facts[0].id: prefix "zerker.action.binding." is reserved',
            '$.policy.facts[0].authority: "system-bound" is reserved',
        ]),
        ({"policy": {"rules": [{"id": "r", "when": [], "then": ["action_tool", ["a", "b"]]}]}}, [
            '$.policy.rules[0].then.predicate: "action_tool" can only be supplied by request bindings'
        ]),
    ],
)  # fmt: skip
def test_what_a_request_may_not_say(parts: dict[str, Any], lines: list[str]) -> None:
    with pytest.raises(ProgramInvalid) as caught:
        authorize(request(**parts))
    assert caught.value.message == INVALID + "\n".join(lines)
    assert caught.value.where == lines[0].partition(": ")[0]


def test_the_reserved_class_and_predicates_are_refused_in_the_order_of_their_list() -> None:
    policy = document()["policy"]
    policy["authority"] = {
        "classes": ["system-bound"],
        "default_admit": ["system-bound"],
        "predicate_admit": {"ship": ["system-bound"], "action_effect": []},
    }
    policy["ontology"]["predicates"] |= {"action_effect": [[]], "action_authorized": [[]]}
    with pytest.raises(ProgramInvalid) as caught:
        validate_request(request(policy=policy))
    assert caught.value.message.splitlines()[1:] == [
        '$.policy.authority.classes: "system-bound" is reserved for request bindings',
        '$.policy.authority.default_admit: "system-bound" is reserved for request bindings',
        '$.policy.authority.predicate_admit.ship: "system-bound" is reserved for request bindings',
        "$.policy.ontology.predicates.action_authorized: reserved for action authorization",
        "$.policy.ontology.predicates.action_effect: reserved for action authorization",
        "$.policy.authority.predicate_admit.action_effect: reserved for action authorization",
    ]


@pytest.mark.parametrize(
    ("parts", "line"),
    [
        ({"action": {"arguments": {"k": "$HOME"}}}, "$.facts[7].arguments[2]: variables are not allowed here"),
        ({"mission": {"issued_at": "today"}}, "$.facts[1].observed_at: expected canonical UTC"),
        ({"action": {"effects": [["k", "r"], ["k", "r"]]}}, "$.facts: active facts"),
    ],
)
def test_problems_of_the_effective_program_count_its_facts(parts: dict[str, Any], line: str) -> None:
    with pytest.raises(ProgramInvalid) as caught:
        authorize(request(**parts))
    assert caught.value.message.startswith(f"{INVALID}invalid program:\n{line}")


def test_a_dollar_alone_or_inside_a_value_is_text() -> None:
    assert (
        authorize(request(action={"arguments": {"commit": "c1", "a": "$", "b": ["$x"]}})).status.value == "authorized"
    )


def codes(**parts: dict[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    return [(issue.code, issue.fact_ids) for issue in authorize(request(**parts)).issues]


def test_the_issues_of_each_answer() -> None:
    refusal = approval(id="a2", arguments=["c1", False])
    assert codes() == []
    assert codes(policy={"facts": []}) == [("missing_requirement", ())]
    assert codes(policy={"facts": [refusal]}) == [("explicit_denial", ())]
    bound = "zerker.action.binding."
    [(code, facts)] = codes(policy={"facts": [approval(), refusal]})
    assert code == "conflicting_authorization"
    assert {fact for fact in facts if not fact.startswith(bound)} == {"a1", "a2"}
    assert codes(policy={"rules": []}) == [("no_authorization_derivation", ())]


def test_facts_that_did_not_count_are_listed_whatever_the_answer() -> None:
    facts = [
        approval(observed_at=MORNING),
        approval(id="a0", authority="tool-reported"),
        passing(),
        passing(id="t2", observed_at=NOON, supersedes=["t1"]),
        passing(id="t3", arguments=["c9", 41], valid_until=NOON),
    ]
    assert codes(policy={"facts": facts}) == [
        ("authority_withheld", ("a0",)),
        ("superseded", ("t1", "t2")),
        ("temporally_ineligible", ("t3",)),
    ]


def test_the_number_443_and_the_text_for_it_share_an_atom_but_no_digest() -> None:
    number = request(action={"arguments": {"port": 443}})
    text = request(action={"arguments": {"port": "number:443"}})
    assert bindings(number)[6].arguments == bindings(text)[6].arguments
    assert request_digest(number) != request_digest(text)
