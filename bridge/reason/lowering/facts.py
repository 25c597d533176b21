"""Facts: what each says, who says it, and when."""

from typing import NamedTuple

from bridge.core.codes import names as codes
from bridge.core.codes.policies import RSN024
from bridge.core.sources import Source, Span
from bridge.reason.action import reserved
from bridge.reason.lowering import clauses
from bridge.reason.lowering.atoms import evident, ground
from bridge.reason.lowering.clauses import Clauses, Times
from bridge.reason.lowering.declarations import RESERVED_CLASS, RESERVED_CLASS_HELP
from bridge.reason.lowering.scope import Scope, span
from bridge.reason.lowering.times import is_canonical
from bridge.reason.lowering.units import Unit
from bridge.reason.model import SYSTEM_BOUND, Atom, Fact
from bridge.reason.quoting import is_blank
from bridge.reason.syntax import ast
from bridge.reason.syntax.spelling import quoted


class LoweredFact(NamedTuple):
    """A fact and the statement that states it; each part is there unless something is wrong with it."""

    unit: Unit[ast.Fact]
    clauses: Clauses
    atom: Atom | None
    times: Times | None
    fact: Fact | None

    @property
    def span(self) -> Span:
        """Where the fact is named."""
        return span(self.unit.source, self.unit.piece.id)


def lower(scope: Scope, unit: Unit[ast.Fact]) -> LoweredFact:
    """The fact that a statement states; what is wrong with it is reported."""
    if not unit.origin:
        return _evident(scope, unit) or _lowered(scope, unit)
    scope.report.origin = unit.origin
    found = _lowered(scope, unit)
    scope.report.origin = ""
    return found


def _evident(scope: Scope, unit: Unit[ast.Fact]) -> LoweredFact | None:
    """A fact as most are, with which nothing is wrong, or none where that takes a closer look; nothing is reported."""
    name, said, clauses = unit.piece
    if scope.policy or not scope.temporal or len(clauses) != 2:
        return None
    stated, seen = clauses
    if not (isinstance(stated, ast.From) and isinstance(seen, ast.Observed)):
        return None
    who, when = stated.authority, seen.time
    if who.text not in scope.classes or not is_canonical(when.spelling) or is_blank(name.text):
        return None
    atom = evident(scope, said)
    if atom is None:
        return None
    fact = Fact(name.text, atom.predicate, atom.arguments, who.text, atom.negated, when.spelling)
    return LoweredFact(unit, Clauses(who, when), atom, Times(when.spelling), fact)


def _lowered(scope: Scope, unit: Unit[ast.Fact]) -> LoweredFact:
    check_id(scope, unit.source, unit.piece.id)
    found = clauses.gather(scope, unit)
    _check_authority(scope, unit, found.authority)
    if scope.policy:
        _check_reserved(scope, unit)
    atom = ground(scope, unit.source, unit.piece.atom, "fact")
    times = clauses.times(scope, unit, found)
    return LoweredFact(unit, found, atom, times, _whole(unit.piece.id.text, found, atom, times))


def _whole(id: str, clauses: Clauses, atom: Atom | None, times: Times | None) -> Fact | None:
    if atom is None or times is None or clauses.authority is None:
        return None
    supersedes = tuple(name.text for name in clauses.supersedes)
    return Fact(id, atom.predicate, atom.arguments, clauses.authority.text, atom.negated, *times, supersedes)


def check_id(scope: Scope, source: Source, id: ast.Name) -> None:
    """Report an id that no fact or rule may have."""
    if is_blank(id.text):
        remedy = "give it a name that nothing else has"
        scope.report.error(codes.RSN022, span(source, id), "an id cannot be blank", help=remedy)
    elif scope.policy and id.text.startswith(reserved.BINDING_PREFIX):
        message = f"ids that begin with `{reserved.BINDING_PREFIX}` are those of what the action request supplies"
        scope.report.error(RSN024, span(source, id), message, help="choose another id")


def _check_authority(scope: Scope, unit: Unit[ast.Fact], authority: ast.Name | None) -> None:
    if authority is None:
        message = f"nobody says {quoted(unit.piece.id.text)}"
        remedy = "add `from` with an authority class, such as `from tool-reported`"
        scope.report.error(codes.RSN026, span(unit.source, unit.piece.id), message, help=remedy)
    elif scope.policy and authority.text == SYSTEM_BOUND:
        scope.report.error(RSN024, span(unit.source, authority), RESERVED_CLASS, help=RESERVED_CLASS_HELP)
    else:
        scope.authority(unit.source, authority)


def _check_reserved(scope: Scope, unit: Unit[ast.Fact]) -> None:
    name = unit.piece.atom.predicate
    if name.text in reserved.PREDICATES:
        message = f"{quoted(name.text)} is supplied by the action request, never by a fact of its policy"
        remedy = "conclude it with a rule" if name.text == reserved.ACTION_AUTHORIZED else "remove the fact"
        scope.report.error(RSN024, span(unit.source, name), message, help=remedy)
