"""Linting a source: as the program that it is, or as a library."""

from collections.abc import Iterable, Iterator

from bridge.admission.lint_table import findings
from bridge.admission.lint_table import refused as refused_places
from bridge.core.codes.names import RSN009
from bridge.core.diagnostics import Diagnostic, ProgramRefused, locate
from bridge.core.sources import Source
from bridge.errors import UsageError
from bridge.reason.analysis.oversized import oversized
from bridge.reason.analysis.subject import Subject
from bridge.reason.analysis.table import advice
from bridge.reason.lowering import Lowered, compile_source
from bridge.reason.lowering.inclusion import Load, Read
from bridge.reason.model import Program
from bridge.reason.syntax.parser import parse
from bridge.reason.syntax.silences import MARK, silences
from bridge.workflows import lint_silences, programs
from bridge.workflows.limits import Bounds
from bridge.workflows.lint_findings import Looked, in_order, parted
from bridge.workflows.lint_library import of_library
from bridge.workflows.lint_subject import whole


def of_source(data: bytes, name: str, at: str | None, bounds: Bounds) -> Looked:
    """What there is to say of a source.

    Raises:
        InputError: it cannot be read, or a bound was reached.
    """
    return of_text(programs.source(data, name), at, bounds, programs.loader_for(name, max_bytes=bounds.input_bytes))


def of_text(source: Source, at: str | None, bounds: Bounds, load: Load | None, *, read: Read = parse) -> Looked:
    """What there is to say of a text that is a source, whether or not it is what its file holds.

    Args:
        source: the text, under the name of its file.
        at: the time that replaces the evaluation time, and that the facts of action policies are held against.
        bounds: those of the run.
        load: reads the files that it uses.
        read: reads the text of a source.

    Raises:
        LimitError: a bound was reached.
    """
    try:
        lowered = _lowered(source, at, bounds, load, read)
    except ProgramRefused as refused:
        if any(diagnostic.code == RSN009.code for diagnostic in refused.diagnostics):
            return of_library(source, bounds, load=load, read=read)
        return _of_refused(source, refused.diagnostics)
    name = source.name
    too_large = locate(oversized(lowered.program.rules), lowered.spans)
    convention = _convention(lowered, bounds)
    found = (*lowered.warnings, *too_large, *_advice(lowered, name, at, bounds, convention), *convention)
    return parted(name, found, lowered.silences, lowered.silenced, lambda _: True)


def _of_refused(source: Source, diagnostics: Iterable[Diagnostic]) -> Looked:
    """What does not compile has not been looked through, so whether its silences are needed is not known."""
    comments = silences(parse(source)[0]) if MARK in source.text else ()
    return Looked(in_order((*diagnostics, *lint_silences.malformed(comments)), source.name))


def _lowered(source: Source, at: str | None, bounds: Bounds, load: Load | None, read: Read) -> Lowered:
    """The source compiled with a clock where it can have one: an action policy and a program without times cannot."""

    def compiled(time: str | None) -> Lowered:
        return compile_source(source, at=time, load=load, limits=bounds.engine, read=read)

    try:
        return compiled(at)
    except (UsageError, ProgramRefused) as refused:
        if at is None:
            raise
        first = refused
    try:
        plain = compiled(None)
    except ProgramRefused as second:
        raise (first if isinstance(first, ProgramRefused) else second) from None
    if isinstance(first, ProgramRefused) and isinstance(plain.program, Program) and plain.program.temporal:
        raise first
    return plain


def _advice(
    lowered: Lowered, name: str, at: str | None, bounds: Bounds, convention: Iterable[Diagnostic]
) -> Iterator[Diagnostic]:
    """The lints of what the file itself says; what a library says is for a look at the library."""
    program, policy, time = whole(lowered.program)
    expected = (expectation for test in lowered.tests for expectation in test.expectations)
    asked = frozenset(one.atom.predicate for one in expected if one.atom is not None)
    held_at, places = at if policy else time, refused_places(convention)
    subject = Subject(program, policy, held_at, lowered.answers, lowered.spans, asked, lowered.statements, places)
    for diagnostic in locate(advice(subject, source=True, deadline=bounds.deadline), lowered.spans):
        if diagnostic.span is None or diagnostic.span.source.name == name:
            yield diagnostic


def _convention(lowered: Lowered, bounds: Bounds) -> tuple[Diagnostic, ...]:
    program = whole(lowered.program).program
    return locate(findings(program, deadline=bounds.deadline), lowered.spans)
