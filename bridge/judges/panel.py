"""Several judges asked the same questions at the same time; each answers for itself.

What they come to together is ``judgement.agreement``; here they are only asked. A member that can answer some of the
questions alone, as the rules can, is asked those. Where each answer stays its own judge's, as in receipts, ``ask_each``
is asked. A panel also fits the judge slot, for whoever takes one answer for each question under one name.
"""

import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final, NamedTuple

from bridge.core.strict_json import Json
from bridge.errors import JudgeError, UnknownQuestion, UsageError
from bridge.judgement.agreement import Rule
from bridge.judgement.digests import response_digest
from bridge.judgement.model import JudgeIdentity, JudgeResponse, Question, QuestionType, Threshold
from bridge.judgement.panelled import Spoken, record_panel
from bridge.judges.base import Judge, answered, refuse_no_questions

_UNDATED: Final = "1970-01-01T00:00:00Z"
"""Stands where a time belongs, in judgements of which only the answers are used."""

ON_ERROR: Final = ("error", "ask")
"""What a member that gives no answer makes of the panel: an error, or a question for a person."""


@dataclass(frozen=True, slots=True)
class Member:
    """A judge of a panel.

    Args:
        name: what the operator calls it.
        judge: who is asked.
        floor: whether its refusal stands whatever the others say.
        knows: the nouls it can answer, where it does not answer any question; it is asked those alone.
    """

    name: str
    judge: Judge
    floor: bool = False
    knows: frozenset[str] | None = None

    def asked(self, questions: Mapping[str, Question]) -> dict[str, Question]:
        """The questions that this member is asked."""
        if self.knows is None:
            return dict(questions)
        return {key: one for key, one in questions.items() if key in self.knows and one.type is QuestionType.NOUL}


class Reply(NamedTuple):
    """What a member returned, and the questions it was asked."""

    member: Member
    asked: Mapping[str, Question]
    response: JudgeResponse


class Failure(NamedTuple):
    """A member that gave no usable answer, and why."""

    member: Member
    error: JudgeError


@dataclass(frozen=True, slots=True)
class Panel:
    """Several judges, and how they agree.

    Args:
        members: at least one; no two of one name.
        rule: how much of the panel has to let a call go on.
        name: what the operator calls it.
        on_error: ``error``, or ``ask`` where a member that fails sends the questions to a person.
        threshold: the bar that ``ask`` holds answers to.

    Raises:
        UsageError: no members, two of one name, or another word for ``on_error``.
    """

    members: tuple[Member, ...]
    rule: Rule = Rule.STRICTEST
    name: str = "panel"
    on_error: str = "error"
    threshold: float = 0.5

    def __post_init__(self) -> None:
        names = [member.name for member in self.members]
        twice = sorted({name for name in names if names.count(name) > 1})
        if not names or twice:
            cause = f'has "{twice[0]}" twice' if twice else "has no judges"
            raise UsageError(f"the panel {self.name} {cause}", help="name each judge once")
        if self.on_error not in ON_ERROR:
            raise UsageError(f"on_error is {' or '.join(ON_ERROR)}, not {self.on_error!r}")

    def ask(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
        """One answer for each question: of the member whose answer is the panel's, else the strictest one.

        Args:
            state: what the questions are about, a JSON object.
            questions: what is asked, by key.

        Raises:
            BridgeError: as ``ask_each``.
        """
        replies, failures = self.ask_each(state, questions)
        if failures:
            # One name for a person to be asked is not among the answers of a noul; none is made up.
            raise failures[0].error
        spoken = [Spoken(one.asked, one.response, one.member.floor) for one in replies]
        panelled = record_panel(
            spoken, self.rule, Threshold(self.threshold), name=self.name, state=state, judged_at=_UNDATED
        )
        answers = {key: panelled.judgements[place].answer for key, place in panelled.standing.items()}
        response = JudgeResponse(self.identity, answers)
        return response._replace(response_digest=response_digest(response))

    @property
    def identity(self) -> JudgeIdentity:
        """The panel under one name."""
        return JudgeIdentity(f"panel:{self.name}/{self.rule}", "local")

    def ask_each(
        self, state: Mapping[str, Json], questions: Mapping[str, Question]
    ) -> tuple[tuple[Reply, ...], tuple[Failure, ...]]:
        """Ask every member at once; what they returned, in the order of the panel, each checked.

        Args:
            state: what the questions are about, a JSON object.
            questions: what is asked, by key; at least one.

        Raises:
            JudgeError: a member failed, where that is an error, or all of them did.
            UnknownQuestion: no member can answer a question, or a member can answer none.
            InputError: the state cannot be judged.
            UsageError: no question is asked.
        """
        refuse_no_questions(questions)
        asked = [(member, self._asked(member, questions)) for member in self.members]
        _refuse_unanswered(questions, asked)
        waiting = [(member, own, _start(member, state, own)) for member, own in asked]
        replies: list[Reply] = []
        failures: list[Failure] = []
        for member, own, answer in waiting:
            try:
                replies.append(Reply(member, own, answer.result()))
            except JudgeError as error:
                failures.append(Failure(member, _named(member, error)))
        if failures and (self.on_error == "error" or not replies):
            raise failures[0].error
        return tuple(replies), tuple(failures)

    def _asked(self, member: Member, questions: Mapping[str, Question]) -> dict[str, Question]:
        own = member.asked(questions)
        if not own:
            raise UnknownQuestion(
                f"{member.name} of the panel {self.name} answers none of the questions",
                where=min(questions),
                help=f"it answers these nouls: {', '.join(sorted(member.knows or ()))}; ask one, or leave it out",
            )
        return own


def _refuse_unanswered(
    questions: Mapping[str, Question], asked: Sequence[tuple[Member, Mapping[str, Question]]]
) -> None:
    for key in sorted(questions):
        if not any(key in own for _, own in asked):
            raise UnknownQuestion(f'nobody in the panel answers question "{key}"', where=key)


def _start(member: Member, state: Mapping[str, Json], questions: Mapping[str, Question]) -> "Future[JudgeResponse]":
    answer: Future[JudgeResponse] = Future()

    def run() -> None:
        try:
            answer.set_result(answered(member.judge, state, questions))
        except BaseException as error:  # noqa: BLE001  whatever ends it must reach the caller, who is waiting for it
            answer.set_exception(error)

    threading.Thread(target=run, name=f"judge {member.name}", daemon=True).start()
    return answer


def _named(member: Member, error: JudgeError) -> JudgeError:
    return error.restated(f"{member.name}: {error.message}")
