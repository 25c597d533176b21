"""A judged call as the document and as the text that ``rbridge judge`` prints (spec: Judge and receipts, section 6)."""

from collections.abc import Sequence
from typing import Any

from bridge.judgement.answers import number_text
from bridge.judgement.model import Answer, Effect, JudgeIdentity, Judgement, Threshold
from bridge.reason.wire import fact_json
from bridge.render.plain import plain
from bridge.workflows.judge import JudgedCall


def document(judged: JudgedCall, *, receipts: Sequence[str], state_out: str | None) -> dict[str, Any]:
    """Every key is always there, null or empty where it has nothing to say; keys are sorted when it is printed."""
    first = judged.judgements[0]
    contract, threshold = first.contract, first.threshold
    return {
        "answers": {judgement.key: _answer(judgement) for judgement in judged.judgements},
        "contract": None if contract is None else {"id": contract.id, "version": contract.version},
        "decided_by": list(judged.decision.decided_by),
        "effect": judged.decision.effect,
        "judge": _identity(judged.response.judge),
        "outcome": judged.decision.outcome,
        "questions_digest": first.questions_digest,
        "reason_facts": [fact_json(fact) for fact in judged.facts(tuple(receipts))],
        "receipts": list(receipts),
        "request_id": judged.response.request_id,
        "response_digest": judged.response.response_digest,
        "state_digest": first.state_digest,
        "state_out": state_out,
        "status": "ok",
        "threshold": None if threshold is None else float(threshold.value),
    }


def _answer(judgement: Judgement) -> dict[str, Any]:
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


def _identity(judge: JudgeIdentity) -> dict[str, Any]:
    members = {"model": judge.model, "provider": judge.provider, "kind": judge.kind, "replayable": judge.replayable}
    return {name: value for name, value in members.items() if value is not None}


def text(judged: JudgedCall, *, receipts: Sequence[str]) -> str:
    """The answers a line each, and what they come to."""
    call, judge = judged.call, judged.response.judge
    capability = f" ({plain(call.capability)})" if call.capability else ""
    threshold = judged.judgements[0].threshold or Threshold()
    lines = [
        f"judge:      {plain(judge.model)} ({judge.kind or 'unknown'}, {_replayability(judge.replayable)})",
        f"tool:       {plain(call.tool)}{capability}",
        f"threshold:  {_short(threshold.value)} (set by {plain(threshold.set_by)})",
        "",
        *(answer_line(judgement) for judgement in judged.judgements),
        "",
        verdict(judged),
        _receipts(receipts),
    ]
    return "\n".join(lines)


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
