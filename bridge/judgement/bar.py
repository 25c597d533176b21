"""Whether a judgement keeps to its own bar, from the numbers it states itself; no judge is run again.

The rule is that of the ``judgements`` row of a package (spec: Judge and receipts, section 7). It flags only what was
acted on, and it cuts both ways for a noul: yes let through, and no that stopped a call. A judgement that is stricter
than its bar, as one that sends a clear yes to a person, is left alone.
"""

from bridge.judgement.answers import number_text
from bridge.judgement.hold import hold_to_bar
from bridge.judgement.model import AppliesTo, Effect, Judgement, Outcome, QuestionType

_GOES_ON = (Effect.ALLOW, Effect.WARN)


def outside_bar(judgement: Judgement) -> str | None:
    """Why an answer that was acted on does not meet the bar it states, in words; None where it does."""
    if judgement.outcome is not Outcome.ACTED:
        return None
    if judgement.threshold is None:
        return "it was acted on with no threshold declared"
    bar = judgement.threshold.value
    if judgement.applies_to is AppliesTo.NOUL:
        return _noul_outside(judgement, bar)
    measured = _confidence(judgement)
    if measured is None:
        return "it was acted on, and has no number that its threshold could be held against"
    if measured < bar:
        return f"it was acted on at a confidence of {number_text(measured)}, below its bar of {number_text(bar)}"
    return None


def contradiction(judgement: Judgement) -> str | None:
    """Why what was done is not what the answer says, in words; None where it is.

    What ``hold_to_bar`` derives from the answer and the bar is right. Anything else is held to ``outside_bar``; and a
    noul that was refused must not lie below its bar, for the fact of it would say no.
    """
    if _derived(judgement):
        return None
    if judgement.question.type is QuestionType.NOUL and judgement.outcome is Outcome.REFUSED:
        noul, threshold = judgement.answer.noul, judgement.threshold
        if noul is not None and threshold is not None and noul < threshold.value:
            return f"it was refused at {number_text(noul)}, below its bar of {number_text(threshold.value)}"
    return outside_bar(judgement)


def _derived(judgement: Judgement) -> bool:
    if judgement.threshold is None:
        return False
    held = hold_to_bar(judgement.question, judgement.answer, judgement.threshold.value)
    return (held.outcome, held.effect) == (judgement.outcome, judgement.effect)


def _noul_outside(judgement: Judgement, bar: float) -> str | None:
    noul = judgement.answer.noul
    if noul is None:
        return "it was acted on, and has no number that its threshold could be held against"
    effect = str(judgement.effect or "no effect")
    if noul >= bar and judgement.effect in _GOES_ON:
        return f"it was acted on as {effect} at {number_text(noul)}, which its bar of {number_text(bar)} denies"
    if noul < bar and judgement.effect not in _GOES_ON:
        return f"it was acted on as {effect} at {number_text(noul)}, which its bar of {number_text(bar)} allows"
    return None


def _confidence(judgement: Judgement) -> float | None:
    answer = judgement.answer
    if answer.confidence is not None:
        return answer.confidence
    return answer.noul
