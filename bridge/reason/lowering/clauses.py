"""The clauses of a fact: each once, and those about time only where there is a clock."""

from typing import Final, NamedTuple

from bridge.core.codes import names as codes
from bridge.core.codes import time as time_codes
from bridge.core.diagnostics import Label
from bridge.core.sources import Source, Span
from bridge.reason.lowering.scope import Scope, span
from bridge.reason.lowering.times import canonical
from bridge.reason.lowering.units import Unit
from bridge.reason.syntax import ast


class Clauses(NamedTuple):
    """The clauses of a fact, as far as it has them."""

    authority: ast.Name | None = None
    observed: ast.Time | None = None
    since: ast.Time | None = None
    until: ast.Time | None = None
    supersedes: tuple[ast.Name, ...] = ()


class Times(NamedTuple):
    """The times of a fact, canonical where they are given."""

    observed: str | None = None
    since: str | None = None
    until: str | None = None


_KEYWORDS: Final = {ast.From: "from", ast.Observed: "observed", ast.Valid: "valid", ast.Supersedes: "supersedes"}


def gather(scope: Scope, unit: Unit[ast.Fact]) -> Clauses:
    """The clauses of a fact by what they say; one that repeats another is reported and left out."""
    first: dict[type[ast.Clause], ast.Clause] = {}
    found = Clauses()
    for clause in unit.piece.clauses:
        known = first.setdefault(type(clause), clause)
        if known is clause:
            found = _with(found, clause)
        else:
            related = (Label(_place(unit.source, known), "the first of them"),)
            message = f"a fact has one `{_KEYWORDS[type(clause)]}` clause"
            remedy = "keep one; a time to begin and one to end stand together: `valid from … until …`"
            scope.report.error(codes.RSN025, _place(unit.source, clause), message, help=remedy, related=related)
    return found


def times(scope: Scope, unit: Unit[ast.Fact], clauses: Clauses) -> Times | None:
    """The times of a fact, or none where something is wrong with them, which is reported."""
    if not scope.temporal:
        return _timeless(scope, unit)
    stated = (clauses.observed, clauses.since, clauses.until)
    read = [canonical(scope.report, unit.source, time) if time else None for time in stated]
    found = Times(*read)
    sound = all(time is None or value is not None for time, value in zip(stated, read, strict=True))
    if clauses.observed is None:
        message = f"a program with a clock must know when {_called(unit)} was observed"
        remedy = "add `observed` with a time, such as `observed 2026-08-14T12:00:00Z`"
        scope.report.error(time_codes.RSN302, span(unit.source, unit.piece.id), message, help=remedy)
        sound = False
    if clauses.until is not None and found.since is not None and found.until is not None and found.since >= found.until:
        message = "this fact ends before it begins, or just then, so it never holds"
        remedy = "let it end later"
        scope.report.error(time_codes.RSN305, span(unit.source, clauses.until), message, help=remedy)
        sound = False
    return found if sound else None


def _timeless(scope: Scope, unit: Unit[ast.Fact]) -> Times | None:
    for clause in unit.piece.clauses:
        if not isinstance(clause, ast.From):
            if not scope.gaps.may_hold("evaluate"):
                message = f"`{_KEYWORDS[type(clause)]}` needs a program with a clock"
                remedy = "add `evaluate at` with a time, or compile with `--at`"
                scope.report.error(time_codes.RSN301, _place(unit.source, clause), message, help=remedy)
            return None
    return Times()


def _with(found: Clauses, clause: ast.Clause) -> Clauses:
    match clause:
        case ast.From(authority):
            return found._replace(authority=authority)
        case ast.Observed(time):
            return found._replace(observed=time)
        case ast.Valid(since, until):
            return found._replace(since=since, until=until)
        case ast.Supersedes(facts):
            return found._replace(supersedes=facts)


def _place(source: Source, clause: ast.Clause) -> Span:
    match clause:
        case ast.From(node) | ast.Observed(node):
            return span(source, node)
        case ast.Valid(since, until):
            nodes = [node for node in (since, until) if node is not None]
            return Span(source, nodes[0].start, nodes[-1].end)
        case ast.Supersedes(facts):
            return Span(source, facts[0].start, facts[-1].end)


def _called(unit: Unit[ast.Fact]) -> str:
    return f"`{unit.piece.id.text}`"
