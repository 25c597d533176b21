"""What a certificate lists beside its status (spec: Reason, section 6, Issues order)."""

from collections.abc import Iterator

from bridge.reason.authorization import Issue
from bridge.reason.result import CheckResult, Status


def issues(result: CheckResult) -> tuple[Issue, ...]:
    """Why an action is not authorized, then every fact that did not count, whatever the status."""
    return (*_of_status(result), *_of_authority(result), *_of_time(result))


def _of_status(result: CheckResult) -> Iterator[Issue]:
    query = result.query
    if result.status is Status.DISPROVED:
        message = "The policy derives explicit denial for this exact action."
        yield Issue("explicit_denial", message, query.complement())
    elif result.status is Status.INCONSISTENT:
        message = "The policy derives both authorization and explicit denial; action must fail closed."
        yield Issue("conflicting_authorization", message, query, result.conflict.fact_ids if result.conflict else ())
    elif result.status is Status.UNKNOWN and not result.missing:
        message = "No authorization or explicit denial derivation was found."
        yield Issue("no_authorization_derivation", message, query)
    elif result.status is Status.UNKNOWN:
        for atom in result.missing:
            yield Issue("missing_requirement", "A required premise is not currently derivable.", atom)


def _of_authority(result: CheckResult) -> Iterator[Issue]:
    for fact in result.authority.withheld:
        yield Issue("authority_withheld", fact.reason, fact.atom, (fact.fact_id,))


def _of_time(result: CheckResult) -> Iterator[Issue]:
    for fact in result.temporal.withheld if result.temporal else ():
        code = "superseded" if fact.superseded_by else "temporally_ineligible"
        yield Issue(code, fact.reason, fact.atom, (fact.fact_id, *fact.superseded_by))
