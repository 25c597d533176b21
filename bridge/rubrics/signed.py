"""Saved answers, read back from the judgements that they were signed as (``chain`` makes them; spec: Rubrics, 10).

What a receipt has no place for is not there again: a score's legend, the state's projection, and what the gates said
beside their outcomes.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from bridge.judgement.model import Answer, Judgement, QuestionType
from bridge.judges.recorded import REPLAYED
from bridge.rubrics.chain import MOCK, RULES, VERDICT
from bridge.rubrics.evidence import Provenance

_SET_BY: Final = re.compile(r"rubric:.*:(sha256:[0-9a-f]{64})", re.DOTALL)
_GATE: Final = re.compile(r"([a-z_]+) (pass|fail|skip)")


def verdicts(judgements: Mapping[str, Judgement]) -> tuple[str, ...]:
    """The ids of those judgements that are verdicts of rubrics, in their order."""
    return tuple(id_ for id_, one in judgements.items() if one.key == VERDICT and _rubric_hash(one) is not None)


def belonging(of: str, judgements: Mapping[str, Judgement]) -> tuple[str, ...]:
    """The verdicts that an answer, or a verdict itself, belongs to.

    Args:
        of: its id.
        judgements: by their ids.
    """
    return tuple(id_ for id_ in verdicts(judgements) if _call(judgements[id_]) == _call(judgements[of]))


def saved_result(verdict: Judgement, judgements: Mapping[str, Judgement]) -> dict[str, Any]:
    """What can be routed again of a verdict: the answers that it came of, and what they were given to.

    Args:
        verdict: one of a rubric.
        judgements: among which its answers are; one that is missing makes the answers incomplete, which escalates.
    """
    contract, model = verdict.contract, verdict.judge.model
    answers = {
        one.key: _answer(one.question.type, one.answer)
        for one in judgements.values()
        if one.key != VERDICT and _call(one) == _call(verdict)
    }
    mock, replayed = model == MOCK, model.startswith(REPLAYED)
    provenance = Provenance.CANNED_DEMO if mock else Provenance.RECORDED_MODEL if replayed else Provenance.LIVE_MODEL
    usage = verdict.usage
    return {
        "rubric_id": contract.id if contract else "",
        "rubric_version": contract.version if contract else None,
        "rubric_hash": _rubric_hash(verdict),
        "state_hash": verdict.state_digest,
        "verdict": verdict.answer.choice,
        "answers": answers,
        "model": model.removeprefix(REPLAYED).removeprefix(RULES),
        "backend": _backend(verdict, mock=mock),
        "backend_provenance": provenance.value,
        "mock": mock,
        "usage": {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens} if usage else {},
        "request_id": verdict.request_id,
        "deterministic_gates": _gates(verdict.notes or ""),
    }


def _call(judgement: Judgement) -> tuple[object, ...]:
    """What all judgements of one call share."""
    return (
        judgement.contract,
        _rubric_hash(judgement),
        judgement.state_digest,
        judgement.response_digest,
        judgement.questions_digest,
        judgement.judged_at,
        judgement.judge,
    )


def _rubric_hash(judgement: Judgement) -> str | None:
    said = judgement.threshold.set_by if judgement.threshold else None
    match = _SET_BY.fullmatch(said or "")
    return match[1] if match and judgement.contract else None


def _backend(verdict: Judgement, *, mock: bool) -> str:
    if mock or verdict.judge.model.startswith(REPLAYED):
        return "replay"
    return "rules" if verdict.judge.model.startswith(RULES) else verdict.judge.provider or "replay"


def _answer(kind: QuestionType, given: Answer) -> dict[str, Any]:
    if kind is QuestionType.NOUL:
        return {"type": "noul", "noul": given.noul}
    sure = {"confidence": given.confidence, "probabilities": dict(given.probabilities or {})}
    if kind is QuestionType.CHOICE:
        return {"type": "choice", "choice": given.choice, **sure}
    return {"type": "score", "score": given.score, **sure}


def _gates(notes: str) -> list[dict[str, str]]:
    """The outcomes of the gates. The notes have words of others beside them, which can make none of them pass."""
    said = [part.removeprefix("gates: ") for part in notes.split("; ") if part.startswith("gates: ")]
    found = [match for part in said for each in part.split(", ") if (match := _GATE.fullmatch(each))]
    outcomes: dict[str, str] = {}
    for match in found:
        if outcomes.get(match[1]) != "fail":
            outcomes[match[1]] = match[2]
    return [{"gate_id": id_, "outcome": one, "reason": f"signed as {one}"} for id_, one in outcomes.items()]
