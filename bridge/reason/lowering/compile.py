"""From a source to a program: everything that is wrong with it in one run, or the program and where its parts stand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bridge.core.clock import is_canonical_time
from bridge.core.deadline import in_time
from bridge.core.diagnostics import Diagnostic, ProgramRefused, Severity
from bridge.core.sources import Source, Span
from bridge.errors import UsageError
from bridge.reason.answers import Answers
from bridge.reason.collector import no_collection
from bridge.reason.engine.limits import DEFAULT, Limits
from bridge.reason.lowering import absence, admit, declarations, facts, identity, rules, singles, supersession
from bridge.reason.lowering.atoms import constants, ground
from bridge.reason.lowering.documentation import Documentation
from bridge.reason.lowering.gaps import Gaps
from bridge.reason.lowering.inclusion import Inclusion, Load, Read
from bridge.reason.lowering.report import Report
from bridge.reason.lowering.scope import Scope, base
from bridge.reason.lowering.spans import Parts, Spans
from bridge.reason.lowering.units import Unit, of
from bridge.reason.model import (
    POLICY_TEMPLATE_V1,
    PROGRAM_V1,
    PROGRAM_V2,
    Atom,
    Ontology,
    PolicyTemplate,
    Program,
)
from bridge.reason.syntax import ast
from bridge.reason.syntax.parser import parse, parse_literal
from bridge.reason.syntax.silences import Silence, Silenced, part, silences

if TYPE_CHECKING:
    from bridge.reason.program_tests import ProgramTest

QUERY_OPTION: Final = "--query"
"""How the text of a query given apart is named where something is wrong with it."""


@dataclass(frozen=True)
class Lowered:
    """A program and what its source says besides.

    Args:
        program: the program, or for an action policy its template.
        spans: JSON paths (``$.rules[3].then``) and where in the sources what they name stands.
        documentation: of each predicate that has some.
        warnings: what is doubtful but does not refuse the program, in source order, and is not silenced.
        tests: the tests of the main file, in source order.
        answers: the closed sets, of which the program itself says nothing.
        silences: the comments that let warnings stand, those of the files that are used among them.
        silenced: the warnings that they let stand.
        statements: for each rule the number of its statement, which is one for the rules a set is expanded into.
    """

    program: Program | PolicyTemplate
    spans: Mapping[str, Span]
    documentation: Mapping[str, Documentation]
    warnings: tuple[Diagnostic, ...]
    tests: "tuple[ProgramTest, ...]" = ()
    answers: Answers = field(default_factory=dict)
    silences: tuple[Silence, ...] = ()
    silenced: tuple[Silenced, ...] = ()
    statements: tuple[int, ...] = ()


def compile_source(
    source: Source,
    *,
    at: str | None = None,
    query: str | None = None,
    load: Load | None = None,
    with_tests: bool = True,
    limits: Limits = DEFAULT,
    read: Read = parse,
) -> Lowered:
    """Compile a source to a Reason program, or to a policy template.

    What compiles is a program that the kernel's validation accepts (spec: Reason, section 3); a template makes one
    with every request that is valid in itself.

    Args:
        source: the main file.
        at: a canonical UTC time that replaces the evaluation time; with it the program is a v2.
        query: a literal, such as ``not approved("1.4.0")``, that replaces the query.
        load: reads the files named by ``use`` and by tests; without it ``use`` is refused, and tests that name a file
            are not taken.
        with_tests: whether its tests are looked at too; a test that does not make sense refuses the program.
        limits: how many facts it may take in, and when it must be done.
        read: reads the text of each source.

    Raises:
        ProgramRefused: with every problem of every file, in source order, warnings among them.
        UsageError: ``at`` is no canonical time, or one of the two is given for an action policy.
        LimitError: a source is longer than 8 MiB, there are too many facts, or it takes too long.
    """
    with no_collection():
        return _compiled(source, at, query, load, with_tests, limits, read)


def _compiled(
    source: Source, at: str | None, query: str | None, load: Load | None, with_tests: bool, limits: Limits, read: Read
) -> Lowered:
    report = Report(limits.deadline)
    inclusion = Inclusion(report, load, limits, read=read)
    units = inclusion.read(source)
    gaps = Gaps(inclusion.files)
    header = singles.header(report, gaps, source, of(ast.Header, units))
    policy = header.piece.policy if header else gaps.holds("action")
    _check_options(policy, at, query)
    clock = singles.clock(report, of(ast.Evaluate, units), policy=policy)
    time = at or (clock.piece.time.spelling if clock else None)
    scope = _scope(report, gaps, units, policy=policy, temporal=policy or time is not None)
    parts = _parts(scope, units, header, clock)
    asked = _asked(scope, parts, query)
    documentation = declarations.documentation(report, of(ast.Predicate, units), scope.predicates)
    absence.check(scope, parts, (*inclusion.files[0].tests, *inclusion.files[0].unopened))
    _check_identity(scope, parts, time or identity.END_OF_TIME)
    known = header is not None or gaps.holds("ontology") or gaps.holds("action")
    tested = _tests(scope, parts, inclusion.files[0], time, load) if with_tests and known else ()
    comments = tuple(silence for file in inclusion.files for silence in silences(file))
    found, silenced = part(report.sorted(), comments)
    if header is None or any(diagnostic.severity is Severity.ERROR for diagnostic in found):
        raise ProgramRefused(found)
    program = _program(scope, parts, header, time, asked)
    answers = declarations.answers(scope.predicates)
    statements = tuple(number for number, lowered in enumerate(parts.rules) for _ in lowered.rules)
    return Lowered(program, Spans(scope, parts), documentation, found, tested, answers, comments, silenced, statements)


def _tests(
    scope: Scope, parts: Parts, main: ast.File, time: str | None, load: Load | None
) -> "tuple[ProgramTest, ...]":
    if not main.tests and not main.unopened:
        return ()
    from bridge.reason.lowering import tests

    return tests.lower(scope, parts, main, time, load)


def parse_query(text: str) -> Atom:
    """Read a query that is given apart from a program; whether it fits one is for that program to say.

    Args:
        text: a literal of constants, such as ``not approved("1.4.0")``.

    Raises:
        ProgramRefused: it is none.
    """
    report = Report()
    source = Source(QUERY_OPTION, text)
    atom = constants(report, source, parse_literal(source), "query")
    if atom is None:
        raise ProgramRefused(report.sorted())
    return atom


def _check_options(policy: bool, at: str | None, query: str | None) -> None:
    if policy and (at is not None or query is not None):
        option = "--at" if at is not None else QUERY_OPTION
        message = "an action policy takes its clock and its query from the action request"
        raise UsageError(message, where=option, help=f"leave out {option}")
    if at is not None and not is_canonical_time(at):
        raise UsageError(f"`{at}` is no time in UTC to the second", where="--at", help="such as 2026-08-14T12:00:00Z")


def _scope(report: Report, gaps: Gaps, units: Sequence[Unit[ast.Piece]], *, policy: bool, temporal: bool) -> Scope:
    return Scope(
        report,
        gaps,
        declarations.predicates(report, of(ast.Predicate, units), policy=policy),
        declarations.classes(report, of(ast.Authority, units), policy=policy),
        policy,
        temporal,
    )


def _parts(
    scope: Scope, units: Sequence[Unit[ast.Piece]], header: Unit[ast.Header] | None, clock: Unit[ast.Evaluate] | None
) -> Parts:
    if header is not None and not scope.classes:
        singles.check_classes(scope.report, scope.gaps, header)
    return Parts(
        header,
        clock,
        singles.query(scope.report, of(ast.Query, units), policy=scope.policy),
        admit.lower(scope, of(ast.Admit, units)),
        [facts.lower(scope, unit) for unit in in_time(of(ast.Fact, units), scope.report.deadline)],
        [rules.lower(scope, unit) for unit in in_time(of(ast.Rule, units), scope.report.deadline)],
    )


def _asked(scope: Scope, parts: Parts, query: str | None) -> Atom | None:
    stated = ground(scope, parts.query.source, parts.query.piece.atom, "query") if parts.query else None
    if query is None:
        if parts.query is None and parts.header is not None:
            singles.check_query(scope.report, scope.gaps, parts.header)
        return stated
    source = Source(QUERY_OPTION, query)
    try:
        return ground(scope, source, parse_literal(source), "query")
    except ProgramRefused as refused:
        scope.report.add(*refused.diagnostics)
        return None


def _check_identity(scope: Scope, parts: Parts, at: str) -> None:
    report = scope.report
    identity.check_all_ids(report, parts)
    if not scope.temporal:
        if not scope.gaps.may_hold("evaluate"):
            identity.check_atoms(report, parts.facts)
        return
    supersession.check(scope, parts.facts)
    if not report.refused:
        identity.check_active(report, parts.facts, parts.admission.policy, at)


def _program(
    scope: Scope, parts: Parts, header: Unit[ast.Header], time: str | None, query: Atom | None
) -> Program | PolicyTemplate:
    predicates = {
        name: tuple(base(argument.type) for argument in scope.predicates[name].arguments)
        for name in sorted(scope.predicates)
        if scope.predicates[name].span is not None
    }
    ontology = Ontology(header.piece.id.value, header.piece.version.value, predicates)
    stated = tuple(found.fact for found in parts.facts if found.fact)
    derived = tuple(rule for lowered in parts.rules for rule in lowered.rules)
    if query is None:
        return PolicyTemplate(POLICY_TEMPLATE_V1, ontology, parts.admission.policy, stated, derived)
    schema = PROGRAM_V1 if time is None else PROGRAM_V2
    return Program(schema, ontology, parts.admission.policy, time, stated, derived, query)
