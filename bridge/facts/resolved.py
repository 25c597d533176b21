"""Resolutions as facts: ``resolved_<key>`` of the class ``human-authorized``, and what takes a judge's answer back.

The class is set here, from the receipt's kind and from whose key signed it, and never read from the receipt.
"""

from typing import Final

from bridge.core.clock import one_second_after
from bridge.judgement.model import Judgement
from bridge.judgement.resolution import Resolution
from bridge.reason.model import HUMAN_AUTHORIZED, Fact

RESOLVED: Final = "resolved_"
TAKES_BACK: Final = ":overrides"


def resolved_fact(resolution: Resolution, judgement: Judgement, *, subject: str, receipt: str) -> Fact:
    """The fact that a person decided so about what a judgement is about.

    Args:
        resolution: what the person decided.
        judgement: the judgement that was resolved; names the key.
        subject: the first argument, as of the judgement's own fact.
        receipt: the id of the resolution's receipt, which becomes the fact's.
    """
    return Fact(
        id=receipt,
        predicate=RESOLVED + judgement.key,
        arguments=(subject, str(resolution.decision)),
        authority=HUMAN_AUTHORIZED,
        observed_at=resolution.resolved_at,
    )


def taking_back(judged: Fact, resolution: Resolution, *, receipt: str) -> Fact | None:
    """The negative fact by which a person supersedes a judge's answer.

    It is observed when the person decided, and at least a second after the answer, since only what is later supersedes.
    Its id is the receipt's with ``:overrides`` after it, the receipt's own being that of ``resolved_fact``.

    Args:
        judged: the fact of the judge's answer.
        resolution: what the person decided.
        receipt: the id of the resolution's receipt.

    Returns:
        None where no second follows the answer, as after a second 60 or the last of the calendar.
    """
    answered, later = judged.observed_at or "", resolution.resolved_at
    try:
        later = later if later > answered else one_second_after(answered)
    except (ValueError, OverflowError):
        return None
    return Fact(
        id=receipt + TAKES_BACK,
        predicate=judged.predicate,
        arguments=judged.arguments,
        authority=HUMAN_AUTHORIZED,
        negated=True,
        observed_at=later,
        supersedes=(judged.id,),
    )
