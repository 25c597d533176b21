"""The clauses of a fact: each once, and those about time only where there is a clock."""

from typing import Final, NamedTuple, TypeVar

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


_Clause = TypeVar("_Clause", bound=ast.Clause)
_KEYWORDS: Final = {ast.From: "from", ast.Observed: "observed", ast.Valid: "valid", ast.Supersedes: "supersedes"}


def gather(scope: Scope, unit: Unit[ast.Fact]) -> Clauses:
    """The clauses of a fact by what they say; one that repeats another is reported and left out."""
    stated: ast.From | None = None
    observed: ast.Observed | None = None
    valid: ast.Valid | None = None
    supersedes: ast.Supersedes | None = None
    for clause in unit.piece.clauses:
        if isinstance(clause, ast.From):
            stated = _first(scope, unit, stated, clause)
        elif isinstance(clause, ast.Observed):
            observed = _first(scope, unit, observed, clause)
        elif isinstance(clause, ast.Valid):
            valid = _first(scope, unit, valid, clause)
        else:
            supersedes = _first(scope, unit, supersedes, clause)
    return Clauses(
        stated and stated.authority,
        observed and observed.time,
        valid and valid.since,
        valid and valid.until,
        supersedes.facts if supersedes else (),
    )


def _first(scope: Scope, unit: Unit[ast.Fact], known: _Clause | None, clause: _Clause) -> _Clause:
    if known is None:
        return clause
    _repeated(scope, unit, known, clause)
    return known


def _repeated(scope: Scope, unit: Unit[ast.Fact], known: ast.Clause, clause: ast.Clause) -> None:
    related = (Label(_place(unit.source, known), "the first of them"),)
    message = f"a fact has one `{_KEYWORDS[type(clause)]}` clause"
    remedy = "keep one; a time to begin and one to end stand together: `valid from … until …`"
    scope.report.error(codes.RSN025, _place(unit.source, clause), message, help=remedy, related=related)


def times(scope: Scope, unit: Unit[ast.Fact], clauses: Clauses) -> Times | None:
    """The times of a fact, or none where something is wrong with them, which is reported."""
    if not scope.temporal:
        return _timeless(scope, unit)
    if clauses.observed is not None and clauses.since is None and clauses.until is None:
        observed = canonical(scope.report, unit.source, clauses.observed)
        return None if observed is None else Times(observed)
    stated = (clauses.observed, clauses.since, clauses.until)
    found = Times(*[time and canonical(scope.report, unit.source, time) for time in stated])
    sound = found.count(None) == stated.count(None)
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
