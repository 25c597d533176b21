"""Facts from believed receipts: a judge's answers as ``judged_…``, a person's resolutions as ``resolved_…``.

The class of a fact comes from the kind of its receipt and its id is the receipt's, so that what supersedes it cannot be
aimed at another. Answers below their bar are left out and named, unless they are asked for.
"""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from bridge.errors import BridgeError
from bridge.facts.believed import Believed, BelievedJudgement, BelievedResolution, Refused
from bridge.facts.judged import is_below_bar, judged_fact
from bridge.facts.read import below_bar
from bridge.facts.resolved import resolved_fact, taking_back
from bridge.judgement.panelled import gave_way
from bridge.judgement.resolution import ResolutionDecision, overridden
from bridge.reason.model import Fact, is_variable

_RANK: Final = {ResolutionDecision.ALLOW: 0, ResolutionDecision.ROUTE: 1, ResolutionDecision.DENY: 2}


class FromReceipts(NamedTuple):
    """What receipts say.

    Args:
        facts: judgements in the order they were given, then resolutions.
        refused: the receipts that nothing is taken from, and why.
        notes: a sentence for each fact that was left out although its receipt is believed.
    """

    facts: tuple[Fact, ...] = ()
    refused: tuple[Refused, ...] = ()
    notes: tuple[str, ...] = ()


def facts_of(
    believed: Believed,
    *,
    subject: str | None = None,
    supersede: bool = False,
    include_escalated: bool = False,
    by_judge: bool = False,
) -> FromReceipts:
    """The facts of receipts that were verified.

    Args:
        believed: what was verified, and what was refused.
        subject: keep what is about this alone.
        supersede: where a person overrode a judge, add the negative fact that takes the judge's answer back.
        include_escalated: keep the answers that are below their bar.
        by_judge: name every judge in its facts, and leave none out that gave way in a panel.
    """
    about = {id_: one for id_, one in believed.judgements.items() if subject in (None, one.subject)}
    facts, refused = _judged(about, by_judge=by_judge)
    aside = [id_ for id_ in facts if gave_way(about[id_].judgement) and not by_judge]
    below = [id_ for id_ in facts if is_below_bar(about[id_].judgement) and not include_escalated and id_ not in aside]
    notes = [below_bar(facts[id_]) for id_ in below]
    notes += [f"fact {id_} is left out: the panel did not go by its answer (--by-judge keeps it)" for id_ in aside]
    kept = {id_: fact for id_, fact in facts.items() if id_ not in aside and id_ not in below}
    standing, given_way = _last_of_each(one for one in believed.resolutions if one.resolution.judgement in facts)
    decided = [fact for one in standing for fact in _resolved(one, about, kept, supersede=supersede)]
    return FromReceipts((*kept.values(), *decided), (*believed.refused, *refused), (*notes, *given_way))


def _judged(judgements: Mapping[str, BelievedJudgement], *, by_judge: bool) -> tuple[dict[str, Fact], list[Refused]]:
    facts: dict[str, Fact] = {}
    refused: list[Refused] = []
    for id_, one in judgements.items():
        try:
            fact = judged_fact(one.judgement, subject=one.subject, receipt=id_, by_judge=by_judge)
        except BridgeError as error:
            refused.append(Refused(id_, error.message))
            continue
        if is_variable(fact.arguments[1]):
            refused.append(Refused(id_, f"its answer is `{fact.arguments[1]}`, which a program takes for a variable"))
        else:
            facts[id_] = fact
    return facts, refused


def _last_of_each(
    resolutions: Iterable[BelievedResolution],
) -> tuple[tuple[BelievedResolution, ...], tuple[str, ...]]:
    """Of several resolutions of one judgement the last; in one second the stricter, and then the lesser id, stands."""
    ranked: dict[str, list[BelievedResolution]] = {}
    for one in sorted(resolutions, key=lambda each: each.receipt):
        ranked.setdefault(one.resolution.judgement, []).append(one)
    standing = tuple(max(several, key=_standing) for several in ranked.values())
    notes = (
        f"resolution {one.receipt} gives way to {last.receipt}, a later or stricter one of the same judgement"
        for last in standing
        for one in ranked[last.resolution.judgement]
        if one is not last
    )
    return standing, tuple(notes)


def _standing(one: BelievedResolution) -> tuple[str, int]:
    return one.resolution.resolved_at, _RANK[one.resolution.decision]


def _resolved(
    one: BelievedResolution, judged: Mapping[str, BelievedJudgement], kept: Mapping[str, Fact], *, supersede: bool
) -> Iterable[Fact]:
    resolution, judgement = one.resolution, judged[one.resolution.judgement]
    yield resolved_fact(resolution, judgement.judgement, subject=judgement.subject, receipt=one.receipt)
    answer = kept.get(resolution.judgement)
    if supersede and answer is not None and overridden(judgement.judgement.effect, resolution.decision) is not None:
        taken_back = taking_back(answer, resolution, receipt=one.receipt)
        if taken_back is not None:
            yield taken_back
