"""A program decides: the exact call, the judge's facts and the operator's, by the same way as ``decide``.

What it authorizes goes on, what it denies is refused, and of everything else the operator is asked. Of the judge's
questions those are asked that the program reads; where it reads none, the judge is asked all of them, and what stands
against the call by his word stands beside the program.
"""

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Final

from bridge.core.strict_json import Json
from bridge.errors import BridgeError, InputError, JudgeError, ReceiptError
from bridge.facts.read import JUDGED
from bridge.judgement.model import JudgeResponse, Question, Threshold
from bridge.reason.model import Fact, PolicyTemplate
from bridge.reason.result import NodeKind
from bridge.workflows import programs
from bridge.workflows.attest import Signer, open_signer
from bridge.workflows.decide import Asked, DecidedCall, Proposal, decide, propose
from bridge.workflows.facts import load_facts
from bridge.workflows.gating.fallback import by_rules_alone, unanswered
from bridge.workflows.gating.judging import ask, held
from bridge.workflows.gating.model import RANK, Gate, ProposedCall, Verdict
from bridge.workflows.gating.signing import refuse
from bridge.workflows.gating.words import cut, cut_path, named, told
from bridge.workflows.judge import JudgedCall, ToolCall
from bridge.workflows.limits import Limits, chosen

MOST_SECONDS: Final = 8.0
"""An agent waits for its hook, and not for as long as a person at the terminal."""


@dataclass(frozen=True)
class _Rules:
    """The operator's program, facts and limits, as they were read."""

    loaded: programs.Loaded
    template: PolicyTemplate
    facts: tuple[Fact, ...]
    limits: Limits


class _Answered:
    """A judge that has answered already, and is asked once more for the record."""

    def __init__(self, response: JudgeResponse) -> None:
        self._response = response

    def ask(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:  # noqa: ARG002 - a Judge
        """The answers that were given."""
        return self._response


def by_program(call: ProposedCall, proposed: ToolCall, opened: Gate, *, at: str) -> Verdict:
    """The verdict of the gate's program on a call.

    Args:
        call: the call.
        proposed: the call as a judge is shown it.
        opened: the gate, which has a program.
        at: canonical time.

    Where the program or its facts cannot be used, the operator is asked about what the rules do not refuse: whoever
    named a program expects it to decide, or to be asked.
    """
    try:
        rules = _read(opened)
    except (BridgeError, OSError) as error:
        what = f"the program {cut_path(opened.program or '')} cannot be used"
        return by_rules_alone(call, opened._replace(strict=True), f"{what}: {told(error)}", what, at)
    proposal = propose(proposed, at=at, actor=opened.actor_of(call))
    reads = {key: one for key, one in opened.questions.items() if JUDGED + key in rules.template.ontology.predicates}
    questions = reads or opened.questions
    judged, beside = _judged(call, proposed, opened, questions, at, subject=proposal.action.id)
    if beside.stop == "deny":
        return beside
    if judged is not None and not reads:
        beside = held(call, judged, opened, at=at)
        if beside.stop == "deny":
            return beside
    asked = None
    if judged is not None and reads:
        asked = Asked(_Answered(judged.response), questions, opened.threshold or Threshold())
    return _strictest(beside, _decided(call, proposal, rules, asked, opened, at))


def _read(opened: Gate) -> _Rules:
    if opened.program is None or opened.settings is None:
        raise InputError("the gate has no program")
    limits = chosen({}, opened.settings.limit)
    limits = replace(limits, seconds=min(limits.seconds, MOST_SECONDS))
    bounds = limits.start()
    loaded = programs.load(opened.program, with_tests=False, bounds=bounds)
    if not isinstance(loaded.program, PolicyTemplate):
        raise InputError(f"{opened.program} is not an action policy", where=opened.program)
    return _Rules(loaded, loaded.program, load_facts(opened.facts, bounds=bounds).facts, limits)


def _judged(
    call: ProposedCall,
    proposed: ToolCall,
    opened: Gate,
    questions: Mapping[str, Question],
    at: str,
    *,
    subject: str,
) -> tuple[JudgedCall | None, Verdict]:
    """The judge's answers; without them what the rules refuse, and the program then goes by the other facts."""
    if opened.judge is None:
        return None, Verdict()
    try:
        return ask(proposed, opened, at=at, subject=subject, questions=questions), Verdict()
    except JudgeError as error:
        return None, unanswered(call, opened, error, at=at, goes_on="was left to the program")


def _decided(
    call: ProposedCall, proposal: Proposal, rules: _Rules, asked: Asked | None, opened: Gate, at: str
) -> Verdict:
    try:
        decided, notes = _signed(proposal, rules, asked, opened, at)
    except BridgeError as error:
        # The program was read; what it cannot decide, or not so that the proof holds, is this call.
        reason = f"{named(call)}: the program {cut_path(rules.loaded.name)} cannot decide it, so a person must"
        return Verdict("ask", reason, (error.message,))
    receipts = tuple(filter(None, (decided.action_receipt, *decided.judgement_receipts)))
    if decided.authorized:
        return Verdict(None, "", notes, receipts)
    if decided.status != "denied":
        reason = f"{named(call)}: the program {cut_path(rules.loaded.name)} leaves it to a person: {_open(decided)}"
        return Verdict("ask", reason, notes, receipts)
    refused = refuse(
        call,
        opened,
        f"denied by program {cut_path(rules.loaded.name)} on {', '.join(_denying(decided))}",
        at=at,
        evidence=decided.authorization.request_digest,
        subject=decided.action_receipt,
    )
    return refused._replace(notes=(*notes, *refused.notes), receipts=(*receipts, *refused.receipts))


def _signed(
    proposal: Proposal, rules: _Rules, asked: Asked | None, opened: Gate, at: str
) -> tuple[DecidedCall, tuple[str, ...]]:
    def decided(signer: Signer | None) -> DecidedCall:
        return decide(proposal, rules.loaded, asked=asked, facts=rules.facts, signer=signer, limits=rules.limits)

    if opened.workspace is None:
        return decided(None), ()
    try:
        with ExitStack() as stack:
            signer = stack.enter_context(open_signer(opened.workspace, at=at, passphrase=opened.passphrase))
            return decided(signer), ()
    except (ReceiptError, OSError) as error:
        cause = error.message if isinstance(error, BridgeError) else str(error)
        return decided(None), (f"the call is not signed: {cause}",)


def _denying(decided: DecidedCall) -> tuple[str, ...]:
    """The names of the rules that deny; the rest of the proof may tell what the call holds."""
    proof = decided.authorization.reasoning.disproof
    nodes = () if proof is None else proof.nodes
    return tuple(sorted({cut(one.source_id) for one in nodes if one.kind is NodeKind.DERIVATION and one.source_id}))


def _open(decided: DecidedCall) -> str:
    if decided.status == "conflicted":
        return "its rules conflict"
    lacking = sorted({cut(need.atom.predicate) for need in decided.needs})
    return f"it lacks {', '.join(lacking)}" if lacking else "no rule decides it"


def _strictest(one: Verdict, other: Verdict) -> Verdict:
    stronger = one if RANK[one.stop] > RANK[other.stop] else other
    return stronger._replace(notes=(*one.notes, *other.notes), receipts=(*one.receipts, *other.receipts))
