"""The answers to what an editor asks about its documents, in the types of the protocol."""

import os
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final, Protocol

from lsprotocol import types as lsp

import bridge
from bridge.core.diagnostics import Diagnostic
from bridge.core.sources import Source
from bridge.editor import colours, cursor, navigation, symbols, translate
from bridge.editor.catalog import catalog
from bridge.editor.completion import Around, completions, variables
from bridge.editor.desk import Desk
from bridge.editor.documents import Document
from bridge.editor.files import identity, is_file, uri_of
from bridge.editor.fixes import fixes
from bridge.editor.hover import hover
from bridge.editor.layout import layout
from bridge.editor.occurrences import Kind, Occurrence, at
from bridge.editor.positions import Positions
from bridge.editor.projects import Project
from bridge.editor.readings import Reading
from bridge.editor.rename import renamed, require_renamable
from bridge.errors import UsageError
from bridge.reason.syntax import ast, spelling
from bridge.render.diagnostics import page
from bridge.workflows import bundled

_MOST_FILES: Final = 500
_ENDINGS: Final = (".reason", ".json", ".jsonl")


class _Asked(Protocol):
    """A question about a document."""

    @property
    def text_document(self) -> lsp.TextDocumentIdentifier:
        """Which document."""


class _AskedThere(_Asked, Protocol):
    """A question about a place in a document."""

    @property
    def position(self) -> lsp.Position:
        """Which place."""


