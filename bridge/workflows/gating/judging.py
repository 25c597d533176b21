"""Asking the judge about a proposed call, and what the answers come to: a refusal, a question to a person, nothing."""

from typing import TYPE_CHECKING

from bridge.errors import BridgeError, InputError, JudgeError
from bridge.judgement.model import Effect, Threshold
from bridge.workflows.gating.model import Gate, ProposedCall, Verdict
from bridge.workflows.gating.signing import refuse
from bridge.workflows.gating.words import cut, named
from bridge.workflows.judge import JudgedCall, ToolCall, judge

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.judgement.model import Question


def tool_call(call: ProposedCall, opened: Gate) -> ToolCall:
    """The call as a judge is shown it.

    Raises:
        ShapeError: its arguments are not JSON that can be written down.
    """
    return ToolCall(
        tool=call.tool,
        input=call.input,
        capability=call.capability,
        workspace_root=opened.root,
        network_scope=opened.network_scope,
        amount_bound=opened.bound,
    )


def ask(
    proposed: ToolCall,
    opened: Gate,
    *,
    at: str,
    subject: str | None = None,
    questions: "Mapping[str, Question] | None" = None,
) -> JudgedCall:
    """Ask the gate's judge.

    Args:
        proposed: the call.
        opened: the gate, which has a judge.
        at: canonical time.
        subject: the id of the action.
        questions: what is asked; None for all that the gate asks.

    Raises:
        InputError: nobody is to be asked.
        JudgeError: no usable answer, or none that anything could be done about.
    """
    if opened.judge is None:
        raise InputError("the gate has no judge")
    judged = judge(
        proposed,
        judge=opened.judge,
        questions=opened.questions if questions is None else questions,
        threshold=opened.threshold or Threshold(),
        at=at,
        subject=subject,
    )
    if judged.decision.effect is None:
        raise JudgeError("what the judge answered comes to no effect")
    return judged


def by_rules(call: ProposedCall, opened: Gate, *, at: str) -> JudgedCall:
    """What the rules that run here say, whoever else is to be asked, at the bar they always have.

    They are the operator's where these can be read, since this may be about nothing else than that they cannot.
    """
    from bridge.judges.bridge_rules import QUESTIONS, BridgeRules
    from bridge.workflows.bridge_rules import bridge_rules

    try:
        rules = bridge_rules(None if opened.workspace is None else opened.workspace.rules)
    except BridgeError:
        rules = BridgeRules()
    alone = opened._replace(judge=rules, questions=QUESTIONS, threshold=Threshold())
    return ask(tool_call(call, alone), alone, at=at)


def held(call: ProposedCall, judged: JudgedCall, opened: Gate, *, at: str) -> Verdict:
    """The verdict that the judge's answers come to; an allow and a warning are silence.

    Args:
        call: the call.
        judged: the answers.
        opened: the gate, which signs a refusal.
        at: canonical time.
    """
    decision, model = judged.decision, cut(judged.response.judge.model)
    on = ", ".join(map(cut, decision.decided_by))
    if decision.effect is Effect.DENY:
        evidence = judged.judgements[0].state_digest
        return refuse(
            call, opened, f"refused by judge {model} on {on}", at=at, evidence=evidence, subject=judged.subject
        )
    if decision.effect is Effect.ASK:
        return Verdict("ask", f"{named(call)}: the judge {model} leaves it to a person on {on}")
    return Verdict()
