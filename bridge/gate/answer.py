"""From the bytes of a hook's event to what the hook answers. Total: whatever comes in, there is an answer."""

import codecs
import contextlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from bridge.core import strict_json
from bridge.core.strict_json import Json
from bridge.errors import InputError, JsonError
from bridge.gate.agents import AGENTS, UNKNOWN, Agent, Event, Members, teller
from bridge.render.plain import plain
from bridge.workflows.gating.model import Gate, Verdict
from bridge.workflows.gating.setup import open_gate, says_strict
from bridge.workflows.gating.verdict import gate
from bridge.workflows.gating.words import cut
from bridge.workflows.workspace import FOLDER

MOST_BYTES: Final = 16 * 1024 * 1024
LONGEST_REASON: Final = 1000
UNREADABLE: Final = "the gate cannot read this tool call"


class Answered(NamedTuple):
    """What a hook is to say.

    Args:
        document: the one JSON object to print; None for nothing at all.
        verdict: what it says.
        notes: for the operator, on standard error or in a log.
    """

    document: dict[str, Json] | None
    verdict: Verdict
    notes: tuple[str, ...] = ()


def answer(
    data: bytes,
    *,
    agent: str = "claude-code",
    environment: Mapping[str, str],
    current: Path,
    at: str,
    opened: Gate | None = None,
) -> Answered:
    """Answer one event.

    Args:
        data: the event, as the agent writes it; at most ``MOST_BYTES``.
        agent: whose event it is, one of ``agents.AGENTS``.
        environment: the process environment.
        current: the folder where the event names none.
        at: canonical time.
        opened: the gate where it is set up already, as in a server; None to set it up for this event.

    Raises:
        KeyError: there is no such agent.
    """
    known = AGENTS[agent]
    try:
        members = _members(data)
        known = teller(known, members)
        event = known.read(members)
    except InputError as error:
        return _said(known, None, for_a_person(UNREADABLE, error.message))
    if opened is None:
        opened = open_gate(environment, current=folder_of(event.folder) or current, otherwise=current)
    return _said(known, event, gate(event.call, opened, at=at))


def stopped_unknown(agent: str) -> Answered:
    """The answer to an agent that is not known: the reason says so, since it is all that the operator gets to see.

    Args:
        agent: the name.
    """
    known = f"known: {', '.join(AGENTS)}"
    return stopped(agent, known, what=f"the gate knows no agent {cut(agent)!r} ({known})")


def stopped(agent: str, cause: str, *, what: str = UNREADABLE) -> Answered:
    """The answer where no call could be read, or none in time: a person must look, in every mode.

    Args:
        agent: whose event it was; an unknown one is answered too.
        cause: what is wrong, for the operator.
        what: the same in a few words that tell nothing of the call.
    """
    return _said(AGENTS.get(agent, UNKNOWN), None, for_a_person(what, cause))


def broken(agent: str, cause: str, *, environment: Mapping[str, str]) -> Answered:
    """The answer where the gate itself broke before there was a verdict: a note, and a question where it is strict.

    Args:
        agent: as ``stopped``.
        cause: as ``stopped``.
        environment: the process environment.
    """
    note = f"the gate failed: {cause}"
    strict = Verdict("ask", "the gate failed and is strict, so a person must decide", (note,))
    verdict = strict if says_strict(environment) else Verdict(None, "", (note,))
    return _said(AGENTS.get(agent, UNKNOWN), None, verdict)


def for_a_person(what: str, cause: str) -> Verdict:
    """The verdict on what cannot be judged."""
    return Verdict("ask", f"{what}, so a person must look at it", (cause,))


def _members(data: bytes) -> Members:
    # Some agents begin with a byte order mark on Windows, and a reader may pass over it (RFC 8259, section 8.1).
    text = data.removeprefix(codecs.BOM_UTF8)
    if not text.strip():
        raise InputError("the event is empty")
    try:
        document = strict_json.loads(text, max_bytes=MOST_BYTES)
    except JsonError as error:
        raise InputError(f"the event is not JSON: {error.message}") from None
    if not isinstance(document, dict):
        raise InputError("the event is not a JSON object")
    return document


def folder_of(named: str | None) -> Path | None:
    """The folder that an event or a transcript names; None where it names none that there could be."""
    if not named or not Path(named).is_absolute():
        return None
    try:
        folder = Path(named).resolve()
        # What is not there is looked for above; what nobody may look into, or no folder can be called, is nowhere.
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            (folder / FOLDER).lstat()
    except (OSError, ValueError, RuntimeError):
        return None
    return folder


def _said(agent: Agent, event: Event | None, verdict: Verdict) -> Answered:
    reason = plain(verdict.reason)
    if len(reason) > LONGEST_REASON:
        reason = reason[: LONGEST_REASON - 1] + "…"
    shown = verdict._replace(reason=reason)
    notes = (*verdict.notes, *([f"{verdict.stop}: {verdict.reason}"] if verdict.stop else []))
    return Answered(agent.answer(shown, event), shown, notes)
