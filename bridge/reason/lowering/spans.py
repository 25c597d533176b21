"""Where each part of a lowered program stands: JSON paths to spans."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bridge.core.sources import Source, Span
from bridge.reason.lowering.admit import Admission
from bridge.reason.lowering.facts import LoweredFact
from bridge.reason.lowering.rules import LoweredRule
from bridge.reason.lowering.scope import Scope, span
from bridge.reason.lowering.units import Unit
from bridge.reason.syntax import ast


class Parts(NamedTuple):
    """What a program is made of, before it is one."""

    header: Unit[ast.Header] | None
    clock: Unit[ast.Evaluate] | None
    query: Unit[ast.Query] | None
    admission: Admission
    facts: Sequence[LoweredFact]
    rules: Sequence[LoweredRule]


def spans(scope: Scope, parts: Parts) -> Iterator[tuple[str, Span]]:
    """Each path that has a place; an atom's place is that of its predicate."""
    if parts.header is not None:
        here = span(parts.header.source, parts.header.piece.id)
        yield "$.ontology", here
        yield "$.ontology.id", here
        yield "$.ontology.version", span(parts.header.source, parts.header.piece.version)
        yield "$.authority", here
    if parts.clock is not None:
        yield "$.evaluation_time", span(parts.clock.source, parts.clock.piece.time)
    yield from _declarations(scope, parts.admission)
    for index, found in enumerate(parts.facts):
        yield from _fact(f"$.facts[{index}]", found)
    index = 0
    for lowered in parts.rules:
        for _ in lowered.rules:
            yield from _rule(f"$.rules[{index}]", lowered.unit)
            index += 1
    if parts.query is not None:
        yield from _atom("$.query", parts.query.source, parts.query.piece.atom)


def _declarations(scope: Scope, admission: Admission) -> Iterator[tuple[str, Span]]:
    for name, declared in scope.predicates.items():
        if declared.span is not None:
            yield f"$.ontology.predicates.{name}", declared.span
    for here in list(scope.classes.values())[:1]:
        yield "$.authority", here
        yield "$.authority.classes", here
    if admission.default is not None:
        yield "$.authority.default_admit", admission.default
    for name, here in admission.predicates.items():
        yield f"$.authority.predicate_admit.{name}", here


def _fact(path: str, found: LoweredFact) -> Iterator[tuple[str, Span]]:
    source, piece, clauses = found.unit.source, found.unit.piece, found.clauses
    yield path, span(source, piece.id)
    yield from _atom(path, source, piece.atom, whole=False)
    times = {"observed_at": clauses.observed, "valid_from": clauses.since, "valid_until": clauses.until}
    for name, node in {"authority": clauses.authority, **times}.items():
        if node is not None:
            yield f"{path}.{name}", span(source, node)
    for index, target in enumerate(clauses.supersedes):
        yield f"{path}.supersedes[{index}]", span(source, target)
    if clauses.supersedes:
        yield f"{path}.supersedes", span(source, clauses.supersedes[0])


def _rule(path: str, unit: Unit[ast.Rule]) -> Iterator[tuple[str, Span]]:
    yield path, span(unit.source, unit.piece.id)
    yield from _atom(f"{path}.then", unit.source, unit.piece.head)
    for index, atom in enumerate(unit.piece.body):
        yield from _atom(f"{path}.when[{index}]", unit.source, atom)


def _atom(path: str, source: Source, atom: ast.Atom, *, whole: bool = True) -> Iterator[tuple[str, Span]]:
    if whole:
        yield path, span(source, atom.predicate)
    yield f"{path}.predicate", span(source, atom.predicate)
    for index, term in enumerate(atom.arguments):
        yield f"{path}.arguments[{index}]", span(source, term)
