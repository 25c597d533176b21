"""What the commands of the gate say: a change of settings, where the gate stands, a session judged again."""

import difflib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from bridge.core.strict_json import Json
from bridge.gate import installing, standing
from bridge.gate.hosts import Host
from bridge.gate.installing import Plan
from bridge.gate.replaying import Replay, Replayed
from bridge.gate.standing import Standing
from bridge.render.plain import plain

_SAYS: Final = {"deny": "deny", "ask": "ask", None: "-"}
_WIDEST: Final = 28
_MOST_NOTES: Final = 5


def difference(plan: Plan) -> str:
    """The change as a unified difference; empty where there is none."""
    before, after = ((text or "").splitlines(keepends=True) for text in (plan.before, plan.after))
    old, new = (str(plan.path) if text is not None else "/dev/null" for text in (plan.before, plan.after))
    lines = difflib.unified_diff(before, after, old, new)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def change_document(host: Host, plan: Plan, *, written: bool, backup: Path | None) -> dict[str, Json]:
    """A change of settings as data."""
    return {
        "agent": host.agent,
        "backup": None if backup is None else str(backup),
        "change": plan.change,
        "difference": difference(plan),
        "path": str(plan.path),
        "remark": host.remark,
        "status": "ok",
        "written": written,
    }


def standing_document(standings: Iterable[Standing]) -> dict[str, Json]:
    """Where the gate stands, as data."""
    rows: list[Json] = [
        {
            "agent": one.host.agent,
            "commands": list(one.found.commands),
            "fail_closed": one.found.closed,
            "missing": list(one.missing),
            "path": str(one.path),
            "problem": one.problem,
            "scope": one.scope,
            "state": one.state,
            "switched_off_by": None if one.off is None else str(one.off),
        }
        for one in standings
    ]
    return {"settings": rows, "status": "ok"}


def standing_text(standings: Iterable[Standing]) -> str:
    """Where the gate stands, a line for each settings file."""
    return "\n".join(
        f"{one.host.agent:<12} {one.scope:<8} {one.state:<14} {plain(one.problem or _place(one))}" for one in standings
    )


def _place(one: Standing) -> str:
    by = f", by {one.off}" if one.state == "switched off" and one.off != one.path else ""
    return f"{one.path}{by}"


def missing_note(program: str) -> str:
    """What an operator is told of a program that a hook runs and that is not there."""
    return f"{program} is not on the PATH here; an agent that cannot find it runs no hook"


def change_notes(host: Host, plan: Plan, every: Sequence[Path]) -> list[str]:
    """Why a hook that a change leaves in the settings would not be run.

    Args:
        host: the agent.
        plan: the change.
        every: all the agent's settings files, the one that counts most first.
    """
    found = installing.found(host, plan.path, plan.after)
    by = standing.off_by(host, plan.path, found, every=every)
    off = [] if by is None else [f"{host.title} is told not to run the hook, by {by}"]
    return [*map(missing_note, standing.missing(found)), *off]


def replay_document(replay: Replay) -> dict[str, Json]:
    """A session judged again, as data."""
    calls: list[Json] = [
        {
            "capability": one.call.capability,
            "decision": one.verdict.stop,
            "line": one.line,
            "notes": list(one.verdict.notes),
            "reason": one.verdict.reason or None,
            "tool": one.call.tool,
        }
        for one in replay.calls
    ]
    return {
        "calls": calls,
        "counts": {
            "ask": replay.count("ask"),
            "calls": len(replay.calls),
            "deny": replay.count("deny"),
            "silent": replay.count(None),
            "unread_lines": len(replay.unread),
        },
        "status": "ok",
    }


def replay_text(replay: Replay, *, every: bool) -> str:
    """A session judged again: what would have been stopped, and with ``every`` the other calls too."""
    shown = [one for one in replay.calls if every or one.verdict.stop is not None]
    rows = [f"{'line':>6}  {'verdict':<8} {'tool':<{_WIDEST}} reason", *map(_row, shown)] if shown else []
    counts = (
        f"{len(replay.calls)} calls: {replay.count('deny')} refused, {replay.count('ask')} asked about, "
        f"{replay.count(None)} not objected to"
    )
    tools = Counter(plain(one.call.tool) for one in replay.calls if one.verdict.stop == "deny")
    refused = f"refused by tool: {', '.join(f'{name} {count}' for name, count in sorted(tools.items()))}"
    notes = dict.fromkeys(note for one in replay.calls for note in one.verdict.notes)
    noted = [f"note: {plain(note)}" for note in [*notes][:_MOST_NOTES]]
    return "\n".join([*rows, *([""] if rows else []), counts, *([refused] if tools else []), *noted])


def _row(one: Replayed) -> str:
    tool = plain(one.call.tool)
    tool = tool if len(tool) <= _WIDEST else tool[: _WIDEST - 1] + "…"
    return f"{one.line:>6}  {_SAYS[one.verdict.stop]:<8} {tool:<{_WIDEST}} {plain(one.verdict.reason)}".rstrip()
