"""Looking at one file, whatever it is."""

from bridge.admission.lint_table import findings, refused
from bridge.core.codes.lint import RSN427
from bridge.core.diagnostics import Diagnostic
from bridge.errors import InputError, LimitError, ProgramInvalid
from bridge.reason.action import validate_request
from bridge.reason.analysis.oversized import oversized
from bridge.reason.analysis.subject import Subject
from bridge.reason.analysis.table import advice
from bridge.reason.model import ActionRequest, PolicyTemplate, Program
from bridge.reason.policy import validate_template
from bridge.reason.validate import validate
from bridge.workflows import programs
from bridge.workflows.inputs import parse_json
from bridge.workflows.limits import Bounds
from bridge.workflows.lint_findings import Looked
from bridge.workflows.lint_subject import whole


def look(data: bytes, name: str, at: str | None, bounds: Bounds) -> Looked:
    """Everything there is to say of a file.

    Args:
        data: what it holds.
        name: a path, ``-`` or the name of a bundled program.
        at: the time that replaces the evaluation time, and that the facts of action policies are held against.
        bounds: those of the run.

    Raises:
        LimitError: a bound was reached.
    """
    try:
        if programs.is_json(data, name):
            value = parse_json(data, named=name, max_bytes=bounds.input_bytes, max_depth=bounds.nesting)
            return Looked(_of_json(programs.read(value), at, bounds))
        from bridge.workflows.lint_source import of_source

        return of_source(data, name, at, bounds)
    except LimitError:
        raise
    except InputError as error:
        return Looked((unreadable(error),))
    except ProgramInvalid as error:
        headline, *problems = error.message.split("\n")
        return Looked(tuple(_no_program(*_parted(line)) for line in problems or [headline]))


def unreadable(error: InputError) -> Diagnostic:
    """What is said of a file that cannot be read, or is neither a source nor JSON."""
    return _no_program(error.message, error.where, error.help or "")


def _of_json(loaded: programs.Loadable, at: str | None, bounds: Bounds) -> tuple[Diagnostic, ...]:
    _validate(loaded)
    program, policy, time = whole(loaded)
    deadline = bounds.deadline
    convention = findings(program, deadline=deadline)
    time = (at or time) if program.temporal else None
    subject = Subject(program, policy, time, refused=refused(convention))
    too_large = oversized(program.rules)
    return (*too_large, *convention, *advice(subject, source=False, deadline=deadline))


def _validate(loaded: programs.Loadable) -> None:
    if isinstance(loaded, Program):
        validate(loaded)
    elif isinstance(loaded, ActionRequest):
        validate_request(loaded)
    elif isinstance(loaded, PolicyTemplate):
        validate_template(loaded)


def _parted(line: str) -> tuple[str, str | None]:
    """A problem as the kernel puts it: a path, a colon and what is wrong there."""
    path, colon, message = line.strip().removeprefix("- ").partition(": ")
    return (message, path) if colon and path.startswith("$") else (line, None)


def _no_program(message: str, path: str | None, help: str = "") -> Diagnostic:
    return Diagnostic(RSN427.code, message, path, help=help or "mend it, or lint another file")
