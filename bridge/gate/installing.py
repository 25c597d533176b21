"""Putting the gate into an agent's settings and taking it out again; what else stands there stays as it is."""

import json
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from bridge.core.strict_json import Json
from bridge.errors import InputError
from bridge.gate import json_edit, json_text, settings_file
from bridge.gate.hosts import Host
from bridge.gate.json_text import Node

Change: TypeAlias = Literal["install", "update", "uninstall", "nothing"]

_MARK: Final = "rbridge gate install opencode"


class Plan(NamedTuple):
    """What is to become of a settings file.

    Args:
        path: the file.
        before: what stands in it; None where there is none.
        after: what is to stand in it; None where it is to go away.
        change: what that comes to.
    """

    path: Path
    before: str | None
    after: str | None
    change: Change


class Found(NamedTuple):
    """What stands in a settings file.

    Args:
        commands: the gate's.
        closed: whether it is told to stop a call where the gate cannot be run.
    """

    commands: tuple[str, ...]
    closed: bool = False


def install(host: Host, path: Path, command: str, *, closed: bool = False) -> Plan:
    """How the gate comes into a settings file; nothing is written.

    Args:
        host: the agent.
        path: its settings file.
        command: what the hook runs.
        closed: whether the agent is to stop a call where that cannot be run; once it is told to, it stays so.

    Raises:
        InputError: the file cannot be read, or is not what the agent would read; names the line.
        UsageError: the agent cannot be told that.
    """
    if closed:
        host.require_closed()
    before = settings_file.read(path)
    if not host.path:
        return _install_program(path, before, command)
    standing = found(host, path, before)
    if standing.commands == (command,) and (standing.closed or not closed):
        return Plan(path, before, before, "nothing")
    base = "{}\n" if before is None or not before.strip() else before
    if standing.commands:
        base = _taken_out(host, base, str(path))
    after = _put_in(host, path, base, command, closed=closed or standing.closed)
    return Plan(path, before, after, "update" if standing.commands else "install")


def uninstall(host: Host, path: Path) -> Plan:
    """How the gate comes out of a settings file; nothing is written.

    Where nothing has changed since it was put in, the file becomes what it was to the byte, and goes away where there
    was none.

    Raises:
        InputError: as ``install``.
    """
    before = settings_file.read(path)
    if before is None:
        return Plan(path, None, None, "nothing")
    if not host.path:
        return Plan(path, before, None, "uninstall") if _MARK in before else Plan(path, before, before, "nothing")
    standing = found(host, path, before)
    if not standing.commands:
        return Plan(path, before, before, "nothing")
    for kept in (settings_file.read(settings_file.backup_of(path)), None):
        if _came_of(host, path, kept, standing) == before:
            return Plan(path, before, kept, "uninstall")
    return Plan(path, before, _taken_out(host, before, str(path)), "uninstall")


def carry_out(plan: Plan) -> Path | None:
    """Do what a plan says; where the copy of what stood there before is kept, None where there is none.

    Raises:
        InputError: the file has changed meanwhile, or cannot be written.
    """
    if plan.change == "nothing":
        return None
    copy = settings_file.backup_of(plan.path)
    if plan.before is not None and plan.change != "uninstall":
        settings_file.replace(copy, plan.before, was=settings_file.read(copy), like=plan.path)
    if plan.after is None:
        settings_file.remove(plan.path, was=plan.before or "")
    else:
        settings_file.replace(plan.path, plan.after, was=plan.before)
    if plan.change == "uninstall":
        kept = settings_file.read(copy)
        if kept is not None and kept == plan.after:
            settings_file.remove(copy, was=kept)
        return None
    return None if plan.before is None else copy


def found(host: Host, path: Path, text: str | None) -> Found:
    """What stands in the text of a settings file.

    Raises:
        InputError: it is not what the agent would read; names the line.
    """
    if text is None or not text.strip():
        return Found(())
    if not host.path:
        return Found((_command_in(text),) if _MARK in text else ())
    root = json_text.read(text, named=str(path))
    ours = [(command, hook) for _, _, hook in _hooks(host, root) if (command := host.ours(hook.value)) is not None]
    closed = bool(ours) and host.closed is not None and all(_has(hook, host.closed) for _, hook in ours)
    return Found(tuple(command for command, _ in ours), closed)


def _has(node: Node, members: Mapping[str, Json]) -> bool:
    return all((found := node.member(key)) is not None and found.is_value(value) for key, value in members.items())


def _hooks(host: Host, root: Node) -> list[tuple[Node, int, Node]]:
    """Every hook of the event: the array that it stands in, its place there, and itself."""
    node = root.at(host.path)
    hooks: list[tuple[Node, int, Node]] = []
    for place, item in enumerate(() if node is None else node.items):
        inner = item.member("hooks")
        if inner is None and node is not None:
            hooks.append((node, place, item))
        elif inner is not None:
            hooks.extend((inner, index, hook) for index, hook in enumerate(inner.items))
    return hooks


def _taken_out(host: Host, text: str, named: str) -> str:
    """The text without the gate's hooks, and without the groups, arrays and objects that are empty then."""
    while ours := [
        one for one in _hooks(host, json_text.read(text, named=named)) if host.ours(one[2].value) is not None
    ]:
        container, place, _ = ours[0]
        text = json_edit.without(text, container, place)
        text = _without_empty(host, text, named)
    return text


def _without_empty(host: Host, text: str, named: str) -> str:
    root = json_text.read(text, named=named)
    groups = root
    for key in host.path:
        groups = groups.member(key) or groups
    for place, item in enumerate(groups.items):
        inner = item.member("hooks")
        if inner is not None and not inner.items and isinstance(inner.value, list):
            text = json_edit.without(text, groups, place)
            break
    for depth in range(len(host.path) - 1, -1, -1):
        text = _without_empty_member(text, host.path[:depth], host.path[depth], named)
    return text


def _without_empty_member(text: str, path: tuple[str, ...], key: str, named: str) -> str:
    node = json_text.read(text, named=named).at(path)
    inner = None if node is None else node.member(key)
    if node is None or inner is None or inner.items:
        return text
    return json_edit.without(text, node, node.keys.index(key))


def _put_in(host: Host, path: Path, base: str, command: str, *, closed: bool) -> str:
    for key, value in host.needs.items():
        base = json_edit.with_member(base, key, value, named=str(path))
    return json_edit.appended(base, host.path, host.made(command, closed=closed), named=str(path))


def _came_of(host: Host, path: Path, kept: str | None, standing: Found) -> str | None:
    """What installing made, or would make, of the text that is kept."""
    base = "{}\n" if kept is None or not kept.strip() else kept
    try:
        command, *others = standing.commands
        return None if others else _put_in(host, path, base, command, closed=standing.closed)
    except InputError:
        # The copy is of another time; what stands in the settings counts.
        return None


def _install_program(path: Path, before: str | None, command: str) -> Plan:
    if before is not None and _MARK not in before:
        raise InputError(f"{path} is not a file of the gate's", where=str(path), help="move it away first")
    template = resources.files("bridge.gate").joinpath("opencode_plugin.js").read_text(encoding="utf-8")
    after = template.replace('"@COMMAND@"', json.dumps(command))
    if after == before:
        return Plan(path, before, before, "nothing")
    return Plan(path, before, after, "install" if before is None else "update")


def _command_in(text: str) -> str:
    line = next((one for one in text.splitlines() if one.startswith("const COMMAND = ")), "")
    try:
        return str(json.loads(line.removeprefix("const COMMAND = ")))
    except ValueError:
        return ""
