"""Diagnostics for people, as text with carets under the place, and for programs, as data."""

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from bridge.core.diagnostics import Diagnostic, Label
from bridge.core.sources import Source, Span
from bridge.core.strict_json import Json

PAGES: Final = "docs/reference/diagnostics"
"""Where the page of each code is."""

TAB_WIDTH: Final = 4

# Of a line longer than this, only what is around the span is shown.
_LONGEST_LINE: Final = 160
_BEFORE: Final = 60
# Format characters include the bidirectional ones, which would turn the line around in a terminal.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def text(diagnostics: Iterable[Diagnostic]) -> str:
    """Each diagnostic with its line and carets, other places, help and page; a blank line after each."""
    return "".join(f"{line}\n" for diagnostic in diagnostics for line in (*_lines(diagnostic), ""))


def json(diagnostics: Iterable[Diagnostic]) -> list[Json]:
    """Each diagnostic as an object; lines and columns count code points from 1, offsets from 0."""
    return [
        {
            "code": diagnostic.code,
            "severity": diagnostic.severity.value,
            "message": diagnostic.message,
            "note": diagnostic.note,
            "help": diagnostic.help,
            "path": diagnostic.path,
            "place": _place(diagnostic.span) if diagnostic.span else None,
            "related": [{"place": _place(label.span), "text": label.text} for label in diagnostic.related],
            "see": page(diagnostic.code),
        }
        for diagnostic in diagnostics
    ]


def page(code: str) -> str:
    """The page that explains a code."""
    return f"{PAGES}/{code.lower()}.md"


def _place(span: Span) -> Json:
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "start": span.start,
        "end": span.end,
    }


def _lines(diagnostic: Diagnostic) -> Iterator[str]:
    yield f"{diagnostic.severity.value}[{diagnostic.code}]: {_printable(diagnostic.message)}"
    labels = [Label(diagnostic.span, diagnostic.note)] if diagnostic.span else []
    gutter = max((len(str(_line(label.span))) for label in (*labels, *diagnostic.related)), default=1)
    for label in labels:
        yield from _snippet(label, gutter, "-->", "^")
    if diagnostic.span is None:
        yield from _unplaced(diagnostic, gutter)
    for label in diagnostic.related:
        yield from _snippet(label, gutter, ":::", "-")
    if diagnostic.help:
        yield f"{' ' * gutter} = help: {_printable(diagnostic.help)}"
    yield f"{' ' * gutter} = see:  {page(diagnostic.code)}"


def _unplaced(diagnostic: Diagnostic, gutter: int) -> Iterator[str]:
    if diagnostic.path is not None:
        yield f"{' ' * gutter}--> {_printable(diagnostic.path)}"
    if diagnostic.note:
        yield f"{' ' * gutter} = note: {_printable(diagnostic.note)}"


def _snippet(label: Label, gutter: int, arrow: str, mark: str) -> Iterator[str]:
    number = _line(label.span)
    before, marked, after = _parts(label.span, number)
    carets = mark * max(_width(marked), 1)
    blank = f"{' ' * gutter} |"
    yield f"{' ' * gutter}{arrow} {_printable(str(label.span))}"
    yield blank
    yield f"{number:>{gutter}} | {before}{marked}{after}".rstrip()
    yield f"{blank} {' ' * _width(before)}{carets} {_printable(label.text)}".rstrip()


def _line(span: Span) -> int:
    return span.source.position(span.start)[0]


def _parts(span: Span, number: int) -> tuple[str, str, str]:
    """The line as it is shown: before the span, the part of the span that is on it, and after."""
    source: Source = span.source
    line = source.line(number)
    first = source.line_starts[number - 1]
    start = min(span.start - first, len(line))
    end = max(min(span.end - first, len(line)), start)
    low, high = (0, len(line)) if len(line) <= _LONGEST_LINE else _window(start, len(line))
    cut = min(end, high)
    before = _shown(line[low:start], 0)
    marked = _shown(line[start:cut], _width(before))
    after = _shown(line[cut:high], _width(before) + _width(marked))
    return f"{'…' if low else ''}{before}", marked, f"{after}{'…' if high < len(line) else ''}"


def _window(start: int, length: int) -> tuple[int, int]:
    low = max(start - _BEFORE, 0)
    return low, min(low + _LONGEST_LINE, length)


def _shown(text: str, column: int) -> str:
    """Text with tabs as spaces, from a column on, and what cannot be seen as escapes."""
    if text.isascii() and text.isprintable():
        return text
    shown: list[str] = []
    for character in text:
        cell = " " * (TAB_WIDTH - column % TAB_WIDTH) if character == "\t" else _visible(character)
        column += _width(cell)
        shown.append(cell)
    return "".join(shown)


def _printable(text: str) -> str:
    return text if text.isascii() and text.isprintable() else "".join(map(_visible, text))


def _visible(character: str) -> str:
    return f"\\u{ord(character):04x}" if unicodedata.category(character) in _UNSEEN else character


def _width(text: str) -> int:
    """How many columns a text takes in a terminal."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
