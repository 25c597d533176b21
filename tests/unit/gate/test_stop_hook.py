"""The Stop hook goes into Claude Code's settings and comes out again; what else stands there stays as it is."""

import json
from pathlib import Path
from typing import Any

from hypothesis import given, settings

from bridge.errors import InputError
from bridge.gate import hosts, installing, settings_file
from bridge.gate.stop_hook import OWNER, SECONDS, STOP, command_of, stop_command
from bridge.workflows.rubrics import stop_hook
from tests.unit.gate.test_json_edit import settings_text

COMMAND = command_of("project", ["--failure-policy", "closed"])
THEIRS = {"type": "command", "command": "/usr/bin/python3", "args": ["/hook.py", "--owner", "judge-jev/claude-stop/v1"]}


def put_in(path: Path, command: str = COMMAND) -> installing.Plan:
    plan = installing.install(STOP, path, command)
    installing.carry_out(plan)
    return plan


def take_out(path: Path) -> None:
    installing.carry_out(installing.uninstall(STOP, path))


def commands(path: Path) -> tuple[str, ...]:
    return installing.found(STOP, path, settings_file.read(path)).commands


def test_an_entry_is_a_program_and_its_arguments_with_our_mark(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    put_in(path)
    (group,) = json.loads(path.read_text())["hooks"]["Stop"]
    (hook,) = group["hooks"]
    assert (hook["command"], hook["args"][:3], hook["timeout"]) == ("rbridge", ["rubric", "hook", "claude-code"], 120)
    assert hook["args"][-4:] == ["--owner", OWNER, "--failure-policy", "closed"]
    assert stop_command(hook) == COMMAND
    take_out(path)
    assert list(tmp_path.iterdir()) == []


@settings(max_examples=8, deadline=None)
@given(text=settings_text())
def test_out_again_to_the_byte(text: tuple[str, dict[str, Any]], tmp_path_factory: Any) -> None:
    path = tmp_path_factory.mktemp("settings") / "settings.json"
    path.write_bytes(text[0].encode())
    try:
        put_in(path)
    except InputError:
        assert path.read_bytes() == text[0].encode()
        return
    assert put_in(path).change == "nothing"
    assert commands(path) == (COMMAND,)
    take_out(path)
    assert path.read_bytes() == text[0].encode()


def test_entries_of_others_stay_and_the_gate_beside_it_too(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"hooks": {"Stop": [{"hooks": [THEIRS, {"type": "command", "command": "./mine.sh"}]}]}}))
    before = json.loads(path.read_text())
    put_in(path)
    gate = hosts.HOSTS["claude-code"]
    installing.carry_out(installing.install(gate, path, "rbridge-gate"))
    assert (commands(path), installing.found(gate, path, path.read_text()).commands) == ((COMMAND,), ("rbridge-gate",))
    take_out(path)
    assert installing.found(gate, path, path.read_text()).commands == ("rbridge-gate",)
    installing.carry_out(installing.uninstall(gate, path))
    assert json.loads(path.read_text()) == before


def test_other_options_replace_the_entry(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    put_in(path)
    other = command_of("project", [])
    assert put_in(path, other).change == "update"
    assert commands(path) == (other,)


def test_hooks_of_other_shapes_are_nobodys() -> None:
    wrong: list[Any] = [None, [], "x", {}, {"command": 7, "args": []}, {"command": "x", "args": ["--owner"]}]
    for hook in [*wrong, {"command": "x", "args": [OWNER, "--owner"]}, {"command": "x --owner " + OWNER}]:
        assert stop_command(hook) is None


def test_the_hook_gives_up_before_the_agent_does() -> None:
    assert stop_hook.SECONDS + 5 < SECONDS
