"""A decision as the document and as the text that ``rbridge decide`` prints: first what, then why."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, Final

from bridge.reason.wire import atom_json
from bridge.render.judged import answer_lines
from bridge.render.judged import document as judged_document
from bridge.render.plain import plain
from bridge.workflows.decide import DecidedCall
from bridge.workflows.reasons import Need, Reason, Withheld

SCHEMA: Final = "bridge.decision.v1"

_VERDICTS: Final = {
    "authorized": "AUTHORIZED",
    "denied": "DENIED",
    "conflicted": "CONFLICTED",
    "insufficient_evidence": "UNDECIDED",
}


def document(decided: DecidedCall, *, state_out: str | None = None, by_judge: bool = False) -> dict[str, Any]:
    """Every key is always there, null or empty where it has nothing to say; keys are sorted when it is printed."""
    judged, receipts = decided.judged, decided.judgement_receipts
    return {
        "schema": SCHEMA,
        "status": decided.status,
        "authorized": decided.authorized,
        "action": {"id": decided.request.action.id, "tool": decided.request.action.tool},
        "mission": decided.request.mission.id,
        "program": decided.loaded.name,
        "judgement": (
            judged_document(judged, receipts=receipts, state_out=state_out, by_judge=by_judge) if judged else None
        ),
        "receipts": {"action": decided.action_receipt, "judgements": list(receipts)},
        "reasons": [_reason_json(reason) for reason in decided.reasons],
        "needs": [_need_json(need) for need in decided.needs],
        "withheld": [_withheld_json(fact) for fact in decided.withheld],
        "notes": list(decided.notes),
        "verification": dict(decided.verification),
    }


def _reason_json(reason: Reason) -> dict[str, Any]:
    return {
        "side": reason.side,
        "fact_id": reason.fact_id,
        "authority": reason.authority,
        "atom": atom_json(reason.atom),
        "sentence": reason.sentence,
    }


def _need_json(need: Need) -> dict[str, Any]:
    return {
        "rule_id": need.rule_id,
        "atom": atom_json(need.atom),
        "sentence": need.sentence,
        "admitted": list(need.admitted),
    }


def _withheld_json(fact: Withheld) -> dict[str, Any]:
    return {
        "fact_id": fact.fact_id,
        "atom": atom_json(fact.atom),
        "sentence": fact.sentence,
        "reason": fact.reason,
    }


def text(decided: DecidedCall) -> str:
    """The decision, the reasons by who said them, what the judge answered, and where the evidence is."""
    action = decided.request.action
    lines = [f"{_VERDICTS[decided.status]}  {plain(action.tool)}  {action.id}", ""]
    lines += [*_why(decided), *_withheld(decided)]
    lines += ["", *_answers(decided), *_receipts(decided)]
    lines.append(f"checked:    the independent checker agrees (result {_digest(decided)})")
    return "\n".join(lines)


def _why(decided: DecidedCall) -> Iterator[str]:
    sides = {reason.side for reason in decided.reasons}
    for side, reasons in groupby(decided.reasons, key=lambda reason: reason.side):
        yield "because" if len(sides) == 1 else ("for it" if side == "for" else "against it")
        yield from _by_class(reasons)
    if not decided.reasons and not decided.needs:
        yield _nobody(decided.status)
    if decided.needs:
        yield "it would take"
        for need in decided.needs:
            speakers = " or ".join(need.admitted) or "derived"
            yield f"  that {plain(need.sentence)}  [{speakers}; rule {plain(need.rule_id)}]"


def _withheld(decided: DecidedCall) -> Iterator[str]:
    if decided.withheld:
        yield "what was said and does not count"
        for fact in decided.withheld:
            yield f"  {plain(fact.sentence)}  [{plain(fact.fact_id)}: {plain(fact.reason)}]"


def _nobody(status: str) -> str:
    if status == "insufficient_evidence":
        return "no rule of the program is about this call"
    return "because of the request alone: nobody had to say anything"


def _by_class(reasons: Iterable[Reason]) -> Iterator[str]:
    for authority, said in groupby(reasons, key=lambda reason: reason.authority):
        yield f"  {authority}"
        for reason in said:
            yield f"    {plain(reason.sentence)}  [{plain(reason.fact_id)}]"


def _answers(decided: DecidedCall) -> Iterator[str]:
    if decided.judged is None:
        yield "judge:      nobody was asked"
        return
    yield f"judge:      {plain(decided.judged.response.judge.model)}"
    yield from answer_lines(decided.judged)


def _receipts(decided: DecidedCall) -> Iterator[str]:
    if decided.action_receipt is None:
        yield "receipts:   none signed (add --attest)"
        return
    yield f"receipts:   action {decided.action_receipt}"
    judged = decided.judged.judgements if decided.judged else ()
    for judgement, receipt in zip(judged, decided.judgement_receipts, strict=True):
        judge = f" {plain(judgement.judge.model)}" if decided.judged and decided.judged.panel else ""
        yield f"            {receipt} {plain(judgement.key)}{judge}"


def _digest(decided: DecidedCall) -> str:
    return str(decided.verification["reasoning_result_digest"])
