"""Holding a program to the admission convention, with the places in its source."""

from bridge.admission.table import enforce
from bridge.core.deadline import NEVER, Deadline
from bridge.core.diagnostics import ProgramRefused, locate
from bridge.reason.model import Program
from bridge.workflows.programs import Loaded


def enforce_convention(program: Program, loaded: Loaded, deadline: Deadline = NEVER) -> None:
    """Refuse a program that breaks the admission convention.

    Args:
        program: the program that would run; for an action, the effective one.
        loaded: what it was made of, for the spans.
        deadline: when it must be done.

    Raises:
        ProgramRefused: it does, with every violation.
        LimitError: it takes longer than the deadline allows.
    """
    try:
        enforce(program, deadline=deadline)
    except ProgramRefused as refused:
        raise ProgramRefused(locate(refused.diagnostics, loaded.spans)) from None
