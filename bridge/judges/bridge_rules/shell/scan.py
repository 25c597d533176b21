"""Where a word, a quotation or a substitution ends. Every scan is linear in the text and none recurses."""

import re
from typing import Final

from bridge.core.lazy_pattern import pattern

META: Final = frozenset(" \t\n;&|()<>")
_PLAIN: Final = pattern(r"[^\s;&|()<>\\'\"`$@!?+*#=]+")
_ARRAY: Final = pattern(r"[A-Za-z_][A-Za-z0-9_]*\+?=\Z")
_CLOSES: Final = {"(": ")", "{": "}"}


def word_end(text: str, start: int, *, in_arguments: bool = True) -> int:
    """Where the word that starts here ends: at an unquoted blank or operator, or at the end of the text."""
    at, size = start, len(text)
    while at < size:
        char = text[at]
        if char in META:
            if char in "<>" and text[at + 1 : at + 2] == "(" and at == start:
                at = balanced_end(text, at + 2, ")")
                continue
            if char == "(" and at > start and _opens(text, start, at, in_arguments):
                at = balanced_end(text, at + 1, ")")
                continue
            break
        at = _after_piece(text, at)
    return at


def _opens(text: str, start: int, at: int, in_arguments: bool) -> bool:
    """Whether a parenthesis inside a word opens an array or an extended pattern."""
    if _ARRAY.fullmatch(text, start, at):
        return True
    return text[at - 1] in "@!?+*" and (in_arguments or at - 1 > start)


def _after_piece(text: str, at: int) -> int:
    char = text[at]
    if char == "\\":
        return at + 2 if at + 1 < len(text) else at + 1
    if char == "'":
        return _after(text, "'", at + 1)
    if char == '"':
        return double_quote_end(text, at + 1)
    if char == "`":
        return backtick_end(text, at + 1)
    if char == "$":
        return dollar_end(text, at)
    plain = _PLAIN.match(text, at)
    return plain.end() if plain else at + 1


def _after(text: str, mark: str, at: int) -> int:
    found = text.find(mark, at)
    return len(text) if found < 0 else found + 1


def ansi_end(text: str, at: int) -> int:
    """After the quote that closes ``$'…'``."""
    while at < len(text):
        if text[at] == "'":
            return at + 1
        at += 2 if text[at] == "\\" else 1
    return len(text)


def backtick_end(text: str, at: int) -> int:
    """After the backtick that closes."""
    while at < len(text):
        if text[at] == "`":
            return at + 1
        at += 2 if text[at] == "\\" else 1
    return len(text)


def double_quote_end(text: str, at: int) -> int:
    """After the double quote that closes."""
    return balanced_end(text, at, '"')


def dollar_end(text: str, at: int) -> int:
    """After an expansion that starts with a dollar sign; after the sign where none does."""
    following = text[at + 1 : at + 2]
    if following == "(":
        return balanced_end(text, at + 2, ")")
    if following == "{":
        return balanced_end(text, at + 2, "}")
    if following == "'":
        return ansi_end(text, at + 2)
    return at + 1


_INTERESTING: Final = {
    ")": pattern(r"[\\'\"`$()#\n]|<<+"),
    "}": pattern(r"[\\'\"`$}]"),
    '"': pattern(r"[\\\"`$]"),
}


def balanced_end(text: str, at: int, close: str) -> int:
    """After the mark that closes what was opened before ``at``; the end of the text where none does.

    Args:
        text: the text.
        at: where the inside starts.
        close: ``)``, ``}`` or a double quote.
    """
    stack = [close]
    size = len(text)
    marks: list[str] = []
    while at < size:
        inside = stack[-1]
        found = _INTERESTING[inside].search(text, at)
        if not found:
            return size
        at = found.start()
        char = text[at]
        at = found.end()
        if char == "\n":
            at = _after_bodies(text, at, marks)
        elif char == "<":
            mark = _HERE.match(text, found.start())
            marks.extend([_UNQUOTED.sub("", mark[1])] if mark and len(marks) < _MAX_BODIES else [])
        elif char == inside:
            stack.pop()
            if not stack:
                return at
        elif char == "\\":
            at += 1
        elif char == "#":
            at = _after_comment(text, at)
        elif char == "(":
            stack.append(")")
        elif char == "`":
            at = backtick_end(text, at)
        elif char == '"':
            stack.append('"')
        elif char == "'":
            # In "${x:-'a'}" the quotes are text; an apostrophe there must not swallow the rest.
            at = at if inside == "}" and '"' in stack else _after(text, "'", at)
        elif char == "$" and text[at : at + 1] in ("(", "{"):
            stack.append(_CLOSES[text[at]])
            at += 1
        elif char == "$" and text[at : at + 1] == "'" and inside != '"':
            at = ansi_end(text, at + 1)
    return size


_MAX_BODIES: Final = 32
_HERE: Final = pattern(r"<<(?!<)-?[ \t]*([^\s;&|()<>]+)")
_UNQUOTED: Final = pattern(r"[\"'\\]")


def _after_bodies(text: str, at: int, marks: list[str]) -> int:
    """After the here-documents that the line before has opened: quotes and parentheses in them are text."""
    for mark in marks:
        end = re.compile(rf"^[ \t]*{re.escape(mark)}\r?$", re.MULTILINE).search(text, at)
        at = end.end() if end else len(text)
    marks.clear()
    return at


def _after_comment(text: str, at: int) -> int:
    """After a comment in a substitution; a number sign inside a word is none."""
    if at >= 2 and text[at - 2] not in " \t\n;&|(":
        return at
    found = text.find("\n", at)
    return len(text) if found < 0 else found
