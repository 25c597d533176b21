"""The statements of which a program has one: its header, its clock and its query."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from bridge.core.codes import names as codes
from bridge.core.codes.policies import RSN023
from bridge.core.diagnostics import Label
from bridge.core.sources import Source, Span
from bridge.reason.lowering.gaps import Gaps
from bridge.reason.lowering.report import Report
from bridge.reason.lowering.scope import span
from bridge.reason.lowering.times import canonical
from bridge.reason.lowering.units import Unit
from bridge.reason.quoting import is_blank
from bridge.reason.syntax import ast

_Piece = TypeVar("_Piece", bound=ast.Piece)


def header(report: Report, gaps: Gaps, source: Source, units: Iterable[Unit[ast.Header]]) -> Unit[ast.Header] | None:
    """The header of a program; a source without one is a library, which is reported."""
    found = only(report, units, "header", lambda piece: (piece.policy, piece.id.value, piece.version.value))
    if found is not None:
        for what, text in (("id", found.piece.id), ("version", found.piece.version)):
            if is_blank(text.value):
                message = f"the {what} of a program cannot be blank"
                report.error(codes.RSN022, span(found.source, text), message, help="write one between the quotes")
    elif not gaps.may_hold("ontology", "action"):
        report.error(
            codes.RSN009,
            Span(source, 0, 0),
            "this file has no header, so it is a library and no program",
            help='begin it with `ontology "name" version "1".` or `action policy "name" version "1".`',
        )
    return found


def clock(report: Report, units: Iterable[Unit[ast.Evaluate]], *, policy: bool) -> Unit[ast.Evaluate] | None:
    """The statement of the evaluation time, its spelling checked."""
    stated = list(units)
    if policy:
        _refuse(report, stated, "an action policy is evaluated at the time that its request brings")
        return None
    found = only(report, stated, "evaluation time", lambda piece: piece.time.spelling)
    if found is not None:
        canonical(report, found.source, found.piece.time)
    return found


def query(report: Report, units: Iterable[Unit[ast.Query]], *, policy: bool) -> Unit[ast.Query] | None:
    """The query that the sources state."""
    stated = list(units)
    if policy:
        _refuse(report, stated, "an action policy is asked whether the action of its request is authorized")
        return None
    return only(report, stated, "query", _asked)


def check_query(report: Report, gaps: Gaps, header: Unit[ast.Header]) -> None:
    """Report that a program without a query has none."""
    if not header.piece.policy and not gaps.may_hold("query"):
        remedy = "end it with `query …(…).`, or give the query with `--query`"
        here = span(header.source, header.piece.id)
        report.error(codes.RSN016, here, "this program asks nothing", help=remedy)


def check_classes(report: Report, gaps: Gaps, header: Unit[ast.Header]) -> None:
    """Report that a program without authority classes has none."""
    if not header.piece.policy and not gaps.may_hold("authority"):
        remedy = "declare who may state facts, such as `authority human-authorized, tool-reported.`"
        here = span(header.source, header.piece.id)
        report.error(codes.RSN021, here, "this program declares no authority", help=remedy)


def only(
    report: Report, units: Iterable[Unit[_Piece]], what: str, meaning: Callable[[_Piece], object]
) -> Unit[_Piece] | None:
    """The first of several statements; each that says otherwise is reported."""
    first: Unit[_Piece] | None = None
    for unit in units:
        if first is None:
            first = unit
        elif meaning(first.piece) != meaning(unit.piece):
            related = (Label(first.keyword, "the first of them"),)
            report.error(codes.RSN013, unit.keyword, f"a second {what}, and another", help="keep one", related=related)
    return first


def _asked(query: ast.Query) -> object:
    def plain(term: ast.Term) -> tuple[object, ...]:
        return (type(term), *(part for part in term[:-2]))

    return query.atom.predicate.text, query.atom.negated, tuple(map(plain, query.atom.arguments))


def _refuse(report: Report, units: Iterable[Unit[_Piece]], why: str) -> None:
    for unit in units:
        report.error(RSN023, unit.keyword, "this has no place in an action policy", note=why, help="remove it")
