"""`test` blocks: each held to the program it tests, so that a test that compiles can be run.

The steps of a test may stand in any order. Nothing of a test is in the program.
"""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from bridge.core.clock import is_canonical_time
from bridge.core.codes import program_tests as codes
from bridge.core.codes.names import RSN022
from bridge.core.diagnostics import Label
from bridge.core.sources import Source, Span
from bridge.reason.lowering.inclusion import Load
from bridge.reason.lowering.scope import Scope, span
from bridge.reason.lowering.spans import Parts
from bridge.reason.lowering.tests_expect import expectation, once, unknown_fact
from bridge.reason.lowering.tests_given import check_together, given
from bridge.reason.lowering.tests_request import Requests
from bridge.reason.lowering.tests_stated import Stated, stated
from bridge.reason.lowering.times import canonical
from bridge.reason.lowering.units import Unit
from bridge.reason.program_tests import AskedAction, Expectation, ProgramTest
from bridge.reason.quoting import is_blank
from bridge.reason.syntax import ast
from bridge.reason.syntax.spelling import string

_Step = TypeVar("_Step", bound=ast.Step)


def lower(scope: Scope, parts: Parts, file: ast.File, time: str | None, load: Load | None) -> tuple[ProgramTest, ...]:
    """The tests of a program; what is wrong with them is reported.

    Args:
        scope: what the program declares.
        parts: what it states.
        file: its main file, the one whose tests are taken.
        time: its clock, if it has one.
        load: reads the requests; without it, the tests that name one are held to the program but not taken.
    """
    if not file.tests and not file.unopened:
        return ()
    _check_names(scope, file)
    base, requests = stated(scope, parts), Requests(scope.report, load)
    clock = time if time is not None and is_canonical_time(time) else None
    found = [_Lowering(scope, base, file.source, test, clock, requests).lower() for test in file.tests]
    for test in file.unopened:
        _Lowering(scope, base, file.source, test, clock, requests, opened=False).lower()
    return tuple(test for test in found if test is not None)


def _check_names(scope: Scope, file: ast.File) -> None:
    first: dict[str, ast.Text] = {}
    for test in file.tests:
        here = span(file.source, test.name)
        known = first.setdefault(test.name.value, test.name)
        if is_blank(test.name.value):
            scope.report.error(RSN022, here, "the name of a test cannot be blank", help="say what it shows")
        elif known is not test.name:
            related = (Label(span(file.source, known), "the first of them"),)
            message = f"there is a test {string(test.name.value)} already"
            scope.report.error(codes.RSN028, here, message, help="give this one another name", related=related)


class _Lowering:
    """One test, held to its program."""

    def __init__(
        self,
        scope: Scope,
        stated: Stated,
        source: Source,
        test: ast.Test,
        clock: str | None,
        requests: Requests,
        *,
        opened: bool = True,
    ) -> None:
        self._scope = scope
        self._stated = stated
        self._source = source
        self._test = test
        self._clock = clock
        self._requests = requests
        self._opened = opened

    def lower(self) -> ProgramTest | None:
        here = span(self._source, self._test.name)
        request = self._request()
        clock = self._at(request)
        without = self._without()
        facts = given(self._scope, self._stated, list(self._given()), without, clock)
        check_together(self._scope, self._stated, facts, without, clock, here)
        ids = {fact.unit.piece.id.text: fact.span for fact in facts}
        expectations = self._expectations(ids, without)
        if self._scope.report.refused or (self._scope.policy and request is None):
            return None
        whole = [(fact.fact, fact.span) for fact in facts if fact.fact is not None]
        return ProgramTest(
            self._test.name.value,
            tuple(fact for fact, _ in whole),
            tuple(place for _, place in whole),
            without,
            clock,
            request,
            expectations,
            here,
        )

    def _steps(self, kind: type[_Step]) -> Iterator[Unit[_Step]]:
        for statement in self._test.steps:
            if isinstance(statement.piece, kind):
                yield Unit(self._source, statement.piece, statement)

    def _given(self) -> Iterator[Unit[ast.Fact]]:
        for unit in self._steps(ast.GivenFact):
            yield Unit(unit.source, unit.piece.fact, unit.statement)

    def _request(self) -> AskedAction | None:
        report, steps = self._scope.report, list(self._steps(ast.GivenRequest))
        if not self._scope.policy:
            for unit in steps:
                message, remedy = "a program is asked about literals, and takes no request", "remove this line"
                report.error(codes.RSN031, _step_span(unit), message, help=remedy)
            return None
        if not steps:
            if self._opened and not self._scope.gaps.may_hold("given"):
                message, remedy = "this test says nothing of the action", 'add `given request "action.json".`'
                report.error(codes.RSN034, span(self._source, self._test.name), message, help=remedy)
            return None
        self._once(steps, "a test has one request")
        first, *_ = [self._requests.read(unit) for unit in steps]
        return first

    def _at(self, request: AskedAction | None) -> str | None:
        """The test's clock: its own, else the request's, else the program's."""
        steps = list(self._steps(ast.At))
        self._once(steps, "a test has one clock")
        if not self._scope.temporal:
            if steps and not self._scope.gaps.may_hold("evaluate"):
                message, remedy = "this program has no clock to move", "remove the line, or give the program one"
                remedy += ": `evaluate at` with a time"
                self._scope.report.error(codes.RSN310, _step_span(steps[0]), message, help=remedy)
            return None
        moved = [canonical(self._scope.report, self._source, unit.piece.time) for unit in steps]
        if moved:
            return moved[0]
        if self._scope.policy:
            return request.at if request else None
        return self._clock

    def _without(self) -> frozenset[str]:
        names = [name for unit in self._steps(ast.Without) for name in unit.piece.facts]
        facts = self._stated.facts
        known = once(self._scope, self._source, names)
        for name in known:
            if name.text not in facts:
                unknown_fact(self._scope, self._stated, self._source, name, facts)
        return frozenset(name.text for name in known if name.text in facts)

    def _expectations(self, given: dict[str, Span], without: frozenset[str]) -> tuple[Expectation, ...]:
        scope, steps = self._scope, list(self._steps(ast.Expect))
        if self._opened and not steps and not scope.gaps.may_hold("expect"):
            message = "this test expects nothing, so it could not fail"
            word = "expect authorized." if scope.policy else "expect proved …"
            here = span(self._source, self._test.name)
            scope.report.error(codes.RSN029, here, message, help=f"say what should come out: `{word}`")
        found = [expectation(scope, self._stated, unit, given, without) for unit in steps]
        return tuple(one for one in found if one is not None)

    def _once(self, steps: Sequence[Unit[_Step]], message: str) -> None:
        for unit in steps[1:]:
            related = (Label(_step_span(steps[0]), "the first of them"),)
            self._scope.report.error(codes.RSN032, _step_span(unit), message, help="keep one of them", related=related)


def _step_span(unit: Unit[_Step]) -> Span:
    return Span(unit.source, unit.statement.start, unit.statement.end)
