"""Documentation comments: the ``##`` lines that stand directly above a statement."""

from bisect import bisect_right
from collections.abc import Iterable

from bridge.core.sources import Source
from bridge.reason.syntax import ast
from bridge.reason.syntax.tokens import BYTE_ORDER_MARK, DOCUMENTATION, Token


class Documentation:
    """The ``##`` lines of a source, by the line on which they stand alone."""

    def __init__(self, source: Source, trivia: Iterable[Token] = ()) -> None:
        self._source = source
        self._lines: dict[int, ast.Text] = {}
        self.add(trivia)

    def add(self, trivia: Iterable[Token]) -> None:
        """Take more comments, which stand below all that were taken before."""
        for token in trivia:
            if token.type == DOCUMENTATION:
                line, _ = self._source.position(token.start)
                if _alone(self._source, line, token.start):
                    self._lines[line] = ast.Text(token.text.removeprefix("##").strip(), token.start, token.end)

    def above(self, offset: int) -> tuple[ast.Text, ...]:
        """The run of documentation lines that ends on the line before the one that an offset begins, top line first.

        What does not begin its line has none: what stands before it on the line is what they are about.
        """
        if not self._lines:
            return ()
        line = bisect_right(self._source.line_starts, offset)
        if line - 1 not in self._lines or not _alone(self._source, line, offset):
            return ()
        run: list[ast.Text] = []
        while line - 1 in self._lines:
            line -= 1
            run.append(self._lines[line])
        return tuple(reversed(run))


def _alone(source: Source, line: int, offset: int) -> bool:
    """Whether only space stands before an offset on its line."""
    return not source.text[source.line_starts[line - 1] : offset].strip(f" \t{BYTE_ORDER_MARK}")
