"""A program decides: it refuses, lets go on, or leaves the call to a person."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from bridge.errors import CheckFailed
from bridge.receipts.model import ActionStatement
from bridge.receipts.store import Store
from bridge.workflows.workspace import Workspace
from tests.unit.gate.hook import event, run
from tests.unit.gate.test_signing import payload, receipts

PERMITTED = [
    {
        "id": "permit_bash",
        "predicate": "tool_allowed",
        "arguments": ["Bash"],
        "authority": "human-authorized",
        "observed_at": "2026-01-01T00:00:00Z",
    }
]
FORBIDDEN = [{**PERMITTED[0], "id": "forbid_write", "predicate": "tool_forbidden", "arguments": ["Write"]}]
GATE = {"BRIDGE_PROGRAM": "bridge:gates/tool_call"}

BLIND = """
action policy "blind" version "1".
authority human-authorized, model-judged.
admit human-authorized by default.
predicate tool_allowed(tool: string).
rule permit: action_authorized($action) if mission_active($m), mission_action($m, $action), action_tool($action, $tool),
  tool_allowed($tool).
"""


def with_facts(home: Path, *facts: list[dict[str, Any]]) -> dict[str, str]:
    names = []
    for number, some in enumerate(facts):
        path = home / f"facts{number}.json"
        path.write_text(json.dumps(some))
        names.append(str(path))
    return {**GATE, "BRIDGE_FACTS": os.pathsep.join(names)}


def test_what_the_program_authorizes_goes_on(home: Path) -> None:
    said = run(event("ls"), environment=with_facts(home, PERMITTED))
    assert (said.code, said.out) == (0, "")


def test_what_it_does_not_decide_is_asked_about_and_names_what_it_lacks(home: Path) -> None:
    said = run(event("ls"), environment=GATE)
    assert said.decision == "ask"
    assert "it lacks tool_allowed" in said.out


def test_what_it_denies_is_refused_by_the_names_of_its_rules(home: Path) -> None:
    said = run(event("rm -rf / # s3cret"), environment=with_facts(home, PERMITTED))
    assert said.decision == "deny"
    assert "denied by program bridge:gates/tool_call on veto" in said.out
    assert "s3cret" not in said.out


def test_the_action_is_signed_first_and_is_what_everything_else_is_about(home: Path) -> None:
    run(event("rm -rf /"), environment=with_facts(home, PERMITTED))
    with Store(Workspace(home).store, create=False) as store:
        first = store.get(store.ids()[0])
    assert isinstance(first.statement, ActionStatement)
    assert {one.subject.artifact_id for one in receipts(home) if one.subject} == {first.artifact_id}
    blocked = receipts(home)[-1]
    assert blocked.kind == "blocked.v1"
    assert payload(blocked)["reason_class"] == "policy_threshold_exceeded"


def test_an_operators_standing_rule_is_a_fact(home: Path) -> None:
    write = event(tool_name="Write", tool_input={"file_path": str(home / "a"), "content": ""})
    said = run(write, environment=with_facts(home, PERMITTED, FORBIDDEN))
    assert "on forbid" in said.out
    assert said.decision == "deny"


def test_a_judge_that_the_program_does_not_read_still_refuses(home: Path) -> None:
    (home / "blind.reason").write_text(BLIND)
    environment = {**with_facts(home, PERMITTED), "BRIDGE_PROGRAM": "blind.reason"}
    assert run(event("ls"), environment=environment).decision is None
    refused = run(event("rm -rf /"), environment=environment)
    assert refused.decision == "deny"
    assert "refused by judge" in refused.out


def test_without_the_judges_answer_the_program_goes_by_the_other_facts(home: Path) -> None:
    environment = {**with_facts(home, PERMITTED), "TREESHIP_JUDGE": "http://127.0.0.1:1/"}
    said = run(event("ls"), environment=environment)
    assert said.decision == "ask"
    assert "it lacks judged_" in said.out
    assert "judge unavailable" in said.err
    assert "was left to the program" in said.err


def test_without_a_judge_the_program_decides_alone(home: Path) -> None:
    (home / "blind.reason").write_text(BLIND)
    environment = {**with_facts(home, PERMITTED), "BRIDGE_PROGRAM": "blind.reason", "BRIDGE_JUDGE": "none"}
    assert run(event("rm -rf /"), environment=environment).decision is None
    assert run(event("ls"), environment={**environment, "BRIDGE_FACTS": ""}).decision == "ask"


@pytest.mark.parametrize("source", ["rule broken", "", 'program "p" version "1".', None])
def test_the_operator_is_asked_where_the_program_cannot_be_used(home: Path, source: str | None) -> None:
    if source is not None:
        (home / "p.reason").write_text(source)
    said = run(event("ls"), environment={"BRIDGE_PROGRAM": "p.reason"})
    assert said.decision == "ask"
    assert "p.reason cannot be used" in said.out
    assert run(event("rm -rf /"), environment={"BRIDGE_PROGRAM": "p.reason"}).decision == "deny"


def test_facts_that_cannot_be_used_are_the_same(home: Path) -> None:
    (home / "facts.json").write_text("[{}]")
    said = run(event("ls"), environment={**GATE, "BRIDGE_FACTS": "facts.json"})
    assert (said.decision, "cannot be used" in said.out) == ("ask", True)


def test_a_decision_that_does_not_hold_is_asked_about(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unproved(*_: object, **__: object) -> None:
        raise CheckFailed("the proof does not hold")

    monkeypatch.setattr("bridge.workflows.gating.program.decide", unproved)
    said = run(event("ls"), environment=with_facts(home, PERMITTED))
    assert (said.decision, "the proof does not hold" in said.err) == ("ask", True)


def test_a_call_that_the_program_cannot_take_is_asked_about(home: Path) -> None:
    said = run(event(tool_name="$tool"), environment=with_facts(home, PERMITTED))
    assert said.decision == "ask"


def test_a_refusal_without_a_workspace_is_the_same_and_unsigned(bare: Path) -> None:
    said = run(event("rm -rf /"), environment=with_facts(bare, PERMITTED))
    assert said.decision == "deny"
    assert "not signed" in said.out


def test_the_program_is_the_workspaces_wherever_the_agent_goes(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "blind.reason").write_text(BLIND)
    (home / ".bridge/config.toml").write_text('program = "blind.reason"\nfacts = "facts.json"\n')
    (home / "facts.json").write_text(json.dumps(PERMITTED))
    (home / "sub").mkdir()
    monkeypatch.chdir(home / "sub")
    assert run(event("ls", cwd=str(home / "sub"))).decision is None
    assert run(event(tool_name="Task", tool_input={}, cwd=str(home / "sub"))).decision == "ask"
