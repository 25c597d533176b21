"""How each agent tells its hooks of a tool call, and how each wants to be answered.

An allow is never said where it would pass over the agent's own rules: silence leaves them in force. An agent that
cannot ask a person is told to stop, with the reason, wherever a person should be asked.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

from bridge.core import strict_json
from bridge.core.strict_json import Json
from bridge.errors import InputError
from bridge.gate.capabilities import capability
from bridge.workflows.gating.model import ProposedCall, Stop, Verdict

Members: TypeAlias = Mapping[str, Json]
Document: TypeAlias = dict[str, Json]


class Event(NamedTuple):
    """A tool call as an agent's hook is told of it.

    Args:
        call: the call.
        name: the name of the event; empty where the agent gives none.
        folder: the folder that the agent is in; None where it does not say.
    """

    call: ProposedCall
    name: str = ""
    folder: str | None = None


class Agent(NamedTuple):
    """One agent.

    Args:
        name: what the command line calls it.
        title: what it calls itself.
        read: the event of a parsed document; raises ``InputError`` for one that holds no call.
        answer: what to print for a verdict; None for nothing.
    """

    name: str
    title: str
    read: Callable[[Members], Event]
    answer: Callable[[Verdict, Event | None], Document | None]


def _tool_event(agent: str, expected: str) -> Callable[[Members], Event]:
    """What Claude Code writes, and others after it: ``tool_name``, ``tool_input``, ``cwd``, ``hook_event_name``."""

    def read(members: Members) -> Event:
        name = _event_name(members, {expected})
        call = _call(agent, _text(members, "tool_name"), _arguments(members, "tool_input"))
        return Event(call, name, _folder(members))

    return read


_CURSORS_EVENTS: Final = ("preToolUse", "beforeShellExecution", "beforeMCPExecution", "beforeReadFile")


def _read_cursor(members: Members) -> Event:
    name = _event_name(members, {*_CURSORS_EVENTS})
    folder = _folder(members) or _first_root(members)
    if name == "beforeShellExecution":
        call = _call("cursor", "Shell", {"command": _text(members, "command")})
    elif name == "beforeReadFile":
        call = _call("cursor", "Read", {"file_path": _text(members, "file_path")})
    else:
        call = _call("cursor", _text(members, "tool_name"), _arguments(members, "tool_input"))
    return Event(call, name, folder)


def _read_opencode(members: Members) -> Event:
    return Event(_call("opencode", _text(members, "tool"), _arguments(members, "args")), "", _folder(members))


def _call(agent: str, tool: str, arguments: Members) -> ProposedCall:
    if tool.lower().replace("_", "") in _PATCHING:
        arguments = _patch(arguments)
    return ProposedCall(tool, arguments, capability(tool), agent)


_PATCHING: Final = frozenset({"applypatch", "patch"})
_PATCHES: Final = ("command", "input", "patch", "patchText")
"""Under which key the agents hand over the text of a patch."""
_PATCHED: Final = ("*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ")


def _patch(arguments: Members) -> Members:
    """The arguments of a patch: its text is no command, whatever an agent calls it, and the files in it count."""
    for name in _PATCHES:
        text = arguments.get(name)
        if isinstance(text, list) and all(isinstance(one, str) for one in text):
            # As the words of a command line, of which the last is the patch.
            text = "\n".join(map(str, text))
        if isinstance(text, str) and (paths := _patched(text)):
            return {**{key: value for key, value in arguments.items() if key != name}, "patch": text, "paths": paths}
    return arguments


def _patched(text: str) -> list[Json]:
    lines = map(str.strip, text.splitlines())
    return [line.removeprefix(mark) for line in lines for mark in _PATCHED if line.startswith(mark)]


def _event_name(members: Members, expected: set[str]) -> str:
    name = members.get("hook_event_name", "")
    if not isinstance(name, str) or name not in {"", *expected}:
        raise InputError(f"the event is not {' or '.join(sorted(expected))}")
    return name


def _text(members: Members, name: str) -> str:
    value = members.get(name)
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"`{name}` of the event is not a name" if name in members else f"the event has no `{name}`")
    return value


def _arguments(members: Members, name: str) -> Members:
    value = members.get(name)
    # Some agents hand over the arguments of a tool from elsewhere as it sent them, which is as text.
    if isinstance(value, str) and value.lstrip().startswith("{"):
        value = strict_json.loads(value)
    if not isinstance(value, dict):
        raise InputError(f"`{name}` of the event is not an object")
    return value


def _folder(members: Members) -> str | None:
    value = members.get("cwd")
    return value if isinstance(value, str) else None


def _first_root(members: Members) -> str | None:
    roots = members.get("workspace_roots")
    return roots[0] if isinstance(roots, list) and roots and isinstance(roots[0], str) else None


def _permission(decision: Stop, reason: str) -> Document:
    return {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": decision,
            "permissionDecisionReason": reason,
        }
    }


def _answer_claude_code(verdict: Verdict, _: Event | None) -> Document | None:
    return None if verdict.stop is None else _permission(verdict.stop, verdict.reason)


def _answer_codex(verdict: Verdict, _: Event | None) -> Document | None:
    # It takes an ask for a hook that failed, and runs the tool.
    return None if verdict.stop is None else _permission("deny", _stopping(verdict))


def _answer_gemini(verdict: Verdict, _: Event | None) -> Document:
    return {} if verdict.stop is None else {"decision": "deny", "reason": _stopping(verdict)}


_ASKING: Final = frozenset({"beforeShellExecution", "beforeMCPExecution"})


def _answer_cursor(verdict: Verdict, event: Event | None) -> Document:
    if verdict.stop is None:
        # Without the member the answer is taken for that of a hook that failed; of what a hook says, only a refusal
        # counts beside the agent's own approvals.
        return {"permission": "allow"}
    asks = verdict.stop == "ask" and event is not None and event.name in _ASKING
    reason = verdict.reason if asks else _stopping(verdict)
    return {"permission": "ask" if asks else "deny", "user_message": reason, "agent_message": reason}


def _answer_borrower(verdict: Verdict, event: Event | None) -> Document:
    answer = _answer_cursor(verdict, event)
    return answer if verdict.stop is None else {**_permission("deny", _stopping(verdict)), **answer}


def _answer_opencode(verdict: Verdict, _: Event | None) -> Document | None:
    return None if verdict.stop is None else {"decision": verdict.stop, "reason": _stopping(verdict)}


def _answer_unknown(verdict: Verdict, _: Event | None) -> Document | None:
    """In as many shapes as go into one object: a refusal, since whoever reads it may be one that cannot ask."""
    if verdict.stop is None:
        return None
    reason = _stopping(verdict)
    return {**_permission("deny", reason), "decision": "block", "reason": reason}


def _read_none(_: Members) -> Event:
    raise InputError("nobody knows how an unknown agent tells of a call")


UNKNOWN: Final = Agent("unknown", "an unknown agent", _read_none, _answer_unknown)
"""Whoever asks under a name that is not known: it gets an answer, and never one that reads as leave to go on."""


def _stopping(verdict: Verdict) -> str:
    return verdict.reason if verdict.stop == "deny" else f"stopped, since nobody can be asked here: {verdict.reason}"


AGENTS: Final[Mapping[str, Agent]] = {
    one.name: one
    for one in (
        Agent("claude-code", "Claude Code", _tool_event("claude-code", "PreToolUse"), _answer_claude_code),
        Agent("codex", "Codex", _tool_event("codex", "PreToolUse"), _answer_codex),
        Agent("cursor", "Cursor", _read_cursor, _answer_cursor),
        Agent("gemini", "Gemini CLI", _tool_event("gemini", "BeforeTool"), _answer_gemini),
        Agent("opencode", "opencode", _read_opencode, _answer_opencode),
    )
}
"""The agents that have a hook before a tool runs, by the name that the command line has for them."""

_BORROWER: Final = AGENTS["cursor"]._replace(answer=_answer_borrower)
"""Cursor where it runs a hook of Claude Code's settings: a refusal is in both their shapes, since it reads either."""


def teller(agent: Agent, members: Members) -> Agent:
    """Who tells of a call, and is answered.

    Args:
        agent: whose hook it is.
        members: the event.
    """
    borrowed = agent.name == "claude-code" and members.get("hook_event_name") in _CURSORS_EVENTS
    return _BORROWER if borrowed else agent
