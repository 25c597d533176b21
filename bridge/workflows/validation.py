"""Whether a program makes sense, without asking what follows from it."""

from typing import Any, Final

from bridge.errors import UsageError
from bridge.reason.model import Program
from bridge.reason.validate import validate as validate_program
from bridge.workflows.convention import enforce_convention
from bridge.workflows.limits import Bounds, begun
from bridge.workflows.programs import Loaded

VALIDATION_V1: Final = "zerker.reason.validation.v1"


def validate(loaded: Loaded, *, convention: bool = True, bounds: Bounds | None = None) -> Program:
    """The program that was loaded, valid.

    Args:
        loaded: a program with a query.
        convention: refuse a program that breaks the admission convention, too.
        bounds: those of the run.

    Raises:
        UsageError: a policy or a request, which are no programs of their own.
        ProgramInvalid: it does not make sense.
        ProgramRefused: the convention is broken.
        LimitError: a bound was reached.
    """
    program = loaded.program
    if not isinstance(program, Program):
        raise UsageError(
            f"{loaded.name} is not a program with a query of its own",
            where=loaded.name,
            help="`rbridge reason compile` shows what a policy is; `rbridge reason authorize` validates a request",
        )
    validate_program(program)
    if convention:
        enforce_convention(program, loaded, begun(bounds).deadline)
    return program


def validation_json(program: Program) -> dict[str, Any]:
    """That a program is valid, and how big it is."""
    return {
        "schema": VALIDATION_V1,
        "status": "valid",
        "ontology": {"id": program.ontology.id, "version": program.ontology.version},
        "facts": len(program.facts),
        "rules": len(program.rules),
        "evaluation_time": program.evaluation_time,
    }
