"""Where each agent keeps its hooks, and what an entry for the gate looks like there."""

import contextlib
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from bridge.core.strict_json import Json
from bridge.errors import UsageError

Scope: TypeAlias = Literal["user", "project"]

SECONDS: Final = 30
"""How long an agent is to wait for the gate, which itself gives up before (``entry.SECONDS``)."""

_PROGRAMS: Final = frozenset({"rbridge-gate", "rbridge"})
_OURS: Final = re.compile(r"""(?:^|[/\\\s"'])rbridge-gate(?:\.exe)?(?:$|[\s"'])|(?:^|[/\\\s"'])rbridge["']?\s+gate\s""")


def gate_command(hook: Json) -> str | None:
    """The command line of a hook that is the gate's; None for any other hook."""
    command = hook.get("command") if isinstance(hook, dict) else None
    return command if isinstance(command, str) and is_ours(command) else None


class Host(NamedTuple):
    """An agent's settings for hooks.

    Args:
        agent: the name of the agent.
        title: what the agent calls itself.
        folder: its folder in a project, or at home.
        variable: the environment variable that moves the folder at home; None where there is none.
        file: the settings file in the folder.
        path: the keys that lead to the array of entries; empty where the file is a program of ours.
        entry: the entry for a command.
        needs: members that the file must have beside the hooks.
        remark: what else there is to know or to do.
        ours: the command line of a hook that was put in here; None for a hook of somebody else's.
        closed: members of a hook by which the agent stops a call where the hook cannot be run; None where it has none.
        off: the keys that lead to the switch of all hooks, and the value with which it is off.
        over: files beside a project's settings that count more than these.
        muted: the keys that lead to the commands of hooks that are not run.
    """

    agent: str
    title: str
    folder: str
    variable: str | None
    file: str
    path: tuple[str, ...]
    entry: Callable[[str], Json]
    needs: Mapping[str, Json] = MappingProxyType({})
    remark: str | None = None
    ours: Callable[[Json], str | None] = gate_command
    closed: Mapping[str, Json] | None = None
    off: tuple[tuple[str, ...], Json] | None = None
    over: tuple[str, ...] = ()
    muted: tuple[str, ...] = ()

    def made(self, command: str, *, closed: bool) -> Json:
        """The entry for a command.

        Args:
            command: what the hook runs.
            closed: whether the agent is to stop a call where it cannot be run.
        """
        entry = self.entry(command)
        return _with_members(entry, self.closed or {}) if closed else entry

    def require_closed(self) -> None:
        """Refuse what the agent cannot be told.

        Raises:
            UsageError: it has no setting by which a hook that cannot be run stops the call.
        """
        if self.closed is None:
            raise UsageError(
                f"{self.title} lets a call go on where its hook cannot be run, and has no setting for it",
                where="--fail-closed",
                help="leave it out",
            )

    def settings(self, scope: Scope, *, environment: Mapping[str, str], project: Path) -> Path:
        """The settings file of a scope.

        Raises:
            UsageError: there is no home folder.
        """
        if scope == "project":
            return project / self.folder / self.file
        moved = environment.get(self.variable) if self.variable else None
        if moved:
            return Path(moved) / self.file
        if self.agent == "opencode":
            return Path(environment.get("XDG_CONFIG_HOME") or _home(environment) / ".config") / "opencode" / self.file
        return _home(environment) / self.folder / self.file

    def every_settings(self, *, environment: Mapping[str, str], project: Path) -> tuple[Path, ...]:
        """All its settings files, the one that counts most first; without a home folder those of the project."""
        files = [project / self.folder / name for name in (*self.over, self.file)]
        with contextlib.suppress(UsageError):
            files.append(self.settings("user", environment=environment, project=project))
        return tuple(files)


def _home(environment: Mapping[str, str]) -> Path:
    home = environment.get("HOME") or environment.get("USERPROFILE")
    if not home:
        raise UsageError("there is no home folder", where="HOME", help="use --project")
    return Path(home)


