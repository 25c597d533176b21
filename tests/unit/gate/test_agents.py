"""Each agent's event is read as that agent writes it, and answered as it reads answers."""

import json
from typing import Any

import pytest

from bridge.gate.agents import AGENTS
from bridge.gate.capabilities import capability
from bridge.gate.hosts import HOSTS
from tests.unit.gate.hook import event, run


def said(agent: str, document: dict[str, Any]) -> Any:
    return run(json.dumps(document).encode(), agent).document


def test_every_agent_can_be_installed_for_and_the_other_way_round() -> None:
    assert list(AGENTS) == list(HOSTS)


def test_claude_code_is_asked_to_ask() -> None:
    inner = (run(b"nonsense").document or {})["hookSpecificOutput"]
    assert inner["permissionDecision"] == "ask"


def test_codex_is_told_to_stop_since_it_runs_what_a_hook_asks_about() -> None:
    inner = (run(b"nonsense", "codex").document or {})["hookSpecificOutput"]
    assert inner["permissionDecision"] == "deny"
    assert "nobody can be asked here" in inner["permissionDecisionReason"]


def test_a_patch_is_no_command_and_its_files_count() -> None:
    def patched(path: str, indent: str = "") -> list[str]:
        patch = f"*** Begin Patch\n{indent}*** Update File: {path}\n@@\n-a\n+rm -rf /\n*** End Patch"
        return [
            json.dumps(said("codex", {"tool_name": "apply_patch", "tool_input": {"command": command}, "cwd": "/w"}))
            for command in (patch, ["apply_patch", patch])
        ]

    assert patched("notes.md") == ["null"] * 2
    assert patched("/w/notes.md") == ["null"] * 2
    assert all("path_outside_workspace" in one for one in (*patched("/etc/hosts"), *patched("/etc/hosts", indent="  ")))


@pytest.mark.parametrize(
    ("agent", "event"),
    [
        ("opencode", {"tool": "apply_patch", "args": {"patchText": "PATCH"}, "cwd": "/w"}),
        ("opencode", {"tool": "patch", "args": {"patchText": "PATCH"}, "cwd": "/w"}),
        ("cursor", {"hook_event_name": "preToolUse", "tool_name": "ApplyPatch", "tool_input": {"patch": "PATCH"}}),
    ],
)
def test_a_patch_is_one_whoever_makes_it(agent: str, event: dict[str, Any]) -> None:
    def patched(path: str) -> str:
        patch = f"*** Begin Patch\n*** Add File: {path}\n+rm -rf /\n*** End Patch"
        text = json.dumps({**event, "cwd": "/w"}).replace("PATCH", json.dumps(patch)[1:-1])
        return json.dumps(said(agent, json.loads(text)))

    assert "path_outside_workspace" in patched("/etc/hosts")
    assert patched("notes.md") in ("null", '{"permission": "allow"}')


def test_gemini_reads_a_decision_and_nothing_is_an_empty_object() -> None:
    shell = {"hook_event_name": "BeforeTool", "tool_name": "run_shell_command"}
    assert said("gemini", {**shell, "tool_input": {"command": "ls"}}) == {}
    refused = said("gemini", {**shell, "tool_input": {"command": "rm -rf /"}})
    assert refused["decision"] == "deny"
    assert "run_shell_command (shell.exec)" in refused["reason"]


@pytest.mark.parametrize(
    "document",
    [
        {"hook_event_name": "beforeShellExecution", "command": "rm -rf /"},
        {"hook_event_name": "preToolUse", "tool_name": "Shell", "tool_input": {"command": "rm -rf /"}},
        {"hook_event_name": "beforeMCPExecution", "tool_name": "run", "tool_input": '{"command": "rm -rf /"}'},
        {"hook_event_name": "beforeReadFile", "file_path": "/etc/passwd", "workspace_roots": ["/w"]},
    ],
    ids=lambda one: str(one["hook_event_name"]),
)
def test_cursor_refuses_at_each_of_its_events(document: dict[str, Any]) -> None:
    answer = said("cursor", document)
    assert answer["permission"] == "deny"
    assert answer["user_message"] == answer["agent_message"]


def test_cursor_asks_only_where_cursor_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bridge.gate.answer.gate", lambda *_, **__: _asking())
    shell = {"hook_event_name": "beforeShellExecution", "command": "ls"}
    assert said("cursor", shell)["permission"] == "ask"
    tool = {"hook_event_name": "preToolUse", "tool_name": "Shell", "tool_input": {"command": "ls"}}
    assert said("cursor", tool)["permission"] == "deny"


def _asking() -> Any:
    from bridge.workflows.gating.model import Verdict

    return Verdict("ask", "a person must look")


def test_cursor_is_given_its_own_object_where_there_is_nothing_to_say() -> None:
    for name in ("preToolUse", "beforeShellExecution"):
        shell = {"hook_event_name": name, "tool_name": "Shell", "tool_input": {"command": "ls"}, "command": "ls"}
        assert said("cursor", shell) == {"permission": "allow"}


