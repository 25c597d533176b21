"""RSN418: a fact that does not hold at the evaluation time."""

from collections.abc import Iterator

from bridge.core.codes.lint import RSN418
from bridge.core.diagnostics import Diagnostic
from bridge.reason import temporal
from bridge.reason.analysis.finding import finding
from bridge.reason.analysis.subject import Subject
from bridge.reason.syntax.spelling import quoted


def find(subject: Subject) -> Iterator[Diagnostic]:
    """The facts that have ended or have yet to begin; one that another supersedes has done its part."""
    if subject.at is None:
        return
    _, withheld = temporal.partition(subject.program.facts, subject.at)
    untimely = {fact.fact_id: fact.reason for fact in withheld if not fact.superseded_by}
    for index, fact in enumerate(subject.program.facts):
        if fact.id in untimely:
            yield finding(
                RSN418,
                f"$.facts[{index}]",
                f"fact {quoted(fact.id)} does not hold at {subject.at}",
                note=untimely[fact.id],
                help="remove it, state it anew, or move the evaluation time",
            )
