"""The facts that a test gives: ids and atoms that nothing else has, and what they supersede."""

from collections.abc import Iterator, Mapping, Sequence, Set

from bridge.core.codes.time import RSN303
from bridge.core.diagnostics import Label
from bridge.core.sources import Span
from bridge.reason import authority, temporal
from bridge.reason.lowering import facts, identity, supersession
from bridge.reason.lowering.facts import LoweredFact
from bridge.reason.lowering.scope import Scope
from bridge.reason.lowering.tests_stated import Stated, subject
from bridge.reason.lowering.units import Unit
from bridge.reason.model import AuthorityPolicy, Fact
from bridge.reason.program_tests import left
from bridge.reason.syntax import ast
from bridge.reason.syntax.spelling import name as spelled
from bridge.reason.syntax.spelling import quoted
from bridge.reason.wire import atom_key


def given(
    scope: Scope, stated: Stated, units: Sequence[Unit[ast.Fact]], without: Set[str], clock: str | None
) -> list[LoweredFact]:
    """The facts that are given; what is wrong with them, apart from what they say together, is reported."""
    found = [facts.lower(scope, _observed(scope, unit, clock)) for unit in units]
    _check_ids(scope, stated, found, without)
    if any(fact.clauses.supersedes for fact in found):
        known = [fact for name, fact in stated.facts.items() if name not in without]
        taken_out = {name: fact for name, fact in stated.facts.items() if name in without}
        supersession.check(scope, found, known, taken_out)
    return found


def check_together(
    scope: Scope, stated: Stated, found: Sequence[LoweredFact], without: Set[str], clock: str | None, test: Span
) -> None:
    """Report facts that say the same and hold at the test's clock: given ones, and those it lets hold together."""
    if scope.temporal and clock is None:
        return
    placed = {fact.id: fact for about in _subjects(stated, found) for fact in _about(stated, about, without)}
    spans = {name: stated.facts[name].span for name in placed}
    spans |= {one.fact.id: one.span for one in found if one.fact}
    candidates = [*placed.values(), *(one.fact for one in found if one.fact)]
    new = {one.fact.id for one in found if one.fact}
    for first, second in _twins(candidates, stated.authority, clock if scope.temporal else None):
        if second in new or stated.sound:
            _report(scope, first, second, spans, clock, None if second in new else test)


def _observed(scope: Scope, unit: Unit[ast.Fact], clock: str | None) -> Unit[ast.Fact]:
    """The statement with the test's clock for a time of observation, where it needs one and names none."""
    piece = unit.piece
    if not scope.temporal or any(isinstance(clause, ast.Observed) for clause in piece.clauses):
        return unit
    time = ast.Time(clock or identity.END_OF_TIME, piece.id.start, piece.id.end)
    return unit._replace(piece=piece._replace(clauses=(*piece.clauses, ast.Observed(time))))


def _check_ids(scope: Scope, stated: Stated, found: Sequence[LoweredFact], without: Set[str]) -> None:
    taken: dict[str, Span] = {}
    for fact in found:
        name = fact.unit.piece.id.text
        known = taken.get(name) or stated.rules.get(name)
        if known is None and name in stated.facts and name not in without:
            known = stated.facts[name].span
        if known is not None:
            identity.check_ids(scope.report, [(name, known), (name, fact.span)])
        taken.setdefault(name, fact.span)


def _subjects(stated: Stated, found: Sequence[LoweredFact]) -> Iterator[str]:
    """What may be said twice: what a given fact is about, and what more than one fact of the program is."""
    return iter(dict.fromkeys((*stated.doubled, *(subject(one.atom) for one in found if one.atom))))


def _about(stated: Stated, about: str, without: Set[str]) -> Iterator[Fact]:
    return left((one.fact for one in stated.subjects.get(about, ()) if one.fact), without)


def _twins(candidates: Sequence[Fact], policy: AuthorityPolicy, at: str | None) -> Iterator[tuple[str, str]]:
    """The ids of each fact that says what one before it says, and of that one."""
    active = None
    if at is not None:
        admitted, _ = authority.partition(candidates, policy)
        active = {fact.id for fact in temporal.partition(admitted, at)[0]}
    first: dict[str, str] = {}
    for fact in candidates:
        if active is None or fact.id in active:
            known = first.setdefault(atom_key(fact.atom), fact.id)
            if known != fact.id:
                yield known, fact.id


def _report(
    scope: Scope, first: str, second: str, spans: Mapping[str, Span], clock: str | None, test: Span | None
) -> None:
    both = f", and both hold at {clock}" if scope.temporal else ""
    labels = [Label(spans[first], "the first of them")]
    if test is not None:
        message = f"in this test {quoted(second)} says the same as {quoted(first)}{both}"
        labels.append(Label(spans[second], "the second"))
        remedy = f"take one of them out: `without {spelled(second)}.`"
    else:
        message = f"{quoted(first)} says the same{both}"
        superseding = f", or add `supersedes {spelled(first)}`" if scope.temporal else ""
        remedy = f"take the other out with `without {spelled(first)}.`{superseding}"
    scope.report.error(RSN303, test or spans[second], message, help=remedy, related=tuple(labels))
