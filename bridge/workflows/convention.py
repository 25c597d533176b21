"""Holding a program to the admission convention, with the places in its source."""

from bridge.admission.table import enforce
from bridge.core.diagnostics import ProgramRefused, locate
from bridge.reason.model import Program
from bridge.workflows.programs import Loaded


def enforce_convention(program: Program, loaded: Loaded) -> None:
    """Refuse a program that breaks the admission convention.

    Args:
        program: the program that would run; for an action, the effective one.
        loaded: what it was made of, for the spans.

    Raises:
        ProgramRefused: it does, with every violation.
    """
    try:
        enforce(program)
    except ProgramRefused as refused:
        raise ProgramRefused(locate(refused.diagnostics, loaded.spans)) from None
