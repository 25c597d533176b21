"""The main job: judge a call, sign, build the exact-action request, authorize, and have the checker agree."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from bridge import checker
from bridge.core.strict_json import Json
from bridge.errors import CheckFailed, UsageError
from bridge.facts.fitting import refuse_unfitting
from bridge.facts.judged import is_below_bar
from bridge.facts.merge import merge
from bridge.facts.read import below_bar
from bridge.judgement.model import Contract, Judgement, Question, Threshold
from bridge.judgement.model import Effect as JudgeEffect
from bridge.judges.base import Judge
from bridge.reason import wire
from bridge.reason.action import authorization_json, authorize, effective_program, validate_request
from bridge.reason.authorization import Authorization
from bridge.reason.model import (
    ACTION_V1,
    PROGRAM_V2,
    ActionRequest,
    Atom,
    Effect,
    Fact,
    Mission,
    PolicyTemplate,
    Program,
    ProposedAction,
)
from bridge.workflows.attest import (
    UNKNOWN_ACTOR,
    Action,
    Signer,
    action_of_call,
    attest_action,
    attest_judgements,
    sign_action,
)
from bridge.workflows.convention import enforce_convention
from bridge.workflows.inputs import read_json
from bridge.workflows.judge import JudgedCall, ToolCall, judge
from bridge.workflows.limits import DEFAULT, Limits
from bridge.workflows.mission import UNKNOWN_PRINCIPAL, default_mission, read_effects, read_mission, refuse_variables
from bridge.workflows.programs import Loaded
from bridge.workflows.reasons import Need, Reason, Withheld, needs, reasons, withheld


@dataclass(frozen=True)
class Proposal:
    """What is to be decided: the action as it would be signed, the call, and the mission it serves."""

    action: Action
    call: ToolCall
    mission: Mission
    at: str
    effects: tuple[Effect, ...] = ()

    def following(self, action: Action) -> "Proposal":
        """The same proposal about the action as a session has it, whose place in the chain is part of its id."""
        own = self.mission.id == f"mission_{self.action.id}"
        mission = self.mission._replace(id=f"mission_{action.id}") if own else self.mission
        return replace(self, action=action, mission=mission)


@dataclass(frozen=True)
class Asked:
    """Who judges the call, what is asked, and the bar; nobody is asked where a decision has no ``Asked``."""

    judge: Judge
    questions: Mapping[str, Question]
    threshold: Threshold = field(default_factory=Threshold)
    contract: Contract | None = None


@dataclass(frozen=True)
class DecidedCall:
    """A decision with everything it was made of.

    Args:
        request: the exact-action request, policy and facts included.
        authorization: the kernel's answer, with its proof.
        certificate: the authorization as its document.
        verification: what the independent checker says of the certificate.
        judged: what the judge said; None where nobody was asked.
        action_receipt: the id of the signed action; None where nothing was signed.
        judgement_receipts: the ids of the signed judgements, in the order of their questions.
        loaded: the program, with its documentation.
        notes: what was left out of the facts, and why.
    """

    request: ActionRequest
    authorization: Authorization
    certificate: Mapping[str, Any]
    verification: Mapping[str, Any]
    judged: JudgedCall | None
    action_receipt: str | None
    judgement_receipts: tuple[str, ...]
    loaded: Loaded
    notes: tuple[str, ...]

    @cached_property
    def reasons(self) -> tuple[Reason, ...]:
        """The facts that the proof, the disproof or both rest on, the request's own bindings left out."""
        return reasons(self.authorization.reasoning, self.loaded.say)

    @cached_property
    def withheld(self) -> tuple[Withheld, ...]:
        """The facts that were given and did not count, and why."""
        return withheld(self.authorization.reasoning, self.loaded.say)

    @cached_property
    def needs(self) -> tuple[Need, ...]:
        """What an undecided call lacks."""
        return needs(self.request, self.loaded.say) if self.status == "insufficient_evidence" else ()

    @property
    def status(self) -> str:
        """``authorized``, ``denied``, ``conflicted`` or ``insufficient_evidence``."""
        return str(self.authorization.status)

    def __bool__(self) -> bool:
        """``if bridge.decide(…)`` runs what was authorized, and nothing else."""
        return self.authorized

    @property
    def authorized(self) -> bool:
        """Whether the call may go on; nothing but a proof makes it true."""
        return self.status == "authorized"


def propose(
    call: ToolCall,
    *,
    at: str,
    actor: str | None = None,
    mission: str | Mission | None = None,
    principal: str | None = None,
    instruction: str = "",
    effects: Iterable[str] = (),
) -> Proposal:
    """What is to be decided about a call.

    Args:
        call: the call.
        at: canonical time.
        actor: the URI of who acts, ``agent://unknown`` where nobody is named.
        mission: a mission, or the file of one; otherwise one is made of ``principal`` and ``instruction``.
        principal: on whose behalf.
        instruction: what was asked.
        effects: ``kind:resource`` or ``kind:resource=value``.

    Raises:
        ShapeError: not a mission, or a malformed actor.
        UsageError: not an effect.
    """
    action = action_of_call(
        tool=call.tool, input=call.input, capability=call.capability, at=at, actor=actor or UNKNOWN_ACTOR
    )
    if mission is None:
        mission = default_mission(action.id, at=at, principal=principal or UNKNOWN_PRINCIPAL, instruction=instruction)
    elif isinstance(mission, str):
        mission = read_mission(read_json(mission))
    return Proposal(action, call, mission, at, read_effects(effects))


