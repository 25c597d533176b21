"""From what the server finds to the types of the protocol (LSP 3.17)."""

from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from lsprotocol import types as lsp

from bridge.core.codes import lint
from bridge.core.codes.advice import RSN414
from bridge.core.diagnostics import Diagnostic, Severity
from bridge.core.sources import Source, Span
from bridge.editor.completion import Item
from bridge.editor.documents import Document
from bridge.editor.edits import Edit
from bridge.editor.hover import Hover
from bridge.editor.positions import Positions
from bridge.editor.symbols import Entry, Fold

SOURCE: Final = "reason"
"""What the editor shows as the source of a problem."""

_UNNECESSARY: Final = frozenset(
    code.code
    for code in (
        RSN414,
        lint.RSN415,
        lint.RSN416,
        lint.RSN419,
        lint.RSN420,
        lint.RSN421,
        lint.RSN422,
        lint.RSN423,
        lint.RSN424,
        lint.RSN426,
    )
)
"""The codes of what could be left out."""
_SEVERITIES: Final = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
}
_ITEMS: Final = {
    "keyword": lsp.CompletionItemKind.Keyword,
    "predicate": lsp.CompletionItemKind.Function,
    "class": lsp.CompletionItemKind.Class,
    "fact": lsp.CompletionItemKind.Constant,
    "variable": lsp.CompletionItemKind.Variable,
    "answer": lsp.CompletionItemKind.EnumMember,
    "file": lsp.CompletionItemKind.File,
}
_ENTRIES: Final = {
    "ontology": lsp.SymbolKind.Module,
    "action policy": lsp.SymbolKind.Module,
    "predicate": lsp.SymbolKind.Function,
    "fact": lsp.SymbolKind.Constant,
    "rule": lsp.SymbolKind.Method,
    "query": lsp.SymbolKind.Event,
    "use": lsp.SymbolKind.File,
    "test": lsp.SymbolKind.Class,
}


class Addresses(Protocol):
    """How the editor calls sources, and counts places in them."""

    def uri(self, name: str) -> str | None:
        """What the editor calls a source; none where it could not show it."""

    def positions(self, source: Source) -> Positions:
        """The places of a source."""


def range_of(positions: Positions, start: int, end: int) -> lsp.Range:
    """What stands from one offset to before another."""
    return lsp.Range(lsp.Position(*positions.place(start)), lsp.Position(*positions.place(end)))


def location(span: Span, addresses: Addresses) -> lsp.Location | None:
    """A place in a source; none where no editor could show the source."""
    uri = addresses.uri(span.source.name)
    return None if uri is None else lsp.Location(uri, range_of(addresses.positions(span.source), span.start, span.end))


def locations(spans: Iterable[Span], addresses: Addresses) -> list[lsp.Location]:
    """The places that an editor can show."""
    return [found for span in spans if (found := location(span, addresses)) is not None]


def diagnostic(found: Diagnostic, document: Document, addresses: Addresses, page: str | None) -> lsp.Diagnostic:
    """A problem that stands in a document.

    Args:
        found: the problem.
        document: where it stands.
        addresses: those of the sources that it names besides.
        page: the address of the page that explains its code.
    """
    span = found.span
    start, end = (span.start, span.end) if span else (0, 0)
    places = [(label.text, location(label.span, addresses)) for label in found.related]
    related = [lsp.DiagnosticRelatedInformation(place, text) for text, place in places if place is not None]
    lines = (
        found.message,
        *(line for line in (found.note,) if line),
        *(f"help: {line}" for line in (found.help,) if line),
    )
    return lsp.Diagnostic(
        range_of(document.positions, start, end),
        "\n".join(lines),
        severity=_SEVERITIES[found.severity],
        code=found.code,
        code_description=lsp.CodeDescription(page) if page else None,
        source=SOURCE,
        related_information=related or None,
        tags=[lsp.DiagnosticTag.Unnecessary] if found.code in _UNNECESSARY else None,
    )


def hover(found: Hover, document: Document, *, plain: bool) -> lsp.Hover:
    """What is shown about a name."""
    kind = lsp.MarkupKind.PlainText if plain else lsp.MarkupKind.Markdown
    return lsp.Hover(lsp.MarkupContent(kind, found.markdown), range_of(document.positions, found.start, found.end))


def completion(found: Item, number: int, document: Document, *, snippets: bool) -> lsp.CompletionItem:
    """Something that may be written; ``number`` keeps the order."""
    snippet = bool(snippets and found.snippet)
    text = found.snippet if snippet else found.text
    edit = lsp.TextEdit(range_of(document.positions, found.start, found.end), text)
    return lsp.CompletionItem(
        found.label,
        kind=_ITEMS.get(found.kind, lsp.CompletionItemKind.Text),
        detail=found.detail or None,
        documentation=found.documentation or None,
        sort_text=f"{number:05}",
        filter_text=found.text if found.kind in {"answer", "file"} else found.label,
        insert_text_format=lsp.InsertTextFormat.Snippet if snippet else lsp.InsertTextFormat.PlainText,
        text_edit=edit,
    )


def symbol(found: Entry, document: Document) -> lsp.DocumentSymbol:
    """A statement of the outline."""
    positions = document.positions
    return lsp.DocumentSymbol(
        found.name or found.kind,
        _ENTRIES[found.kind],
        range_of(positions, found.start, found.end),
        range_of(positions, found.name_start, found.name_end),
        detail=found.detail or None,
        children=[symbol(inner, document) for inner in found.inner] or None,
    )


def fold(found: Fold) -> lsp.FoldingRange:
    """What can be folded."""
    kind = lsp.FoldingRangeKind.Comment if found.comment else lsp.FoldingRangeKind.Region
    return lsp.FoldingRange(found.first - 1, found.last - 1, kind=kind)


def text_edits(edits: Iterable[Edit], positions: Positions) -> list[lsp.TextEdit]:
    """Changes of one text."""
    return [lsp.TextEdit(range_of(positions, edit.start, edit.end), edit.text) for edit in edits]


def workspace_edit(
    edits: Mapping[str, Iterable[Edit]], sources: Mapping[str, Source], addresses: Addresses
) -> lsp.WorkspaceEdit:
    """Changes of several sources, by their names."""
    changes = {
        uri: text_edits(found, addresses.positions(sources[name]))
        for name, found in edits.items()
        if (uri := addresses.uri(name)) is not None
    }
    return lsp.WorkspaceEdit(changes=changes)
