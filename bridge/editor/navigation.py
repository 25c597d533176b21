"""Where a name comes from, and everywhere else it stands."""

from collections.abc import Iterator

from bridge.core.sources import Span
from bridge.editor.occurrences import Kind, Occurrence, Symbol, at
from bridge.editor.projects import Project, places
from bridge.editor.readings import Reading
from bridge.reason.syntax import ast


def definitions(project: Project, reading: Reading, offset: int) -> Iterator[Span]:
    """Where what stands at an offset is declared; of the path in a ``use`` the file, from its start.

    What JSON brings is declared at the ``use`` that takes it in.
    """
    path = _path(reading, offset)
    if path is not None:
        yield from _file(project, reading, path)
        return
    found = at(reading.occurrences, offset)
    if found is None:
        return
    declared = [place for place in places(project, found) if place.occurrence.declares]
    for place in declared:
        yield Span(place.source, place.occurrence.start, place.occurrence.end)
    if not declared:
        yield from _brought(project, found)


def references(project: Project, wanted: Occurrence, *, declarations: bool) -> Iterator[Span]:
    """Every place that names what an occurrence names; without ``declarations`` those that only use it."""
    for place in places(project, wanted):
        if declarations or not place.occurrence.declares:
            yield Span(place.source, place.occurrence.start, place.occurrence.end)


def _path(reading: Reading, offset: int) -> ast.Text | None:
    for statement in reading.file.statements:
        piece = statement.piece
        if isinstance(piece, ast.Use) and piece.path.start <= offset <= piece.path.end:
            return piece.path
    return None


def _file(project: Project, reading: Reading, path: ast.Text) -> Iterator[Span]:
    name = project.links.get(reading.source.name, {}).get(path.value)
    if name is None:
        return
    known = next((one.source for one in project.readings if one.source.name == name), None)
    yield Span(known or project.data[name], 0, 0)


def _brought(project: Project, wanted: Occurrence) -> Iterator[Span]:
    for _, unit in project.brought:
        if _declares(unit.piece, wanted.symbol) and isinstance(unit.statement.piece, ast.Use):
            path = unit.statement.piece.path
            yield Span(unit.source, path.start, path.end)


def _declares(piece: ast.Piece, symbol: Symbol) -> bool:
    if isinstance(piece, ast.Predicate):
        return symbol.kind is Kind.PREDICATE and piece.name.text == symbol.name
    return isinstance(piece, ast.Fact) and symbol.kind is Kind.ID and piece.id.text == symbol.name
