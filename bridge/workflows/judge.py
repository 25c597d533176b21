"""Asking a judge about one tool call, and holding its answers to the bar."""

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from bridge.core import canonical, strict_json
from bridge.core.strict_json import Json
from bridge.errors import JsonError, ShapeError, UsageError
from bridge.judgement.digests import canonical_state
from bridge.judgement.model import Contract, Decision, Judgement, JudgeResponse, Question, QuestionType, Threshold
from bridge.judgement.record import record
from bridge.judges.base import Judge, answered, is_panel

if TYPE_CHECKING:
    from bridge.reason.model import Fact


class _ToolCall(NamedTuple):
    tool: str
    input: Mapping[str, Json]
    capability: str | None = None
    workspace_root: str | None = None
    network_scope: tuple[str, ...] = ()
    amount_bound: float | None = None


class ToolCall(_ToolCall):
    """The call that is judged.

    Args:
        tool: the tool's name, such as ``Bash``.
        input: its arguments.
        capability: what the tool may do, such as ``shell.exec``.
        workspace_root: the folder that paths are held to; None judges no path.
        network_scope: the hosts the call may reach; empty declares no scope.
        amount_bound: the most it may spend; None declares no bound.

    Raises:
        ShapeError: the arguments are not JSON, or nested so deeply that no request with them could be read back.
    """

    __slots__ = ()

    def __new__(
        cls,
        tool: str,
        input: Mapping[str, Json],
        capability: str | None = None,
        workspace_root: str | None = None,
        network_scope: tuple[str, ...] = (),
        amount_bound: float | None = None,
    ) -> Self:
        """The call, with a copy of its arguments."""
        # A copy of its own: what is judged, signed and decided stays one, whatever the caller does meanwhile.
        return super().__new__(cls, tool, _copied(input), capability, workspace_root, network_scope, amount_bound)

    def state(self) -> dict[str, Json]:
        """What the judge is shown (spec: Judge and receipts, section 5, State)."""
        if self.amount_bound is not None and not math.isfinite(self.amount_bound):
            raise UsageError(f"the bound must be a finite number, not {self.amount_bound}", where="--bound")
        state: dict[str, Json] = {"tool": self.tool, "input": dict(self.input)}
        if self.capability is not None:
            state["capability"] = self.capability
        if self.workspace_root is not None:
            state["workspace_root"] = self.workspace_root
        if self.network_scope:
            state["network_scope"] = list(self.network_scope)
        if self.amount_bound is not None:
            state["amount_bound"] = float(self.amount_bound)
        return state


def _copied(input: Mapping[str, Json]) -> Mapping[str, Json]:
    try:
        # As deep as they ever stand: in the action of the request of a bundle.
        text = canonical.compact({"bundle": {"request": {"action": dict(input)}}})
        copy: Any = strict_json.loads(text)
    except (JsonError, TypeError, ValueError, RecursionError) as error:
        reason = error.message if isinstance(error, JsonError) else error
        raise ShapeError(f"the arguments of the call cannot be written down: {reason}", where="--input") from None
    if canonical.compact(copy) != text:
        raise ShapeError("the arguments of the call hold numbers beyond 64 bits", where="--input")
    copied: dict[str, Json] = copy["bundle"]["request"]["action"]
    return copied


class JudgedMember(NamedTuple):
    """One judge of a panel: what it returned, or why it did not, and which of the judgements are its own."""

    name: str
    response: JudgeResponse | None
    failure: str | None = None
    places: tuple[int, ...] = ()


class JudgedPanel(NamedTuple):
    """Several judges that were asked; ``standing`` are the places of the judgements whose answer is the panel's."""

    name: str
    rule: str
    members: tuple[JudgedMember, ...]
    standing: tuple[int, ...]


