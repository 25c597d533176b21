"""The gate goes into an agent's settings and comes out again; what else stands there stays as it is."""

import json
import os
import shlex
import stat
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.errors import InputError, UsageError
from bridge.gate import hosts, installing, settings_file
from bridge.gate.hosts import HOSTS, unfound
from bridge.gate.standing import look, switched_off
from tests.unit.gate.test_json_edit import settings_text

IN_JSON = [host for host in HOSTS.values() if host.path]
OTHERS = """{
    // mine
    "hooks": {
        "PreToolUse": [ { "matcher": "Bash", "hooks": [ { "type": "command", "command": "./mine.sh" } ] } ],
        "Stop": []
    },
    "number": 1.50
}
"""


def put_in(host: hosts.Host, path: Path, command: str = "rbridge-gate") -> installing.Plan:
    plan = installing.install(host, path, command)
    installing.carry_out(plan)
    return plan


def take_out(host: hosts.Host, path: Path) -> installing.Plan:
    plan = installing.uninstall(host, path)
    installing.carry_out(plan)
    return plan


def commands(host: hosts.Host, path: Path) -> tuple[str, ...]:
    return installing.found(host, path, settings_file.read(path)).commands


@pytest.mark.parametrize("host", HOSTS.values(), ids=HOSTS)
def test_into_nothing_and_out_again_leaves_nothing(host: hosts.Host, tmp_path: Path) -> None:
    path = host.settings("project", environment={}, project=tmp_path)
    put_in(host, path)
    assert commands(host, path) == ("rbridge-gate",)
    take_out(host, path)
    assert [one for one in tmp_path.rglob("*") if one.is_file()] == []


@pytest.mark.parametrize("host", HOSTS.values(), ids=HOSTS)
def test_installing_twice_changes_nothing_more(host: hosts.Host, tmp_path: Path) -> None:
    path = tmp_path / host.file
    put_in(host, path)
    text = path.read_text()
    assert put_in(host, path).change == "nothing"
    assert path.read_text() == text


@settings(max_examples=20)
@given(text=settings_text(), host=st.sampled_from(IN_JSON))
def test_out_again_to_the_byte(text: tuple[str, dict[str, Any]], host: hosts.Host, tmp_path_factory: Any) -> None:
    path = tmp_path_factory.mktemp("settings") / "settings.json"
    path.write_bytes(text[0].encode())
    try:
        put_in(host, path)
    except InputError:
        assert path.read_bytes() == text[0].encode()
        return
    assert commands(host, path) == ("rbridge-gate",)
    take_out(host, path)
    assert path.read_bytes() == text[0].encode()
    assert [one.name for one in path.parent.iterdir()] == ["settings.json"]


def test_others_stay_where_they_are(tmp_path: Path) -> None:
    host, path = HOSTS["claude-code"], tmp_path / "settings.json"
    path.write_text(OTHERS)
    put_in(host, path)
    kept = [line for line in OTHERS.splitlines() if "./mine.sh" not in line]
    assert [line for line in path.read_text().splitlines() if line in kept] == kept
    assert settings_file.backup_of(path).read_text() == OTHERS


def test_what_was_changed_meanwhile_stays_changed(tmp_path: Path) -> None:
    host, path = HOSTS["claude-code"], tmp_path / "settings.json"
    path.write_text(OTHERS)
    put_in(host, path)
    path.write_text(path.read_text().replace("1.50", "2"))
    take_out(host, path)
    assert path.read_text() == OTHERS.replace("1.50", "2")


def test_a_hook_among_others_of_a_group_leaves_alone(tmp_path: Path) -> None:
    host, path = HOSTS["claude-code"], tmp_path / "settings.json"
    mine = {"type": "command", "command": "./mine.sh"}
    ours = {"type": "command", "command": "'/a b/rbridge-gate'"}
    path.write_text(json.dumps({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [ours, mine]}]}}))
    take_out(host, path)
    assert json.loads(path.read_text()) == {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [mine]}]}}


def test_another_command_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    host, path = HOSTS["codex"], tmp_path / "hooks.json"
    put_in(host, path, "rbridge-gate codex")
    plan = put_in(host, path, "/opt/bin/rbridge-gate codex")
    assert plan.change == "update"
    assert commands(host, path) == ("/opt/bin/rbridge-gate codex",)


@pytest.mark.parametrize("text", ['{"hooks": ', '{\n"hooks": {"PreToolUse": 3}}', "[]", '{"hooks": []}'])
def test_settings_that_are_none_are_left_alone_and_the_line_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text)
    with pytest.raises(InputError, match=r"settings\.json:\d"):
        installing.install(HOSTS["claude-code"], path, "rbridge-gate")
    assert path.read_text() == text


@pytest.mark.parametrize("data", [b"\xff", b"{" + b" " * settings_file.MOST_BYTES + b"}"], ids=["bytes", "length"])
def test_settings_that_cannot_be_read_are_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(data)
    with pytest.raises(InputError):
        installing.install(HOSTS["claude-code"], path, "rbridge-gate")


