"""Which admitted facts hold at the evaluation time (spec: Reason, section 4, step 3).

A fact holds when it has been observed, its validity has begun and has not ended, and no other such fact supersedes
it. A superseded fact still supersedes others. Canonical times compare as text.
"""

from collections.abc import Iterable

from bridge.reason.model import Fact
from bridge.reason.result import TemporallyWithheldFact


def partition(facts: Iterable[Fact], at: str) -> tuple[tuple[Fact, ...], tuple[TemporallyWithheldFact, ...]]:
    """The facts that hold at a time, and those that do not with the first reason that applies; order is kept.

    Args:
        facts: facts of a program.v2 that the authority policy admits.
        at: the evaluation time.
    """
    facts = tuple(facts)
    if _all_hold(facts, at):
        return facts, ()
    reasons = [(fact, _untimely(fact, at)) for fact in facts]
    superseders = _superseders([fact for fact, reason in reasons if reason is None])
    eligible: list[Fact] = []
    withheld: list[TemporallyWithheldFact] = []
    for fact, reason in reasons:
        if reason is not None:
            withheld.append(TemporallyWithheldFact(fact.id, fact.atom, reason))
        elif by := superseders.get(fact.id):
            ids = tuple(sorted(by))
            withheld.append(TemporallyWithheldFact(fact.id, fact.atom, f"superseded by {', '.join(ids)}", ids))
        else:
            eligible.append(fact)
    return tuple(eligible), tuple(withheld)


def _all_hold(facts: tuple[Fact, ...], at: str) -> bool:
    """Whether none is untimely or supersedes another; many facts share their times."""
    begun = {fact.observed_at for fact in facts} | {fact.valid_from for fact in facts}
    return (
        not any(fact.supersedes for fact in facts)
        and all(time is None or time <= at for time in begun)
        and all(time is None or time > at for time in {fact.valid_until for fact in facts})
    )


def _untimely(fact: Fact, at: str) -> str | None:
    if fact.observed_at is not None and fact.observed_at > at:
        return f"observed_at {fact.observed_at} is after evaluation_time {at}"
    if fact.valid_from is not None and fact.valid_from > at:
        return f"valid_from {fact.valid_from} is after evaluation_time {at}"
    if fact.valid_until is not None and fact.valid_until <= at:
        return f"valid_until {fact.valid_until} is at or before evaluation_time {at}"
    return None


def _superseders(timely: list[Fact]) -> dict[str, set[str]]:
    superseders: dict[str, set[str]] = {}
    for fact in timely:
        for target in fact.supersedes:
            superseders.setdefault(target, set()).add(fact.id)
    return superseders
