"""Missions and effects, and the texts that a kernel would read as variables."""

import pytest

from bridge.core.digest import sha256
from bridge.errors import InputError, ShapeError, UsageError
from bridge.reason.model import (
    ACTION_V1,
    PROGRAM_V2,
    ActionRequest,
    Atom,
    AuthorityPolicy,
    Effect,
    Mission,
    Ontology,
    Program,
    ProposedAction,
)
from bridge.workflows.mission import default_mission, read_effects, read_mission, refuse_variables

AT = "2026-09-23T12:00:00Z"
POLICY = Program(PROGRAM_V2, Ontology("o", "1", {}), AuthorityPolicy((), (), {}), AT, (), (), Atom("q"))
MISSION = default_mission("art_1", at=AT)
ACTION = ProposedAction("art_1", "Bash", AT, {"command": "ls"}, ())


def test_a_mission_of_its_own() -> None:
    made = default_mission("art_1", at=AT, principal="user:ana", instruction="tidy up")
    assert made == Mission("mission_art_1", "user:ana", sha256("tidy up"), AT, None, {})
    assert MISSION.instruction_digest == sha256("")


@pytest.mark.parametrize("value", [None, [], {}, {"id": "x"}, "x"])
def test_what_is_no_mission_is_refused(value: object) -> None:
    with pytest.raises(ShapeError):
        read_mission(value)  # type: ignore[arg-type]  # any JSON value


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("read:disk", Effect("read", "disk", None)),
        ("deploy:release=1.4.0", Effect("deploy", "release", "1.4.0")),
        ("a:b=", Effect("a", "b", "")),
        ("a:b=c=d", Effect("a", "b", "c=d")),
        ("a:b:c", Effect("a", "b:c", None)),
        ("get:https://x/?q=1", Effect("get", "https://x/?q", "1")),
    ],
)
def test_an_effect(text: str, effect: Effect) -> None:
    assert read_effects([text]) == (effect,)


@pytest.mark.parametrize("text", ["", ":", "a", "a:", ":b", "a=b", "a:=c", "=:"])
def test_what_is_no_effect_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        read_effects(["read:disk", text])


@pytest.mark.parametrize(
    ("mission", "action", "where"),
    [
        (MISSION._replace(id="$m"), ACTION, "$.mission.id"),
        (MISSION._replace(principal="$p"), ACTION, "$.mission.principal"),
        (MISSION._replace(constraints={"a": "$x"}), ACTION, "$.mission.constraints.a"),
        (MISSION._replace(constraints={"$a": 1}), ACTION, "$.mission.constraints.$a"),
        (MISSION, ACTION._replace(tool="$t"), "$.action.tool"),
        (MISSION, ACTION._replace(arguments={"command": "$HOME"}), "$.action.arguments.command"),
        (MISSION, ACTION._replace(effects=(Effect("a", "b"), Effect("a", "$b"))), "$.action.effects[1].resource"),
        (MISSION, ACTION._replace(effects=(Effect("a", "b", "$c"),)), "$.action.effects[0].value"),
    ],
)
def test_a_text_that_is_a_variable_to_the_kernel_is_refused_where_it_stands(
    mission: Mission, action: ProposedAction, where: str
) -> None:
    with pytest.raises(InputError, match="variable") as refused:
        refuse_variables(ActionRequest(ACTION_V1, mission, action, POLICY))
    assert refused.value.where == where


@pytest.mark.parametrize("text", ["$", "a$b", " $x", "", "%s", "${"[:1]])
def test_any_other_text_is_not(text: str) -> None:
    refuse_variables(ActionRequest(ACTION_V1, MISSION, ACTION._replace(arguments={"a": text, "b": ["$x"]}), POLICY))
