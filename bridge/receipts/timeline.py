"""The timeline of a session, and what its receipt counts: who acted, with which tools, and what judges used up.

The timeline is an account: it repeats what the sealed receipts say and adds the notes that people took. The close
record signs the digest of all of it.
"""

import datetime
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from bridge.core.strict_json import Json
from bridge.receipts import kinds
from bridge.receipts.model import ActionStatement, ReceiptStatement, Statement
from bridge.receipts.session import Event, Session

HOST: Final = "host_1"
ROOT: Final = "root"

Find = Callable[[str], Statement]
"""What a receipt of the session says, by its id."""


@dataclass
class Agent:
    """One who acted in the session."""

    instance: str
    started_at: str
    completed_at: str
    tool_calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0


@dataclass
class Counts:
    """What the receipts of a session come to."""

    agents: dict[str, Agent] = field(default_factory=dict)
    tools: dict[str, int] = field(default_factory=dict)
    events: int = 0
    receipts: int = 0
    responses: set[str] = field(default_factory=set)


def count(session: Session, events: Iterable[Event], find: Find) -> Counts:
    """Count a session's events; the first agent is whoever started it."""
    counts = Counts(agents={session.actor: Agent(ROOT, session.started_at, session.started_at)})
    for event in events:
        counts.events += 1
        if event.receipt is not None:
            counts.receipts += 1
            _count_receipt(counts, session, find(event.receipt))
    return counts


def entries(session: Session, events: Iterable[Event], find: Find) -> Iterator[dict[str, Json]]:
    """The timeline: one entry for each event, in the order in which they are given."""
    for event in events:
        said = None if event.receipt is None else find(event.receipt)
        kind, summary = ("agent.note", event.note) if said is None else _told(said, session)
        actor = said.actor if isinstance(said, ActionStatement) else session.actor
        entry: dict[str, Json] = {
            "sequence_no": event.sequence,
            "timestamp": event.timestamp,
            "event_id": f"evt_{event.sequence:016x}",
            "event_type": kind,
            "agent_instance_id": instance(session, actor),
            "agent_name": instance(session, actor),
            "host_id": HOST,
        }
        yield entry if summary is None else {**entry, "summary": summary}


def invocations(session: Session, events: Iterable[Event], find: Find) -> Iterator[dict[str, Json]]:
    """Every tool that was called, by whom and when."""
    for event in events:
        said = None if event.receipt is None else find(event.receipt)
        if isinstance(said, ActionStatement) and not is_boundary(said):
            yield {
                "tool_name": said.action,
                "agent_instance_id": instance(session, said.actor),
                "timestamp": event.timestamp,
            }


def is_boundary(said: Statement) -> bool:
    """Whether an action is the start or the end of a session."""
    return isinstance(said, ActionStatement) and said.action in {"session.start", "session.close"}


def instance(session: Session, actor: str) -> str:
    """The name of an actor within the session."""
    return ROOT if actor == session.actor else actor.partition("://")[2]


def duration_ms(started_at: str, ended_at: str) -> int:
    """The milliseconds between two canonical times; times are whole seconds."""
    return round((_moment(ended_at) - _moment(started_at)).total_seconds() * 1000)


def _moment(time: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(time.replace(":60Z", ":59Z"))


def _count_receipt(counts: Counts, session: Session, said: Statement) -> None:
    if isinstance(said, ActionStatement):
        agent = counts.agents.setdefault(
            said.actor, Agent(instance(session, said.actor), said.timestamp, said.timestamp)
        )
        agent.completed_at = max(agent.completed_at, said.timestamp)
        if not is_boundary(said):
            agent.tool_calls += 1
            counts.tools[said.action] = counts.tools.get(said.action, 0) + 1
    elif isinstance(said, ReceiptStatement) and said.kind == kinds.JUDGEMENT and isinstance(said.payload, dict):
        _count_usage(counts, counts.agents[session.actor], said.payload)


def _count_usage(counts: Counts, agent: Agent, payload: dict[str, Json]) -> None:
    usage, response = payload.get("usage"), payload.get("response_digest")
    # Questions that were asked together have one response between them, and each receipt says what it used up.
    if isinstance(response, str) and response in counts.responses:
        return
    if isinstance(response, str) and usage is not None:
        counts.responses.add(response)
    agent.tokens_in += _tokens(usage, "input_tokens")
    agent.tokens_out += _tokens(usage, "output_tokens")


def _told(said: Statement, session: Session) -> tuple[str, str | None]:
    if isinstance(said, ActionStatement):
        if said.action == "session.start":
            return "session.started", "Session started"
        if said.action == "session.close":
            return "session.closed", session.summary or "Session closed"
        return "agent.called_tool", f"Called {said.action}"
    if isinstance(said, ReceiptStatement) and isinstance(said.payload, dict):
        if said.kind == kinds.JUDGEMENT:
            return "agent.decision", _judged(said.payload)
        if said.kind == kinds.RESOLUTION:
            return "agent.decision", f"{said.payload.get('decision')} by {said.payload.get('by')}"
        return "agent.decision", said.kind
    return "agent.decision", None


def _judged(payload: dict[str, Json]) -> str:
    question, judge = payload.get("question"), payload.get("judge")
    key = question.get("key") if isinstance(question, dict) else None
    model = judge.get("model") if isinstance(judge, dict) else None
    return f"{key}: {payload.get('outcome')} ({payload.get('effect', 'none')}) | model: {model}"


def _tokens(usage: Json, name: str) -> int:
    value = usage.get(name) if isinstance(usage, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
