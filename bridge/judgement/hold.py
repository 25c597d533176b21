"""Holding answers to a bar, and what several of them come to (spec: Judge and receipts, section 4, ``decide``).

Both functions are total: whatever answer they are given they return, and nothing that cannot be compared ever turns
into an allow. Checking that an answer fits its question is the judge slot's part (``judges.base.check_answers``).
"""

from collections.abc import Mapping
from typing import Final

from bridge.judgement.model import Answer, AppliesTo, Decision, Effect, Held, Outcome, Question, QuestionType

_OUTCOME_OF: Final = {
    Effect.ALLOW: Outcome.ACTED,
    Effect.WARN: Outcome.ACTED,
    Effect.ASK: Outcome.ESCALATED,
    Effect.DENY: Outcome.REFUSED,
}
_RANK: Final = {None: 0, Effect.ALLOW: 1, Effect.WARN: 2, Effect.ASK: 3, Effect.DENY: 4}

_IGNORED: Final = Held(Outcome.IGNORED, None, AppliesTo.CONFIDENCE)
_ESCALATED: Final = Held(Outcome.ESCALATED, Effect.ASK, AppliesTo.CONFIDENCE)
_REFUSED: Final = Held(Outcome.REFUSED, Effect.DENY, AppliesTo.NOUL)
_ACTED: Final = Held(Outcome.ACTED, Effect.ALLOW, AppliesTo.NOUL)


def hold_to_bar(question: Question, answer: Answer, threshold_value: float) -> Held:
    """What one answer means for the call.

    Yes is always the refusing side of a noul, so a noul at or above the bar denies, and a bar of 0 denies every noul.
    A choice that names an effect is that effect when its confidence reaches the bar, and goes to a person when it does
    not. Any other choice, and every score, is recorded and not used.

    Args:
        question: what was asked; only its type matters.
        answer: what was answered.
        threshold_value: the bar, in [0, 1].
    """
    if question.type is QuestionType.NOUL:
        return _hold_noul(answer, threshold_value)
    if question.type is QuestionType.CHOICE:
        return _hold_choice(answer, threshold_value)
    return _IGNORED


def _hold_noul(answer: Answer, threshold_value: float) -> Held:
    probability = 0.0 if answer.noul is None else answer.noul
    # Asked this way round, a number that compares with nothing is refused.
    return _ACTED if probability < threshold_value else _REFUSED


def _hold_choice(answer: Answer, threshold_value: float) -> Held:
    if answer.choice not in _EFFECTS:
        return _IGNORED
    if not confidence(answer) >= threshold_value:
        return _ESCALATED
    effect = Effect(answer.choice)
    return Held(_OUTCOME_OF[effect], effect, AppliesTo.CONFIDENCE)


_EFFECTS: Final = frozenset(map(str, Effect))


def confidence(answer: Answer) -> float:
    """The number a choice is held to the bar with.

    The judge's own confidence; else the probability it gave its choice; else 1, for a judge that states neither.
    """
    if answer.confidence is not None:
        return answer.confidence
    if answer.choice is None or answer.probabilities is None:
        return 1.0
    return answer.probabilities.get(answer.choice, 1.0)


def overall(held: Mapping[str, Held]) -> Decision:
    """What the answers come to together: the strongest effect, deny over ask over warn over allow over none.

    Of several questions that carry it, the last by key supplies the word for the outcome. Keys that stand against
    nothing decide nothing, so an allow names none. No answers at all are an outcome ignored, with no effect.

    Args:
        held: each answer held to its bar, by the question's key; the order does not matter.
    """
    strongest = max((one.effect for one in held.values()), key=_RANK.__getitem__, default=None)
    carriers = sorted(key for key, one in held.items() if one.effect is strongest)
    if not carriers:
        return Decision(Outcome.IGNORED, None)
    decided_by = tuple(carriers) if _RANK[strongest] > _RANK[Effect.ALLOW] else ()
    return Decision(held[carriers[-1]].outcome, strongest, decided_by)
