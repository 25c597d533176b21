"""Where a hook stands with an agent, and whether the agent would run it.

What switches all hooks off may stand in another file than the hook, and a command that is not on the path is not run:
of either an agent says little, and lets every call go on.
"""

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bridge.errors import InputError
from bridge.gate import installing, json_text, settings_file
from bridge.gate.hosts import Host, Scope, unfound
from bridge.gate.installing import Found
from bridge.gate.json_text import Node


class Standing(NamedTuple):
    """Where a hook stands with an agent: what is found in its settings, or why those cannot be read.

    Args:
        host: the agent.
        scope: whose settings they are.
        path: the settings file.
        found: what stands in it.
        problem: why it cannot be read.
        off: the file that tells the agent to run no hook.
        missing: programs of the hook's commands that are not found here.
    """

    host: Host
    scope: Scope
    path: Path
    found: Found
    problem: str | None = None
    off: Path | None = None
    missing: tuple[str, ...] = ()

    @property
    def state(self) -> str:
        """``installed``, ``switched off``, ``not installed`` or ``unreadable``."""
        if self.problem is not None:
            return "unreadable"
        if not self.found.commands:
            return "not installed"
        return "installed" if self.off is None else "switched off"


def look(host: Host, scope: Scope, path: Path, *, every: Sequence[Path]) -> Standing:
    """What stands in one of an agent's settings files.

    Args:
        host: the agent.
        scope: whose settings they are.
        path: the file.
        every: all the agent's settings files, the one that counts most first.
    """
    try:
        found = installing.found(host, path, settings_file.read(path))
    except InputError as error:
        return Standing(host, scope, path, Found(()), error.message)
    return Standing(host, scope, path, found, None, off_by(host, path, found, every=every), missing(found))


def missing(found: Found) -> tuple[str, ...]:
    """The programs of hooks' commands that are not found here."""
    return tuple(dict.fromkeys(filter(None, map(unfound, found.commands))))


def off_by(host: Host, path: Path, found: Found, *, every: Sequence[Path]) -> Path | None:
    """The file by which an agent does not run the hooks of a settings file; None where it runs them, or there are none.

    Args:
        host: the agent.
        path: the settings file.
        found: what stands in it.
        every: as ``look``.
    """
    if not found.commands:
        return None
    # A file of another name is read by whoever is told to read it, and speaks for itself alone.
    return switched_off(host, every if path in every else (path,), commands=found.commands)


def switched_off(host: Host, paths: Sequence[Path], *, commands: Sequence[str] = ()) -> Path | None:
    """The file by which an agent does not run some hooks; None where it runs them.

    Args:
        host: the agent.
        paths: its settings files, the one that counts most first; one that cannot be read says nothing.
        commands: the command lines of the hooks.
    """
    said = [(path, root) for path in paths if (root := _read(path)) is not None]
    if host.off is not None:
        keys, off = host.off
        switches = ((path, switch) for path, root in said if (switch := root.at(keys)) is not None)
        by, switch = next(switches, (None, None))
        if switch is not None and switch.is_value(off):
            return by
    lists = ((path, root.at(host.muted)) for path, root in said if host.muted)
    return next((path for path, named in lists if named and any(one.value in commands for one in named.items)), None)


def _read(path: Path) -> Node | None:
    with contextlib.suppress(InputError):
        text = settings_file.read(path)
        return json_text.read(text, named=str(path)) if text and text.strip() else None
    return None
