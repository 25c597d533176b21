"""Documentation comments: the ``##`` lines that stand directly above a statement."""

from collections.abc import Sequence

from bridge.core.sources import Source
from bridge.reason.syntax import ast
from bridge.reason.syntax.tokens import BYTE_ORDER_MARK, DOCUMENTATION, Token


class Documentation:
    """The ``##`` lines of a source, by the line on which they stand alone."""

    def __init__(self, source: Source, trivia: Sequence[Token]) -> None:
        self._source = source
        self._lines: dict[int, ast.Text] = {}
        for token in trivia:
            if token.type == DOCUMENTATION:
                line, column = source.position(token.start)
                if not source.line(line)[: column - 1].strip(f" \t{BYTE_ORDER_MARK}"):
                    text = token.text.removeprefix("##").strip()
                    self._lines[line] = ast.Text(text, token.start, token.end)

    def above(self, offset: int) -> tuple[ast.Text, ...]:
        """The run of documentation lines that ends on the line before the one of an offset, top line first."""
        if not self._lines:
            return ()
        line = self._source.position(offset)[0] - 1
        run: list[ast.Text] = []
        while line in self._lines:
            run.append(self._lines[line])
            line -= 1
        return tuple(reversed(run))
