"""Whose facts count: the authority policy applied to every fact (spec: Reason, section 4, step 2)."""

from collections.abc import Iterable
from operator import itemgetter

from bridge.reason.model import AuthorityPolicy, Fact
from bridge.reason.quoting import quoted
from bridge.reason.result import WithheldFact


def partition(facts: Iterable[Fact], policy: AuthorityPolicy) -> tuple[tuple[Fact, ...], tuple[WithheldFact, ...]]:
    """The facts whose authority the policy admits, and those it withholds with the reason; both sorted by fact id."""
    admit, default = policy.predicate_admit.get, policy.default_admit
    ordered = sorted(facts, key=itemgetter(0))
    admitted = tuple([fact for fact in ordered if fact[3] in admit(fact[1], default)])
    if len(admitted) == len(ordered):
        return admitted, ()
    withheld = [fact for fact in ordered if fact.authority not in policy.admitted(fact.predicate)]
    return admitted, tuple([_withheld(fact, policy) for fact in withheld])


def _withheld(fact: Fact, policy: AuthorityPolicy) -> WithheldFact:
    reason = f"authority {quoted(fact.authority)} is not admitted for predicate {quoted(fact.predicate)}"
    return WithheldFact(fact.id, fact.atom, fact.authority, tuple(sorted(policy.admitted(fact.predicate))), reason)
