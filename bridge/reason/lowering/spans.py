"""Where each part of a lowered program stands: JSON paths to spans."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

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


_ITEM: Final = re.compile(r"\$\.(facts|rules)\[(0|[1-9][0-9]*)\]")


class Spans(Mapping[str, Span]):
    """Each path that has a place, and it; an atom's place is that of its predicate.

    Places are found when they are asked for, those of a fact or rule by themselves: most programs have few problems.
    """

    def __init__(self, scope: Scope, parts: Parts) -> None:
        self._scope = scope
        self._parts = parts

    def __getitem__(self, path: str) -> Span:
        item = _ITEM.match(path)
        return (self._of(item[1], int(item[2])) if item else self._others)[path]

    def __iter__(self) -> Iterator[str]:
        yield from self._others
        for index in range(len(self._parts.facts)):
            yield from self._of("facts", index)
        for index in range(len(self._rules)):
            yield from self._of("rules", index)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @cached_property
    def _others(self) -> dict[str, Span]:
        return dict(_spans(self._scope, self._parts))

    @cached_property
    def _rules(self) -> list[Unit[ast.Rule]]:
        return [lowered.unit for lowered in self._parts.rules for _ in lowered.rules]

    def _of(self, kind: str, index: int) -> Mapping[str, Span]:
        items = self._parts.facts if kind == "facts" else self._rules
        if index >= len(items):
            return {}
        item = items[index]
        path = f"$.{kind}[{index}]"
        return dict(_fact(path, item) if isinstance(item, LoweredFact) else _rule(path, item))


def _spans(scope: Scope, parts: Parts) -> Iterator[tuple[str, Span]]:
    """Each path that is of no fact or rule."""
    if parts.header is not None:
        here = span(parts.header.source, parts.header.piece.id)
        yield "$.ontology", here
        yield "$.ontology.id", here
        yield "$.ontology.version", span(parts.header.source, parts.header.piece.version)
        yield "$.authority", here
    if parts.clock is not None:
        yield "$.evaluation_time", span(parts.clock.source, parts.clock.piece.time)
    yield from _declarations(scope, parts.admission)
    if parts.query is not None:
        yield from _atom("$.query", parts.query.source, parts.query.piece.atom)


def _declarations(scope: Scope, admission: Admission) -> Iterator[tuple[str, Span]]:
    for name, declared in scope.predicates.items():
        if declared.span is not None:
            yield f"$.ontology.predicates.{name}", declared.span
    for here in list(scope.classes.values())[:1]:
        yield "$.authority", here
        yield "$.authority.classes", here
    for index, name in enumerate(admission.policy.classes):
        yield f"$.authority.classes[{index}]", scope.classes[name]
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
