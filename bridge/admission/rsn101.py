"""RSN101: ``model-judged`` in the default admission."""

from collections.abc import Iterator

from bridge.admission.analysis import Analysis
from bridge.core.codes.admission import RSN101
from bridge.core.diagnostics import Diagnostic
from bridge.reason.model import MODEL_JUDGED


def find(analysis: Analysis) -> Iterator[Diagnostic]:
    """Whether the default admits judges."""
    if MODEL_JUDGED in analysis.program.authority.default_admit:
        yield Diagnostic(
            RSN101.code,
            RSN101.title,
            path="$.authority.default_admit",
            note="every predicate without its own admission would take a judge's word",
            help="take `model-judged` out of the default, and admit it only for the predicates of judgements: "
            "`admit only model-judged for judged_*.`",
        )
