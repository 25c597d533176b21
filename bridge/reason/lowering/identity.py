"""What no two facts or rules may share: ids, and among facts that hold together, atoms."""

from collections.abc import Iterable, Iterator, Sequence

from bridge.core.codes import names as codes
from bridge.core.codes import time as time_codes
from bridge.core.diagnostics import Label
from bridge.core.sources import Span
from bridge.reason import authority, temporal
from bridge.reason.lowering.facts import LoweredFact
from bridge.reason.lowering.report import Report
from bridge.reason.lowering.scope import span
from bridge.reason.lowering.spans import Parts
from bridge.reason.model import Atom, AuthorityPolicy, Fact
from bridge.reason.syntax.bounds import END_OF_TIME as END_OF_TIME
from bridge.reason.syntax.spelling import name as spelled
from bridge.reason.syntax.spelling import quoted
from bridge.reason.wire import atom_key


def check_all_ids(report: Report, parts: Parts) -> None:
    """Report each id of a program that something before it in the sources has."""
    stated = [found.unit.piece.id.text for found in parts.facts]
    for lowered in parts.rules:
        stated += [rule.id for rule in lowered.rules] or [lowered.unit.piece.id.text]
    if len(set(stated)) == len(stated):
        return
    check_ids(report, sorted(_ids(parts), key=lambda named: report.place(named[1])))


def check_ids(report: Report, ids: Iterable[tuple[str, Span]]) -> None:
    """Report each id that something before it has; they stand in source order."""
    first: dict[str, Span] = {}
    for name, here in ids:
        known = first.setdefault(name, here)
        if known is not here:
            related = (Label(known, "the first of them"),)
            remedy = "give one of them another id; facts and rules share one set of ids"
            report.error(codes.RSN010, here, f"the id {quoted(name)} is taken", help=remedy, related=related)


def _ids(parts: Parts) -> Iterator[tuple[str, Span]]:
    for found in parts.facts:
        yield found.unit.piece.id.text, found.span
    for lowered in parts.rules:
        here = span(lowered.unit.source, lowered.unit.piece.id)
        for name in [rule.id for rule in lowered.rules] or [lowered.unit.piece.id.text]:
            yield name, here


def check_atoms(report: Report, facts: Sequence[LoweredFact]) -> None:
    """Report each fact of a program without a clock that says what a fact before it says."""
    if _all_differ(found.atom for found in facts if found.atom):
        return
    first: dict[str, LoweredFact] = {}
    for found in facts:
        known = first.setdefault(atom_key(found.atom), found) if found.atom else found
        if known is not found:
            message = f"{quoted(known.unit.piece.id.text)} says the same"
            _same(report, found.span, known.span, message, "state it once")


def check_active(report: Report, facts: Sequence[LoweredFact], policy: AuthorityPolicy, at: str) -> None:
    """Report each fact that says what another says that holds at the same time."""
    if _all_differ(found.atom for found in facts if found.fact and found.atom):
        return
    by_id = {found.fact.id: found for found in facts if found.fact}
    admitted, _ = authority.partition((found.fact for found in facts if found.fact), policy)
    eligible, _ = temporal.partition(admitted, at)
    active = {fact.id for fact in eligible}
    first: dict[str, Fact] = {}
    for name, found in by_id.items():
        if name in active and found.fact:
            known = first.setdefault(atom_key(found.fact.atom), found.fact)
            if known is not found.fact:
                message = f"{quoted(known.id)} says the same, and both hold at {at}"
                remedy = f"add `supersedes {spelled(known.id)}` to the later one, or let the earlier one end"
                _same(report, found.span, by_id[known.id].span, message, remedy)


def _all_differ(atoms: Iterable[Atom]) -> bool:
    """Whether no two are alike even to Python, to which ``True`` is ``1``: then no two are the same."""
    given = list(atoms)
    return len(set(given)) == len(given)


def _same(report: Report, here: Span, first: Span, message: str, remedy: str) -> None:
    report.error(time_codes.RSN303, here, message, help=remedy, related=(Label(first, "the first of them"),))
