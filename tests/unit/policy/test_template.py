"""Templates: valid exactly where a request can be made of them."""

from typing import Any

import pytest

from bridge.errors import ProgramInvalid, ShapeError
from bridge.reason import policy
from tests.unit.policy.building import data, on_shelf, template


def refusal(**changes: Any) -> str:
    with pytest.raises(ProgramInvalid) as caught:
        policy.read_template(data(template(**changes)))
    assert caught.value.message.startswith(
        "invalid organization policy contract:\n$.policy: invalid action authorization request:\n"
    )
    return caught.value.message


def test_facts_of_every_time_are_validated() -> None:
    policy.read_template(data(template(facts=[on_shelf("atlas", observed_at="9999-12-31T23:59:59Z")])))
    assert "$.facts[0].observed_at" in refusal(facts=[on_shelf("atlas", observed_at="tomorrow")])


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"classes": ["tool-reported", "system-bound"]}, "$.policy.authority.classes: "),
        ({"default_admit": ["system-bound"]}, "$.policy.authority.default_admit: "),
        ({"predicate_admit": {"on_shelf": ["system-bound"]}}, "$.policy.authority.predicate_admit.on_shelf: "),
        ({"predicate_admit": {"action_tool": ["tool-reported"]}}, "$.policy.authority.predicate_admit.action_tool: "),
    ],
)
def test_what_a_request_binds_is_no_policys_to_admit(changes: dict[str, Any], says: str) -> None:
    authority = {**template()["authority"], "classes": ["human-authorized", "tool-reported"], **changes}
    assert says in refusal(authority=authority)


def test_only_the_goal_may_be_concluded() -> None:
    rules = template()["rules"]
    rules[0]["then"] = {"predicate": "action_tool", "arguments": ["$action", "lend"]}
    assert "$.policy.rules[0].then.predicate" in refusal(rules=rules)


def test_facts_of_the_action_are_no_templates_to_state() -> None:
    assert "$.policy.facts[0].authority" in refusal(facts=[on_shelf("atlas", authority="system-bound")])


@pytest.mark.parametrize("member", ["ontology", "authority", "facts", "rules"])
def test_every_part_is_there(member: str) -> None:
    document = template()
    del document[member]
    with pytest.raises(ShapeError, match=f"missing field `{member}`"):
        policy.read_template(data(document))