def test_an_empty_file_is_no_settings_yet(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text("\n")
    put_in(HOSTS["claude-code"], path)
    take_out(HOSTS["claude-code"], path)
    assert path.read_text() == "\n"


def test_a_link_stays_a_link_and_permissions_stay(tmp_path: Path) -> None:
    host, target, path = HOSTS["claude-code"], tmp_path / "dotfiles" / "claude.json", tmp_path / "settings.json"
    target.parent.mkdir()
    target.write_text(OTHERS)
    target.chmod(0o600)
    path.symlink_to(target)
    put_in(host, path)
    assert path.is_symlink()
    assert commands(host, target) == ("rbridge-gate",)
    assert target.stat().st_mode & 0o777 == 0o600
    take_out(host, path)
    assert path.is_symlink()
    assert target.read_text() == OTHERS


def test_links_in_a_circle_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.symlink_to(path)
    with pytest.raises(InputError):
        put_in(HOSTS["claude-code"], path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_what_is_no_ordinary_file_is_neither_read_nor_replaced(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    os.mkfifo(path)
    with pytest.raises(InputError, match="it is a pipe, and not an ordinary file"):
        put_in(HOSTS["claude-code"], path)
    assert stat.S_ISFIFO(path.stat().st_mode)
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_changes_under_our_hands_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(OTHERS)
    plan = installing.install(HOSTS["claude-code"], path, "rbridge-gate")
    path.write_text("{}")
    with pytest.raises(InputError, match="changed meanwhile"):
        installing.carry_out(plan)
    assert path.read_text() == "{}"


def test_a_folder_that_cannot_be_written_leaves_everything_as_it_was(tmp_path: Path) -> None:
    blocked = tmp_path / ".claude"
    blocked.write_text("a file")
    with pytest.raises(InputError):
        put_in(HOSTS["claude-code"], blocked / "settings.json")


def test_hooks_that_are_switched_off_are_told(tmp_path: Path) -> None:
    host, path = HOSTS["claude-code"], tmp_path / "settings.json"
    path.write_text('{"disableAllHooks": true}')
    put_in(host, path)
    assert switched_off(host, (path,)) == path


@pytest.mark.parametrize(
    ("agent", "text", "off"),
    [
        ("claude-code", '{"disableAllHooks": false}', False),
        ("gemini", '{"hooksConfig": {"enabled": false}}', True),
        ("gemini", '{"hooksConfig": {"enabled": true}}', False),
        ("gemini", '{"hooksConfig": []}', False),
        ("gemini", '{"hooksConfig": {"disabled": ["other", "rbridge-gate gemini"]}}', True),
        ("gemini", '{"hooksConfig": {"disabled": ["other", 1, null, {}]}}', False),
        ("claude-code", '{"hooksConfig": {"disabled": ["rbridge-gate gemini"]}}', False),
        ("cursor", '{"disableAllHooks": true}', False),
    ],
)
def test_each_agent_has_its_own_switch(tmp_path: Path, agent: str, text: str, off: bool) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text)
    assert switched_off(HOSTS[agent], (path,), commands=("rbridge-gate gemini",)) == (path if off else None)


SWITCH = {True: '{"disableAllHooks": true}', False: '{"disableAllHooks": false}', None: '{"model": "x"}'}


@settings(max_examples=30, deadline=None)
@given(said=st.lists(st.sampled_from([True, False, None]), min_size=3, max_size=3))
def test_the_settings_that_count_most_decide_whether_hooks_run(said: list[bool | None]) -> None:
    with TemporaryDirectory() as folder:
        host, project = HOSTS["claude-code"], Path(folder)
        every = host.every_settings(environment={"HOME": f"{folder}/home"}, project=project)
        for path, off in zip(every, said, strict=True):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(SWITCH[off])
        decides = next((place for place, off in enumerate(said) if off is not None), None)
        by = every[decides] if decides is not None and said[decides] else None
        assert [path.name for path in every] == ["settings.local.json", "settings.json", "settings.json"]
        for scope, path in zip(("project", "user"), every[1:], strict=True):
            put_in(host, path)
            found = look(host, scope, path, every=every)  # type: ignore[arg-type]  # one of the two
            assert (found.off, found.state) == (by, "installed" if by is None else "switched off")


def test_without_a_home_folder_there_are_the_settings_of_the_project(tmp_path: Path) -> None:
    every = HOSTS["gemini"].every_settings(environment={}, project=tmp_path)
    assert every == (tmp_path / ".gemini/settings.json",)


@pytest.mark.parametrize("content", [None, "", "nonsense", '{"disableAllHooks": 1}', '{"disableAllHooks": "true"}'])
def test_what_says_nothing_of_the_switch_switches_nothing_off(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "settings.local.json"
    if content is not None:
        path.write_text(content)
    assert switched_off(HOSTS["claude-code"], (path,)) is None


@pytest.mark.parametrize(
    ("command", "missing"),
    [
        ("rbridge-gate codex", "rbridge-gate"),
        ("/no/such/rbridge gate codex", "/no/such/rbridge"),
        (shlex.join([sys.executable, "-m", "bridge", "gate"]), None),
        ("cd x && rbridge-gate", None),
        ("'", None),
        ("", None),
    ],
)
def test_a_program_of_ours_that_is_not_there_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, missing: str | None
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert unfound(command) == missing
    program = tmp_path / "rbridge-gate"
    program.touch(0o755)
    assert unfound("rbridge-gate codex") is None


CLOSING = ("claude-code", "cursor")


@pytest.mark.parametrize("agent", HOSTS)
def test_an_agent_may_be_told_to_stop_where_the_hook_cannot_be_run(agent: str, tmp_path: Path) -> None:
    host, path = HOSTS[agent], tmp_path / "settings.json"
    if agent not in CLOSING:
        with pytest.raises(UsageError, match="has no setting for it"):
            installing.install(host, path, "rbridge-gate", closed=True)
        return
    path.write_text(OTHERS)
    installing.carry_out(installing.install(host, path, "rbridge-gate", closed=True))
    assert installing.found(host, path, path.read_text()).closed
    take_out(host, path)
    assert path.read_text() == OTHERS


@pytest.mark.parametrize("agent", CLOSING)
def test_what_was_told_to_stop_stays_so(agent: str, tmp_path: Path) -> None:
    host, path = HOSTS[agent], tmp_path / "settings.json"
    put_in(host, path)
    plan = installing.install(host, path, "rbridge-gate", closed=True)
    assert plan.change == "update"
    installing.carry_out(plan)
    assert put_in(host, path).change == "nothing"
    put_in(host, path, "/opt/rbridge-gate")
    assert installing.found(host, path, path.read_text()) == (("/opt/rbridge-gate",), True)


@pytest.mark.parametrize("step", ["os.fsync", "pathlib.Path.chmod", "pathlib.Path.replace", "os.open"])
def test_an_interrupt_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    host, path = HOSTS["claude-code"], tmp_path / "settings.json"
    path.write_text(OTHERS)
    for after in range(2):
        with monkeypatch.context() as patched:
            patched.setattr(step, _interrupting(step, after))
            with pytest.raises(KeyboardInterrupt):
                put_in(host, path)
        assert path.read_text() == OTHERS
        assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".")] == []
    put_in(host, path)
    take_out(host, path)
    assert path.read_text() == OTHERS


def _interrupting(step: str, after: int) -> Any:
    module, _, name = step.rpartition(".")
    real = getattr({"os": os, "pathlib.Path": Path}[module], name)
    calls = iter(range(after + 1))

    def interrupted(*given: Any, **named: Any) -> Any:
        if next(calls) == after:
            raise KeyboardInterrupt
        return real(*given, **named)

    return interrupted


def test_the_copy_is_as_private_as_what_it_is_of(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(OTHERS)
    path.chmod(0o600)
    put_in(HOSTS["claude-code"], path)
    assert settings_file.backup_of(path).stat().st_mode & 0o777 == 0o600


def test_a_plugin_of_somebody_else_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "rbridge-gate.js"
    path.write_text("mine")
    with pytest.raises(InputError, match="not a file of the gate"):
        installing.install(HOSTS["opencode"], path, "rbridge-gate opencode")
    assert take_out(HOSTS["opencode"], path).change == "nothing"


@pytest.mark.parametrize(
    ("command", "ours"),
    [
        ("rbridge-gate", True),
        ("'/opt/my tools/rbridge-gate' codex", True),
        ("C:\\bin\\rbridge-gate.exe", True),
        ("uvx --from reason-bridge rbridge gate claude-code", True),
        ("./rbridge-gateway", False),
        ("not-rbridge-gate-either", False),
        ("echo rbridge", False),
        (7, False),
    ],
)
def test_the_gates_commands_are_told_from_others(command: object, ours: bool) -> None:
    assert hosts.is_ours(command) is ours


def test_a_command_that_could_not_be_found_again_is_refused() -> None:
    with pytest.raises(UsageError):
        hosts.command_of("claude-code", "user", given="./my-gate.sh")


@pytest.mark.parametrize(
    ("agent", "environment", "expected"),
    [
        ("claude-code", {}, "/home/me/.claude/settings.json"),
        ("claude-code", {"CLAUDE_CONFIG_DIR": "/c"}, "/c/settings.json"),
        ("codex", {"CODEX_HOME": "/x"}, "/x/hooks.json"),
        ("cursor", {}, "/home/me/.cursor/hooks.json"),
        ("gemini", {}, "/home/me/.gemini/settings.json"),
        ("opencode", {}, "/home/me/.config/opencode/plugins/rbridge-gate.js"),
        ("opencode", {"XDG_CONFIG_HOME": "/x"}, "/x/opencode/plugins/rbridge-gate.js"),
    ],
)
def test_each_agent_has_its_own_place(agent: str, environment: dict[str, str], expected: str) -> None:
    environment = {"HOME": "/home/me", **environment}
    assert str(HOSTS[agent].settings("user", environment=environment, project=Path("/p"))) == expected
