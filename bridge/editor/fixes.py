"""Quick fixes: what the remedy of a problem says, as changes that can be made with a key."""

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from bridge.core.codes.admission import RSN104
from bridge.core.codes.advice import RSN413, RSN414
from bridge.core.codes.lint import RSN425, RSN426, RSN427
from bridge.core.codes.syntax import RSN003
from bridge.core.codes.types import RSN203
from bridge.core.diagnostics import Diagnostic, Severity
from bridge.core.sources import Source, Span
from bridge.editor.declaring import declarations
from bridge.editor.edits import Edit
from bridge.editor.occurrences import Kind, Occurrence, at
from bridge.editor.projects import Project
from bridge.editor.readings import Reading
from bridge.editor.rename import renamed
from bridge.errors import BridgeError
from bridge.reason.syntax import ast, spelling
from bridge.reason.syntax.silences import silences

_CALL_IT: Final = re.compile(r"call it (?P<name>`(?:[^`\\]|\\.)*`),")
_GUESS: Final = re.compile(r"did you mean (?P<guess>`.*`)\?", re.DOTALL)
_WRONG: Final = re.compile(r"names (`.*`), which is no argument", re.DOTALL)
_NOT_SILENCED: Final = frozenset({RSN425.code, RSN426.code, RSN427.code})
USED_TOO: Final = "also used here"
"""How a problem marks the other places where what is not declared is used."""

REASON: Final = "(say why)"
"""What stands for the reason of a silence, for its author to write."""


class Fix(NamedTuple):
    """A change that mends a problem.

    Args:
        title: what it does.
        diagnostic: the problem.
        edits: the changes, by the name of the source.
        preferred: whether it is most likely what is meant.
    """

    title: str
    diagnostic: Diagnostic
    edits: dict[str, tuple[Edit, ...]]
    preferred: bool = False


def fixes(reading: Reading, diagnostic: Diagnostic, together: Callable[[Occurrence], Project]) -> Iterator[Fix]:
    """The fixes for a problem of a source.

    Args:
        reading: the source.
        diagnostic: the problem, with its place in the source.
        together: every source in which what an occurrence names may be named.
    """
    span = diagnostic.span
    if span is None or span.source.name != reading.source.name:
        return
    name = reading.source.name
    code = diagnostic.code
    if code == RSN003.code:
        yield Fix("Put the missing `.`", diagnostic, {name: (Edit(span.end, span.end, "."),)}, preferred=True)
    elif code == RSN104.code:
        yield from _judged(reading, diagnostic, together)
    elif code == RSN426.code:
        yield _without(reading, span, diagnostic)
    elif code == RSN414.code:
        yield Fix("Write `_`, where anything will do", diagnostic, {name: (Edit(span.start, span.end, "_"),)})
    yield from _suggested(reading, diagnostic)
    yield from (Fix(title, diagnostic, {name: (edit,)}) for title, edit in declarations(reading, diagnostic))
    if diagnostic.severity is Severity.WARNING and _may_be_silenced(diagnostic.code):
        yield from _silenced(reading, diagnostic)


def _may_be_silenced(code: str) -> bool:
    return (code.startswith("RSN4") or code == RSN203.code) and code not in _NOT_SILENCED


def _judged(reading: Reading, diagnostic: Diagnostic, together: Callable[[Occurrence], Project]) -> Iterator[Fix]:
    """Call a predicate that passes a judgement on what it is, wherever it is named."""
    match = _CALL_IT.search(diagnostic.help)
    span = diagnostic.span
    found = at(reading.occurrences, span.start) if span else None
    if match is None or found is None or found.symbol.kind is not Kind.PREDICATE:
        return
    try:
        edits = renamed(together(found), found, match["name"], other_admission=True)
    except BridgeError:
        return
    title = f"Call it {spelling.name(spelling.read_name(match['name']))}"
    yield Fix(title, diagnostic, edits, preferred=True)


