"""From a judge's response to the judgements that are recorded: one for each question, in key order."""

from collections.abc import Mapping
from typing import NamedTuple

from bridge.core.strict_json import Json
from bridge.judgement.digests import questions_digest, state_digest
from bridge.judgement.hold import hold_to_bar, overall
from bridge.judgement.model import Contract, Decision, Judgement, JudgeResponse, Question, Threshold


class Recorded(NamedTuple):
    """The judgements by key, in key order, and what they come to together."""

    judgements: dict[str, Judgement]
    decision: Decision


def record(
    questions: Mapping[str, Question],
    response: JudgeResponse,
    threshold: Threshold,
    *,
    state: Mapping[str, Json],
    judged_at: str,
    contract: Contract | None = None,
) -> Recorded:
    """Hold each answer to the bar and write down what came of it.

    Args:
        questions: the questions asked, all of them: the digest is over the whole set.
        response: what the judge returned; it answers every question (``judges.base.check_answers``).
        threshold: the bar.
        state: the state the judge was shown.
        judged_at: canonical UTC time of the answer.
        contract: the decision contract it ran under.

    Raises:
        ShapeError: the state or a question is not JSON.
    """
    held = {key: hold_to_bar(questions[key], response.answers[key], threshold.value) for key in sorted(questions)}
    shown, asked = state_digest(state), questions_digest(questions)
    judgements = {
        key: Judgement(
            judge=response.judge,
            key=key,
            question=questions[key],
            answer=response.answers[key],
            outcome=one.outcome,
            effect=one.effect,
            judged_at=judged_at,
            threshold=threshold,
            applies_to=one.applies_to,
            state_digest=shown,
            questions_digest=asked,
            response_digest=response.response_digest,
            latency_ms=response.latency_ms,
            request_id=response.request_id,
            contract=contract,
            usage=response.usage,
            notes=response.notes,
        )
        for key, one in held.items()
    }
    return Recorded(judgements, overall(held))
