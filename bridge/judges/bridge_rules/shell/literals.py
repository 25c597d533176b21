"""The string literals of a program in another language: what they hold, and where they are nothing but data.

No language is parsed. A program that edits another one, or writes about commands, is not to be taken for what it
writes; so what stands in a literal is data, unless the program evaluates data or may start what it has written.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeAlias

from bridge.core.lazy_pattern import pattern

MAX_LITERALS: Final = 2000
"""How many literals are looked at; what comes after them is taken for code."""

_STRING: Final = (
    r"(?:[rbfu]{0,2})(?:'''((?:[^\\]|\\.)*?)'''|\"\"\"((?:[^\\]|\\.)*?)\"\"\"|'((?:[^'\\\n]|\\.)*)'"
    r"|\"((?:[^\"\\\n]|\\.)*)\"|`((?:[^`\\]|\\.)*)`)"
)
STRING: Final = pattern(_STRING, re.DOTALL)
_ESCAPE: Final = pattern(r"\\(x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|.)", re.DOTALL)


def string_text(match: re.Match[str]) -> str:
    """What a string of ``STRING`` holds, its common escapes read."""
    inside = next((group for group in match.groups() if group is not None), "")
    return _ESCAPE.sub(_escaped, inside)


def _escaped(match: re.Match[str]) -> str:
    code = match[1]
    if len(code) > 1:
        return chr(int(code[1:], 16))
    return {"n": "\n", "t": "\t", "r": "\r", "\n": ""}.get(code, code)


_Spans: TypeAlias = list[tuple[int, int]]

_RUNS_DATA: Final = pattern(
    r"(?<![.\w])(?:exec|compile|load|Function)\s*\(|\b(?:eval|loadstring|instance_eval|class_eval|module_eval|runpy"
    r"|create_function|runIn\w*Context|setTimeout|setInterval|execfile|importlib|__import__)\b"
)
_STARTS: Final = pattern(r"\b(?:system|popen|Popen|run|call|check_call|check_output|exec\w*|spawn\w*)\s*\(")
_PROGRAM: Final = pattern(r"\b(?:python|node|deno|bun|bash|sh|zsh|ruby|perl|php)[\d.]*\b")
_FILLED: Final = pattern(r"[$#]\{|@\{\[")


class Literals:
    """Where the literals of a program stand that are nothing but data.

    Args:
        text: the program.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._spans: _Spans | None = None

    def hold(self, start: int, end: int) -> bool:
        """Whether a stretch of the program, a call with its first argument, stands inside one of them."""
        if self._spans is None:
            self._spans = _data(self._text)
        return _is_inside(self._spans, start, end)

    def outside(self, sought: re.Pattern[str], most: int | None = None) -> Iterator[re.Match[str]]:
        """The matches of a pattern that stand in none of them.

        Args:
            sought: the pattern.
            most: how many matches are looked at, inside or outside; None for all.
        """
        return (match for match in islice(sought.finditer(self._text), most) if not self.hold(*match.span()))


def _data(text: str) -> _Spans:
    spans = [match.span() for match in islice(STRING.finditer(text), MAX_LITERALS) if not _is_filled(match[0])]
    if any(_outside(_RUNS_DATA, text, spans)) or (any(_outside(_STARTS, text, spans)) and _PROGRAM.search(text)):
        return []
    return spans


def _outside(sought: re.Pattern[str], text: str, spans: _Spans) -> Iterator[bool]:
    return (not _is_inside(spans, *match.span()) for match in sought.finditer(text))


def _is_inside(spans: _Spans, start: int, end: int) -> bool:
    at = bisect_right(spans, (start, -1)) - 1
    return at >= 0 and spans[at][0] < start and end < spans[at][1]


def _is_filled(literal: str) -> bool:
    """Whether code stands in a literal: ``f"{x}"``, `` `${x}` ``, ``"#{x}"``."""
    prefix = literal[: len(literal) - len(literal.lstrip("rbfu"))]
    return bool(_FILLED.search(literal)) or ("f" in prefix and "{" in literal)