def _suggested(reading: Reading, diagnostic: Diagnostic) -> Iterator[Fix]:
    """The name that was perhaps meant, at every place of the source that the problem names."""
    match = _GUESS.search(diagnostic.help)
    span = diagnostic.span
    if match is None or span is None:
        return
    text = match["guess"][1:-1]
    if diagnostic.code == RSN413.code:
        yield from _in_documentation(reading, diagnostic, text)
        return
    found = at(reading.occurrences, span.start)
    if found is not None and found.symbol.kind is not Kind.VARIABLE:
        text = spelling.name(spelling.read_name(match["guess"]))
    spans = [span, *(label.span for label in diagnostic.related if label.text == USED_TOO)]
    edits = tuple(Edit(one.start, one.end, text) for one in spans if one.source.name == reading.source.name)
    yield Fix(f"Write {text}", diagnostic, {reading.source.name: edits}, preferred=True)


def _in_documentation(reading: Reading, diagnostic: Diagnostic, guess: str) -> Iterator[Fix]:
    wrong = _WRONG.search(diagnostic.message)
    span = diagnostic.span
    if wrong is None or span is None:
        return
    braces = "{" + spelling.read_name(wrong[1]) + "}"
    start = reading.source.text.find(braces, span.start, span.end)
    if start >= 0:
        edit = Edit(start, start + len(braces), guess)
        yield Fix(f"Write {guess}", diagnostic, {reading.source.name: (edit,)}, preferred=True)


def _silenced(reading: Reading, diagnostic: Diagnostic) -> Iterator[Fix]:
    """Let a warning stand, on the statement that it is about; the author writes why."""
    span = diagnostic.span
    stretch = _stretch(reading, span.start) if span else None
    if stretch is None:
        return
    source = reading.source
    for silence in silences(reading.file):
        if silence.target is not None and silence.target.start == stretch and silence.codes and silence.reason:
            at = source.text.index(silence.codes[-1], silence.span.start) + len(silence.codes[-1])
            edit = Edit(at, at, f", {diagnostic.code}")
            break
    else:
        begin = _line_start(source, _top(reading, stretch))
        line = source.text[begin:stretch]
        indent = line[: len(line) - len(line.lstrip(" \t"))]
        newline = "\r\n" if "\r\n" in source.text else "\n"
        edit = Edit(begin, begin, f"{indent}# lint: allow {diagnostic.code} because {REASON}{newline}")
    title = f"Let {diagnostic.code} stand in this statement"
    yield Fix(title, diagnostic, {source.name: (edit,)})


def _stretch(reading: Reading, offset: int) -> int | None:
    """Where the statement or test begins that an offset is in, or whose documentation it is in."""
    for statement in reading.file.statements:
        if _top_of(statement) <= offset < statement.end:
            return statement.start
    return next((test.start for test in reading.file.tests if test.start <= offset < test.end), None)


def _top(reading: Reading, start: int) -> int:
    return next((_top_of(one) for one in reading.file.statements if one.start == start), start)


def _top_of(statement: ast.Statement) -> int:
    return statement.documentation[0].start if statement.documentation else statement.start


def _line_start(source: Source, offset: int) -> int:
    return source.line_starts[source.position(offset)[0] - 1]


def _without(reading: Reading, span: Span, diagnostic: Diagnostic) -> Fix:
    """Remove a comment that silences nothing, and its line where nothing else is on it."""
    text = reading.source.text
    start, end = span.start, span.end
    begin = _line_start(reading.source, start)
    if not text[begin:start].strip():
        start, end = begin, end + (1 if text[end : end + 1] == "\n" else 2 if text[end : end + 2] == "\r\n" else 0)
    else:
        start = begin + len(text[begin:start].rstrip())
    return Fix("Remove what silences nothing", diagnostic, {reading.source.name: (Edit(start, end, ""),)})
