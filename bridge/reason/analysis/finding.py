"""How a lint is put: a warning under the title of its code, at a path of the program."""

from bridge.core.codes import Code
from bridge.core.diagnostics import Diagnostic, Label, Severity


def finding(
    code: Code, path: str, message: str, *, note: str = "", help: str = "", related: tuple[Label, ...] = ()
) -> Diagnostic:
    """A warning at a JSON path."""
    return Diagnostic(code.code, message, path, note=note, help=help, related=related, severity=Severity.WARNING)
