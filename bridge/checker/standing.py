"""Which facts count: admitted by the authority policy and, in program.v2, in force (spec: Reason, section 4)."""

from collections import defaultdict
from typing import Any, NamedTuple

from bridge.checker.canonical import digest
from bridge.checker.quoting import quoted
from bridge.checker.terms import Fact, Program


class OutOfForce(NamedTuple):
    """An admitted fact that is not in force, why, and the ids of the facts that supersede it."""

    fact: Fact
    reason: str
    superseded_by: list[str]


class Standing(NamedTuple):
    """What becomes of a program's facts, each list in the order of their ids.

    ``admitted`` are those whose authority the policy admits for their predicate, ``refused`` the others. ``eligible``
    are the admitted ones that are in force at the evaluation time, without times all of them; ``out_of_force`` are not.
    """

    admitted: list[Fact]
    refused: list[Fact]
    eligible: list[Fact]
    out_of_force: list[OutOfForce]

    @classmethod
    def of(cls, program: Program) -> "Standing":
        """The standing of a program's facts."""
        admitted, refused = _admissions(program)
        eligible, out_of_force = _lifecycle(admitted, program.evaluation_time)
        return cls(admitted, refused, eligible, out_of_force)


def authority_report(program: Program, standing: Standing) -> dict[str, Any]:
    """The result's ``authority``: what the policy admits and what it withholds."""
    authority = program.value["authority"]
    withheld = [
        {
            "fact_id": fact.id,
            "atom": fact.atom.value(),
            "authority": fact.authority,
            "admitted_authorities": authority["predicate_admit"].get(fact.atom.predicate, authority["default_admit"]),
            "reason": f"authority {quoted(fact.authority)} is not admitted for predicate {quoted(fact.atom.predicate)}",
        }
        for fact in standing.refused
    ]
    return {
        "policy_digest": digest(authority),
        "admitted_fact_ids": [fact.id for fact in standing.admitted],
        "withheld": withheld,
    }


def temporal_report(program: Program, standing: Standing) -> dict[str, Any] | None:
    """The result's ``temporal``: which admitted facts are in force, and why the others are not."""
    if not program.is_temporal:
        return None
    withheld: list[dict[str, Any]] = []
    for fact, reason, superseders in standing.out_of_force:
        entry = {"fact_id": fact.id, "atom": fact.atom.value(), "reason": reason}
        withheld.append({**entry, "superseded_by": superseders} if superseders else entry)
    return {
        "evaluation_time": program.evaluation_time,
        "eligible_fact_ids": [fact.id for fact in standing.eligible],
        "withheld": withheld,
    }


def _admissions(program: Program) -> tuple[list[Fact], list[Fact]]:
    """The facts that are admitted, and those that are not; a predicate's own entry, even an empty one, rules alone."""
    authority = program.value["authority"]
    default = frozenset(authority["default_admit"])
    own = {predicate: frozenset(admitted) for predicate, admitted in authority["predicate_admit"].items()}
    admitted: list[Fact] = []
    refused: list[Fact] = []
    for fact in sorted(program.facts, key=lambda fact: fact.id):
        (admitted if fact.authority in own.get(fact.atom.predicate, default) else refused).append(fact)
    return admitted, refused


def _lifecycle(admitted: list[Fact], now: str | None) -> tuple[list[Fact], list[OutOfForce]]:
    """The admitted facts that are in force, and those that are not; only facts within their time supersede."""
    untimely = {fact.id: _untimely(fact, now) for fact in admitted}
    superseders: defaultdict[str, list[str]] = defaultdict(list)
    for fact in admitted:
        for target in fact.supersedes if untimely[fact.id] is None else ():
            superseders[target].append(fact.id)
    eligible: list[Fact] = []
    out_of_force: list[OutOfForce] = []
    for fact in admitted:
        by = [] if untimely[fact.id] else superseders[fact.id]
        reason = untimely[fact.id] or (f"superseded by {', '.join(by)}" if by else None)
        if reason is None:
            eligible.append(fact)
        else:
            out_of_force.append(OutOfForce(fact, reason, by))
    return eligible, out_of_force


def _untimely(fact: Fact, now: str | None) -> str | None:
    if now is None:
        return None
    if fact.observed_at is not None and fact.observed_at > now:
        return f"observed_at {fact.observed_at} is after evaluation_time {now}"
    if fact.valid_from is not None and fact.valid_from > now:
        return f"valid_from {fact.valid_from} is after evaluation_time {now}"
    if fact.valid_until is not None and fact.valid_until <= now:
        return f"valid_until {fact.valid_until} is at or before evaluation_time {now}"
    return None
