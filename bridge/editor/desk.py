"""What the server works on: the open documents, the folders beside them, and how the sources hang together."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from bridge.core.sources import Source
from bridge.editor.documents import Document, Documents
from bridge.editor.occurrences import Kind, Occurrence
from bridge.editor.projects import Project, places, project, united
from bridge.editor.readings import Reading, Readings
from bridge.errors import BridgeError
from bridge.workflows import programs
from bridge.workflows.source_files import SUFFIX

_MOST_BESIDE: Final = 300
"""How many files are looked through for those that use a source."""
_MOST_FOLDERS: Final = 2000


class Desk:
    """Everything that answers depend on; ``folders`` are those that the editor has open."""

    def __init__(self) -> None:
        self.documents = Documents()
        self.readings = Readings()
        self.folders: list[str] = []

    def reading(self, document: Document) -> Reading:
        """A document, read."""
        return self.readings.of(document.source)

    def project(self, document: Document) -> Project:
        """A document with what it uses."""
        return self._project(document.source)

    def visible(self, document: Document) -> Project:
        """A document with what it uses, and the open documents that use it with theirs."""
        own = self.project(document)
        others = (self.project(other) for other in self.documents if other.uri != document.uri)
        return united([own, *(other for other in others if other.holds(document.source.name))])

    def together(self, document: Document, wanted: Occurrence) -> Project:
        """Every source in which what an occurrence names may be named, those that nobody has opened among them.

        These are the programs of which the document is a part, and those of which what declares it there is a part.
        """
        if wanted.symbol.kind is Kind.VARIABLE:
            return Project((self.reading(document),))
        own = self.project(document)
        others = list(self._beside(document))
        first = united([own, *_using(others, [document.source.name])])
        sources = [place.source.name for place in places(first, wanted) if place.occurrence.declares]
        return united([first, *_using(others, sources)])

    def users(self, name: str) -> Iterator[Document]:
        """The open documents that a file is a part of, or may be, but for the one that it is."""
        for document in self.documents:
            if document.source.name != name:
                project = self.project(document)
                if project.unread or project.holds(name):
                    yield document

    def _project(self, source: Source) -> Project:
        return project(source, self.readings, self.documents.load_for(source.name))

    def _beside(self, document: Document) -> Iterator[Project]:
        """The programs that are open, and those in the folders that are open or in the document's own."""
        seen = {document.source.name}
        for other in self.documents:
            if other.source.name not in seen:
                seen.add(other.source.name)
                yield self.project(other)
        folders = self.folders or ([str(Path(document.path).parent)] if document.path else [])
        for name in _sources(folders):
            if self.documents.of_file(name) is None and name not in seen:
                seen.add(name)
                found = self._of_file(name)
                if found is not None:
                    yield found

    def _of_file(self, name: str) -> Project | None:
        try:
            return self._project(programs.source(self.documents.read(name), name))
        except BridgeError:
            return None


def _using(projects: Iterable[Project], names: Iterable[str]) -> list[Project]:
    wanted = list(names)
    return [one for one in projects if any(map(one.holds, wanted))]


def _sources(folders: Iterable[str]) -> list[str]:
    """The sources in folders, hidden ones passed over; so many that looking through them takes no time to speak of."""
    found: list[str] = []
    walked = 0
    for folder in folders:
        for place, inner, files in os.walk(folder):
            inner[:] = sorted(name for name in inner if not name.startswith("."))
            found += (str(Path(place) / name) for name in sorted(files) if name.endswith(SUFFIX))
            walked += 1
            if walked >= _MOST_FOLDERS or len(found) >= _MOST_BESIDE:
                return found[:_MOST_BESIDE]
    return found
