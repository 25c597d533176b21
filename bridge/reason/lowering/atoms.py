"""Atoms: the predicate is known, the arguments are as many as it has, and each fits."""

from collections.abc import Iterator

from bridge.core.codes import names as codes
from bridge.core.codes import types as type_codes
from bridge.core.diagnostics import Label
from bridge.core.sources import Source, Span
from bridge.reason.lowering import terms
from bridge.reason.lowering.report import Report
from bridge.reason.lowering.scope import Declared, Scope, span
from bridge.reason.lowering.terms import Place, Value
from bridge.reason.model import Atom
from bridge.reason.syntax import ast
from bridge.reason.syntax.spelling import quoted, variable


def ground(scope: Scope, source: Source, atom: ast.Atom, what: str) -> Atom | None:
    """An atom of constants alone, as a fact and a query are; none where something is wrong, which is reported.

    Args:
        scope: what is declared.
        source: where the atom stands.
        atom: the atom.
        what: ``fact`` or ``query``, for messages.
    """
    found = evident(scope, atom)
    if found is not None:
        return found
    values = [constant(scope.report, source, term, place, what) for term, place in places(scope, source, atom)]
    return _whole(atom, values) if fits(scope, atom) else None


def evident(scope: Scope, atom: ast.Atom) -> Atom | None:
    """An atom with which nothing is wrong, or none where that takes a closer look; nothing is reported."""
    declared = scope.predicates.get(atom.predicate.text)
    if declared is None or len(declared.arguments) != len(atom.arguments):
        return None
    values = tuple([term.value for term in atom.arguments if isinstance(term, ast.Text) and term.value[:1] != "$"])
    if len(values) != len(atom.arguments):
        return None
    if declared.plain or all(map(terms.is_option, values, declared.arguments)):
        return Atom(atom.predicate.text, values, atom.negated)
    return None


def constants(report: Report, source: Source, atom: ast.Atom, what: str) -> Atom | None:
    """An atom of constants alone, whatever is declared."""
    return _whole(atom, [constant(report, source, term, None, what) for term in atom.arguments])


def constant(report: Report, source: Source, term: ast.Term, place: Place | None, what: str) -> Value | None:
    """The value of a term that must be a constant."""
    if isinstance(term, ast.Text | ast.Number | ast.Truth):
        return terms.constant(report, source, term, place, ground=True)
    here = span(source, term)
    if isinstance(term, ast.Wildcard):
        wildcard_misplaced(report, here, what)
    elif isinstance(term, ast.Variable):
        message = f"a {what} has no variables, and `{variable(term.name)}` is one"
        remedy = "state one fact for each constant, or use a rule" if what == "fact" else "ask about constants"
        report.error(type_codes.RSN212, here, message, help=remedy)
    else:
        remedy = "state one fact for each option" if what == "fact" else "ask about one option"
        set_misplaced(report, here, f"a {what}", remedy)
    return None


def _whole(atom: ast.Atom, values: list[Value | None]) -> Atom | None:
    if any(value is None for value in values):
        return None
    return Atom(atom.predicate.text, tuple(values), atom.negated)


def places(scope: Scope, source: Source, atom: ast.Atom) -> Iterator[tuple[ast.Term, Place | None]]:
    """Each argument with its place; without one where the predicate is not known or has another number of them."""
    declared = scope.predicate(source, atom.predicate)
    if declared is not None and len(declared.arguments) != len(atom.arguments):
        _arity(scope, source, atom, declared)
        declared = None
    for index, term in enumerate(atom.arguments):
        yield term, Place(atom.predicate.text, declared, index) if declared else None


def fits(scope: Scope, atom: ast.Atom) -> bool:
    """Whether the predicate is declared with as many arguments."""
    declared = scope.predicates.get(atom.predicate.text)
    return declared is not None and len(declared.arguments) == len(atom.arguments)


def _arity(scope: Scope, source: Source, atom: ast.Atom, declared: Declared) -> None:
    wanted, given = len(declared.arguments), len(atom.arguments)
    arguments = "argument" if wanted == 1 else "arguments"
    scope.report.error(
        codes.RSN018,
        span(source, atom.predicate),
        f"{quoted(atom.predicate.text)} takes {wanted} {arguments}, and {given} {'is' if given == 1 else 'are'} given",
        related=(Label(declared.span, "declared here"),) if declared.span else (),
        help=_signature(atom.predicate.text, declared),
    )


def _signature(name: str, declared: Declared) -> str:
    names = (argument.name.text if argument.name else "…" for argument in declared.arguments)
    return f"its arguments are ({', '.join(names)})" if declared.arguments else f"write {quoted(name)} with `()`"


def wildcard_misplaced(report: Report, here: Span, what: str) -> None:
    """Report a ``_`` outside a body."""
    message = f"`_` stands only in the body of a rule, and this is a {what}"
    remedy = "name a variable that the body binds" if what == "head" else "write a constant"
    report.error(type_codes.RSN204, here, message, help=remedy)


def set_misplaced(report: Report, here: Span, where: str, remedy: str) -> None:
    """Report a set or a comparison outside a positive premise."""
    message = f"a set or a comparison stands only in a positive premise, and this is {where}"
    report.error(type_codes.RSN205, here, message, help=remedy)
