"""RSN420: a rule that says what another says, in other variables or another order."""

from collections.abc import Iterator

from bridge.core.codes.lint import RSN420
from bridge.core.diagnostics import Diagnostic
from bridge.reason.analysis.finding import finding
from bridge.reason.analysis.subject import Subject
from bridge.reason.syntax.spelling import quoted


def find(subject: Subject) -> Iterator[Diagnostic]:
    """The rules that stand twice; the later one is shown."""
    rules = subject.program.rules
    for cover in subject.covers.found:
        if cover.same:
            yield finding(
                RSN420,
                f"$.rules[{cover.place}]",
                f"rule {quoted(rules[cover.place].id)} says what rule {quoted(rules[cover.by].id)} says",
                help="keep one of the two",
                related=subject.label(f"$.rules[{cover.by}]", "the first of them"),
            )
