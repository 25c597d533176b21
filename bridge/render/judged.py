"""A judged call as the document and as the text that ``rbridge judge`` prints (spec: Judge and receipts, section 6)."""

from collections.abc import Iterator, Sequence
from typing import Any

from bridge.facts.read import JUDGED
from bridge.judgement.answers import number_text
from bridge.judgement.model import Answer, Effect, JudgeIdentity, Judgement, Threshold
from bridge.judgement.panelled import gave_way
from bridge.reason.wire import fact_json
from bridge.render.plain import plain
from bridge.workflows.judge import JudgedCall, JudgedMember, JudgedPanel


def document(
    judged: JudgedCall, *, receipts: Sequence[str], state_out: str | None, by_judge: bool = False
) -> dict[str, Any]:
    """Every key is always there, null or empty where it has nothing to say; keys are sorted when it is printed.

    A panel is there only where one was asked. With ``by_judge`` the answers are keyed as the facts are named.
    """
    first = judged.judgements[0]
    answered = judged.answers(tuple(receipts), by_judge=by_judge)
    contract, threshold = first.contract, first.threshold
    return {
        "answers": {fact.predicate.removeprefix(JUDGED): answer_json(one) for one, fact in answered},
        "contract": None if contract is None else {"id": contract.id, "version": contract.version},
        "decided_by": list(judged.decision.decided_by),
        "effect": judged.decision.effect,
        "judge": identity_json(judged.response.judge),
        "outcome": judged.decision.outcome,
        "questions_digest": first.questions_digest,
        "reason_facts": [fact_json(fact) for _, fact in answered],
        "receipts": list(receipts),
        "request_id": judged.response.request_id,
        "response_digest": judged.response.response_digest,
        "state_digest": first.state_digest,
        "state_out": state_out,
        "status": "ok",
        "threshold": None if threshold is None else float(threshold.value),
        **({} if judged.panel is None else {"panel": _panel_json(judged, judged.panel, receipts)}),
    }


def _panel_json(judged: JudgedCall, panel: JudgedPanel, receipts: Sequence[str]) -> dict[str, Any]:
    members = [_member_json(judged, one, receipts) for one in panel.members]
    return {"name": panel.name, "rule": panel.rule, "members": members}


def _member_json(judged: JudgedCall, member: JudgedMember, receipts: Sequence[str]) -> dict[str, Any]:
    judgements = [judged.judgements[place] for place in member.places]
    response = member.response
    return {
        "name": member.name,
        "judge": None if response is None else identity_json(response.judge),
        "answers": {one.key: answer_json(one) for one in judgements},
        "receipts": [receipts[place] for place in member.places] if receipts else [],
        "questions_digest": judgements[0].questions_digest if judgements else None,
        "response_digest": None if response is None else response.response_digest,
        "request_id": None if response is None else response.request_id,
        "error": member.failure,
    }


def answer_json(judgement: Judgement) -> dict[str, Any]:
    """An answer and what came of it; every member is there, null where the judge gave nothing."""
    answer = judgement.answer
    return {
        "choice": answer.choice,
        "confidence": _double(answer.confidence),
        "effect": judgement.effect,
        "noul": _double(answer.noul),
        "outcome": judgement.outcome,
        "score": _double(answer.score),
    }


def _double(number: float | None) -> float | None:
    return None if number is None else float(number)


def identity_json(judge: JudgeIdentity) -> dict[str, Any]:
    """Who answered; what the judge did not say of itself is left out."""
    members = {"model": judge.model, "provider": judge.provider, "kind": judge.kind, "replayable": judge.replayable}
    return {name: value for name, value in members.items() if value is not None}


def text(judged: JudgedCall, *, receipts: Sequence[str]) -> str:
    """The answers a line each, and what they come to."""
    call, judge = judged.call, judged.response.judge
    capability = f" ({plain(call.capability)})" if call.capability else ""
    threshold = judged.judgements[0].threshold or Threshold()
    lines = [
        *([_judge_line("judge", judge)] if judged.panel is None else _panel_lines(judged.panel)),
        f"tool:       {plain(call.tool)}{capability}",
        f"threshold:  {_short(threshold.value)} (set by {plain(threshold.set_by)})",
        "",
        *answer_lines(judged),
        "",
        verdict(judged),
        _receipts(receipts),
    ]
    return "\n".join(lines)


def _judge_line(title: str, judge: JudgeIdentity) -> str:
    what = f"({judge.kind or 'unknown'}, {_replayability(judge.replayable)})"
    return f"{title + ':':<12}{plain(judge.model)} {what}"


def _panel_lines(panel: JudgedPanel) -> Iterator[str]:
    yield f"panel:      {plain(panel.name)} ({panel.rule} of {len(panel.members)})"
    for member in panel.members:
        if member.response is not None:
            yield _judge_line("judge", member.response.judge)
        else:
            yield f"no answer:  {plain(member.failure or member.name)}"


def answer_lines(judged: JudgedCall) -> Iterator[str]:
    """The answers a line each; those of a panel say whose they are."""
    for judgement in judged.judgements:
        if judged.panel is None:
            yield answer_line(judgement)
        else:
            way = ", gave way" if gave_way(judgement) else ""
            yield f"{answer_line(judgement)}  {plain(judgement.judge.model)}{way}"


def answer_line(judgement: Judgement) -> str:
    """One answer: key, value, outcome and effect."""
    key, value = plain(judgement.key), value_text(judgement.answer)
    return f"  {key:<24} {value:>6}  {judgement.outcome} ({judgement.effect or 'none'})"


def verdict(judged: JudgedCall) -> str:
    """What the answers come to, in a line."""
    match judged.decision.effect:
        case Effect.DENY:
            return f"⚠ refused: {', '.join(map(plain, judged.decision.decided_by))}"
        case Effect.ASK:
            return "⚠ escalate: the answer needs a human"
        case Effect.WARN:
            return "⚠ warn"
        case Effect.ALLOW:
            return "effect:     allow"
        case None:
            return "effect:     none (answers recorded, not acted on)"


def value_text(answer: Answer) -> str:
    """The value of an answer: a noul with two decimals, a choice as it is, a score in its shortest form."""
    if answer.noul is not None:
        return f"{answer.noul:.2f}"
    return plain(answer.choice) if answer.choice is not None else _short(answer.score or 0.0)


def _short(number: float) -> str:
    return number_text(float(number)).removesuffix(".0")


def _replayability(replayable: bool | None) -> str:
    if replayable is None:
        return "replayability unstated"
    return "replayable" if replayable else "not replayable"


def _receipts(receipts: Sequence[str]) -> str:
    if receipts:
        return f"receipts:   {len(receipts)} judgement.v1 signed ({', '.join(receipts)})"
    return "receipts:   none signed (add --attest)"
