"""RSN422: a default admission that decides about nothing."""

from collections.abc import Iterator

from bridge.core.codes.lint import RSN422
from bridge.core.diagnostics import Diagnostic
from bridge.reason.analysis.finding import finding
from bridge.reason.analysis.subject import Subject


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Whether each predicate that is read or asked about has an admission of its own."""
    authority = subject.program.authority
    if authority.default_admit and all(name in authority.predicate_admit for name in subject.read):
        yield finding(
            RSN422,
            "$.authority.default_admit",
            "every predicate that is read has an admission of its own, so the default decides about none",
            note="it would let in facts about whatever predicate is added next",
            help="remove it: without a default, what has no admission admits nothing",
        )
