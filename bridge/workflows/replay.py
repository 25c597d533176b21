"""Holding a judgement to the state its judge was shown: the digest, what it was, and for rules the answer too."""

from dataclasses import dataclass
from pathlib import Path

from bridge.core import digest, strict_json
from bridge.core.strict_json import Json
from bridge.errors import InputError, JudgeError, ShapeError, VerificationError
from bridge.judgement.model import JudgeKind, Judgement
from bridge.judges.replay import needs_operator, replayable_judge
from bridge.rubrics.chain import is_routed
from bridge.workflows.bridge_rules import operator_of


@dataclass(frozen=True)
class Replayed:
    """What came of it.

    Args:
        said: in a sentence.
        shown: the state, as its bytes say; None where they are not JSON.
    """

    said: str
    shown: Json


def replay(judgement: Judgement | None, state: bytes, artifact_id: str, rules: Path | None = None) -> Replayed:
    """Hold a judgement to the state it was made on.

    Args:
        judgement: what the receipt says; None of a receipt that is no judgement.
        state: the exact bytes that the judge was shown.
        artifact_id: the receipt, for errors.
        rules: the operator's rules file at hand, which may not exist; read only for a judge that answered by one.

    Raises:
        VerificationError: not a judgement, another state, or another answer.
        InputError: a rules file that is none.
    """
    if judgement is None:
        raise VerificationError(f"{artifact_id} is not a judgement, so no state belongs to it", where="--state")
    if digest.sha256(state) != judgement.state_digest:
        raise VerificationError(
            f"the state is not the one that {artifact_id} was judged on: it digests to {digest.sha256(state)}",
            where="--state",
            help="give the exact bytes that --state-out wrote",
        )
    shown = _shown(state)
    if not can_be_asked_again(judgement):
        return Replayed(f"the state is the one that was judged; {judgement.judge.model} cannot be replayed", shown)
    _ask_again(judgement, shown, artifact_id, rules)
    return Replayed(f"{judgement.judge.model} gives the same answer on the same state", shown)


def can_be_asked_again(judgement: Judgement) -> bool:
    """Whether the judge claims to be rules, which answer alike; no rule gave canned answers or a rubric's verdict."""
    return judgement.judge.kind is JudgeKind.RULES and not is_routed(judgement.judge.model)


def _shown(state: bytes) -> Json:
    try:
        return strict_json.loads(state)
    except InputError:
        return None


def _ask_again(judgement: Judgement, shown: Json, artifact_id: str, rules: Path | None) -> None:
    model = judgement.judge.model
    operator = operator_of(rules) if rules is not None and needs_operator(model) else None
    try:
        judge = replayable_judge(model, operator)
        response = judge.ask(shown if isinstance(shown, dict) else {}, {judgement.key: judgement.question})
    except (JudgeError, ShapeError) as error:
        raise VerificationError(f"{artifact_id} cannot be replayed: {error.message}", where=artifact_id) from None
    if response.answers[judgement.key] != judgement.answer:
        raise VerificationError(
            f"the replay disagrees: {judgement.judge.model} does not answer {judgement.key} as {artifact_id} says",
            where=artifact_id,
        )
