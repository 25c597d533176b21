"""RSN510: the rules that are too large to be joined, so that no check of the program could be made."""

from collections.abc import Iterator, Sequence

from bridge.core.codes.limits import RSN510
from bridge.core.diagnostics import Diagnostic
from bridge.errors import LimitError
from bridge.reason.engine.limits import require_joinable
from bridge.reason.engine.shape import size
from bridge.reason.model import Rule


def oversized(rules: Sequence[Rule]) -> Iterator[Diagnostic]:
    """The rules that the engine would refuse, each an error at its path."""
    for place, rule in enumerate(rules):
        try:
            require_joinable(rule.id, size(rule))
        except LimitError as error:
            message = error.message.removesuffix(f" ({RSN510.code})")
            yield Diagnostic(RSN510.code, message, f"$.rules[{place}]", help=error.help or "")
