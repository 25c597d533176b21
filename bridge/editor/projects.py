"""A source and what it uses: the readings of all of it, and what the JSON that it takes in says."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

from bridge.core.sources import Source
from bridge.editor.files import identity
from bridge.editor.occurrences import Kind, Occurrence
from bridge.editor.readings import Reading, Readings
from bridge.errors import BridgeError
from bridge.reason.lowering.inclusion import MOST_SOURCES, Load
from bridge.reason.lowering.loaded import facts, questions
from bridge.reason.lowering.report import Report
from bridge.reason.lowering.units import Unit, of
from bridge.reason.syntax import ast

_FACTS: Final = "facts"


class Place(NamedTuple):
    """An occurrence and the source in which it stands."""

    source: Source
    occurrence: Occurrence


@dataclass(frozen=True)
class Project:
    """A source, and with it what it uses, directly or not.

    Args:
        readings: the sources, the main one first.
        brought: what ``use facts`` and ``use questions`` bring, with the file that each comes from.
        data: the JSON files that are used, by their names.
        links: for each source the names of what it uses, by the paths that it writes.
        unread: whether something that is used could not be read.
    """

    readings: tuple[Reading, ...]
    brought: tuple[tuple[str, Unit[ast.Piece]], ...] = ()
    data: Mapping[str, Source] = field(default_factory=dict)
    links: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    unread: bool = False

    @property
    def main(self) -> Reading:
        """The source that uses the others."""
        return self.readings[0]

    def holds(self, name: str) -> bool:
        """Whether a file is a part of it, however the file is reached."""
        return identity(name) in self._identities

    def reached(self, path: str) -> frozenset[str]:
        """What comes in by a path that the main source uses, as ``identity`` knows it."""
        found: dict[str, None] = {}
        waiting = [self.links.get(self.main.source.name, {}).get(path)]
        while waiting:
            name = waiting.pop()
            if name is not None and name not in found:
                found[name] = None
                waiting += self.links.get(name, {}).values()
        return frozenset(map(identity, found))

    @cached_property
    def _identities(self) -> frozenset[str]:
        return frozenset(map(identity, (*(one.source.name for one in self.readings), *self.data)))


@dataclass
class _Collected:
    readings: dict[str, Reading] = field(default_factory=dict)
    brought: list[tuple[str, Unit[ast.Piece]]] = field(default_factory=list)
    data: dict[str, Source] = field(default_factory=dict)
    links: dict[str, dict[str, str]] = field(default_factory=dict)
    unread: bool = False


def project(main: Source, readings: Readings, load: Load) -> Project:
    """A source with what it uses; a file that cannot be read is left out."""
    found = _Collected()
    waiting = [main]
    while waiting:
        source = waiting.pop(0)
        if source.name in found.readings or len(found.readings) >= MOST_SOURCES:
            continue
        reading = found.readings[source.name] = readings.of(source)
        for unit in _uses(reading):
            try:
                used = load(unit.piece.path.value, source)
            except BridgeError:
                found.unread = True
                continue
            found.links.setdefault(source.name, {})[unit.piece.path.value] = used.name
            waiting += _taken(unit, used, found)
    return Project(tuple(found.readings.values()), tuple(found.brought), found.data, found.links, found.unread)


def _uses(reading: Reading) -> Iterator[Unit[ast.Use]]:
    units = (Unit(reading.source, statement.piece, statement) for statement in reading.file.statements)
    return of(ast.Use, units)


def _taken(unit: Unit[ast.Use], used: Source, found: _Collected) -> Sequence[Source]:
    """What is used, where it is a source; JSON is taken apart."""
    if unit.piece.what == "source":
        return [used]
    read = facts if unit.piece.what == _FACTS else questions
    found.data[used.name] = used
    found.brought += ((used.name, brought) for brought in read(Report(), unit, used))
    return []


def united(projects: Iterable[Project]) -> Project:
    """Several projects as one, each source once; the first one's main source is the main one."""
    readings: dict[str, Reading] = {}
    brought: dict[tuple[str, int], tuple[str, Unit[ast.Piece]]] = {}
    data: dict[str, Source] = {}
    links: dict[str, Mapping[str, str]] = {}
    unread = False
    for one in projects:
        for reading in one.readings:
            readings.setdefault(identity(reading.source.name), reading)
        for number, unit in enumerate(one.brought):
            brought.setdefault((unit[0], number), unit)
        data.update(one.data)
        links.update(one.links)
        unread = unread or one.unread
    return Project(tuple(readings.values()), tuple(brought.values()), data, links, unread)


def places(found: Project, wanted: Occurrence) -> Iterator[Place]:
    """Every place that names what an occurrence names, source by source."""
    for reading in found.readings:
        for occurrence in reading.occurrences:
            if occurrence.symbol == wanted.symbol:
                yield Place(reading.source, occurrence)


def declared(found: Project, kind: Kind) -> Iterator[Place]:
    """Every place where something of a kind is declared."""
    for reading in found.readings:
        for occurrence in reading.occurrences:
            if occurrence.declares and occurrence.symbol.kind is kind:
                yield Place(reading.source, occurrence)


def statements(found: Project) -> Iterator[Unit[ast.Piece]]:
    """Every statement, and every one that JSON stands for."""
    for reading in found.readings:
        for statement in reading.file.statements:
            yield Unit(reading.source, statement.piece, statement)
    for _, unit in found.brought:
        yield unit
