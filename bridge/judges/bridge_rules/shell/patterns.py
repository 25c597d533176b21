"""Shell patterns applied to texts: ``${x#…}``, ``${x%…}``, ``${x/…/…}``."""

import re
from typing import Final

MAX_PATTERN: Final = 64
MAX_TEXT: Final = 1024


def regex(pattern: str) -> str | None:
    """The regular expression of a pattern; None where it is too long to be tried in bounded time."""
    if len(pattern) > MAX_PATTERN or pattern.count("*") > 4:
        return None
    return "".join({"*": ".*", "?": "."}.get(char, re.escape(char)) for char in pattern)


def without_prefix(text: str, pattern: str, *, longest: bool) -> str | None:
    """The text without what a pattern matches at its start; None where it is not worked out."""
    matches = _compiled(text, pattern)
    if matches is None:
        return None
    sizes = range(len(text), -1, -1) if longest else range(len(text) + 1)
    return next((text[size:] for size in sizes if matches.fullmatch(text, 0, size)), text)


def without_suffix(text: str, pattern: str, *, longest: bool) -> str | None:
    """The text without what a pattern matches at its end; None where it is not worked out."""
    matches = _compiled(text, pattern)
    if matches is None:
        return None
    starts = range(len(text) + 1) if longest else range(len(text), -1, -1)
    return next((text[:start] for start in starts if matches.fullmatch(text, start)), text)


def replaced(text: str, pattern: str, replacement: str, *, every: bool) -> str | None:
    """The text with what a pattern matches replaced, once or everywhere; None where it is not worked out."""
    matches = _compiled(text, pattern)
    if matches is None or not pattern:
        return text if not pattern else None
    return matches.sub(lambda _: replacement, text, count=0 if every else 1)


def _compiled(text: str, pattern: str) -> re.Pattern[str] | None:
    expression = regex(pattern) if len(text) <= MAX_TEXT else None
    return None if expression is None else re.compile(expression, re.DOTALL)
