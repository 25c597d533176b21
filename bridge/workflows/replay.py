"""Holding a judgement to the state its judge was shown: the digest, what it was, and for rules the answer too."""

from dataclasses import dataclass

from bridge.core import digest, strict_json
from bridge.core.strict_json import Json
from bridge.errors import InputError, JudgeError, ShapeError, VerificationError
from bridge.judgement.model import JudgeKind, Judgement
from bridge.judges.replay import replayable_judge


@dataclass(frozen=True)
class Replayed:
    """What came of it.

    Args:
        said: in a sentence.
        shown: the state, as its bytes say; None where they are not JSON.
    """

    said: str
    shown: Json


def replay(judgement: Judgement | None, state: bytes, artifact_id: str) -> Replayed:
    """Hold a judgement to the state it was made on.

    Args:
        judgement: what the receipt says; None of a receipt that is no judgement.
        state: the exact bytes that the judge was shown.
        artifact_id: the receipt, for errors.

    Raises:
        VerificationError: not a judgement, another state, or another answer.
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
    if judgement.judge.kind is not JudgeKind.RULES:
        return Replayed(f"the state is the one that was judged; {judgement.judge.model} cannot be replayed", shown)
    _ask_again(judgement, shown, artifact_id)
    return Replayed(f"{judgement.judge.model} gives the same answer on the same state", shown)


def _shown(state: bytes) -> Json:
    try:
        return strict_json.loads(state)
    except InputError:
        return None


def _ask_again(judgement: Judgement, shown: Json, artifact_id: str) -> None:
    try:
        judge = replayable_judge(judgement.judge.model)
        response = judge.ask(shown if isinstance(shown, dict) else {}, {judgement.key: judgement.question})
    except (JudgeError, ShapeError) as error:
        raise VerificationError(f"{artifact_id} cannot be replayed: {error.message}", where=artifact_id) from None
    if response.answers[judgement.key] != judgement.answer:
        raise VerificationError(
            f"the replay disagrees: {judgement.judge.model} does not answer {judgement.key} as {artifact_id} says",
            where=artifact_id,
        )
