"""The deploy policy: a judge may veto a deployment, its answer may be demanded, and it stands in for nobody."""

import pytest

from bridge.admission.strike import strike
from bridge.admission.table import enforce, violations
from bridge.core.diagnostics import ProgramRefused
from bridge.reason.model import Atom, Fact, Program
from tests.unit.admission.building import action, found, no, program, yes

REQUESTED = yes("requested", "$action", "$commit")
TESTS = yes("tests_passed", "$commit")
APPROVED = yes("approved", "1.4.0", "release-manager")
CLEARED = yes("judged_unsafe", "$action", "no")
UNSAFE = yes("judged_unsafe", "$action", "yes")
DEPLOY = yes("deployable", "$action", "$commit")


def deploy(*evidence: Atom) -> Program:
    return program(
        (DEPLOY, [*evidence, CLEARED]),
        (DEPLOY.complement(), [REQUESTED, UNSAFE]),
        (DEPLOY.complement(), [REQUESTED, yes("judged_severity", "$action", "high")]),
        admit={
            "requested": ("agent-proposed",),
            "tests_passed": ("tool-reported",),
            "approved": ("human-authorized",),
            "deployable": (),
        },
        facts=(
            Fact("ask", "requested", ("a140", "abc"), "agent-proposed", observed_at="2026-08-14T10:50:00Z"),
            Fact("judge", "judged_unsafe", ("a140", "no"), "model-judged", observed_at="2026-08-14T11:50:00Z"),
        ),
        query=yes("deployable", "a140", "abc"),
    )


def test_it_keeps_the_convention() -> None:
    assert violations(deploy(REQUESTED, TESTS, APPROVED)) == ()
    enforce(deploy(REQUESTED, TESTS, APPROVED))


def test_without_the_approval_the_reports_still_carry_it() -> None:
    assert found(deploy(REQUESTED, TESTS)) == []


@pytest.mark.parametrize("evidence", [(), (APPROVED,), (TESTS,), (TESTS, APPROVED)])
def test_with_nothing_left_that_names_the_action_it_is_refused(evidence: tuple[Atom, ...]) -> None:
    assert found(deploy(*evidence)) == [("RSN104", "$.rules[0].then")]


def test_refusal_carries_every_violation() -> None:
    with pytest.raises(ProgramRefused) as refusal:
        enforce(deploy())
    assert refusal.value.diagnostics == violations(deploy())
    assert refusal.value.where == "$.rules[0].then"


def test_struck_it_reads_as_what_people_and_tools_must_say() -> None:
    struck = strike(deploy(REQUESTED, TESTS, APPROVED))
    assert [(rule.id, rule.when) for rule in struck.rules] == [
        ("r0", (REQUESTED, TESTS, APPROVED)),
        ("r1", (REQUESTED,)),
        ("r2", (REQUESTED,)),
    ]
    assert [fact.id for fact in struck.facts] == ["ask"]


CALL = yes("action_tool", "$action", "$tool")
ALLOWED = yes("tool_allowed", "$tool")


def test_an_action_policy_that_a_person_permits_keeps_it() -> None:
    permitted = action(
        (yes("action_authorized", "$action"), [CALL, ALLOWED, CLEARED]),
        (no("action_authorized", "$action"), [CALL, UNSAFE]),
        admit={"tool_allowed": ("human-authorized",)},
    )
    assert found(permitted) == []


def test_without_the_human_premise_anyone_who_asks_would_be_authorized() -> None:
    (violation,) = violations(action((yes("action_authorized", "$action"), [CALL, CLEARED])))
    assert (violation.code, violation.path) == ("RSN104", "$.rules[0].then")
    assert "standing permission" in violation.help