class Session:
    """What is asked of one editor's documents; ``encoding`` is how it counts places."""

    def __init__(self) -> None:
        self.desk = Desk()
        self.encoding = "utf-16"
        self.snippets = False
        self.plain_hover = False
        self.findings: dict[str, tuple[Document, tuple[Diagnostic, ...]]] = {}

    def hover(self, params: lsp.HoverParams) -> lsp.Hover | None:
        """What there is to read at a place."""
        document = self._document(params)
        if document is None:
            return None
        found = hover(self._reading(document), catalog(self.desk.visible(document)), _offset(document, params.position))
        return None if found is None else translate.hover(found, document, plain=self.plain_hover)

    def definition(self, params: lsp.DefinitionParams) -> list[lsp.Location]:
        """Where what stands at a place is declared."""
        document = self._document(params)
        if document is None:
            return []
        offset = _offset(document, params.position)
        found = navigation.definitions(self.desk.visible(document), self._reading(document), offset)
        return translate.locations(found, self)

    def references(self, params: lsp.ReferenceParams) -> list[lsp.Location]:
        """Every place that names what is named at a place."""
        document, wanted = self._named(params)
        if document is None or wanted is None:
            return []
        declarations = params.context.include_declaration
        found = navigation.references(self.desk.together(document, wanted), wanted, declarations=declarations)
        return translate.locations(found, self)

    def highlights(self, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        """The same in the document alone."""
        document, wanted = self._named(params)
        if document is None or wanted is None:
            return []
        kinds = (lsp.DocumentHighlightKind.Read, lsp.DocumentHighlightKind.Write)
        return [
            lsp.DocumentHighlight(translate.range_of(document.positions, one.start, one.end), kinds[one.declares])
            for one in self._reading(document).occurrences
            if one.symbol == wanted.symbol
        ]

    def completion(self, params: lsp.CompletionParams) -> lsp.CompletionList:
        """What may be written at a place."""
        document = self._document(params)
        if document is None:
            return lsp.CompletionList(False, [])
        offset = _offset(document, params.position)
        here = cursor.cursor(document.source, offset)
        known = catalog(self.desk.visible(document))
        given = tuple(_given(self._reading(document), offset))
        around = Around(known, given, variables(here, document.source), lambda: _files(document))
        items = [
            translate.completion(item, number, document, snippets=self.snippets)
            for number, item in enumerate(completions(here, around))
        ]
        return lsp.CompletionList(False, items)

    def prepare_rename(self, params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
        """What would be renamed, and how it is written.

        Raises:
            UsageError: it cannot be renamed.
        """
        document, wanted = self._named(params)
        if document is None or wanted is None:
            return None
        require_renamable(self.desk.together(document, wanted), wanted)
        name = wanted.symbol.name
        shown = spelling.variable(name) if wanted.symbol.kind is Kind.VARIABLE else spelling.name(name)
        return lsp.PrepareRenamePlaceholder(translate.range_of(document.positions, wanted.start, wanted.end), shown)

    def rename(self, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        """The changes that rename what is named at a place.

        Raises:
            UsageError: it cannot be renamed, or not so.
        """
        document, wanted = self._named(params)
        if document is None:
            return None
        if wanted is None:
            raise UsageError("there is no name here", help="put the cursor on a name")
        project = self.desk.together(document, wanted)
        return translate.workspace_edit(renamed(project, wanted, params.new_name), _sources(project), self)

    def format(self, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        """The changes that lay a document out; none where it cannot be read."""
        document = self._document(params)
        return [] if document is None else translate.text_edits(layout(document.source), document.positions)

    def symbols(self, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        """The outline of a document."""
        document = self._document(params)
        if document is None:
            return []
        return [translate.symbol(entry, document) for entry in symbols.outline(self._reading(document))]

    def folds(self, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        """What can be folded in a document."""
        document = self._document(params)
        return [] if document is None else list(map(translate.fold, symbols.folds(self._reading(document))))

    def colours(self, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        """What each word of a document is."""
        document = self._document(params)
        return lsp.SemanticTokens([] if document is None else list(colours.colours(self._reading(document), document)))

    def actions(self, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        """The fixes for what was found in a part of a document, as long as the document is what was looked through."""
        document = self._document(params)
        looked, found = self.findings.get(params.text_document.uri, (None, ()))
        if document is None or looked is None or looked.text != document.text:
            return []
        only = params.context.only
        if only and not any(lsp.CodeActionKind.QuickFix.value.startswith(kind) for kind in only):
            return []
        start, end = _offset(document, params.range.start), _offset(document, params.range.end)
        touched = [one for one in found if one.span and one.span.start <= end and one.span.end >= start]
        return list(self._actions(document, touched))

    def published(self, document: Document, found: Iterable[Diagnostic]) -> lsp.PublishDiagnosticsParams:
        """What was found in a document, as it is told to the editor, and kept for its fixes."""
        kept = tuple(found)
        self.findings[document.uri] = (document, kept)
        diagnostics = [translate.diagnostic(one, document, self, _page(one.code)) for one in kept]
        return lsp.PublishDiagnosticsParams(document.uri, diagnostics, document.version)

    def uri(self, name: str) -> str | None:
        """What the editor calls a source: as it did when it opened it, however the file is reached now."""
        document = self.desk.documents.of_file(name) if is_file(name) else None
        return uri_of(name) if document is None else document.uri

    def positions(self, source: Source) -> Positions:
        """The places of a source, as the editor counts them."""
        return Positions(source.text, self.encoding)

    def _actions(self, document: Document, found: Iterable[Diagnostic]) -> Iterator[lsp.CodeAction]:
        reading = self._reading(document)
        sources = {document.source.name: document.source}

        def together(wanted: Occurrence) -> Project:
            project = self.desk.together(document, wanted)
            sources.update(_sources(project))
            return project

        for diagnostic in found:
            for fix in fixes(reading, diagnostic, together):
                yield lsp.CodeAction(
                    fix.title,
                    kind=lsp.CodeActionKind.QuickFix,
                    diagnostics=[translate.diagnostic(diagnostic, document, self, _page(diagnostic.code))],
                    is_preferred=fix.preferred,
                    edit=translate.workspace_edit(fix.edits, sources, self),
                )

    def _document(self, params: _Asked) -> Document | None:
        document = self.desk.documents.get(params.text_document.uri)
        return document if document is not None and document.is_source else None

    def _named(self, params: _AskedThere) -> tuple[Document | None, Occurrence | None]:
        document = self._document(params)
        if document is None:
            return None, None
        return document, at(self._reading(document).occurrences, _offset(document, params.position))

    def _reading(self, document: Document) -> Reading:
        return self.desk.reading(document)


def _sources(project: Project) -> dict[str, Source]:
    return {reading.source.name: reading.source for reading in project.readings}


def _offset(document: Document, position: lsp.Position) -> int:
    return document.positions.offset(position.line, position.character)


def _given(reading: Reading, offset: int) -> Iterator[str]:
    """The ids that the test gives in which an offset is."""
    for test in reading.file.tests:
        if test.start <= offset <= test.end:
            yield from (step.piece.fact.id.text for step in test.steps if isinstance(step.piece, ast.GivenFact))


def _files(document: Document) -> list[str]:
    """What a document may use: what ships, and the files at or below its folder, but for itself."""
    found = list(bundled.names())
    if document.path is None:
        return found
    root = Path(document.path).parent
    for place, inner, files in os.walk(root):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        paths = (Path(place) / name for name in sorted(files) if name.endswith(_ENDINGS))
        found += (path.relative_to(root).as_posix() for path in paths if identity(str(path)) != identity(document.path))
        if len(found) >= _MOST_FILES:
            break
    return found[:_MOST_FILES]


@cache
def _page(code: str) -> str | None:
    """The address of the page about a code, where the documentation is at hand."""
    file = Path(bridge.__file__).parents[1] / page(code)
    return file.as_uri() if file.is_file() else None