def decide(
    proposal: Proposal,
    loaded: Loaded,
    *,
    asked: Asked | None,
    facts: Iterable[Fact] = (),
    signer: Signer | None = None,
    include_escalated: bool = False,
    by_judge: bool = False,
    convention: bool = True,
    limits: Limits = DEFAULT,
) -> DecidedCall:
    """Decide one call.

    The program is checked before anybody is asked and anything is signed. The certificate is returned only once the
    independent checker has agreed with it. In an open session the action is signed before the judge is asked, since its
    place in the chain is part of its id; it stays signed if the judge then gives no answer.

    Args:
        proposal: the call.
        loaded: an action policy.
        asked: the judge to ask, or None to decide without a judgement.
        facts: what people, tools and earlier judgements say.
        signer: signs the action and the judgements; None signs nothing and stores nothing.
        include_escalated: give the program answers below their bar as well.
        by_judge: give it the facts of every judge by the judge's name, ``judged_<key>@<model>``.
        convention: refuse programs that break the admission convention.
        limits: those of the run; the time of the judge, who has a bound of his own, does not count.

    Raises:
        LimitError: a bound was reached; never an allow.
        ProgramRefused: the program breaks the convention.
        InputError: a fact that the program cannot take, or the kernel would take a text of the call for a variable.
        ProgramInvalid: program, facts and call do not make a valid request.
        JudgeError: the judge gave no usable answer; never an allow.
        CheckFailed: the checker does not agree; a defect, and never an allow.
    """
    template = _policy(loaded)
    given = tuple(facts)
    refuse_unfitting(given, template.ontology, template.rules)
    unjudged, _ = _request(proposal, template, given)
    refuse_variables(unjudged)
    effective = validate_request(unjudged)
    if convention:
        enforce_convention(effective, loaded, limits.start().deadline)
    begun = signer is not None and signer.store.sessions.open() is not None
    if signer is not None and begun:
        proposal = proposal.following(sign_action(proposal.action, signer))
    judged = None if asked is None else _judge(proposal, asked)
    action_receipt, receipts = _attest(proposal, judged, signer, begun=begun)
    answers, notes = _answers(judged, receipts, template, include_escalated, by_judge)
    bounds = limits.start()
    request, merged_notes = _request(proposal, template, (*given, *answers))
    if convention:
        enforce_convention(effective_program(request), loaded, bounds.deadline)
    authorization = authorize(request, limits=bounds.engine)
    certificate = authorization_json(authorization)
    return DecidedCall(
        request,
        authorization,
        certificate,
        _checked(request, certificate),
        judged,
        action_receipt,
        receipts,
        loaded,
        notes + merged_notes,
    )


def _policy(loaded: Loaded) -> PolicyTemplate:
    if isinstance(loaded.program, PolicyTemplate):
        return loaded.program
    raise UsageError(
        f"{loaded.name} is not an action policy",
        where=loaded.name,
        help='begin it with: action policy "name" version "1". (or give a zerker.reason.policy-template.v1)',
    )


def _judge(proposal: Proposal, asked: Asked) -> JudgedCall:
    return judge(
        proposal.call,
        judge=asked.judge,
        questions=asked.questions,
        threshold=asked.threshold,
        at=proposal.at,
        subject=proposal.action.id,
        contract=asked.contract,
    )


def _attest(
    proposal: Proposal, judged: JudgedCall | None, signer: Signer | None, *, begun: bool
) -> tuple[str | None, tuple[str, ...]]:
    if signer is None:
        return None, ()
    if judged is None:
        return (proposal.action.id if begun else attest_action(proposal.action, signer)), ()
    return proposal.action.id, attest_judgements(judged, signer, action=None if begun else proposal.action)


def _answers(
    judged: JudgedCall | None,
    receipts: tuple[str, ...],
    template: PolicyTemplate,
    include_escalated: bool,
    by_judge: bool,
) -> tuple[tuple[Fact, ...], tuple[str, ...]]:
    """The answers that the program is given, and a note on those that it is not."""
    if judged is None:
        return (), ()
    facts: list[Fact] = []
    notes: list[str] = []
    unread: list[Judgement] = []
    for judgement, fact in judged.answers(receipts, by_judge=by_judge):
        if fact.predicate not in template.ontology.predicates:
            unread.append(judgement)
        elif is_below_bar(judgement) and not include_escalated:
            notes.append(below_bar(fact))
        else:
            facts.append(fact)
    return tuple(facts), (*_unread(unread), *notes)


def _unread(judgements: Sequence[Judgement]) -> Iterator[str]:
    stopping = {JudgeEffect.DENY, JudgeEffect.ASK}
    for judgement in judgements:
        if judgement.effect in stopping:
            yield f"the judge says {judgement.effect} on {judgement.key}, and the program does not read that answer"
    others = [judgement.key for judgement in judgements if judgement.effect not in stopping]
    if others:
        yield f"the program does not read the answers to {', '.join(others)}"


def _request(
    proposal: Proposal, template: PolicyTemplate, facts: tuple[Fact, ...]
) -> tuple[ActionRequest, tuple[str, ...]]:
    merged = merge(template, facts, at=proposal.at)
    action_id = proposal.action.id
    action = ProposedAction(action_id, proposal.call.tool, proposal.at, dict(proposal.call.input), proposal.effects)
    policy = Program(
        PROGRAM_V2,
        template.ontology,
        template.authority,
        proposal.at,
        merged.facts,
        template.rules,
        Atom("action_authorized", (action_id,)),
    )
    return ActionRequest(ACTION_V1, proposal.mission, action, policy), merged.notes


def _checked(request: ActionRequest, certificate: Json) -> Mapping[str, Any]:
    verification = checker.verify_authorization(wire.request_json(request), certificate)
    document: Mapping[str, Any] = checker.verification_json(verification)
    if document.get("status") != "verified":
        raise CheckFailed("the independent checker does not agree with the certificate")
    return document
