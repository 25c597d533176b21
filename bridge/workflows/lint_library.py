"""Linting a library: what can be said of it whatever program it is used in.

It is compiled as part of an empty action policy, and where that does not go, of an empty program. What the program that
uses it may supply is not missed: its header and clock, predicates and classes that are declared there, its admissions.
"""

from collections.abc import Iterable
from typing import Final

from bridge.admission.lint_table import findings
from bridge.admission.lint_table import refused as refused_places
from bridge.core.codes import admission, admission_lint, lint, names, time
from bridge.core.codes.advice import RSN411, RSN412, RSN413, RSN414
from bridge.core.codes.limits import RSN510
from bridge.core.codes.types import RSN203
from bridge.core.diagnostics import Diagnostic, ProgramRefused, Severity, locate
from bridge.core.sources import Source
from bridge.errors import InputError
from bridge.reason.analysis.oversized import oversized
from bridge.reason.analysis.subject import Subject
from bridge.reason.analysis.table import advice
from bridge.reason.lowering import Lowered, compile_source
from bridge.reason.lowering.inclusion import Load, Read
from bridge.reason.syntax.parser import parse
from bridge.reason.syntax.silences import MARK, part, silences
from bridge.workflows import lint_silences
from bridge.workflows.limits import Bounds
from bridge.workflows.lint_findings import Looked, in_order, parted
from bridge.workflows.lint_subject import whole
from bridge.workflows.programs import loader_for

_USERS: Final = (
    'action policy "library" version "1".\nuse "library".\n',
    (
        'ontology "library" version "1".\nauthority library.\nuse "library".\n'
        "predicate `of a library`().\nquery `of a library`().\n"
    ),
)

_LEFT_TO_THE_PROGRAM: Final = frozenset(
    code.code
    for code in (
        names.RSN012,
        names.RSN017,
        names.RSN019,
        time.RSN301,
        time.RSN302,
        time.RSN306,
        RSN412,
    )
)

_LOOKED_FOR: Final = frozenset(
    code.code
    for code in (
        admission.RSN101,
        admission.RSN102,
        admission.RSN104,
        admission.RSN105,
        admission.RSN106,
        admission.RSN107,
        admission_lint.RSN403,
        admission_lint.RSN404,
        admission_lint.RSN406,
        admission_lint.RSN407,
        lint.RSN420,
        lint.RSN421,
        RSN203,
        RSN411,
        RSN413,
        RSN414,
        RSN510,
    )
)
"""What holds of a library by itself; more rules and admissions take none of it back."""


def of_library(source: Source, bounds: Bounds, *, load: Load | None = None, read: Read = parse) -> Looked:
    """What there is to say of a library.

    Args:
        source: the library.
        bounds: those of the run.
        load: reads the files that it uses; those beside it, where it is left out.
        read: reads the text of a source.
    """
    refusals = []
    for user in _USERS:
        try:
            return _of_compiled(source, _compiled(source, user, bounds, load, read), bounds)
        except ProgramRefused as refused:
            refusals.append(_own(refused.diagnostics))
    fewest = min(refusals, key=lambda found: sum(one.severity is Severity.ERROR for one in found))
    comments = silences(parse(source)[0]) if MARK in source.text else ()
    left, silenced = part(fewest, comments)
    return Looked(in_order((*left, *lint_silences.malformed(comments)), source.name), silenced)


def _compiled(source: Source, user: str, bounds: Bounds, given: Load | None, read: Read) -> Lowered:
    main = Source(f"a program that uses {source.name}", user)
    beside = given or loader_for(source.name, max_bytes=bounds.input_bytes)

    def load(path: str, importer: Source) -> Source:
        if importer is main:
            return source
        if beside is None:
            raise InputError("nothing can be used here: this text was not read from a folder", where=path)
        return beside(path, importer)

    return compile_source(main, load=load, limits=bounds.engine, read=read)


def _of_compiled(source: Source, lowered: Lowered, bounds: Bounds) -> Looked:
    program = whole(lowered.program).program
    deadline = bounds.deadline
    convention = findings(program, deadline=deadline)
    subject = Subject(program, spans=lowered.spans, statements=lowered.statements, refused=refused_places(convention))
    found = (
        *oversized(program.rules),
        *convention,
        *advice(subject, source=True, deadline=deadline),
    )
    located = (*lowered.warnings, *locate(found, lowered.spans))
    kept = [one for one in _own(located) if one.code in _LOOKED_FOR and one.span and one.span.source == source]
    return parted(source.name, kept, lowered.silences, lowered.silenced, _LOOKED_FOR.__contains__)


def _own(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [one for one in found if one.code not in _LEFT_TO_THE_PROGRAM]
