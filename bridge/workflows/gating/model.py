"""What a gate is asked, how it is set up, and what it answers."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from bridge.core.strict_json import Json
from bridge.judgement.model import Question, Threshold
from bridge.judges.base import Judge
from bridge.workflows.settings import Settings
from bridge.workflows.workspace import Workspace

Stop: TypeAlias = Literal["deny", "ask"]
"""What keeps a call from going on: it is refused, or the operator is asked."""

RANK: Final[Mapping[Stop | None, int]] = {None: 0, "ask": 1, "deny": 2}


class ProposedCall(NamedTuple):
    """A tool call that an agent is about to make.

    Args:
        tool: the tool's name, such as ``Bash``.
        input: its arguments.
        capability: what the tool may do, such as ``shell.exec``.
        agent: the name of the agent that proposes it, such as ``claude-code``.
    """

    tool: str
    input: Mapping[str, Json]
    capability: str | None = None
    agent: str = "unknown"


class Verdict(NamedTuple):
    """What the gate says of a call.

    Args:
        stop: None where nothing stands against the call, and then nothing is said to the agent.
        reason: why it does not go on; names tools, judges, questions and rules, and never what the call holds.
        notes: what went wrong on the way, for the operator.
        receipts: the ids of the receipts that were signed, in their order.
    """

    stop: Stop | None = None
    reason: str = ""
    notes: tuple[str, ...] = ()
    receipts: tuple[str, ...] = ()


class Gate(NamedTuple):
    """How a gate is set up.

    Args:
        root: the folder that paths of a call are held to.
        strict: whether the operator is asked where the gate or its judge fails.
        fault: why it cannot be used as it is set up; None where it can.
        workspace: where keys and receipts are; None where there is none, and then nothing is signed.
        settings: those of the environment and the settings file.
        judge: who is asked; None where nobody is.
        built_in: whether that judge runs here, and so has no outage.
        questions: what is asked.
        threshold: the bar.
        bound: the most an amount in a call may be.
        network_scope: the hosts a call may reach.
        actor: the URI of who acts; None for the agent's name.
        program: the action policy that decides.
        facts: the operator's files of facts.
        attests_calls: whether every judged call is signed, and not refusals alone.
        passphrase: asks for the passphrase of the key.
        tries: whether calls are only tried, as where a session is replayed, so that nothing is to be signed.
    """

    root: str
    strict: bool = False
    fault: str | None = None
    workspace: Workspace | None = None
    settings: Settings | None = None
    judge: Judge | None = None
    built_in: bool = True
    questions: Mapping[str, Question] = MappingProxyType({})
    threshold: Threshold | None = None
    bound: float | None = None
    network_scope: tuple[str, ...] = ()
    actor: str | None = None
    program: str | None = None
    facts: tuple[str, ...] = ()
    attests_calls: bool = False
    passphrase: Callable[[str], str] | None = None
    tries: bool = False

    def actor_of(self, call: ProposedCall) -> str:
        """The URI of who makes a call."""
        return self.actor or f"agent://{call.agent}"
