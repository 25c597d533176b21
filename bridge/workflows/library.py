"""``bridge.decide``: the main job as one call that returns a value."""

import contextlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

from bridge.core.clock import now
from bridge.core.strict_json import Json
from bridge.errors import UsageError
from bridge.judgement.model import Contract, Question, Threshold
from bridge.judges.base import Judge
from bridge.judges.bridge_rules import QUESTIONS, BridgeRules
from bridge.reason import wire
from bridge.reason.model import Fact, Mission
from bridge.workflows import decide as deciding
from bridge.workflows import programs
from bridge.workflows.attest import open_signer
from bridge.workflows.judge import ToolCall
from bridge.workflows.limits import DEFAULT, Limits
from bridge.workflows.workspace import Workspace, find


def decide(
    tool: str,
    input: Mapping[str, Json],
    *,
    program: str | programs.Loaded,
    facts: Iterable[Fact | Mapping[str, Json]] = (),
    judge: Judge | Literal["bridge-rules", "treeship-rules"] | None = "bridge-rules",
    questions: Mapping[str, Question] = QUESTIONS,
    threshold: Threshold | float = 0.5,
    contract: Contract | None = None,
    capability: str | None = None,
    workspace_root: str | None = None,
    network_scope: Iterable[str] = (),
    amount_bound: float | None = None,
    mission: Mission | None = None,
    principal: str | None = None,
    instruction: str = "",
    effects: Iterable[str] = (),
    actor: str | None = None,
    include_escalated: bool = False,
    convention: bool = True,
    attest_in: Path | str | None = None,
    at: str | None = None,
    limits: Limits = DEFAULT,
) -> deciding.DecidedCall:
    """Judge a tool call, sign the answers, and let a program decide; the independent checker has agreed on return.

    Args:
        tool: the tool's name, such as ``Bash``.
        input: its arguments.
        program: an action policy: a path, ``bridge:gates/tool_call``, or one already loaded.
        facts: what people and tools say, as facts or in the kernel's JSON shape.
        judge: any judge, built-in rules by name (without an operator's rules), or None to decide without a judgement.
        questions: what the judge is asked, by key.
        threshold: the bar, from 0 to 1.
        contract: the versioned decision contract to record.
        capability: what the tool may do, such as ``shell.exec``.
        workspace_root: the folder that paths in the call are held to.
        network_scope: the hosts the call may reach.
        amount_bound: the most an amount in the call may be.
        mission: what was asked of the agent; otherwise one is made of ``principal`` and ``instruction``.
        principal: on whose behalf.
        instruction: what was asked; its digest is kept.
        effects: ``kind:resource`` or ``kind:resource=value``.
        actor: the URI of who acts.
        include_escalated: give the program answers below their bar as well.
        convention: refuse programs that break the admission convention.
        attest_in: the folder whose ``.bridge`` signs and stores the receipts; None signs nothing.
        at: the canonical time to go by; now, where it is left out.
        limits: what the run may take at most.

    Returns:
        The decision; ``authorized`` is true only where a proof was found and checked.

    Raises:
        BridgeError: anything that keeps the call from being decided; never an allow.
    """
    _require("tool", tool, str)
    _require("input", input, Mapping)
    _require("program", program, str, programs.Loaded)
    _require("limits", limits, Limits)
    _require("threshold", threshold, Threshold, int, float)
    time = now() if at is None else at
    call = ToolCall(tool, input, capability, workspace_root, tuple(network_scope), amount_bound)
    proposal = deciding.propose(
        call,
        at=time,
        actor=actor,
        mission=mission,
        principal=principal,
        instruction=instruction,
        effects=effects,
    )
    bar = threshold if isinstance(threshold, Threshold) else Threshold(threshold)
    asked = None
    if judge is not None:
        asked = deciding.Asked(_named(judge) if isinstance(judge, str) else judge, questions, bar, contract)
    with contextlib.ExitStack() as stack:
        signer = None if attest_in is None else stack.enter_context(open_signer(_workspace(attest_in), at=time))
        return deciding.decide(
            proposal,
            programs.load(program, with_tests=False, bounds=limits.start()) if isinstance(program, str) else program,
            asked=asked,
            facts=tuple(_fact(fact) for fact in facts),
            signer=signer,
            include_escalated=include_escalated,
            convention=convention,
            limits=limits,
        )


def _named(name: str) -> Judge:
    if name == "bridge-rules":
        return BridgeRules()
    if name != "treeship-rules":
        known = "bridge-rules, treeship-rules, a judge, or None"
        raise UsageError(f'there is no judge "{name}"', where="judge", help=known)
    from bridge.judges.rules import TreeshipRules

    return TreeshipRules()


def _require(name: str, value: object, *kinds: type) -> None:
    if not isinstance(value, kinds) or isinstance(value, bool):
        expected = " or ".join(kind.__name__ for kind in kinds)
        raise UsageError(f"{name} must be a {expected}, not a {type(value).__name__}", where=name)


def _fact(fact: Fact | Mapping[str, Json]) -> Fact:
    if isinstance(fact, Fact):
        return fact
    _require("facts", fact, Mapping)
    return wire.read_fact(dict(fact))


def _workspace(folder: Path | str) -> Workspace:
    return find(str(folder), environment={}, current=Path())
