"""A hook run in this process: an event in, and what the agent would read."""

import contextlib
import io
import json
import os
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from unittest import mock

from bridge.gate import entry

SHAPES: Final = {
    "claude-code": "hookSpecificOutput",
    "codex": "hookSpecificOutput",
    "cursor": "permission",
    "gemini": "decision",
    "opencode": "decision",
}

CURSORS_SILENCE: Final = {"permission": "allow"}
"""Cursor takes an answer without the member for a hook that failed, and goes by its own approvals all the same."""


@dataclass(frozen=True)
class Said:
    """What the hook did."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any] | None:
        """The one object on standard output; None where there is nothing."""
        if not self.out:
            return None
        assert self.out.count("\n") == 1
        document = json.loads(self.out)
        assert isinstance(document, dict)
        return document

    @property
    def decision(self) -> str | None:
        """``deny``, ``ask`` or None, whichever agent's shape it is in; anything else is a defect."""
        document = self.document
        if not document or document == CURSORS_SILENCE:
            return None
        if "hookSpecificOutput" in document:
            assert document.keys() - {"hookSpecificOutput"} in (
                set(),
                {"decision", "reason"},
                {"permission", "user_message", "agent_message"},
            )
            inner = document["hookSpecificOutput"]
            assert inner.keys() == {"hookEventName", "permissionDecision", "permissionDecisionReason"}
            assert inner["hookEventName"] == "PreToolUse"
            decision, reason = inner["permissionDecision"], inner["permissionDecisionReason"]
        elif "permission" in document:
            assert document.keys() == {"permission", "user_message", "agent_message"}
            decision, reason = document["permission"], document["user_message"]
        else:
            assert document.keys() == {"decision", "reason"}
            decision, reason = document["decision"], document["reason"]
        assert decision in {"deny", "ask"}
        assert reason
        assert not {unicodedata.category(one) for one in reason} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
        return str(decision)


def event(command: str = "ls", **members: Any) -> bytes:
    """Claude Code's event of a shell command."""
    document = {
        "session_id": "s",
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": command},
        **members,
    }
    return json.dumps(document).encode()


def run(data: bytes, *words: str, environment: Mapping[str, str] | None = None) -> Said:
    """Run the hook on what stands on standard input, in the current folder."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("BRIDGE_", "TREESHIP_"))}
    clean.pop("CLAUDE_PROJECT_DIR", None)
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.dict(os.environ, {**clean, **(environment or {})}, clear=True),
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(data))),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = entry.run(words)
    return Said(code, out.getvalue(), err.getvalue())


@contextlib.contextmanager
def folder(path: Path) -> Iterator[Path]:
    """A current folder."""
    with contextlib.chdir(path):
        yield path
