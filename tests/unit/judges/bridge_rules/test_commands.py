"""Where the commands of a call are found, and where there are none."""

from typing import Any

import pytest

from bridge.judges.bridge_rules.commands import command_lines
from bridge.judges.bridge_rules.state import read_state
from tests.unit.judges.bridge_rules.saying import says

GONE = "rm -rf /"


def found(tool: str, input: Any, capability: str | None = None) -> list[str]:
    state = {"tool": tool, "input": input, "capability": capability}
    return [line.text for line in command_lines(read_state(state))]


@pytest.mark.parametrize(
    ("tool", "input"),
    [
        ("Bash", {"command": GONE, "description": "clean up"}),
        ("anything", {"command": GONE}),
        ("anything", {"cmd": GONE}),
        ("anything", {"commandLine": GONE}),
        ("anything", {"command": ["rm", "-rf", "/"]}),
        ("anything", {"command": '["rm","-rf","/"]'}),
        ("anything", {"command": ["bash", "-lc", "ls; rm -rf /"]}),
        ("anything", {"command": ["ls", "x; rm -rf /"][1:]}),
        ("anything", {"command": "rm", "args": ["-rf", "/"]}),
        ("anything", {"program": "/bin/rm", "argv": ["-r", "-f", "/"]}),
        ("anything", {"command": {"argv": ["rm", "-rf", "/"]}}),
        ("anything", {"commands": ["ls", GONE]}),
        ("anything", {"commands": [{"command": "ls"}, {"cmd": ["rm", "-rf", "/"]}]}),
        ("anything", {"tool_input": {"command": GONE}}),
        ("anything", {"arguments": '{"command": "rm -rf /"}'}),
        ("anything", '{"command": "rm -rf /"}'),
        ("anything", {"command": '{"command": "rm -rf /"}'}),
        ("anything", {"action": {"type": "exec", "command": ["rm", "-rf", "~"]}}),
        ("anything", {"language": "bash", "code": GONE}),
        ("anything", {"sql": "DROP TABLE users"}),
        ("run_shell", {"script": GONE}),
        ("terminal", {"input": GONE}),
        ("terminal", {"text": GONE}),
        ("mcp__shell__exec", {"run": GONE}),
        ("shell", [*GONE.split()]),
        ("shell", GONE.join(('{"line": "', '"}'))),
        ("Bash", {"command": "bash", "stdin": GONE}),
        ("mcp__postgres__query", {"query": "DROP TABLE users"}),
        ("run_python", {"code": "import os; os.system('rm -rf /')"}),
    ],
)
def test_a_command_is_found_however_it_is_packed(tool: str, input: Any) -> None:
    assert says("shell_destructive", input, tool=tool)


def test_the_capability_says_that_a_tool_is_a_shell() -> None:
    assert found("runner", {"line": GONE}) == []
    assert found("runner", {"line": GONE}, "shell.exec") == [GONE]


@pytest.mark.parametrize(
    ("tool", "input"),
    [
        ("Write", {"file_path": "clean.sh", "content": GONE}),
        ("Edit", {"file_path": "a", "old_string": "x", "new_string": GONE}),
        ("Grep", {"pattern": GONE, "path": "src"}),
        ("Task", {"description": GONE, "prompt": GONE}),
        ("WebSearch", {"query": GONE}),
        ("mcp__github__create_issue", {"title": GONE, "body": GONE}),
        ("mcp__github__create_issue", {"body": '{"command": "rm -rf /"}'}),
        ("mcp__slack__post", {"message": {"text": GONE}}),
        ("TodoWrite", {"todos": [{"content": GONE}]}),
        ("str_replace_editor", {"command": "create", "path": "a", "file_text": GONE}),
        ("Bash", {"command": "ls", "description": GONE}),
        ("execute_code", {"code": "print('rm -rf /')"}),
        ("mcp__db__query", {"query": "SELECT 'DROP TABLE users'"}),
        ("Read", {"file_path": "rm -rf /"}),
        ("Bash", {}),
        ("Bash", None),
        ("Bash", {"command": None}),
        ("Bash", {"command": 7}),
        ("Bash", {"command": ""}),
    ],
)
def test_what_only_mentions_a_command_is_none(tool: str, input: Any) -> None:
    assert not says("shell_destructive", input, tool=tool)


def test_an_argument_that_holds_spaces_or_operators_stays_one() -> None:
    assert found("x", {"command": ["echo", "a; rm -rf /", "~", "$HOME", ""]}) == ["echo 'a; rm -rf /' ~ $HOME ''"]


def test_the_folder_of_a_command_is_where_its_paths_start() -> None:
    assert says("shell_destructive", {"command": "rm -rf ../..", "workdir": "src/deep"})
    assert says("path_outside_workspace", {"command": "cat ../../x", "cwd": "src"})
    assert not says("path_outside_workspace", {"command": "cat ../../x", "cwd": "src/deep"})
