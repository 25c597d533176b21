"""RSN102: ``model-judged`` admitted for a predicate outside J."""

from collections.abc import Iterator

from bridge.admission.analysis import Analysis
from bridge.admission.literals import JUDGED_PREFIX, is_judgement, shown
from bridge.core.codes.admission import RSN102
from bridge.core.diagnostics import Diagnostic
from bridge.reason.model import MODEL_JUDGED


def find(analysis: Analysis) -> Iterator[Diagnostic]:
    """The predicates that are no judgements, and whose own admission names judges."""
    for predicate, classes in sorted(analysis.program.authority.predicate_admit.items()):
        if MODEL_JUDGED in classes and not is_judgement(predicate):
            yield Diagnostic(
                RSN102.code,
                RSN102.title,
                path=f"$.authority.predicate_admit.{predicate}",
                note=f"a judge could say {shown(predicate)} in the place of whoever reports it",
                help=f"take `model-judged` out of the admission for {shown(predicate)}, "
                f"or call the predicate {shown(JUDGED_PREFIX + predicate)} if it says what a judge answered",
            )
