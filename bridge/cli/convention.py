"""What ``--convention off`` says on every command that has it."""

from bridge.cli import output
from bridge.cli.options import convention_on


def convention_enforced(convention: str) -> bool:
    """Whether the admission convention is enforced; where it is not, a note says what that means.

    Raises:
        UsageError: neither ``on`` nor ``off``.
    """
    on = convention_on(convention)
    if not on:
        output.note("the convention is off: nothing keeps a judge's answer from standing in for a person's")
    return on
