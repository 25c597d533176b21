"""RSN424: a fact from a class that is not admitted for its predicate."""

from collections.abc import Iterator

from bridge.core.codes.lint import RSN424
from bridge.core.diagnostics import Diagnostic
from bridge.reason.analysis.finding import finding
from bridge.reason.analysis.subject import Subject
from bridge.reason.syntax.spelling import quoted


def find(subject: Subject) -> Iterator[Diagnostic]:
    """The facts that are withheld at any time."""
    admitted = subject.program.authority.admitted
    for index, fact in enumerate(subject.program.facts):
        classes = admitted(fact.predicate)
        if fact.authority not in classes:
            what = f"{quoted(fact.authority)} is not admitted for {quoted(fact.predicate)}"
            who = f"{' and '.join(map(quoted, classes))} may state it" if classes else "nobody may state it"
            yield finding(
                RSN424,
                f"$.facts[{index}].authority",
                f"fact {quoted(fact.id)} is withheld: {what}",
                note=who,
                help="remove the fact, or admit its class",
            )