CURSORS_SHELL: dict[str, Any] = {
    "hook_event_name": "preToolUse",
    "cursor_version": "3.2.16",
    "tool_name": "Shell",
    "cwd": "",
    "workspace_roots": ["/w"],
}


@pytest.mark.parametrize("command", ["ls", "rm -rf /"])
def test_cursor_is_understood_where_it_runs_the_hook_of_claude_codes_settings(command: str) -> None:
    document = {**CURSORS_SHELL, "tool_input": {"command": command}}
    native, borrowed = said("cursor", document), said("claude-code", document)
    nested = borrowed.pop("hookSpecificOutput", {"permissionDecision": "allow"})
    assert borrowed == native
    assert nested["permissionDecision"] == native["permission"]


def test_cursor_is_told_to_stop_there_what_would_be_asked_about() -> None:
    unread = {**CURSORS_SHELL, "tool_input": None}
    answer = said("claude-code", unread)
    assert (answer["permission"], answer["hookSpecificOutput"]["permissionDecision"]) == ("deny", "deny")
    assert "nobody can be asked here" in answer["user_message"]


@pytest.mark.parametrize("name", ["preToolUse", ["preToolUse"], "PreToolUse "])
def test_only_claude_codes_hook_is_borrowed_and_only_by_cursor(name: Any) -> None:
    document = {"hook_event_name": name, "tool_name": "Bash", "tool_input": {"command": "ls"}}
    agent = "codex" if name == "preToolUse" else "claude-code"
    assert run(json.dumps(document).encode(), agent).decision in {"ask", "deny"}


def test_opencode_reads_a_reason() -> None:
    assert said("opencode", {"tool": "bash", "args": {"command": "ls"}, "cwd": "/w"}) is None
    assert said("opencode", {"tool": "bash", "args": {"command": "rm -rf /"}})["decision"] == "deny"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[1, 2]",
        b"{}",
        b'{"tool_name": "Bash"}',
        b'{"tool_name": "", "tool_input": {}}',
        b'{"tool_name": 7, "tool_input": {}}',
        b'{"tool_name": "Bash", "tool_input": ["ls"]}',
        b'{"tool_name": "Bash", "tool_input": null}',
        b'{"tool_name": "Bash", "tool_name": "Read", "tool_input": {}}',
        b'{"tool_name": "Bash", "tool_input": {"n": NaN}}',
        b'{"tool_name": "Bash", "tool_input": {"a": "\\ud800"}}',
        b'{"tool_name": "Bash", "tool_input": {"a": "\xff"}}',
        b"\xef\xbb\xbf{}",
        b'{"tool_name": "Bash", "tool_input": {}} {}',
        b'{"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_input": {}}',
        b'{"tool_name": "Bash", "tool_input": {"x": ' + b"[" * 3000 + b"]" * 3000 + b"}}",
        b"[" * 1_000_000,
        b'{"tool_name": "Bash", "tool_input": {"x": "' + b"a" * (16 * 1024 * 1024) + b'"}}',
    ],
    ids=range(19),
)
def test_what_is_no_event_is_asked_about(data: bytes) -> None:
    answer = run(data)
    assert (answer.code, answer.decision) == (0, "ask")
    assert answer.err


@pytest.mark.parametrize("name", ["some-agent", "claude", "", "\udcff"])
def test_an_unknown_agent_is_refused_in_every_shape_that_one_object_has_room_for(name: str) -> None:
    answer = run(event("ls"), name)
    document = answer.document or {}
    assert (answer.code, answer.decision, document["decision"]) == (0, "deny", "block")
    assert "knows no agent" in document["reason"]
    assert "claude-code, codex" in document["reason"]


def test_too_many_words_are_asked_about() -> None:
    assert run(event("ls"), "claude-code", "more").decision == "ask"


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
@pytest.mark.parametrize(("command", "decision"), [("ls", None), ("rm -rf /", "deny")])
def test_a_byte_order_mark_is_passed_over(agent: str, command: str, decision: str | None) -> None:
    assert run(b"\xef\xbb\xbf" + event(command), agent).decision == decision


@pytest.mark.parametrize(("data", "cause"), [(b"", "is empty"), (b" \n", "is empty"), (b"{", "is not JSON")])
def test_the_operator_is_told_what_is_wrong_with_an_event(data: bytes, cause: str) -> None:
    assert cause in run(data).err


@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("Bash", "shell.exec"),
        ("NotebookEdit", "file.write"),
        ("Grep", "file.read"),
        ("WebFetch", "net.fetch"),
        ("Task", "agent.spawn"),
        ("mcp__github__create_issue", "github.create_issue"),
        ("mcp__github", "mcp__github"),
        ("mcp__", "mcp__"),
        ("TodoWrite", "todowrite"),
    ],
)
def test_a_tool_has_a_capability(tool: str, expected: str) -> None:
    assert capability(tool) == expected
