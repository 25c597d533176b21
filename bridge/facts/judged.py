"""Judgements as facts: one ``judged_<key>`` for each question, of the class ``model-judged``.

The class is set here, from what the fact is made of, and never read from a judge or a file. Where several judges are
told apart, the predicate is ``judged_<key>@<model>``: it begins as every judgement's does, so that whatever holds for
``judged_*`` holds for it, and its class is the same.
"""

from collections.abc import Iterable, Sequence

from bridge.errors import UsageError
from bridge.facts.read import JUDGED, UNSIGNED
from bridge.judgement.answer_text import answer_text
from bridge.judgement.hold import hold_to_bar
from bridge.judgement.model import Judgement, Outcome, Threshold
from bridge.judgement.panelled import gave_way
from bridge.reason.model import MODEL_JUDGED, Fact


def judged_fact(judgement: Judgement, *, subject: str, receipt: str | None, by_judge: bool = False) -> Fact:
    """The fact that a judge gave this answer about a subject.

    Args:
        judgement: names its threshold.
        subject: the first argument, such as the id of the action.
        receipt: the id of the signed receipt, which becomes the fact's; without one the id is ``judgement:<key>``.
        by_judge: name the judge's model in the predicate.

    Raises:
        UsageError: the judgement names no threshold, so that a noul is neither yes nor no.
    """
    if judgement.threshold is None:
        raise UsageError(f"the judgement of {judgement.key} names no threshold", where=judgement.key)
    answer = answer_text(judgement.question, judgement.answer, judgement.threshold.value)
    name = f"{judgement.key}@{judgement.judge.model}" if by_judge else judgement.key
    return Fact(
        id=receipt or f"{UNSIGNED}{name}",
        predicate=JUDGED + name,
        arguments=(subject, answer),
        authority=MODEL_JUDGED,
        observed_at=judgement.judged_at,
    )


def judged_facts(
    judgements: Iterable[Judgement], *, subject: str, receipts: Sequence[str], by_judge: bool = False
) -> tuple[Fact, ...]:
    """One fact for each judgement, in order; ``receipts`` are their ids in the same order, or empty."""
    items = tuple(judgements)
    ids = receipts or (None,) * len(items)
    return tuple(
        judged_fact(judgement, subject=subject, receipt=receipt, by_judge=by_judge)
        for judgement, receipt in zip(items, ids, strict=True)
    )


def refuse_one_name(models: Iterable[str]) -> None:
    """Refuse to tell judges apart that answer under one name.

    Raises:
        UsageError: a model stands twice.
    """
    seen: set[str] = set()
    for model in models:
        if model in seen:
            raise UsageError(
                f"two judges answer as {model}, and their facts cannot be told apart",
                where="--by-judge",
                help="leave one of them, or --by-judge, out",
            )
        seen.add(model)


def is_below_bar(judgement: Judgement) -> bool:
    """Whether the answer was escalated, so that a program is given no fact of it unless it is asked for.

    An answer that gave way in a panel is so by its own bar.
    """
    if gave_way(judgement):
        threshold = judgement.threshold or Threshold()
        return hold_to_bar(judgement.question, judgement.answer, threshold.value).outcome is Outcome.ESCALATED
    return judgement.outcome is Outcome.ESCALATED
