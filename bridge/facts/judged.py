"""Judgements as facts: one ``judged_<key>`` for each question, of the class ``model-judged``.

The class is set here, from what the fact is made of, and never read from a judge or a file.
"""

from collections.abc import Iterable, Sequence

from bridge.errors import UsageError
from bridge.facts.read import JUDGED, UNSIGNED
from bridge.judgement.answer_text import answer_text
from bridge.judgement.model import Judgement, Outcome
from bridge.reason.model import MODEL_JUDGED, Fact


def judged_fact(judgement: Judgement, *, subject: str, receipt: str | None) -> Fact:
    """The fact that a judge gave this answer about a subject.

    Args:
        judgement: names its threshold.
        subject: the first argument, such as the id of the action.
        receipt: the id of the signed receipt, which becomes the fact's; without one the id is ``judgement:<key>``.

    Raises:
        UsageError: the judgement names no threshold, so that a noul is neither yes nor no.
    """
    if judgement.threshold is None:
        raise UsageError(f"the judgement of {judgement.key} names no threshold", where=judgement.key)
    answer = answer_text(judgement.question, judgement.answer, judgement.threshold.value)
    return Fact(
        id=receipt or f"{UNSIGNED}{judgement.key}",
        predicate=JUDGED + judgement.key,
        arguments=(subject, answer),
        authority=MODEL_JUDGED,
        observed_at=judgement.judged_at,
    )


def judged_facts(judgements: Iterable[Judgement], *, subject: str, receipts: Sequence[str]) -> tuple[Fact, ...]:
    """One fact for each judgement, in order; ``receipts`` are their ids in the same order, or empty."""
    items = tuple(judgements)
    ids = receipts or (None,) * len(items)
    return tuple(
        judged_fact(judgement, subject=subject, receipt=receipt) for judgement, receipt in zip(items, ids, strict=True)
    )


def is_below_bar(judgement: Judgement) -> bool:
    """Whether the answer was escalated, so that a program is given no fact of it unless it is asked for."""
    return judgement.outcome is Outcome.ESCALATED
