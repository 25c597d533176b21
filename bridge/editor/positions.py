"""Places as an editor counts them: a line, and how many code units of some encoding stand before on that line.

A line ends in LF, CRLF or a lone CR, and nowhere else (LSP 3.17, section "Text Documents"); offsets count code points.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

_LINE_END: Final = re.compile(r"\r\n|\n|\r")
_UNITS: Final[Mapping[str, Callable[[int], int]]] = {
    "utf-8": lambda point: 1 + (point > 0x7F) + (point > 0x7FF) + (point > 0xFFFF),
    "utf-16": lambda point: 1 + (point > 0xFFFF),
    "utf-32": lambda _: 1,
}
"""How many units a code point takes; half a surrogate pair takes what its number would."""


class Place(NamedTuple):
    """A line and a character in it, both from 0; characters count code units."""

    line: int
    character: int


class Positions:
    """The places of a text.

    Args:
        text: the text.
        encoding: ``utf-8``, ``utf-16`` or ``utf-32``.
    """

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        self._text = text
        self._units = _UNITS[encoding]
        ends = list(_LINE_END.finditer(text))
        self._starts = [0, *(end.end() for end in ends)]
        self._ends = [*(end.start() for end in ends), len(text)]
        self._plain = encoding == "utf-32" or text.isascii()

    def place(self, offset: int) -> Place:
        """Where an offset is; one outside the text is taken for its nearest end, one in a line's end for its start."""
        offset = min(max(offset, 0), len(self._text))
        line = bisect_right(self._starts, offset) - 1
        start, end = self._starts[line], min(offset, self._ends[line])
        return Place(line, self.units(start, end))

    def units(self, start: int, end: int) -> int:
        """How many code units a part of one line takes."""
        if self._plain:
            return end - start
        return sum(self._units(ord(one)) for one in self._text[start:end])

    def along(self, offsets: Iterable[int]) -> Iterator[Place]:
        """The places of offsets that never go back, found faster than one by one; none is inside a line's end."""
        line = 0
        for offset in offsets:
            while line + 1 < len(self._starts) and self._starts[line + 1] <= offset:
                line += 1
            yield Place(line, self.units(self._starts[line], offset))

    def offset(self, line: int, character: int) -> int:
        """The offset of a place; one beyond the end of its line is the end, one inside a character its start."""
        if line >= len(self._starts) or line < 0:
            return len(self._text) if line > 0 else 0
        start, end = self._starts[line], self._ends[line]
        if self._plain:
            return min(start + max(character, 0), end)
        for at in range(start, end):
            character -= self._units(ord(self._text[at]))
            if character < 0:
                return at
        return end
