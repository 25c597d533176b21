"""The Stop hook that judges every run, as an entry of an agent's settings (spec: Rubrics, section 7).

It is told from other entries by a mark among its arguments, so that it is found again however it is called.
"""

import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bridge.core.strict_json import Json
from bridge.gate.hosts import HOSTS, Host, Scope

OWNER: Final = "bridge/rubric-stop/v1"
"""What follows ``--owner`` in the arguments of an entry of ours."""

SECONDS: Final = 120
"""How long the agent is to wait for the hook, which gives up before (``workflows.rubrics.stop_hook.SECONDS``)."""


def stop_command(hook: Json) -> str | None:
    """The command line of a hook that judges runs; None for any other hook."""
    arguments = hook.get("args") if isinstance(hook, dict) else None
    program = hook.get("command") if isinstance(hook, dict) else None
    if not isinstance(program, str) or not isinstance(arguments, list):
        return None
    words = [program, *(one for one in arguments if isinstance(one, str))]
    marked = any(words[place : place + 2] == ["--owner", OWNER] for place in range(len(words)))
    return shlex.join(words) if marked else None


def _entry(command: str) -> Json:
    program, *arguments = shlex.split(command)
    hook: dict[str, Json] = {"type": "command", "command": program, "args": [*arguments], "timeout": SECONDS}
    return {"hooks": [hook]}


STOP: Final[Host] = HOSTS["claude-code"]._replace(path=("hooks", "Stop"), entry=_entry, ours=stop_command)
"""Claude Code, where a run ends."""


def command_of(scope: Scope, options: Sequence[str]) -> str:
    """The command line of the entry.

    Args:
        scope: a project's settings are shared, and name the program as it is found on everybody's path.
        options: of ``rbridge rubric hook claude-code``.
    """
    beside = Path(sys.executable).with_name("rbridge")
    found = str(beside) if beside.exists() else shutil.which("rbridge")
    program = "rbridge" if scope == "project" or found is None else found
    return shlex.join([program, "rubric", "hook", "claude-code", "--owner", OWNER, *options])
