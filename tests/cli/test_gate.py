"""``rbridge gate``: hooks, their installation, and a session that is over."""

import json
import os
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.cli.shell import Shell
from tests.unit.gate.hook import event
from tests.unit.gate.test_replaying import SESSION


@pytest.fixture(autouse=True)
def own_home(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME", "CLAUDE_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(shell.folder / "home"))


def test_a_hook_answers_as_the_entry_point_does(rbridge: Run) -> None:
    said = rbridge("gate", "claude-code", stdin=event("rm -rf /"))
    assert said.code == 0
    assert said.document["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert rbridge("gate", "claude-code", stdin=event("ls")).out == ""


@pytest.mark.parametrize("agent", ["claude-code", "codex", "cursor", "gemini", "opencode"])
def test_every_agent_has_its_command(rbridge: Run, agent: str) -> None:
    said = rbridge("gate", agent, stdin=b"nonsense")
    assert said.code == 0
    assert "person" in said.out


def test_a_preview_changes_nothing(rbridge: Run, shell: Shell) -> None:
    said = rbridge("gate", "preview")
    assert '+            "command": "rbridge-gate",' in said.out
    assert "nothing was changed" in said.err
    assert rbridge("gate", "install", "--dry-run").out == said.out
    assert not (shell.folder / ".claude").exists()


def test_installed_standing_and_taken_away(rbridge: Run, shell: Shell) -> None:
    shell.write(".claude/settings.json", '{"model": "x"}\n')
    shown = rbridge("gate", "preview").out
    assert rbridge("gate", "install").out == shown
    assert "nothing to change" in rbridge("gate", "install").out
    rows = rbridge("gate", "status", "claude-code", "--format", "json").document["settings"]
    assert [(row["scope"], row["state"]) for row in rows] == [("project", "installed"), ("user", "not installed")]
    assert rbridge("gate", "uninstall").code == 0
    assert (shell.folder / ".claude/settings.json").read_text() == '{"model": "x"}\n'


def test_hooks_that_other_settings_switch_off_are_told(rbridge: Run, shell: Shell) -> None:
    shell.write(".claude/settings.local.json", '{"disableAllHooks": true}')
    assert "Claude Code is told not to run the hook, by " in rbridge("gate", "install").err
    status = rbridge("gate", "status", "claude-code")
    assert "switched off" in status.out
    assert f"by {shell.folder}/.claude/settings.local.json" in status.out
    (project, user) = rbridge("gate", "status", "claude-code", "--format", "json").document["settings"]
    assert (project["state"], user["state"]) == ("switched off", "not installed")
    assert project["switched_off_by"].endswith("settings.local.json")


@pytest.mark.parametrize("words", [("gate", "install"), ("rubric", "hook", "install")])
def test_a_hook_that_nobody_would_find_is_told(rbridge: Run, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert " is not on the PATH here" in rbridge(*words).err
    assert " is not on the PATH here" in rbridge(*words[:-1], "status").err
    assert " is not on the PATH here" not in rbridge(*words[:-1], "uninstall").err


def test_in_the_users_own_settings(rbridge: Run, shell: Shell) -> None:
    document = rbridge("gate", "install", "codex", "--user", "--format", "json").document
    assert document["path"] == str(shell.folder / "home/.codex/hooks.json")
    assert (document["change"], document["written"], document["backup"]) == ("install", True, None)
    assert "/hooks" in document["remark"]
    hooks = json.loads((shell.folder / "home/.codex/hooks.json").read_text())["hooks"]["PreToolUse"]
    program, agent = shlex.split(hooks[0]["hooks"][0]["command"])
    assert (Path(program).name, agent) == ("rbridge-gate", "codex")


def test_an_agent_without_a_hook_is_refused_plainly(rbridge: Run) -> None:
    assert "knows no hook of 'aider'" in rbridge("gate", "install", "aider").complaint


def test_settings_that_are_none_are_refused_with_their_line(rbridge: Run, shell: Shell) -> None:
    shell.write(".claude/settings.json", '{\n  "hooks": \n')
    assert "settings.json:3:1" in rbridge("gate", "install").complaint
    status = rbridge("gate", "status", "claude-code")
    assert status.code == 0
    assert "unreadable" in status.out


def test_both_scopes_at_once_are_refused(rbridge: Run) -> None:
    assert "exclude each other" in rbridge("gate", "install", "--user", "--project").complaint


def test_a_session_judged_again(rbridge: Run, shell: Shell) -> None:
    shell.write("session.jsonl", SESSION)
    said = rbridge("gate", "replay", "session.jsonl")
    assert "2 refused" in said.out
    assert "not JSON: 1, the first is " in said.err
    document: Any = rbridge("gate", "replay", "-", "--format", "json", stdin=SESSION).document
    assert [call["decision"] for call in document["calls"]] == [None, "deny", "deny", None]
    assert os.listdir(shell.folder) == ["session.jsonl"]  # noqa: PTH208 - the names alone


def test_a_transcript_that_is_missing_is_an_error(rbridge: Run) -> None:
    assert "missing.jsonl" in rbridge("gate", "replay", "missing.jsonl").complaint


def test_without_a_home_folder_the_status_is_that_of_the_project(rbridge: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOME")
    done = rbridge("gate", "status", "--format", "json")
    assert {one["scope"] for one in done.document["settings"]} == {"project"}
    assert done.err.count("there is no home folder, so only the project's settings are looked at") == 5