class JudgedCall(NamedTuple):
    """What a judge said about a call and what that came to.

    ``judgements`` are in the order of their keys. Of a panel there is one for each judge and question, and ``response``
    has the answers that stand.
    """

    call: ToolCall
    subject: str | None
    response: JudgeResponse
    judgements: tuple[Judgement, ...]
    decision: Decision
    state: Mapping[str, Json]
    panel: JudgedPanel | None = None

    @property
    def shown(self) -> bytes:
        """The canonical state the judge was shown: the bytes that ``state_digest`` is of."""
        return canonical_state(self.state)

    @property
    def standing(self) -> tuple[Judgement, ...]:
        """One judgement for each question, in key order: of a panel, the one whose answer is the panel's."""
        if self.panel is None:
            return self.judgements
        return tuple(self.judgements[place] for place in self.panel.standing)

    def answers(
        self, receipts: tuple[str, ...] = (), *, by_judge: bool = False
    ) -> "tuple[tuple[Judgement, Fact], ...]":
        """The judgements that answer for the call, each with its fact about the subject, or the tool without one.

        Args:
            receipts: the ids of the signed judgements, in the order of ``judgements``; empty where none was signed.
            by_judge: name every judge in its facts, and leave none out that gave way in a panel.

        Raises:
            UsageError: two judges of a panel that go by one name are to be told apart.
        """
        # A hook that asks for no facts does not load what programs are made of.
        from bridge.facts.judged import judged_facts, refuse_one_name

        if by_judge and self.panel is not None:
            refuse_one_name(one.response.judge.model for one in self.panel.members if one.response)
        every = tuple(range(len(self.judgements)))
        places = every if by_judge or self.panel is None else self.panel.standing
        judgements = tuple(self.judgements[place] for place in places)
        facts = judged_facts(
            judgements,
            subject=self.subject or self.call.tool,
            receipts=tuple(receipts[place] for place in places) if receipts else (),
            by_judge=by_judge,
        )
        return tuple(zip(judgements, facts, strict=True))

    def facts(self, receipts: tuple[str, ...] = (), *, by_judge: bool = False) -> "tuple[Fact, ...]":
        """One fact for each question, whatever its outcome; with ``by_judge`` one for each judge and question."""
        return tuple(fact for _, fact in self.answers(receipts, by_judge=by_judge))


def judge(
    call: ToolCall,
    *,
    judge: Judge,
    questions: Mapping[str, Question],
    threshold: Threshold,
    at: str,
    subject: str | None = None,
    contract: Contract | None = None,
) -> JudgedCall:
    """Ask a judge the questions about a call.

    Args:
        call: what is judged.
        judge: anything that fits the judge slot; of a panel every judge's answers are recorded.
        questions: by key; at least one.
        threshold: the bar the answers are held to.
        at: the canonical time of the judgement.
        subject: what the judgement is about, such as the id of an action.
        contract: the versioned decision contract to record.

    Raises:
        JudgeError: no usable answer; never an allow.
        UsageError: no question, or a call that cannot be shown to a judge.
    """
    if not questions:
        raise UsageError("no question to ask", where="--questions-file", help="give at least one question")
    state = call.state()
    if is_panel(judge):
        from bridge.workflows.judge_panel import judge_by_panel

        return judge_by_panel(call, judge, questions, threshold, state=state, at=at, subject=subject, contract=contract)
    response = answered(judge, state, questions)
    judgements, decision = record(questions, response, threshold, state=state, judged_at=at, contract=contract)
    return JudgedCall(call, subject, response, tuple(judgements.values()), decision, state)


def read_contract(text: str) -> Contract:
    """A decision contract: ``id`` or ``id@version``.

    Raises:
        UsageError: an empty id or version.
    """
    id_, at, version = text.partition("@")
    if not id_ or (at and not version):
        raise UsageError("a contract is ID or ID@VERSION", where="--contract", help="such as ticket-router@3")
    return Contract(id_, version or None)


def choose(questions: Mapping[str, Question], keys: Iterable[str], *, others: bool) -> dict[str, Question]:
    """The questions of the given keys, all of them where no key is given.

    Args:
        questions: those the judge is known to answer.
        keys: asked for by the user.
        others: whether a key that is not among them may be asked, as a noul without instructions.

    Raises:
        UsageError: a key the judge does not know, where ``others`` is false.
    """
    chosen: dict[str, Question] = {}
    for key in keys:
        if not key:
            raise UsageError("a question needs a key", where="--question")
        if key not in questions and not others:
            known = ", ".join(sorted(questions))
            raise UsageError(f'the judge knows no question "{key}"', where="--question", help=f"known: {known}")
        chosen[key] = questions.get(key, Question(QuestionType.NOUL))
    return chosen or dict(questions)
