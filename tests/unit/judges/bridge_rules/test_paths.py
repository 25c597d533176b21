"""Paths in the members of a call, held to the root in every way that somebody could read them."""

from typing import Any

import pytest

from tests.unit.judges.bridge_rules.saying import says

OUTSIDE: list[tuple[str, Any, str | None]] = [
    ("Read", {"file_path": "/etc/passwd"}, "/home/dev/acme"),
    ("Read", {"file_path": "/home/dev/acme2/x"}, "/home/dev/acme"),
    ("Read", {"file_path": "/home/dev/acme/../x"}, "/home/dev/acme"),
    ("Read", {"file_path": "../x"}, "/home/dev/acme"),
    ("Read", {"file_path": "a/b/../../../x"}, "/home/dev/acme"),
    ("Read", {"file_path": "/home/dev"}, "/home/dev/acme"),
    ("Read", {"file_path": "/"}, "/home/dev/acme"),
    ("Read", {"file_path": "~"}, "/home/dev/acme"),
    ("Read", {"file_path": "~/x"}, "/home/dev/acme"),
    ("Read", {"file_path": "~root/x"}, "/home/dev/acme"),
    ("Read", {"file_path": "$HOME/x"}, "/home/dev/acme"),
    ("Read", {"file_path": "${HOME}/.ssh"}, "/home/dev/acme"),
    ("Read", {"file_path": "%USERPROFILE%\\x"}, "/home/dev/acme"),
    ("Read", {"file_path": "..\\..\\x"}, "/home/dev/acme"),
    ("Read", {"file_path": "C:\\Windows\\x"}, "/home/dev/acme"),
    ("Read", {"file_path": "\\\\srv\\share"}, "/home/dev/acme"),
    ("Read", {"file_path": "file:///etc/passwd"}, "/home/dev/acme"),
    ("Read", {"file_path": "%2e%2e/%2e%2e/etc"}, "/home/dev/acme"),
    ("Read", {"file_path": "..%252f..%252fetc"}, "/home/dev/acme"),
    ("Read", {"file_path": "%2Fetc%2Fpasswd"}, "/home/dev/acme"),
    ("Read", {"file_path": "．．/x"}, "/home/dev/acme"),
    ("Read", {"file_path": "․․/x"}, "/home/dev/acme"),
    ("Read", {"file_path": "‥/x"}, "/home/dev/acme"),
    ("Read", {"file_path": "..∕x"}, "/home/dev/acme"),
    ("Read", {"file_path": ".\u200b./x"}, "/home/dev/acme"),
    ("Read", {"file_path": "x\n/etc/passwd"}, "/home/dev/acme"),
    ("Read", {"file_path": "/HOME/dev/acme/x"}, "/home/dev/acme"),
    ("Read", {"file_path": "//etc/passwd"}, "/home/dev/acme"),
    ("Read", {"file_path": "/proc/self/cwd/../x"}, "/home/dev/acme"),
    ("x", {"paths": ["a", "../b"]}, "/home/dev/acme"),
    ("x", {"files": [{"path": "/etc/x"}]}, "/home/dev/acme"),
    ("x", {"filePath": "/etc/x"}, "/home/dev/acme"),
    ("x", {"outputFile": "/etc/x"}, "/home/dev/acme"),
    ("x", {"output_dir": "/etc"}, "/home/dev/acme"),
    ("x", {"destinationPath": "../../x"}, "/home/dev/acme"),
    ("x", {"src": "a", "dst_path": "/etc/x"}, "/home/dev/acme"),
    ("move_file", {"from": "a", "to": "/etc/x"}, "/home/dev/acme"),
    ("mcp__filesystem__read", {"resource": "/etc/x"}, "/home/dev/acme"),
    ("Glob", {"pattern": "/etc/*"}, "/home/dev/acme"),
    ("Grep", {"pattern": "x", "path": "/etc"}, "/home/dev/acme"),
    ("LS", {"path": ".."}, "/home/dev/acme"),
    ("NotebookEdit", {"notebook_path": "/x.ipynb"}, "/home/dev/acme"),
    ("MultiEdit", {"file_path": "../x", "edits": []}, "/home/dev/acme"),
    ("Bash", {"command": "ls", "cwd": "/etc"}, "/home/dev/acme"),
    ("Bash", {"command": "ls", "working_directory": "../.."}, "/home/dev/acme"),
    ("WebFetch", {"url": "file:///etc/passwd"}, "/home/dev/acme"),
    ("x", {"filename": "../../etc/cron.d/x"}, "/home/dev/acme"),
    ("x", {"name": "../../x"}, "/home/dev/acme"),
    ("apply_patch", {"patch": "*** Begin Patch\n*** Add File: /etc/x\n+a\n*** End Patch"}, "/home/dev/acme"),
    ("Read", '{"file_path":"/etc/x"}', "/home/dev/acme"),
    ("x", {"args": '{"file_path":"/etc/x"}'}, "/home/dev/acme"),
    ("unzip", {"archive": "a.zip", "entries": ["../../x"]}, "/home/dev/acme"),
    ("Edit", {"file_path": "D:\\x"}, "C:\\work\\acme"),
    ("Edit", {"file_path": "C:\\work\\acme2\\x"}, "C:\\work\\acme"),
    ("Edit", {"file_path": "C:\\work\\acme\\..\\x"}, "C:\\work\\acme"),
    ("Edit", {"file_path": "/etc/x"}, "C:\\work\\acme"),
    ("Edit", {"file_path": "\\\\?\\C:\\Windows"}, "C:\\work\\acme"),
    ("Edit", {"file_path": "C:foo"}, "C:\\work\\acme"),
    ("Edit", {"file_path": "\\Windows"}, "C:\\work\\acme"),
    ("Edit", {"file_path": "/d/x"}, "C:\\work\\acme"),
    ("Edit", {"file_path": "\\\\srv\\s\\q\\x"}, "\\\\srv\\s\\p"),
]
INSIDE: list[tuple[str, Any, str | None]] = [
    ("Read", {"file_path": "a"}, "/home/dev/acme"),
    ("Read", {"file_path": "./a/../b"}, "/home/dev/acme"),
    ("Read", {"file_path": "/home/dev/acme"}, "/home/dev/acme"),
    ("Read", {"file_path": "/home/dev/acme/"}, "/home/dev/acme"),
    ("Read", {"file_path": "//home//dev/./acme/x"}, "/home/dev/acme"),
    ("Read", {"file_path": "/home/dev/acme/..x"}, "/home/dev/acme"),
    ("Read", {"file_path": "..x/y"}, "/home/dev/acme"),
    ("Read", {"file_path": "a...b"}, "/home/dev/acme"),
    ("Read", {"file_path": "report%20final.txt"}, "/home/dev/acme"),
    ("Read", {"file_path": "100%.txt"}, "/home/dev/acme"),
    ("Read", {"file_path": "日本語/ファイル.txt"}, "/home/dev/acme"),
    ("Read", {"file_path": "café.md"}, "/home/dev/acme"),
    ("Read", {"file_path": "a~"}, "/home/dev/acme"),
    ("Read", {"file_path": "src/~/x"}, "/home/dev/acme"),
    ("Read", {"file_path": "$x/y"}, "/home/dev/acme"),
    ("Read", {"file_path": "file:///home/dev/acme/x"}, "/home/dev/acme"),
    ("Write", {"file_path": "a", "content": "/etc/passwd ../../x"}, "/home/dev/acme"),
    ("Edit", {"file_path": "a", "old_string": "/etc/x", "new_string": "../../y"}, "/home/dev/acme"),
    ("Grep", {"pattern": "/etc/passwd"}, "/home/dev/acme"),
    ("Grep", {"pattern": "\\.\\./", "path": "src"}, "/home/dev/acme"),
    ("Glob", {"pattern": "**/*.py"}, "/home/dev/acme"),
    ("WebFetch", {"url": "https://x.example/../../etc"}, "/home/dev/acme"),
    ("http_request", {"method": "GET", "path": "/v1/x"}, "/home/dev/acme"),
    ("mcp__github__get_file", {"repo": "a", "path": "/src/x"}, "/home/dev/acme"),
    ("Task", {"prompt": "read /etc/passwd"}, "/home/dev/acme"),
    ("Bash", {"command": "ls", "description": "list /etc"}, "/home/dev/acme"),
    ("Bash", {"command": "ls", "cwd": "src"}, "/home/dev/acme"),
    ("x", {"path": "", "file": None}, "/home/dev/acme"),
    ("x", {"target": "production"}, "/home/dev/acme"),
    ("x", {"target": "https://x.example/a"}, "/home/dev/acme"),
    ("x", {"destination": "acct_9"}, "/home/dev/acme"),
    ("deploy", {"output": "json"}, "/home/dev/acme"),
    ("Read", {"file_path": "a/b", "cwd": "/home/dev/acme/sub"}, "/home/dev/acme"),
    ("Read", {"path": "../x", "cwd": "/home/dev/acme/sub"}, "/home/dev/acme"),
    ("Write", {"file_path": "/dev/null"}, "/home/dev/acme"),
    ("Edit", {"file_path": "C:/work/acme/x"}, "C:\\work\\acme"),
    ("Edit", {"file_path": "c:\\WORK\\ACME\\x"}, "C:\\work\\acme"),
    ("Edit", {"file_path": "\\\\?\\C:\\work\\acme\\x"}, "C:\\work\\acme"),
    ("Edit", {"file_path": "/c/work/acme/x"}, "C:\\work\\acme"),
    ("Edit", {"file_path": "src\\x"}, "C:\\work\\acme"),
    ("Edit", {"file_path": "x"}, None),
    ("Read", {"file_path": "/etc/passwd"}, None),
    ("Read", {"file_path": "/etc"}, "/"),
    ("Edit", {"file_path": "\\\\srv\\s\\p\\x"}, "\\\\srv\\s\\p"),
    ("Edit", {"file_path": "C:\\work\\acme\\x"}, "/c/work/acme"),
    ("Edit", {"file_path": "/mnt/c/work/acme/x"}, "C:\\work\\acme"),
]


@pytest.mark.parametrize(("tool", "input", "root"), OUTSIDE)
def test_a_path_outside_is_found(tool: str, input: Any, root: str | None) -> None:
    assert says("path_outside_workspace", input, tool=tool, root=root)


@pytest.mark.parametrize(("tool", "input", "root"), INSIDE)
def test_a_path_inside_and_what_is_no_path_are_left_alone(tool: str, input: Any, root: str | None) -> None:
    assert not says("path_outside_workspace", input, tool=tool, root=root)


def test_a_link_that_leads_out_is_not_seen() -> None:
    """The documented limit of a judge that looks at no file: what a link points to is not in the text."""
    assert not says("path_outside_workspace", {"file_path": "/home/dev/acme/link/x"}, tool="Write")
