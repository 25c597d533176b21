"""`use`: the statements of other files, each file once, depth first, at the place where it is used.

What is read is handed in by a loader; a library's header, clock, query and tests are not taken.
"""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from bridge.core.codes import limits as limit_codes
from bridge.core.codes import names as codes
from bridge.core.deadline import Deadline
from bridge.core.diagnostics import Diagnosed, Diagnostic, Label, Severity
from bridge.core.sources import Source, Span
from bridge.errors import BridgeError, LimitError
from bridge.reason.engine.limits import DEFAULT, Limits, require_facts
from bridge.reason.lowering.report import Report
from bridge.reason.lowering.scope import span
from bridge.reason.lowering.units import Unit, Units, of
from bridge.reason.syntax import ast
from bridge.reason.syntax.bounds import MAX_SOURCE_BYTES as MAX_SOURCE_BYTES
from bridge.reason.syntax.parser import parse

Load: TypeAlias = Callable[[str, Source], Source]
"""Reads the file that a source names with ``use``: from the path as it stands, and the source that uses it. The name of
what it returns is the file's identity. It raises ``BridgeError`` where the file cannot be read or may not be."""

Read: TypeAlias = Callable[[Source, Deadline], tuple[ast.File, tuple[Diagnostic, ...]]]
"""Reads the text of a source, as ``syntax.parser.parse`` does; whoever has read it before may hand that in."""

MOST_SOURCES: Final = 128
"""The most sources that one program may be made of."""

_NOT_TAKEN: Final = (ast.Header, ast.Evaluate, ast.Query)
_ANYTHING: Final = ast.Broken("use", frozenset())
_PLACE: Final = "name a file that can be read, at or below the folder of the program"


class Inclusion:
    """The sources of one program, as they are read."""

    def __init__(self, report: Report, load: Load | None, limits: Limits = DEFAULT, *, read: Read = parse) -> None:
        self._read = read
        self._limits = limits
        self._facts = 0
        self.files: list[ast.File] = []
        self._report = report
        self._load = load
        self._names: set[str] = set()

    def read(self, source: Source) -> Units:
        """The statements of a program's source, and at their places those of what it uses."""
        self._names.add(source.name)
        return Units(self._units(source, (source.name,)))

    def _units(self, source: Source, chain: tuple[str, ...]) -> Iterator[Unit[ast.Piece]]:
        _check_size(source)
        self._report.read(source)
        file, diagnostics = self._read(source, self._limits.deadline)
        self._report.add(*diagnostics)
        self.files.append(file)
        for statement in file.statements:
            unit = Unit(source, statement.piece, statement)
            if isinstance(statement.piece, ast.Use):
                for used in of(ast.Use, [unit]):
                    yield from self._used(used, chain)
            elif len(chain) == 1 or not isinstance(statement.piece, _NOT_TAKEN):
                yield unit

    def _used(self, unit: Unit[ast.Use], chain: tuple[str, ...]) -> Iterator[Unit[ast.Piece]]:
        here = span(unit.source, unit.piece.path)
        found = self._loaded(unit, here)
        if found is None:
            self._unknown(unit)
            return
        if unit.piece.what != "source":
            for given in self._given(unit, found):
                self._facts += 1
                require_facts(self._limits, self._facts)
                yield given
        elif found.name in chain:
            cycle = " -> ".join((*chain[chain.index(found.name) :], found.name))
            self._report.error(codes.RSN015, here, f"this uses itself: {cycle}", help="break the cycle")
            self._unknown(unit)
        elif found.name not in self._names:
            if not self._room(here):
                self._unknown(unit)
                return
            self._names.add(found.name)
            yield from self._units(found, (*chain, found.name))

    def _unknown(self, unit: Unit[ast.Use], broken: ast.Broken = _ANYTHING) -> None:
        """Note that it is not known what a file would say, so that nobody is told that something of it is missing."""
        self.files.append(ast.File(unit.source, (), (), (broken,)))

    def _given(self, unit: Unit[ast.Use], found: Source) -> Iterator[Unit[ast.Piece]]:
        # Most programs use no JSON, and what reads questions is slow to load.
        from bridge.reason.lowering import loaded

        read = loaded.facts if unit.piece.what == "facts" else loaded.questions
        return read(self._report, unit, found, lambda broken: self._unknown(unit, broken))

    def _loaded(self, unit: Unit[ast.Use], here: Span) -> Source | None:
        if self._load is None:
            message = "nothing can be used here: this text was not read from a folder"
            self._report.error(codes.RSN015, here, message, help="compile it from a file")
            return None
        try:
            return self._load(unit.piece.path.value, unit.source)
        except Diagnosed as refused:
            self._refused(here, refused)
            return None
        except BridgeError as error:
            self._report.error(codes.RSN015, here, error.message, help=error.help or _PLACE)
            return None

    def _refused(self, here: Span, refused: Diagnosed) -> None:
        """What is wrong with a file that has problems of its own, each shown at the use and where it stands."""
        for one in refused.diagnostics:
            if one.severity is Severity.ERROR:
                related = (Label(one.span, "here"),) if one.span else ()
                message = f"{one.code}: {one.message}"
                self._report.error(codes.RSN015, here, message, help=one.help or _PLACE, related=related)

    def _room(self, here: Span) -> bool:
        if len(self._names) < MOST_SOURCES:
            return True
        message = f"a program is made of at most {MOST_SOURCES} files"
        self._report.error(limit_codes.RSN502, here, message, help="put several libraries into one file")
        return False


def _check_size(source: Source) -> None:
    size = len(source.text) if source.text.isascii() else len(source.text.encode(errors="surrogatepass"))
    if size > MAX_SOURCE_BYTES:
        message = f"the source has {size} bytes, and {MAX_SOURCE_BYTES} is the most"
        raise LimitError(message, where=source.name, help="put facts into JSON, and take them in with `use facts`")
