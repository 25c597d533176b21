"""Every place where a source names something: what it names, and whether it declares it there."""

import enum
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Final, NamedTuple

from bridge.reason.syntax import ast


class Kind(enum.StrEnum):
    """What a name is the name of. A fact and a rule share one set of ids."""

    PREDICATE = "predicate"
    AUTHORITY = "authority class"
    ID = "id"
    VARIABLE = "variable"
    ARGUMENT = "argument"


class Symbol(NamedTuple):
    """What is named.

    Args:
        kind: what it is.
        name: its name, decoded.
        scope: of an argument its predicate; of a variable its rule, and of an id that a test gives that test, as the
            name of the source and the offset. Else none: it is known everywhere.
    """

    kind: Kind
    name: str
    scope: str | tuple[str, int] | None = None


class Occurrence(NamedTuple):
    """A place that names a symbol.

    Args:
        symbol: what is named.
        start: the offset at which the name begins.
        end: the offset after it.
        declares: whether this is where it comes from.
        bare: whether the name stands as it is, without a spelling, as in the braces of documentation.
    """

    symbol: Symbol
    start: int
    end: int
    declares: bool = False
    bare: bool = False


_PLACEHOLDER: Final = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
_start = attrgetter("start")


def occurrences(file: ast.File) -> tuple[Occurrence, ...]:
    """The names in a source, in order; those of statements that cannot be read are not known."""
    found = [one for statement in file.statements for one in _of_statement(file, statement)]
    found += [one for test in file.tests for one in _of_test(file, test)]
    return tuple(sorted(found, key=_start))


def at(found: Sequence[Occurrence], offset: int) -> Occurrence | None:
    """The name at an offset, or the one that ends there."""
    index = bisect_right(found, offset, key=_start) - 1
    if index < 0 or found[index].end < offset:
        return None
    return found[index]


def _of_statement(file: ast.File, statement: ast.Statement) -> Iterator[Occurrence]:
    match statement.piece:
        case ast.Authority(classes):
            yield from (_name(Kind.AUTHORITY, name, declares=True) for name in classes)
        case ast.Admit(classes, targets):
            yield from (_name(Kind.AUTHORITY, name) for name in classes)
            yield from (_name(Kind.PREDICATE, name) for name in targets or () if isinstance(name, ast.Name))
        case ast.Predicate() as piece:
            yield from _of_predicate(file, statement, piece)
        case ast.Fact() as piece:
            yield _name(Kind.ID, piece.id, declares=True)
            yield from _of_fact(piece, {}, None)
        case ast.Rule() as piece:
            yield _name(Kind.ID, piece.id, declares=True)
            scope = (file.source.name, statement.start)
            bound: set[str] = set()
            for atom in (*piece.body, piece.head):
                yield from _of_atom(atom, scope, bound)
        case ast.Query(atom):
            yield from _of_atom(atom, None, set())


def _of_predicate(file: ast.File, statement: ast.Statement, piece: ast.Predicate) -> Iterator[Occurrence]:
    yield _name(Kind.PREDICATE, piece.name, declares=True)
    names = [argument.name for argument in piece.arguments if argument.name is not None]
    yield from (_name(Kind.ARGUMENT, name, declares=True, scope=piece.name.text) for name in names)
    known = {name.text for name in names}
    for line in statement.documentation[:1]:
        begin = file.source.text.index(line.value, line.start + len("##")) if line.value else line.end
        for match in _PLACEHOLDER.finditer(line.value):
            if match[1] in known:
                symbol = Symbol(Kind.ARGUMENT, match[1], piece.name.text)
                yield Occurrence(symbol, begin + match.start(1), begin + match.end(1), bare=True)


def _of_fact(piece: ast.Fact, given: dict[str, tuple[str, int]], scope: tuple[str, int] | None) -> Iterator[Occurrence]:
    yield from _of_atom(piece.atom, scope, set())
    for clause in piece.clauses:
        if isinstance(clause, ast.From):
            yield _name(Kind.AUTHORITY, clause.authority)
        elif isinstance(clause, ast.Supersedes):
            yield from (_name(Kind.ID, name, scope=given.get(name.text)) for name in clause.facts)


def _of_test(file: ast.File, test: ast.Test) -> Iterator[Occurrence]:
    here = (file.source.name, test.start)
    facts = [step.piece.fact for step in test.steps if isinstance(step.piece, ast.GivenFact)]
    given = {fact.id.text: here for fact in facts}
    for fact in facts:
        yield _name(Kind.ID, fact.id, declares=True, scope=here)
        yield from _of_fact(fact, given, None)
    for step in test.steps:
        if isinstance(step.piece, ast.Without):
            yield from (_name(Kind.ID, name) for name in step.piece.facts)
        elif isinstance(step.piece, ast.Expect):
            yield from _of_expect(step.piece, given)


def _of_expect(piece: ast.Expect, given: dict[str, tuple[str, int]]) -> Iterator[Occurrence]:
    if piece.atom is not None:
        yield from _of_atom(piece.atom, None, set())
    for requirement in piece.requirements:
        if isinstance(requirement, ast.Missing):
            yield from _of_atom(requirement.atom, None, set())
        else:
            yield from (_name(Kind.ID, name, scope=given.get(name.text)) for name in requirement.facts)


def _of_atom(atom: ast.Atom, scope: tuple[str, int] | None, bound: set[str]) -> Iterator[Occurrence]:
    yield _name(Kind.PREDICATE, atom.predicate)
    for term in atom.arguments:
        if isinstance(term, ast.Variable):
            symbol = Symbol(Kind.VARIABLE, term.name, scope)
            yield Occurrence(symbol, term.start, term.end, declares=term.name not in bound)
            bound.add(term.name)


def _name(
    kind: Kind, name: ast.Name, *, declares: bool = False, scope: str | tuple[str, int] | None = None
) -> Occurrence:
    return Occurrence(Symbol(kind, name.text, scope), name.start, name.end, declares)
