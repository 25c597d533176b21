"""RSN513: rules that were not compared with one another, since that would take too long."""

from collections.abc import Iterator

from bridge.core.codes.limits import RSN513
from bridge.core.diagnostics import Diagnostic
from bridge.reason.analysis.finding import finding
from bridge.reason.analysis.pattern import MOST_STEPS_OF_ALL
from bridge.reason.analysis.subject import Subject
from bridge.reason.syntax.spelling import quoted


def find(subject: Subject) -> Iterator[Diagnostic]:
    """The first rule for which the bound on comparisons did not last."""
    place = subject.covers.uncompared
    if place is not None:
        yield finding(
            RSN513,
            f"$.rules[{place}]",
            f"not every rule was compared with the others; {quoted(subject.program.rules[place].id)} is the first left",
            note=f"at most {MOST_STEPS_OF_ALL} premises are tried on one another",
            help="state what differs in constants alone as facts that one rule reads; or lint parts by themselves",
        )
