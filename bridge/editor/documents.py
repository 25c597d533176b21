"""The documents that are open: their text as it is in the editor, and what is read in place of a file."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from bridge.core.sources import Source
from bridge.core.strict_json import too_long
from bridge.editor.files import identity, is_file
from bridge.editor.positions import Place, Positions
from bridge.errors import InputError
from bridge.reason.lowering.inclusion import Load
from bridge.reason.syntax.bounds import MAX_SOURCE_BYTES
from bridge.workflows.bundled import BUNDLED, bundled_source
from bridge.workflows.inputs import read_ordinary
from bridge.workflows.library_files import loader
from bridge.workflows.source_files import SUFFIX

LANGUAGE: Final = "reason"
"""What editors call the language."""


class Change(NamedTuple):
    """A change of a text: what stands from one place to another is replaced; without places, all of it."""

    text: str
    start: Place | None = None
    end: Place | None = None


@dataclass(frozen=True)
class Document:
    """An open document.

    Args:
        uri: what the editor calls it.
        path: the file that it is, if it is one.
        text: what stands in it now.
        version: how the editor numbers its states.
        encoding: how its places are counted.
        language: what the editor takes it for.
    """

    uri: str
    path: str | None
    text: str
    version: int
    encoding: str = "utf-16"
    language: str = LANGUAGE

    @property
    def is_source(self) -> bool:
        """Whether it is in the language; anything else is only read for what it says, as JSON is."""
        return self.language == LANGUAGE or (self.path or "").endswith(SUFFIX)

    @cached_property
    def source(self) -> Source:
        """The text under its name: the path, or what the editor calls it."""
        return Source(self.path or self.uri, self.text)

    @cached_property
    def positions(self) -> Positions:
        """Its places."""
        return Positions(self.text, self.encoding)

    def changed(self, changes: Iterable[Change], version: int) -> "Document":
        """The document after some changes, each made to what the one before left."""
        found = self
        for change in changes:
            found = replace(found, text=found._with(change), version=version)
        return replace(found, version=version)

    def _with(self, change: Change) -> str:
        if change.start is None or change.end is None:
            return change.text
        start, end = self.positions.offset(*change.start), self.positions.offset(*change.end)
        return self.text[: min(start, end)] + change.text + self.text[max(start, end) :]


class Documents:
    """The open documents, by what the editor calls them."""

    def __init__(self) -> None:
        self._open: dict[str, Document] = {}
        self._by_file: dict[str, Document] = {}

    def __iter__(self) -> Iterator[Document]:
        """Those that are sources."""
        return (document for document in list(self._open.values()) if document.is_source)

    def get(self, uri: str) -> Document | None:
        """An open document, if it is one."""
        return self._open.get(uri)

    def put(self, document: Document) -> None:
        """Open a document, or take its next state."""
        self._open[document.uri] = document
        if document.path is not None:
            self._by_file[identity(document.path)] = document

    def close(self, uri: str) -> None:
        """Forget a document: from now on its file is what counts."""
        document = self._open.pop(uri, None)
        if document is not None and document.path is not None:
            self._by_file.pop(identity(document.path), None)

    def of_file(self, path: str) -> Document | None:
        """The open document that is a file, however the file is reached."""
        return self._by_file.get(identity(path))

    def read(self, name: str, *, max_bytes: int = MAX_SOURCE_BYTES) -> bytes:
        """What stands in a file, or in the document that is open for it.

        Raises:
            InputError: it cannot be read.
            LimitError: it is longer than ``max_bytes``.
        """
        document = self.of_file(name)
        if document is None:
            return read_ordinary(name, max_bytes=max_bytes)
        data = document.text.encode(errors="surrogatepass")
        if len(data) > max_bytes:
            raise too_long(f"{name}: input", max_bytes, len(data), where=name)
        return data

    def load_for(self, name: str) -> Load:
        """What reads the files that a source of this name uses; what was never saved uses what ships and no more."""
        return loader(name, max_bytes=MAX_SOURCE_BYTES, read=self.read) if is_file(name) else _only_bundled


def _only_bundled(path: str, importer: Source) -> Source:
    if path.startswith(BUNDLED):
        return bundled_source(path)
    raise InputError(f"{path} cannot be found: {importer.name} is not saved in a folder", where=path, help="save it")
