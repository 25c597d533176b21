"""What a fact may supersede: an earlier fact about the same predicate and arguments."""

from collections.abc import Mapping, Sequence

from bridge.core.codes import time as codes
from bridge.core.diagnostics import Label
from bridge.core.sources import Span
from bridge.reason.lowering.facts import LoweredFact
from bridge.reason.lowering.scope import Scope, span
from bridge.reason.model import Atom
from bridge.reason.syntax import ast
from bridge.reason.syntax.spelling import quoted
from bridge.reason.syntax.suggestions import nearest
from bridge.reason.wire import atom_key


def check(
    scope: Scope,
    facts: Sequence[LoweredFact],
    known: Sequence[LoweredFact] = (),
    taken_out: Mapping[str, LoweredFact] | None = None,
) -> None:
    """Report what is wrong with what the facts supersede, be it one of them or another that is known.

    Args:
        scope: what is declared.
        facts: the facts that supersede.
        known: other facts that there are.
        taken_out: facts that a test leaves out.
    """
    if not any(found.clauses.supersedes for found in facts):
        return
    by_id = {found.unit.piece.id.text: found for found in (*known, *facts)}
    for found in facts:
        if not found.clauses.supersedes:
            continue
        scope.report.origin = found.unit.origin
        seen: set[str] = set()
        for target in found.clauses.supersedes:
            here = span(found.unit.source, target)
            if target.text in seen:
                message = f"{quoted(target.text)} is superseded here already"
                scope.report.error(codes.RSN309, here, message, help="name each fact once")
            else:
                _check_target(scope, found, target, here, by_id, taken_out or {})
            seen.add(target.text)
    scope.report.origin = ""


def _check_target(
    scope: Scope,
    found: LoweredFact,
    name: ast.Name,
    here: Span,
    by_id: Mapping[str, LoweredFact],
    taken_out: Mapping[str, LoweredFact],
) -> None:
    target = by_id.get(name.text)
    if name.text == found.unit.piece.id.text:
        scope.report.error(codes.RSN309, here, "a fact cannot supersede itself", help="name an earlier fact")
    elif target is None and name.text in taken_out:
        related = (Label(taken_out[name.text].span, "the fact"),)
        message = f"{quoted(name.text)} is taken out by this test, so there is nothing to supersede"
        remedy = "leave `supersedes` out here, or the `without`"
        scope.report.error(codes.RSN306, here, message, help=remedy, related=related)
    elif target is None:
        if not scope.gaps.may_declare("fact", name.text):
            guess = nearest(name.text, by_id.keys() - {found.unit.piece.id.text})
            remedy = f"did you mean {quoted(guess)}?" if guess else "name a fact of this program"
            scope.report.error(codes.RSN306, here, f"there is no fact {quoted(name.text)}", help=remedy)
    else:
        _check_pair(scope, found, target, here)


def _check_pair(scope: Scope, found: LoweredFact, target: LoweredFact, here: Span) -> None:
    named = quoted(target.unit.piece.id.text)
    related = (Label(target.span, "the fact that is superseded"),)
    if found.atom and target.atom and _subject(found.atom) != _subject(target.atom):
        message = f"{named} is about another predicate or other arguments"
        remedy = "a fact supersedes one with the same predicate and arguments; `not` may differ"
        scope.report.error(codes.RSN307, here, message, help=remedy, related=related)
    later, earlier = found.times and found.times.observed, target.times and target.times.observed
    if later and earlier and later <= earlier:
        message = f"{named} was observed at {earlier}, and this at {later}"
        remedy = "a fact supersedes what was observed before it"
        scope.report.error(codes.RSN308, here, message, help=remedy, related=related)


def _subject(atom: Atom) -> str:
    return atom_key(Atom(atom.predicate, atom.arguments))
