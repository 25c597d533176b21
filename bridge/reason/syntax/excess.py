"""More faults than anybody reads: the first of a source are listed, and the rest is counted."""

from collections.abc import Sequence

from bridge.core.codes.limits import RSN512
from bridge.core.diagnostics import Diagnostic
from bridge.reason.syntax.bounds import MOST_FAULTS


def listed(faults: Sequence[Diagnostic], unsaid: int = 0) -> list[Diagnostic]:
    """The first faults of one source and, where there are more, one that says how many.

    Args:
        faults: errors, in source order.
        unsaid: how many more have been found and not been kept.
    """
    shown = list(faults[:MOST_FAULTS])
    more = len(faults) - len(shown) + unsaid
    if not more:
        return shown
    message = f"this file has {more} more {'fault' if more == 1 else 'faults'} than are listed"
    return [*shown, Diagnostic(RSN512.code, message, span=shown[-1].span, help="mend those that are listed first")]
