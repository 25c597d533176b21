"""Diagnostics as data: a code, a place, a sentence and a remedy. Renderers turn them into text, JSON or SARIF."""

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bridge.core.sources import Span
from bridge.errors import BridgeError, ProgramError


class Severity(enum.StrEnum):
    """How bad it is: an error refuses the program, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True)
class Label:
    """A second place that matters, and why."""

    span: Span
    text: str


@dataclass(frozen=True)
class Diagnostic:
    """One problem of a program.

    Args:
        code: a stable code such as ``RSN104``; what it means never changes.
        message: what is wrong, in one sentence without a full stop.
        path: the JSON path in the lowered program, where the problem is of the program rather than of its text.
        span: the place in the source text, where there is one.
        note: what to read under the carets.
        help: what to do.
        related: other places, such as the first of two declarations.
    """

    code: str
    message: str
    path: str | None = None
    span: Span | None = None
    note: str = ""
    help: str = ""
    related: tuple[Label, ...] = ()
    severity: Severity = Severity.ERROR


def locate(diagnostics: Iterable[Diagnostic], spans: Mapping[str, Span]) -> tuple[Diagnostic, ...]:
    """Give each diagnostic without a span that of its path, or of the nearest enclosing path that has one."""
    return tuple(
        diagnostic
        if diagnostic.span or diagnostic.path is None
        else replace(diagnostic, span=_span(diagnostic.path, spans))
        for diagnostic in diagnostics
    )


def _span(path: str, spans: Mapping[str, Span]) -> Span | None:
    while path not in spans:
        cut = max(path.rfind("."), path.rfind("["))
        if cut <= 0:
            return None
        path = path[:cut]
    return spans[path]


class Diagnosed(BridgeError):
    """Diagnostics refuse what was given; ``diagnostics`` holds every one of them, in source order."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        errors = [d for d in self.diagnostics if d.severity is Severity.ERROR]
        super().__init__(
            "; ".join(f"{d.code}: {d.message}" for d in errors), where=_place(errors[0]) if errors else None
        )


class ProgramRefused(Diagnosed, ProgramError):
    """Diagnostics refuse the program before it runs."""

    code = "program-refused"


def _place(diagnostic: Diagnostic) -> str | None:
    return str(diagnostic.span) if diagnostic.span else diagnostic.path
