"""RSN419: an admission for a predicate that no rule needs."""

from collections.abc import Iterator

from bridge.core.codes.lint import RSN419
from bridge.core.diagnostics import Diagnostic
from bridge.reason.analysis.finding import finding
from bridge.reason.analysis.subject import Subject
from bridge.reason.syntax.spelling import quoted


def find(subject: Subject) -> Iterator[Diagnostic]:
    """The admissions by which facts are let in that make no difference; RSN415 speaks of what is not used at all."""
    for predicate, classes in sorted(subject.program.authority.predicate_admit.items()):
        if classes and subject.own(predicate) and predicate not in subject.read | {*subject.unused}:
            yield finding(
                RSN419,
                f"$.authority.predicate_admit.{predicate}",
                f"{', '.join(map(quoted, classes))} may state {quoted(predicate)}, which no rule reads",
                note="a fact about it would answer for the rules that conclude it",
                help="admit nothing for what rules alone should conclude",
            )
