"""Asking a panel about one tool call: every judge's answers are recorded, and the rule says what they come to."""

from collections.abc import Mapping

from bridge.core.strict_json import Json
from bridge.judgement.digests import response_digest
from bridge.judgement.model import Contract, JudgeResponse, Question, Threshold
from bridge.judgement.panelled import Panelled, Spoken, record_panel
from bridge.judges.panel import Failure, Panel, Reply
from bridge.workflows.judge import JudgedCall, JudgedMember, JudgedPanel, ToolCall


def judge_by_panel(
    call: ToolCall,
    panel: Panel,
    questions: Mapping[str, Question],
    threshold: Threshold,
    *,
    state: Mapping[str, Json],
    at: str,
    subject: str | None,
    contract: Contract | None,
) -> JudgedCall:
    """Ask every judge of a panel the questions about a call.

    Args:
        call: what is judged.
        panel: who is asked, and how they agree.
        questions: by key; at least one.
        threshold: the bar that the answers of all are held to.
        state: what the judges are shown.
        at: the canonical time of the judgements.
        subject: what they are about.
        contract: the versioned decision contract to record.

    Raises:
        JudgeError: a judge failed, where that is an error, or all did; never an allow.
    """
    replies, failures = panel.ask_each(state, questions)
    panelled = record_panel(
        [Spoken(one.asked, one.response, one.member.floor) for one in replies],
        panel.rule,
        threshold,
        name=panel.name,
        state=state,
        judged_at=at,
        contract=contract,
        failed=[one.member.name for one in failures],
    )
    return JudgedCall(
        call,
        subject,
        _response(panel, panelled),
        panelled.judgements,
        panelled.decision,
        state,
        JudgedPanel(
            panel.name,
            str(panel.rule),
            (*_members(replies, panelled), *(_failed(one) for one in failures)),
            tuple(panelled.standing.values()),
        ),
    )


def _response(panel: Panel, panelled: Panelled) -> JudgeResponse:
    answers = {key: panelled.judgements[place].answer for key, place in panelled.standing.items()}
    response = JudgeResponse(panel.identity, answers)
    return response._replace(response_digest=response_digest(response))


def _members(replies: tuple[Reply, ...], panelled: Panelled) -> tuple[JudgedMember, ...]:
    return tuple(
        JudgedMember(
            reply.member.name,
            reply.response,
            places=tuple(place for place, speaker in enumerate(panelled.speakers) if speaker == number),
        )
        for number, reply in enumerate(replies)
    )


def _failed(failure: Failure) -> JudgedMember:
    return JudgedMember(failure.member.name, None, failure.error.message)
