"""What the gate would have said of a session that is over: its tool calls, from the transcript that the agent kept.

Transcripts are Claude Code's: JSON Lines, in which an assistant's message holds blocks of type ``tool_use``. Nothing is
signed and no note is taken.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from bridge.core import strict_json
from bridge.core.clock import is_canonical_time
from bridge.core.strict_json import Json
from bridge.errors import InputError, JsonError
from bridge.gate.agents import AGENTS
from bridge.gate.answer import UNREADABLE, folder_of, for_a_person
from bridge.workflows.gating.model import Gate, ProposedCall, Verdict
from bridge.workflows.gating.setup import open_gate
from bridge.workflows.gating.verdict import gate

AGENT: Final = "claude-code"


class Replayed(NamedTuple):
    """One tool call of a transcript, and the verdict on it."""

    line: int
    call: ProposedCall
    verdict: Verdict


class Replay(NamedTuple):
    """The calls of a transcript in their order, and the numbers of the lines that could not be read."""

    calls: tuple[Replayed, ...]
    unread: tuple[int, ...]

    def count(self, stop: str | None) -> int:
        """How many calls have a verdict."""
        return sum(one.verdict.stop == stop for one in self.calls)


class _Use(NamedTuple):
    line: int
    id: str | None
    call: ProposedCall
    folder: str | None
    at: str | None
    unread: Verdict | None = None


def replay(data: bytes, *, environment: Mapping[str, str], current: Path, at: str) -> Replay:
    """Judge the tool calls of a transcript again.

    Args:
        data: the transcript.
        environment: the process environment.
        current: the folder of calls that name none.
        at: the time of calls that name none.
    """
    opened: dict[str | None, Gate] = {}
    unread: list[int] = []
    calls: list[Replayed] = []
    for use in _uses(data, unread.append):
        if use.folder not in opened:
            opened[use.folder] = open_gate(environment, current=folder_of(use.folder) or current, otherwise=current)
        verdict = use.unread or gate(use.call, opened[use.folder], at=use.at or at, signs=False)
        calls.append(Replayed(use.line, use.call, verdict))
    return Replay(tuple(calls), tuple(unread))


def _uses(data: bytes, skip: Callable[[int], None]) -> Iterator[_Use]:
    seen: set[str] = set()
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            document = strict_json.loads(line)
        except JsonError:
            skip(number)
            continue
        for use in _of_line(document, number):
            # A message that grew while it was written stands there several times.
            if use.id is None or use.id not in seen:
                seen.add(use.id or "")
                yield use


def _of_line(document: Json, number: int) -> Iterator[_Use]:
    if not isinstance(document, dict):
        return
    message = document.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    folder, time = document.get("cwd"), document.get("timestamp")
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict) and block.get("type") == "tool_use":
            id_ = block.get("id")
            call, unread = _call(block)
            yield _Use(
                number,
                id_ if isinstance(id_, str) else None,
                call,
                folder if isinstance(folder, str) else None,
                _to_the_second(time),
                unread,
            )


def _call(block: Mapping[str, Json]) -> tuple[ProposedCall, Verdict | None]:
    """The call of a block, and what the gate says of it where it is none."""
    try:
        return AGENTS[AGENT].read({"tool_name": block.get("name"), "tool_input": block.get("input")}).call, None
    except InputError as error:
        name = block.get("name")
        unread = ProposedCall(name if isinstance(name, str) else "?", {}, None, AGENT)
        return unread, for_a_person(UNREADABLE, error.message)


def _to_the_second(time: Json) -> str | None:
    text = f"{time[:19]}Z" if isinstance(time, str) else ""
    return text if is_canonical_time(text) else None
