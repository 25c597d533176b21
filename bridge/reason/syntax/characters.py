"""Faults of single characters: what would be read otherwise than it looks, and what no string may hold."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from bridge.core.codes import Code
from bridge.core.codes import syntax as codes
from bridge.core.diagnostics import Diagnostic
from bridge.core.sources import Source, Span
from bridge.reason.syntax import spelling
from bridge.reason.syntax.tokens import Token, Tokens

BIDIRECTIONAL: Final = re.compile(f"[{spelling.BIDIRECTIONAL}]")
_ESCAPED: Final = frozenset({"STRING", "QNAME", "VAR"})
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_SURROGATE_ESCAPE: Final = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
_GOOD: Final = {
    "`": re.compile(r'(?:[^`\\\x00-\x1f]|\\(?:["\\/bfnrt`]|u[0-9A-Fa-f]{4}))*'),
    '"': re.compile(r'(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*'),
}
_CLOSED: Final = {"`": re.compile(r"[^`\\]*(?:\\.[^`\\]*)*`"), '"': re.compile(r'[^"\\]*(?:\\.[^"\\]*)*"')}


def character_faults(source: Source, tokens: Callable[[], Tokens]) -> Iterator[Diagnostic]:
    """Bidirectional controls anywhere, at most one report a line, and halves of surrogate pairs."""
    if not source.text.isascii():
        yield from _unreadable(source)
    if "\\u" in source.text:
        for token in tokens().tokens:
            if token.type in _ESCAPED and "\\u" in token.text and _SURROGATE.search(token.value):
                yield from _lone_escape(source, token)


def _unreadable(source: Source) -> Iterator[Diagnostic]:
    yield from _first_of_each_line(
        source,
        BIDIRECTIONAL,
        codes.RSN008,
        "a bidirectional control makes this line look other than it reads",
        "write it as an escape inside a string or a backquoted name, or remove it",
    )
    yield from _first_of_each_line(
        source, _SURROGATE, codes.RSN007, "half a surrogate pair is no character", "save the file as UTF-8"
    )


def bad_string(source: Source, token: Token) -> Diagnostic:
    """What is wrong with a string or backquoted name that does not end on its line as it should."""
    quote = token.text.lstrip("$")[0]
    inner = token.text.index(quote) + 1
    what = "string" if quote == '"' else "backquoted name"
    if not _CLOSED[quote].match(token.text, inner):
        return Diagnostic(
            codes.RSN002.code,
            f"this {what} is not closed",
            span=Span(source, token.start, token.end),
            help=f"close it with `{quote}` on this line" if quote == '"' else "close it on this line",
        )
    return _bad_escape(source, token, inner, quote)


def _bad_escape(source: Source, token: Token, inner: int, quote: str) -> Diagnostic:
    good = _GOOD[quote].match(token.text, inner)
    at = good.end() if good else inner
    width, remedy = 1, "write a control character as an escape, such as `\\t` or `\\u0000`"
    message = "a control character cannot stand in a string or name as it is"
    if token.text[at] == quote:
        message, remedy = "a variable needs a name after its `$`", "put a name between the backquotes"
    elif token.text[at] == "\\":
        width = 2
        message = f"`{token.text[at : at + 2]}` is no escape"
        remedy = "the escapes are those of JSON, and in backquoted names a backslash before a backquote"
    start = token.start + at
    return Diagnostic(codes.RSN007.code, message, span=Span(source, start, start + width), help=remedy)


def _first_of_each_line(
    source: Source, pattern: re.Pattern[str], code: Code, message: str, remedy: str
) -> Iterator[Diagnostic]:
    last = 0
    for match in pattern.finditer(source.text):
        line, _ = source.position(match.start())
        if line != last:
            yield Diagnostic(code.code, message, span=Span(source, match.start(), match.end()), help=remedy)
        last = line


def _lone_escape(source: Source, token: Token) -> Iterator[Diagnostic]:
    for escape in _SURROGATE_ESCAPE.finditer(token.text):
        start = token.start + escape.start()
        yield Diagnostic(
            codes.RSN007.code,
            "half a surrogate pair is no character",
            span=Span(source, start, start + len(escape[0])),
            help="write the whole pair, or the character itself",
        )
        return
