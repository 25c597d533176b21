"""RSN423: an authority class that is admitted for nothing."""

from collections.abc import Iterator

from bridge.core.codes.lint import RSN423
from bridge.core.diagnostics import Diagnostic
from bridge.reason.analysis.finding import finding
from bridge.reason.analysis.subject import Subject
from bridge.reason.model import SYSTEM_BOUND
from bridge.reason.syntax.spelling import quoted


def find(subject: Subject) -> Iterator[Diagnostic]:
    """The classes whose facts would all be withheld."""
    authority = subject.program.authority
    own = (name for names in authority.predicate_admit.values() for name in names)
    admitted = {*authority.default_admit, *own, SYSTEM_BOUND}
    for index, name in enumerate(authority.classes):
        if name not in admitted:
            yield finding(
                RSN423,
                f"$.authority.classes[{index}]",
                f"{quoted(name)} is admitted for no predicate",
                note="a fact from it is withheld, whatever it says",
                help="admit it for what it reports, or remove it",
            )
