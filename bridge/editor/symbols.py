"""The outline of a source: what it declares and states, statement by statement, and what can be folded."""

from collections.abc import Iterator
from typing import NamedTuple

from bridge.editor.readings import Reading
from bridge.reason.syntax import ast
from bridge.reason.syntax.spelling import name as spelled
from bridge.reason.syntax.spelling import string


class Entry(NamedTuple):
    """A statement in the outline.

    Args:
        kind: its keyword.
        name: what it is called.
        detail: what there is beside the name.
        start: where the statement begins.
        end: where it ends.
        name_start: where its name begins.
        name_end: where that ends.
        inner: the facts that a test gives.
    """

    kind: str
    name: str
    detail: str
    start: int
    end: int
    name_start: int
    name_end: int
    inner: tuple["Entry", ...] = ()


class Fold(NamedTuple):
    """What can be folded, from one line to another, both from 1; ``comment`` where it is a run of comments."""

    first: int
    last: int
    comment: bool = False


def outline(reading: Reading) -> list[Entry]:
    """The entries of a source, as it is read."""
    entries = [entry for one in reading.file.statements if (entry := _entry(one)) is not None]
    entries += map(_test, reading.file.tests)
    return sorted(entries, key=lambda entry: entry.start)


def folds(reading: Reading) -> Iterator[Fold]:
    """The statements and tests of more than one line, and the runs of documentation."""
    source = reading.source
    parts = [(one.start, one.end) for one in reading.file.statements]
    parts += [(test.start, test.end) for test in reading.file.tests]
    for start, end in sorted(parts):
        first, last = source.position(start)[0], source.position(max(end - 1, start))[0]
        if last > first:
            yield Fold(first, last)
    for statement in reading.file.statements:
        lines = statement.documentation
        if len(lines) > 1:
            yield Fold(source.position(lines[0].start)[0], source.position(lines[-1].start)[0], comment=True)


def _entry(statement: ast.Statement) -> Entry | None:
    piece = statement.piece
    if isinstance(piece, ast.GivenFact):
        piece = piece.fact
    match piece:
        case ast.Header(policy, id, _):
            return _of("action policy" if policy else "ontology", string(id.value), "", statement, id)
        case ast.Predicate(name, arguments):
            detail = ", ".join(spelled(one.name.text) if one.name else "…" for one in arguments)
            return _of("predicate", spelled(name.text), f"({detail})", statement, name)
        case ast.Fact(id, atom, _):
            return _of("fact", spelled(id.text), _head(atom), statement, id)
        case ast.Rule(id, head, _):
            return _of("rule", spelled(id.text), _head(head), statement, id)
        case ast.Query(atom):
            return _of("query", "query", _head(atom), statement, atom)
        case ast.Use(_, path):
            return _of("use", string(path.value), "", statement, path)
    return None


def _of(kind: str, name: str, detail: str, statement: ast.Statement, node: ast.Name | ast.Text | ast.Atom) -> Entry:
    return Entry(kind, name, detail, statement.start, statement.end, node.start, node.end)


def _head(atom: ast.Atom) -> str:
    return f"{'not ' if atom.negated else ''}{spelled(atom.predicate.text)}"


def _test(test: ast.Test) -> Entry:
    inner = tuple(entry for step in test.steps if (entry := _entry(step)) is not None)
    name = test.name
    return Entry("test", string(name.value), "", test.start, test.end, name.start, name.end, inner)