def _with_members(entry: Json, members: Mapping[str, Json]) -> Json:
    """An entry with members added to its hooks, which may be in a group or stand by themselves."""
    if not isinstance(entry, dict):
        return entry
    inner = entry.get("hooks")
    if isinstance(inner, list):
        return {**entry, "hooks": [_with_members(one, members) for one in inner]}
    return {**entry, **members}


def _group(command: str, **more: Json) -> Json:
    return {"hooks": [{"type": "command", "command": command, **more}]}


HOSTS: Final[Mapping[str, Host]] = {
    one.agent: one
    for one in (
        Host(
            "claude-code",
            "Claude Code",
            ".claude",
            "CLAUDE_CONFIG_DIR",
            "settings.json",
            ("hooks", "PreToolUse"),
            lambda command: _group(command, timeout=SECONDS),
            closed=MappingProxyType({"onFailure": "block"}),
            off=(("disableAllHooks",), True),
            over=("settings.local.json",),
        ),
        Host(
            "codex",
            "Codex",
            ".codex",
            "CODEX_HOME",
            "hooks.json",
            ("hooks", "PreToolUse"),
            lambda command: _group(command, timeout=SECONDS),
            remark="Codex runs a new hook only after you have reviewed it (type /hooks in Codex), "
            "and a project's only where you trust the project",
        ),
        Host(
            "cursor",
            "Cursor",
            ".cursor",
            None,
            "hooks.json",
            ("hooks", "preToolUse"),
            lambda command: {"command": command, "timeout": SECONDS},
            needs=MappingProxyType({"version": 1}),
            remark="Cursor asks nobody on behalf of this hook: what would be asked is stopped",
            closed=MappingProxyType({"failClosed": True}),
        ),
        Host(
            "gemini",
            "Gemini CLI",
            ".gemini",
            None,
            "settings.json",
            ("hooks", "BeforeTool"),
            lambda command: _group(command, timeout=SECONDS * 1000),
            remark="not every Gemini CLI asks on behalf of a hook, so what would be asked is stopped",
            off=(("hooksConfig", "enabled"), False),
            muted=("hooksConfig", "disabled"),
        ),
        Host(
            "opencode",
            "opencode",
            ".opencode",
            None,
            "plugins/rbridge-gate.js",
            (),
            lambda command: command,
            remark="opencode has no command hooks; this plugin, for 2.0 and for 1.18.29 or later, runs the gate, "
            "and stops what it would ask about",
        ),
    )
}
"""The agents the gate can be installed for, by the names that ``agents.AGENTS`` has for them."""


def host(agent: str) -> Host:
    """The host of an agent's name.

    Raises:
        UsageError: it has no hook before a tool runs, or is not known.
    """
    if agent not in HOSTS:
        raise UsageError(
            f"the gate knows no hook of {agent!r} that runs before a tool does",
            where="AGENT",
            help=f"known: {', '.join(HOSTS)}",
        )
    return HOSTS[agent]


def command_of(agent: str, scope: Scope, *, given: str | None = None) -> str:
    """The command line of the entry.

    Args:
        agent: the agent's name.
        scope: a project's settings are shared, and name the command as it is found on everybody's path.
        given: what the user wants instead.

    Raises:
        UsageError: it could not be told from other commands again.
    """
    if given is not None:
        if not is_ours(given):
            raise UsageError(
                "the command must run rbridge-gate or rbridge gate",
                where="--command",
                help="or it could not be found again",
            )
        return given
    beside = Path(sys.executable).with_name("rbridge-gate")
    found = str(beside) if beside.exists() else shutil.which("rbridge-gate")
    program = "rbridge-gate" if scope == "project" or found is None else shlex.quote(found)
    return program if agent == "claude-code" else f"{program} {agent}"


def unfound(command: str) -> str | None:
    """The program of a command line that nobody could run from here; None where it is found, or is not ours.

    Args:
        command: the command line of a hook.
    """
    try:
        program = next(iter(shlex.split(command)), "")
    except ValueError:
        return None
    return program if Path(program).stem in _PROGRAMS and shutil.which(program) is None else None


def is_ours(command: object) -> bool:
    """Whether a command of a hook is the gate's."""
    return isinstance(command, str) and _OURS.search(command + " ") is not None
