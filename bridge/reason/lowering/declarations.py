"""Predicates and authority classes: what is declared, and that no two declarations disagree."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from bridge.core.codes import names as codes
from bridge.core.codes import types as type_codes
from bridge.core.codes.advice import RSN413
from bridge.core.codes.policies import RSN024
from bridge.core.diagnostics import Label
from bridge.core.sources import Span
from bridge.reason.action import reserved
from bridge.reason.answers import Options
from bridge.reason.lowering.documentation import Documentation
from bridge.reason.lowering.report import Report
from bridge.reason.lowering.scope import Declared, span
from bridge.reason.lowering.units import Unit
from bridge.reason.model import SYSTEM_BOUND, is_variable
from bridge.reason.syntax import ast
from bridge.reason.syntax.spelling import quoted, string
from bridge.reason.syntax.suggestions import nearest

RESERVED_CLASS: Final = f"`{SYSTEM_BOUND}` is the class of what the action request supplies"
RESERVED_CLASS_HELP: Final = "leave it out: the request declares and admits it"

_CLASS: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")
_TEXT: Final = ast.BaseType("string")


def predicates(report: Report, units: Iterable[Unit[ast.Predicate]], *, policy: bool) -> dict[str, Declared]:
    """The predicates in scope, the bindings of a request among them in an action policy."""
    found = _bindings() if policy else {}
    for unit in units:
        name = unit.piece.name
        known = found.get(name.text)
        here = span(unit.source, name)
        if known is None:
            _check_arguments(report, unit)
            plain = all(argument.type == _TEXT for argument in unit.piece.arguments)
            found[name.text] = Declared(unit.piece.arguments, here, plain)
        elif known.span is None:
            message = f"{quoted(name.text)} is supplied by the action request"
            report.error(RSN024, here, message, help="remove the declaration: it is in scope without one")
        elif _shape(known.arguments) != _shape(unit.piece.arguments):
            related = (Label(known.span, "first declared here"),)
            message = f"predicate {quoted(name.text)} is declared twice, and differently"
            report.error(codes.RSN013, here, message, help="keep one of the two", related=related)
    return found


def classes(report: Report, units: Iterable[Unit[ast.Authority]], *, policy: bool) -> dict[str, Span]:
    """The authority classes that are declared, each with its place."""
    found: dict[str, Span] = {}
    for unit in units:
        for name in unit.piece.classes:
            here = span(unit.source, name)
            if _CLASS.fullmatch(name.text) is None:
                message = f"{quoted(name.text)} is no name for an authority class"
                better = _respelled(name.text)
                rule = "use lowercase letters, digits and internal hyphens"
                report.error(codes.RSN020, here, message, help=f"{rule}: {quoted(better)}" if better else rule)
                # What was meant is declared by this, so that its uses are not complained of too.
                found.setdefault(better or name.text, here)
            elif policy and name.text == SYSTEM_BOUND:
                report.error(RSN024, here, RESERVED_CLASS, help=RESERVED_CLASS_HELP)
            found.setdefault(name.text, here)
    return found


def documentation(
    report: Report, units: Iterable[Unit[ast.Predicate]], declared: Mapping[str, Declared]
) -> dict[str, Documentation]:
    """The documentation of each predicate that has one; names in templates that are no arguments are reported."""
    found: dict[str, Documentation] = {}
    for unit in units:
        name, lines = unit.piece.name.text, unit.statement.documentation
        if lines and name not in found and declared[name].span is not None:
            names = tuple(argument.name.text if argument.name else None for argument in unit.piece.arguments)
            text = "\n".join(line.value for line in lines)
            found[name] = Documentation(lines[0].value, names, text)
            _check_template(report, unit, found[name])
    return found


def answers(declared: Mapping[str, Declared]) -> dict[tuple[str, int], Options]:
    """The closed sets among the arguments of the predicates."""
    return {
        (name, place): Options(tuple(option.value for option in argument.type.options), argument.type.ordered)
        for name, predicate in declared.items()
        for place, argument in enumerate(predicate.arguments)
        if isinstance(argument.type, ast.SetType)
    }


def _bindings() -> dict[str, Declared]:
    unnamed = ast.Argument(None, _TEXT)
    return {name: Declared((unnamed,) * arity, None) for name, arity in reserved.PREDICATES.items()}


def _shape(arguments: tuple[ast.Argument, ...]) -> list[tuple[object, ...]]:
    return [
        (
            argument.name.text if argument.name else None,
            argument.type.name
            if isinstance(argument.type, ast.BaseType)
            else (argument.type.ordered, [option.value for option in argument.type.options]),
        )
        for argument in arguments
    ]


def _check_arguments(report: Report, unit: Unit[ast.Predicate]) -> None:
    names: dict[str, ast.Name] = {}
    for argument in unit.piece.arguments:
        if isinstance(argument.type, ast.SetType):
            _check_options(report, unit, argument.type)
        if argument.name is None:
            continue
        first = names.setdefault(argument.name.text, argument.name)
        if first is not argument.name:
            message = f"two arguments are called {quoted(first.text)}"
            related = (Label(span(unit.source, first), "the first of them"),)
            here = span(unit.source, argument.name)
            report.error(codes.RSN027, here, message, help="give each argument a name of its own", related=related)


def _check_options(report: Report, unit: Unit[ast.Predicate], options: ast.SetType) -> None:
    seen: set[str] = set()
    for option in options.options:
        here = span(unit.source, option)
        if option.value in seen:
            message = f"{string(option.value)} stands twice in this set"
            report.error(type_codes.RSN208, here, message, help="name each option once")
        elif is_variable(option.value):
            message = f"{string(option.value)} would be read as a variable"
            report.error(type_codes.RSN211, here, message, help="choose a text that does not begin with `$`")
        seen.add(option.value)


def _respelled(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _check_template(report: Report, unit: Unit[ast.Predicate], found: Documentation) -> None:
    line = unit.statement.documentation[0]
    known = [name for name in found.arguments if name is not None]
    for name in dict.fromkeys(found.placeholders()):
        if name not in known:
            guess = nearest(name, known)
            remedy = f"did you mean `{{{guess}}}`?" if guess else "name an argument, or write `{{` and `}}` for braces"
            message = f"the documentation names {quoted(name)}, which is no argument of {quoted(unit.piece.name.text)}"
            report.warning(RSN413, span(unit.source, line), message, help=remedy)
