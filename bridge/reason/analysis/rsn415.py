"""RSN415: a predicate that nothing reads and nobody asks about."""

from collections.abc import Iterator

from bridge.core.codes.lint import RSN415
from bridge.core.diagnostics import Diagnostic
from bridge.reason.analysis.finding import finding
from bridge.reason.analysis.subject import Subject
from bridge.reason.syntax.spelling import quoted


def find(subject: Subject) -> Iterator[Diagnostic]:
    """The predicates of which nothing comes."""
    concluded = {found.predicate for found in subject.concluded}
    for predicate in subject.unused:
        done = "is concluded, and no rule reads it" if predicate in concluded else "is declared, and no rule reads it"
        remedy = "read it in a rule, or remove it"
        yield finding(RSN415, f"$.ontology.predicates.{predicate}", f"{quoted(predicate)} {done}", help=remedy)
