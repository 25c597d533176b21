"""Sources as they are read: each text once, with the names in it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bridge.core.deadline import NEVER, Deadline
from bridge.core.diagnostics import Diagnostic
from bridge.core.sources import Source
from bridge.editor.occurrences import Occurrence, occurrences
from bridge.reason.syntax import ast
from bridge.reason.syntax.parser import parse

_MOST: Final = 512
"""How many sources are kept in mind; then all are forgotten."""


@dataclass(frozen=True)
class Reading:
    """A source that has been read; what cannot be read is reported, and the rest is in the tree."""

    file: ast.File
    diagnostics: tuple[Diagnostic, ...]

    @property
    def source(self) -> Source:
        """The text."""
        return self.file.source

    @property
    def whole(self) -> bool:
        """Whether every statement could be read."""
        return not self.file.broken and not self.diagnostics

    @cached_property
    def occurrences(self) -> tuple[Occurrence, ...]:
        """The names in it, in order."""
        return occurrences(self.file)


class Readings:
    """The last reading of each source, by its name."""

    def __init__(self) -> None:
        self._kept: dict[str, Reading] = {}

    def of(self, source: Source, deadline: Deadline = NEVER) -> Reading:
        """A source, read again where its text is another than the last time.

        Raises:
            LimitError: it takes longer than the deadline allows.
        """
        kept = self._kept.get(source.name)
        if kept is not None and kept.source.text == source.text:
            return kept
        if len(self._kept) >= _MOST:
            self._kept.clear()
        found = self._kept[source.name] = Reading(*parse(source, deadline))
        return found

    def read(self, source: Source, deadline: Deadline = NEVER) -> tuple[ast.File, tuple[Diagnostic, ...]]:
        """The same as ``syntax.parser.parse`` gives it."""
        found = self.of(source, deadline)
        return found.file, found.diagnostics
