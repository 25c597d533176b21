"""Which facts count: admitted by the authority policy and, in program.v2, in force (spec: Reason, section 4)."""

from collections import defaultdict
from typing import Any

from bridge.checker.canonical import digest
from bridge.checker.quoting import quoted
from bridge.checker.terms import Fact, Program


def admitted_facts(program: Program) -> list[Fact]:
    """The facts whose authority the policy admits for their predicate, sorted by id."""
    return [fact for fact, admitted in _admissions(program) if admitted]


def eligible_facts(program: Program) -> list[Fact]:
    """The admitted facts that are in force at the evaluation time, sorted by id; without times, all admitted ones."""
    return [fact for fact, reason, _ in _lifecycle(program) if reason is None]


def authority_report(program: Program) -> dict[str, Any]:
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
        for fact, admitted in _admissions(program)
        if not admitted
    ]
    return {
        "policy_digest": digest(authority),
        "admitted_fact_ids": [fact.id for fact in admitted_facts(program)],
        "withheld": withheld,
    }


def temporal_report(program: Program) -> dict[str, Any] | None:
    """The result's ``temporal``: which admitted facts are in force, and why the others are not."""
    if not program.is_temporal:
        return None
    withheld: list[dict[str, Any]] = []
    for fact, reason, superseders in _lifecycle(program):
        if reason is not None:
            entry = {"fact_id": fact.id, "atom": fact.atom.value(), "reason": reason}
            withheld.append({**entry, "superseded_by": superseders} if superseders else entry)
    return {
        "evaluation_time": program.evaluation_time,
        "eligible_fact_ids": [fact.id for fact in eligible_facts(program)],
        "withheld": withheld,
    }


def _admissions(program: Program) -> list[tuple[Fact, bool]]:
    """Each fact, sorted by id, and whether it is admitted; a predicate's own entry, even an empty one, rules alone."""
    authority = program.value["authority"]
    default = frozenset(authority["default_admit"])
    own = {predicate: frozenset(admitted) for predicate, admitted in authority["predicate_admit"].items()}
    ordered = sorted(program.facts, key=lambda fact: fact.id)
    return [(fact, fact.authority in own.get(fact.atom.predicate, default)) for fact in ordered]


def _lifecycle(program: Program) -> list[tuple[Fact, str | None, list[str]]]:
    """Each admitted fact, why it is not in force, and what supersedes it; only facts within their time supersede."""
    facts = admitted_facts(program)
    untimely = {fact.id: _untimely(fact, program.evaluation_time) for fact in facts}
    superseders: defaultdict[str, list[str]] = defaultdict(list)
    for fact in facts:
        for target in fact.supersedes if untimely[fact.id] is None else ():
            superseders[target].append(fact.id)
    standing: list[tuple[Fact, str | None, list[str]]] = []
    for fact in facts:
        by = [] if untimely[fact.id] else superseders[fact.id]
        standing.append((fact, untimely[fact.id] or (f"superseded by {', '.join(by)}" if by else None), by))
    return standing


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
