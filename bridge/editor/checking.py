"""What is wrong or doubtful with a document: in it, and in what it uses."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final, TypeAlias

from bridge.core.bounds import INPUT_BYTES
from bridge.core.deadline import Deadline
from bridge.core.diagnostics import Diagnostic, Label
from bridge.core.sources import Source, Span
from bridge.editor.documents import Document
from bridge.editor.files import identity
from bridge.editor.projects import Project
from bridge.editor.readings import Readings
from bridge.errors import LimitError
from bridge.reason.collector import no_collection
from bridge.reason.lowering.inclusion import Load
from bridge.reason.syntax import ast
from bridge.workflows.limits import DEFAULT
from bridge.workflows.lint_source import of_text

SECONDS: Final = 30.0
"""How long looking through a document may take."""

Clock: TypeAlias = Callable[[], float]


def findings(document: Document, load: Load, readings: Readings, clock: Clock) -> tuple[Diagnostic, ...]:
    """Everything that ``rbridge reason lint`` says of a document.

    Args:
        document: the document.
        load: reads the files that it uses.
        readings: the sources that have been read already.
        clock: tells the time in seconds; one that leaps ahead ends the search.

    Raises:
        LimitError: it takes too long, or the document is too long.
    """
    bounds = DEFAULT.start()
    bounds = replace(bounds, engine=bounds.engine._replace(deadline=Deadline(SECONDS, clock)))
    with no_collection():
        return of_text(document.source, None, bounds, load, read=readings.read).findings


def beyond(document: Document, error: LimitError) -> Diagnostic:
    """A bound that was reached, as a problem of the whole document."""
    code = error.bound.code if error.bound is not None else INPUT_BYTES.code
    return Diagnostic(code, error.message, span=Span(document.source, 0, 0), help=error.help or "")


def placed(found: Iterable[Diagnostic], project: Project) -> Iterator[Diagnostic]:
    """Each problem at a place of the main source: one in a used file at the ``use`` by which that comes in."""
    main = project.main
    for diagnostic in found:
        span = diagnostic.span
        if span is None:
            yield replace(diagnostic, span=_first(main.file))
        elif span.source.name == main.source.name:
            yield replace(diagnostic, span=Span(main.source, span.start, span.end))
        else:
            label = Label(span, diagnostic.message)
            message = f"{span}: {diagnostic.message}"
            here = _using(project, span.source) or _first(main.file)
            yield replace(diagnostic, message=message, span=here, related=(label, *diagnostic.related))


def _first(file: ast.File) -> Span:
    """The first line that says something, for what is about the whole."""
    starts = [*(one.start for one in file.statements), *(test.start for test in file.tests)]
    start = min(starts, default=0)
    end = file.source.text.find("\n", start)
    return Span(file.source, start, len(file.source.text) if end < 0 else end)


def _using(project: Project, used: Source) -> Span | None:
    """The path in the main source by which a source comes in."""
    main = project.main
    wanted = identity(used.name)
    for statement in main.file.statements:
        piece = statement.piece
        if isinstance(piece, ast.Use) and wanted in project.reached(piece.path.value):
            return Span(main.source, piece.path.start, piece.path.end)
    return None
