"""Brace expansion: ``{a,b}`` and ``{1..9}``, on words as they are written."""

import itertools
import re
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.scan import backtick_end, dollar_end, double_quote_end
from bridge.judges.bridge_rules.shell.syntax import TooMuch

MAX_WORDS: Final = 512
"""How many words one word may expand to."""

MAX_GROUPS: Final = 32
"""How many groups of braces one word may have."""

MAX_BRACED: Final = 4096
"""How long a word with braces to expand may be."""

_MARK: Final = pattern(r"[{},\\'\"`$]")
_RANGE: Final = pattern(
    r"(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(-?\d{1,9}))?|([A-Za-z])\.\.([A-Za-z])(?:\.\.-?\d+)?", re.ASCII
)


def expand_braces(text: str) -> list[str]:
    """The words that a word stands for, the word itself where it has no braces to expand.

    Raises:
        TooMuch: more than ``MAX_WORDS`` words or ``MAX_GROUPS`` groups.
    """
    if "{" not in text or ("," not in text and ".." not in text):
        return [text]
    return _expand(text, 0)


def _expand(text: str, depth: int) -> list[str]:
    group = _first_group(text)
    if group is None:
        return [text]
    if depth >= MAX_GROUPS or len(text) > MAX_BRACED:
        raise TooMuch(f"a word has more than {MAX_GROUPS} groups of braces, or {MAX_BRACED} characters with one")
    start, end, commas = group
    tails = _expand(text[end:], depth + 1)
    heads = [head for part in _alternatives(text, start, end - 1, commas) for head in _expand(part, depth + 1)]
    if len(heads) * len(tails) > MAX_WORDS:
        raise TooMuch(f"braces stand for more than {MAX_WORDS} words")
    return [text[:start] + head + tail for head in heads for tail in tails]


def _first_group(text: str) -> tuple[int, int, list[int]] | None:
    """Where the first of the outermost groups starts and ends, and its commas; None where nothing expands."""
    opened: list[tuple[int, list[int]]] = []
    found: tuple[int, int, list[int]] | None = None
    at = 0
    while match := _MARK.search(text, at):
        at, char = match.start(), match[0]
        if char == "{":
            opened.append((at, []))
        elif char == "," and opened:
            opened[-1][1].append(at)
        elif char == "}" and opened:
            start, commas = opened.pop()
            # A group that is never closed around this one does not expand, so an inner one may be outermost.
            if (commas or _RANGE.fullmatch(text, start + 1, at)) and (found is None or start < found[0]):
                found = (start, at + 1, commas)
            if found and not opened:
                return found
        at = _past(text, at, char)
    return found


def _past(text: str, at: int, char: str) -> int:
    if char == "\\":
        return at + 2
    if char == "'":
        found = text.find("'", at + 1)
        return len(text) if found < 0 else found + 1
    if char == '"':
        return double_quote_end(text, at + 1)
    if char == "`":
        return backtick_end(text, at + 1)
    return dollar_end(text, at) if char == "$" else at + 1


def _alternatives(text: str, start: int, end: int, commas: list[int]) -> list[str]:
    if commas:
        edges = [start, *commas, end]
        return [text[left + 1 : right] for left, right in itertools.pairwise(edges)]
    match = _RANGE.fullmatch(text, start + 1, end)
    if not match:
        return []
    first, last, step, first_letter, last_letter = match.groups()
    if first_letter:
        return [chr(code) for code in _steps(ord(first_letter), ord(last_letter), 1)]
    return [str(number) for number in _steps(int(first), int(last), abs(int(step or 1)) or 1)]


def _steps(first: int, last: int, step: int) -> range:
    steps = range(first, last + 1, step) if first <= last else range(first, last - 1, -step)
    if len(steps) > MAX_WORDS:
        raise TooMuch(f"braces stand for more than {MAX_WORDS} words")
    return steps
