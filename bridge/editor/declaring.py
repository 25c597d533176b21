"""The declarations and admissions that a source lacks, as statements that are put into it."""

import re
from collections.abc import Iterator
from typing import Final

from bridge.core.codes.admission import RSN103
from bridge.core.codes.names import RSN017, RSN019
from bridge.core.diagnostics import Diagnostic
from bridge.editor.edits import Edit
from bridge.editor.occurrences import Kind, Occurrence, at
from bridge.editor.readings import Reading
from bridge.reason.syntax import ast, spelling
from bridge.reason.syntax.tokens import BYTE_ORDER_MARK

_ADMIT: Final = re.compile(r"write: (admit only .*\.)", re.DOTALL)
_BEHIND: Final = re.compile(r"[ \t]*#[^\r\n]*")
"""The comment that stands behind a statement."""
_NO_ADMISSION: Final = "the default admission decides"


def declarations(reading: Reading, diagnostic: Diagnostic) -> Iterator[tuple[str, Edit]]:
    """The statements that mend a problem, each put after the last of its kind or what stands at the top."""
    admission = _ADMIT.fullmatch(diagnostic.help)
    if diagnostic.code in {RSN017.code, RSN019.code}:
        yield from _declared(reading, diagnostic)
    elif diagnostic.code == RSN103.code and admission is not None and diagnostic.note.startswith(_NO_ADMISSION):
        yield f"Admit it: {admission[1]}", _after(reading, ast.Admit, admission[1])


def _declared(reading: Reading, diagnostic: Diagnostic) -> Iterator[tuple[str, Edit]]:
    span = diagnostic.span
    found = at(reading.occurrences, span.start) if span else None
    if found is None:
        return
    if found.symbol.kind is Kind.PREDICATE:
        kind: type[ast.Piece] = ast.Predicate
        statement = f"predicate {spelling.name(found.symbol.name)}({_arguments(reading, found)})."
    else:
        kind, statement = ast.Authority, f"authority {spelling.name(found.symbol.name)}."
    yield f"Declare it: {statement}", _after(reading, kind, statement)


def _after(reading: Reading, kind: type[ast.Piece], statement: str) -> Edit:
    """A statement on a line of its own."""
    found = reading.file.statements
    before = [one.end for one in found if isinstance(one.piece, kind)]
    before = before or [one.end for one in found if isinstance(one.piece, ast.Header | ast.Authority)]
    text = reading.source.text
    newline = "\r\n" if "\r\n" in text else "\n"
    if not before:
        top = len(BYTE_ORDER_MARK) if text.startswith(BYTE_ORDER_MARK) else 0
        return Edit(top, top, statement + newline)
    behind = _BEHIND.match(text, before[-1])
    at = behind.end() if behind else before[-1]
    return Edit(at, at, newline + statement)


def _arguments(reading: Reading, found: Occurrence) -> str:
    """The types of what stands in the atom that an occurrence begins; nothing where it is none."""
    kinds: list[str] = []
    for statement in reading.file.statements:
        if statement.start <= found.start < statement.end:
            for atom in _atoms(statement.piece):
                if atom.predicate.start == found.start:
                    kinds = list(map(_type, atom.arguments))
    return ", ".join(kinds)


def _atoms(piece: ast.Piece) -> tuple[ast.Atom, ...]:
    match piece:
        case ast.Fact(_, atom, _) | ast.Query(atom):
            return (atom,)
        case ast.Rule(_, head, body):
            return (head, *body)
    return ()


def _type(term: ast.Term) -> str:
    return "integer" if isinstance(term, ast.Number) else "boolean" if isinstance(term, ast.Truth) else "string"
