"""Whose facts count: the authority policy applied to every fact (spec: Reason, section 4, step 2)."""

from collections.abc import Iterable
from operator import itemgetter

from bridge.reason.model import AuthorityPolicy, Fact
from bridge.reason.quoting import quoted
from bridge.reason.result import WithheldFact


def partition(facts: Iterable[Fact], policy: AuthorityPolicy) -> tuple[tuple[Fact, ...], tuple[WithheldFact, ...]]:
    """The facts whose authority the policy admits, and those it withholds with the reason; both sorted by fact id."""
    admitted: list[Fact] = []
    withheld: list[WithheldFact] = []
    admit, default = policy.predicate_admit.get, policy.default_admit
    for fact in sorted(facts, key=itemgetter(0)):
        if fact.authority in admit(fact.predicate, default):
            admitted.append(fact)
        else:
            withheld.append(_withheld(fact, policy))
    return tuple(admitted), tuple(withheld)


def _withheld(fact: Fact, policy: AuthorityPolicy) -> WithheldFact:
    reason = f"authority {quoted(fact.authority)} is not admitted for predicate {quoted(fact.predicate)}"
    return WithheldFact(fact.id, fact.atom, fact.authority, tuple(sorted(policy.admitted(fact.predicate))), reason)
