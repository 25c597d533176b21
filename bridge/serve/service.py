"""What is served: a judge to ask, a program to decide by, and a key to sign with, chosen at the start.

Whoever may send a request names the call. What the call is held to (the program and its facts, the questions, the bar,
the hosts and the amount) is the operator's alone for a decision; a judgement, which decides nothing, may be asked with
another bar or scope.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from bridge.core import clock
from bridge.errors import KeyRefused
from bridge.judgement.model import Contract, Question, Threshold
from bridge.judges.base import Judge
from bridge.reason.model import Fact
from bridge.serve.problems import Problem
from bridge.workflows.attest import Signer
from bridge.workflows.limits import DEFAULT, Limits
from bridge.workflows.programs import Loaded


@dataclass(frozen=True)
class Asking:
    """Who is asked, what, and against which bar.

    Args:
        judge: the judge.
        questions: what is asked where a request does not say.
        others: whether the judge may be asked other questions.
        threshold: the bar.
        contract: the decision contract to record.
    """

    judge: Judge
    questions: Mapping[str, Question]
    others: bool = False
    threshold: Threshold = Threshold()  # noqa: RUF009 - it is frozen
    contract: Contract | None = None


@dataclass(frozen=True)
class Calling:
    """What every call is held to.

    Args:
        workspace_root: the folder that paths are held to.
        network_scope: the hosts that may be reached; empty declares no scope.
        amount_bound: the most that may be spent; None declares no bound.
    """

    workspace_root: str
    network_scope: tuple[str, ...] = ()
    amount_bound: float | None = None


@dataclass(frozen=True)
class Deciding:
    """By what a call is decided.

    Args:
        loaded: the action policy.
        facts: what people and tools have said before.
        actor: who acts where a request does not say.
        principal: on whose behalf where a request does not say.
        include_escalated: give the program answers below their bar as well.
        convention: refuse programs that break the admission convention.
        limits: those of one decision.
    """

    loaded: Loaded
    facts: tuple[Fact, ...] = ()
    actor: str | None = None
    principal: str | None = None
    include_escalated: bool = False
    convention: bool = True
    limits: Limits = DEFAULT


class Gate(Protocol):
    """Answers events of agents' hooks: the agent's name and the event in, the answer out, None for nothing to say."""

    def answer(self, agent: str, data: bytes) -> bytes | None:
        """Answer an event."""
        ...

    def stopped(self, agent: str, cause: str) -> bytes | None:
        """Answer an event that could not be read, or not be judged in time."""
        ...


@dataclass(frozen=True)
class Service:
    """Everything that requests are answered with.

    Args:
        calling: what calls are held to.
        asking: the judge; None where calls are decided without one.
        deciding: the program; None where nothing is decided here.
        gate: answers hooks; None where there is none.
        signer: signs for all threads; None where nothing is signed.
        key_ends: the time from which on the key signs nothing.
        now: the time of a request, canonical.
    """

    calling: Calling
    asking: Asking | None = None
    deciding: Deciding | None = None
    gate: Gate | None = None
    signer: Signer | None = None
    key_ends: str | None = None
    now: Callable[[], str] = clock.now

    def signing(self, signer: Signer) -> "Service":
        """The same service with a signer, which each process opens for itself."""
        return replace(self, signer=signer)

    def signer_at(self, at: str) -> Signer:
        """Who signs at a time.

        Raises:
            Problem: the server was started without signing.
            KeyRefused: the key has expired since the server was started.
        """
        if self.signer is None:
            raise Problem(409, "no-signer", "this server signs nothing", "start it without --no-attest")
        if self.key_ends is not None and at >= self.key_ends:
            raise KeyRefused(f"{self.signer.key.keyid} was valid until {self.key_ends}", help="start with another key")
        return self.signer
