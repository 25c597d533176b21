"""RSN421: a rule that concludes nothing that a more general one does not."""

from collections.abc import Iterator

from bridge.core.codes.lint import RSN421
from bridge.core.diagnostics import Diagnostic
from bridge.reason.analysis.finding import finding
from bridge.reason.analysis.subject import Subject
from bridge.reason.syntax.spelling import quoted


def find(subject: Subject) -> Iterator[Diagnostic]:
    """The rules that another rule subsumes; one that the convention refuses is no reason to remove any."""
    rules = subject.program.rules
    for cover in subject.covers.found:
        if not cover.same and f"$.rules[{cover.by}].then" not in subject.refused:
            general = quoted(rules[cover.by].id)
            yield finding(
                RSN421,
                f"$.rules[{cover.place}]",
                f"rule {quoted(rules[cover.place].id)} fires only where rule {general} concludes the same",
                help="remove it; or, if the other asks too little, give that one the premises it lacks",
                related=subject.label(f"$.rules[{cover.by}]", "the more general rule"),
            )
