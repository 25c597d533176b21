"""Rules: a head, a body, and one rule for each combination of what its sets and comparisons stand for."""

import re
from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Final, NamedTuple, cast

from bridge.core.canonical import compact
from bridge.core.codes import limits as limit_codes
from bridge.core.codes.advice import RSN411
from bridge.core.codes.policies import RSN024
from bridge.core.sources import Source
from bridge.reason.action import reserved
from bridge.reason.lowering import terms
from bridge.reason.lowering.atoms import fits, places, set_misplaced, wildcard_misplaced
from bridge.reason.lowering.facts import check_id
from bridge.reason.lowering.scope import Scope, span
from bridge.reason.lowering.terms import Choice, Lowered, Place, Value
from bridge.reason.lowering.units import Unit
from bridge.reason.lowering.variables import Variables
from bridge.reason.model import Atom, Rule
from bridge.reason.syntax import ast
from bridge.reason.syntax.spelling import name as spelled
from bridge.reason.syntax.spelling import quoted

MOST_RULES: Final = 256
"""The most rules that one statement may be expanded into."""

_PLAIN: Final = re.compile(r"[A-Za-z0-9_.-]+")


class LoweredRule(NamedTuple):
    """A rule statement and the rules it stands for; none where something is wrong."""

    unit: Unit[ast.Rule]
    rules: tuple[Rule, ...]


class _Literal(NamedTuple):
    predicate: str
    arguments: tuple[Lowered, ...]
    negated: bool


def lower(scope: Scope, unit: Unit[ast.Rule]) -> LoweredRule:
    """The rules that a statement states; what is wrong with it is reported."""
    source, piece = unit.source, unit.piece
    check_id(scope, source, piece.id)
    variables = Variables(scope, source, piece)
    body = [_premise(scope, source, atom, variables) for atom in piece.body]
    head = _head(scope, source, piece.head, variables)
    variables.check_head()
    variables.check_joins()
    if not piece.body:
        _no_body(scope, unit)
    sound = [literal for literal in (head, *body) if literal is not None]
    if len(sound) != 1 + len(body) or not _within_limit(scope, unit, sound[1:]):
        return LoweredRule(unit, ())
    return LoweredRule(unit, tuple(_expand(piece.id.text, sound[0], sound[1:])))


def _premise(scope: Scope, source: Source, atom: ast.Atom, variables: Variables) -> _Literal | None:
    arguments: list[Lowered | None] = []
    for term, place in places(scope, source, atom):
        if isinstance(term, ast.Wildcard):
            arguments.append(variables.fresh())
        elif not isinstance(term, ast.OneOf | ast.Comparison):
            arguments.append(_plain(scope, source, term, place, variables))
        elif atom.negated:
            remedy = f"write one `not {spelled(atom.predicate.text)}(…)` for each option, separated by `,`"
            set_misplaced(scope.report, span(source, term), "one under `not`, where it would mean the opposite", remedy)
            arguments.append(None)
        else:
            arguments.append(terms.choice(scope.report, source, term, place))
    return _sound(scope, atom, arguments)


def _head(scope: Scope, source: Source, atom: ast.Atom, variables: Variables) -> _Literal | None:
    name = atom.predicate
    if scope.policy and name.text in reserved.PREDICATES and name.text != reserved.ACTION_AUTHORIZED:
        message = f"{quoted(name.text)} is supplied by the action request, never by a rule of its policy"
        scope.report.error(RSN024, span(source, name), message, help="conclude a predicate of your own")
    arguments: list[Lowered | None] = []
    for term, place in places(scope, source, atom):
        if isinstance(term, ast.Wildcard):
            wildcard_misplaced(scope.report, span(source, term), "head")
            arguments.append(None)
        elif isinstance(term, ast.OneOf | ast.Comparison):
            set_misplaced(scope.report, span(source, term), "a head", "write one rule for each option")
            arguments.append(None)
        else:
            arguments.append(_plain(scope, source, term, place, variables))
    return _sound(scope, atom, arguments)


def _plain(
    scope: Scope, source: Source, term: ast.Constant | ast.Variable, place: Place | None, variables: Variables
) -> Value | None:
    if isinstance(term, ast.Variable):
        return variables.use(term, place)
    return terms.constant(scope.report, source, term, place)


def _sound(scope: Scope, atom: ast.Atom, arguments: list[Lowered | None]) -> _Literal | None:
    sound = tuple(argument for argument in arguments if argument is not None)
    whole = fits(scope, atom) and len(sound) == len(arguments)
    return _Literal(atom.predicate.text, sound, atom.negated) if whole else None


def _no_body(scope: Scope, unit: Unit[ast.Rule]) -> None:
    message = f"rule {quoted(unit.piece.id.text)} holds without any premise, whoever is admitted"
    remedy = "state it as a fact with an authority, or add a premise"
    scope.report.warning(RSN411, span(unit.source, unit.piece.id), message, help=remedy)


def _within_limit(scope: Scope, unit: Unit[ast.Rule], body: list[_Literal]) -> bool:
    size = prod(len(choice.options) for choice in _choices(body))
    if size <= MOST_RULES:
        return True
    message = f"this rule stands for {size} rules, and {MOST_RULES} is the most"
    remedy = "name the combinations by a predicate of their own, and conclude it from several rules"
    scope.report.error(limit_codes.RSN501, span(unit.source, unit.piece.id), message, help=remedy)
    return False


def _choices(body: list[_Literal]) -> Iterator[Choice]:
    return (argument for literal in body for argument in literal.arguments if isinstance(argument, Choice))


def _expand(id: str, head: _Literal, body: list[_Literal]) -> Iterator[Rule]:
    choices = list(_choices(body))
    if not choices:
        yield Rule(id, tuple(map(_atom, body)), _atom(head))
        return
    for chosen in product(*(choice.options for choice in choices)):
        suffix = f"@{','.join(map(_option, chosen))}"
        left = iter(chosen)
        when = tuple(Atom(literal.predicate, _chosen(literal.arguments, left), literal.negated) for literal in body)
        yield Rule(id + suffix, when, _atom(head))


def _atom(literal: _Literal) -> Atom:
    """A literal in which nothing is left to choose."""
    return Atom(literal.predicate, cast("tuple[Value, ...]", literal.arguments), literal.negated)


def _chosen(arguments: tuple[Lowered, ...], left: Iterator[Value]) -> tuple[Value, ...]:
    return tuple(next(left) if isinstance(argument, Choice) else argument for argument in arguments)


def _option(option: Value) -> str:
    if isinstance(option, str) and _PLAIN.fullmatch(option):
        return option
    return compact(option)
