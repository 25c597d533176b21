"""RSN411 for a program that comes as JSON: a rule without premises."""

from collections.abc import Iterator

from bridge.core.codes.advice import RSN411
from bridge.core.diagnostics import Diagnostic
from bridge.reason.analysis.finding import finding
from bridge.reason.analysis.subject import Subject
from bridge.reason.syntax.spelling import quoted


def find(subject: Subject) -> Iterator[Diagnostic]:
    """The rules that hold whoever is admitted."""
    for place, rule in enumerate(subject.program.rules):
        if not rule.when:
            message = f"rule {quoted(rule.id)} holds without any premise, whoever is admitted"
            remedy = "state it as a fact with an authority, or add a premise"
            yield finding(RSN411, f"$.rules[{place}]", message, help=remedy)
