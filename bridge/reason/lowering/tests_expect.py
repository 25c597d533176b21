"""What a test expects: an answer of the program's kind, and requirements that such an answer can meet."""

from collections.abc import Iterable, Mapping
from typing import Final

from bridge.core.codes import program_tests as codes
from bridge.core.diagnostics import Label
from bridge.core.sources import Source, Span
from bridge.reason.action import reserved
from bridge.reason.lowering.atoms import ground
from bridge.reason.lowering.scope import Scope, span
from bridge.reason.lowering.tests_stated import Stated
from bridge.reason.lowering.units import Unit
from bridge.reason.model import Atom
from bridge.reason.program_tests import POLICY_OUTCOMES, PROGRAM_OUTCOMES, Expectation
from bridge.reason.syntax import ast
from bridge.reason.syntax.spelling import quoted
from bridge.reason.syntax.suggestions import nearest

_LITERAL: Final = "tested literal"
_WITHOUT_PROOF: Final = {"unknown", "insufficient"}
_LACKING_NOTHING: Final = {"proved", "inconsistent", "authorized", "conflicted"}
_MEANT: Final = dict(zip(PROGRAM_OUTCOMES, ("authorized", "denied", "conflicted", "insufficient"), strict=True))


def expectation(
    scope: Scope, stated: Stated, unit: Unit[ast.Expect], given: Mapping[str, Span], without: Iterable[str]
) -> Expectation | None:
    """What a step expects, or none where something is wrong with it, which is reported."""
    source, piece = unit.source, unit.piece
    word = piece.outcome.text
    fits = _check_kind(scope, unit)
    atom = None if piece.atom is None else ground(scope, source, piece.atom, _LITERAL)
    reasons = [one for one in piece.requirements if isinstance(one, ast.Because)]
    lacking = [ground(scope, source, one.atom, _LITERAL) for one in piece.requirements if isinstance(one, ast.Missing)]
    if word in _WITHOUT_PROOF and reasons:
        _never_met(scope, source, reasons[0].facts[0], f"what is {word} has no proof that could rest on facts")
    if word in _LACKING_NOTHING and lacking:
        first = next(one.atom for one in piece.requirements if isinstance(one, ast.Missing))
        _never_met(scope, source, first, f"what is {word} has a proof, and so lacks nothing")
    because = _because(scope, stated, source, reasons, given, frozenset(without))
    if not fits or (atom is None and piece.atom is not None) or None in lacking:
        return None
    answer = POLICY_OUTCOMES[word] if scope.policy else PROGRAM_OUTCOMES[word]
    missing = tuple(one for one in lacking if isinstance(one, Atom))
    here = Span(source, unit.statement.start, unit.statement.end)
    return Expectation(answer, atom, because, missing, here)


def _check_kind(scope: Scope, unit: Unit[ast.Expect]) -> bool:
    outcome = unit.piece.outcome
    if (outcome.text in POLICY_OUTCOMES) == scope.policy:
        return True
    if scope.policy:
        message = "an action policy answers for the action of a request, and for no literal"
        remedy = f"write `expect {_MEANT[outcome.text]}`"
    else:
        message = "a program has no action that could be authorized"
        meant = next(word for word, other in _MEANT.items() if other == outcome.text)
        remedy = f"write `expect {meant}` and a literal"
    scope.report.error(codes.RSN031, span(unit.source, outcome), message, help=remedy)
    return False


def _never_met(scope: Scope, source: Source, node: ast.Name | ast.Atom, message: str) -> None:
    scope.report.error(
        codes.RSN035, span(source, node), message, help="remove the requirement, or expect another answer"
    )


def _because(
    scope: Scope,
    stated: Stated,
    source: Source,
    reasons: list[ast.Because],
    given: Mapping[str, Span],
    without: frozenset[str],
) -> tuple[str, ...] | None:
    if not reasons:
        return None
    if len(reasons) > 1:
        related = (Label(span(source, reasons[0].facts[0]), "the first of them"),)
        message, remedy = "an expectation says `because` once", "list all the facts in one"
        scope.report.error(codes.RSN032, span(source, reasons[1].facts[0]), message, help=remedy, related=related)
    names = [*once(scope, source, reasons[0].facts), *(name for one in reasons[1:] for name in one.facts)]
    for name in names:
        if name.text not in given and (name.text not in stated.facts or name.text in without):
            unknown_fact(scope, stated, source, name, {*given, *(stated.facts.keys() - without)})
    return tuple(sorted(name.text for name in names))


def once(scope: Scope, source: Source, names: Iterable[ast.Name]) -> list[ast.Name]:
    """The names, each once; what is named again is reported."""
    first: dict[str, ast.Name] = {}
    for name in names:
        known = first.setdefault(name.text, name)
        if known is not name:
            related = (Label(span(source, known), "the first of them"),)
            message = f"{quoted(name.text)} is named already"
            scope.report.error(codes.RSN032, span(source, name), message, help="name it once", related=related)
    return list(first.values())


def unknown_fact(scope: Scope, stated: Stated, source: Source, name: ast.Name, known: Iterable[str]) -> None:
    """Report a name that is none of the facts known, and say what it is where it is something else."""
    if scope.gaps.may_declare("fact", name.text) or scope.gaps.may_declare("given", name.text):
        return
    here = span(source, name)
    if name.text in stated.rules:
        related = (Label(stated.rules[name.text], "the rule"),)
        message, remedy = f"{quoted(name.text)} is a rule, and only facts are named here", "name facts"
        scope.report.error(codes.RSN030, here, message, help=remedy, related=related)
    elif scope.policy and name.text.startswith(reserved.BINDING_PREFIX):
        message = "what the action request binds is never listed"
        scope.report.error(codes.RSN030, here, message, help="leave it out: every answer rests on it")
    elif name.text in stated.facts:
        related = (Label(stated.facts[name.text].span, "the fact"),)
        message = f"{quoted(name.text)} is taken out by this test"
        scope.report.error(codes.RSN030, here, message, help="leave it out here, or there", related=related)
    else:
        guess = nearest(name.text, list(known))
        remedy = f"did you mean {quoted(guess)}?" if guess else "name a fact of the program, or one that the test gives"
        scope.report.error(codes.RSN030, here, f"there is no fact {quoted(name.text)}", help=remedy)
