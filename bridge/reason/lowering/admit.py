"""Whose word counts for what: `admit` statements become the authority policy."""

from collections.abc import Iterable
from typing import NamedTuple

from bridge.core.codes import names as codes
from bridge.core.codes.policies import RSN024
from bridge.core.diagnostics import Label
from bridge.core.sources import Source, Span
from bridge.reason.action import reserved
from bridge.reason.lowering.declarations import RESERVED_CLASS, RESERVED_CLASS_HELP
from bridge.reason.lowering.scope import Scope, span
from bridge.reason.lowering.units import Unit
from bridge.reason.model import SYSTEM_BOUND, AuthorityPolicy
from bridge.reason.syntax import ast
from bridge.reason.syntax.spelling import quoted


class Admitted(NamedTuple):
    """The classes admitted for one predicate so far, and the first place that says so; no class is ``nothing``."""

    classes: frozenset[str]
    span: Span


class Admission(NamedTuple):
    """The policy, and where each part of it is stated."""

    policy: AuthorityPolicy
    default: Span | None
    predicates: dict[str, Span]


def lower(scope: Scope, units: Iterable[Unit[ast.Admit]]) -> Admission:
    """The policy that the statements make together."""
    default: set[str] = set()
    default_span: Span | None = None
    admitted: dict[str, Admitted] = {}
    for unit in units:
        classes = frozenset(name.text for name in unit.piece.classes)
        for name in unit.piece.classes:
            _check_class(scope, unit.source, name)
        if unit.piece.targets is None:
            default |= classes
            default_span = default_span or span(unit.source, unit.piece.classes[0])
        for target in unit.piece.targets or ():
            for predicate in _named(scope, unit.source, target):
                _admit(scope, admitted, predicate, Admitted(classes, span(unit.source, target)))
    policy = AuthorityPolicy(
        tuple(sorted(scope.classes)),
        tuple(sorted(default)),
        {predicate: tuple(sorted(admitted[predicate].classes)) for predicate in sorted(admitted)},
    )
    return Admission(policy, default_span, {predicate: found.span for predicate, found in admitted.items()})


def _check_class(scope: Scope, source: Source, name: ast.Name) -> None:
    if scope.policy and name.text == SYSTEM_BOUND:
        scope.report.error(RSN024, span(source, name), RESERVED_CLASS, help=RESERVED_CLASS_HELP)
    else:
        scope.authority(source, name)


def _named(scope: Scope, source: Source, target: ast.Name | ast.Glob) -> list[str]:
    if isinstance(target, ast.Glob):
        return _matching(scope, source, target)
    if scope.predicate(source, target) is None:
        return []
    if scope.policy and target.text in reserved.PREDICATES:
        message = f"{quoted(target.text)} is supplied by the action request alone"
        scope.report.error(RSN024, span(source, target), message, help="leave it out: the request admits it")
        return []
    return [target.text]


def _matching(scope: Scope, source: Source, glob: ast.Glob) -> list[str]:
    own = (name for name, declared in scope.predicates.items() if declared.span is not None)
    found = [name for name in own if name.startswith(glob.prefix)]
    if not found and not scope.gaps.may_hold("predicate"):
        message = f"no predicate is called `{glob.prefix}…`"
        scope.report.error(codes.RSN012, span(source, glob), message, help="declare one, or remove the pattern")
    return found


def _admit(scope: Scope, admitted: dict[str, Admitted], predicate: str, new: Admitted) -> None:
    known = admitted.get(predicate)
    if known is None:
        admitted[predicate] = new
        return
    if bool(known.classes) != bool(new.classes):
        message = f"{quoted(predicate)} admits nothing, and admits something"
        remedy = "keep one of the two statements"
        related = (Label(known.span, "this says otherwise"),)
        scope.report.error(codes.RSN011, new.span, message, help=remedy, related=related)
    admitted[predicate] = Admitted(known.classes | new.classes, known.span)
