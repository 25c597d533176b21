"""Reading a whole source: piece after piece, with one report for each that cannot be read, and none besides.

After a failure, reading goes on at the next statement keyword that is first on its line, no further in than the failed
statement unless a ``.`` comes before it, and not followed by what would make it a name. A missing ``.`` is reported
where it belongs, and put in.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from bridge.core.diagnostics import Diagnostic, ProgramRefused
from bridge.core.sources import Source
from bridge.reason.syntax import ast, faults
from bridge.reason.syntax.blocks import STATEMENTS, STEPS, Blocks
from bridge.reason.syntax.characters import BIDIRECTIONAL, character_faults
from bridge.reason.syntax.documentation import Documentation
from bridge.reason.syntax.grammar import LITERAL, Grammar, grammar
from bridge.reason.syntax.statements import ENDS, Failed, Read, read
from bridge.reason.syntax.tokens import Token, tokenize

_NOT_AFTER_A_KEYWORD: Final = frozenset({"LPAR", "COMMA", "DOT", "COLON"})


def parse(source: Source) -> tuple[ast.File, tuple[Diagnostic, ...]]:
    """Read a source; what cannot be read is reported, and the rest is in the tree."""
    reader = _Reader(source, grammar())
    file = reader.file()
    found = [*character_faults(source, reader.tokens), *reader.diagnostics]
    return file, tuple(sorted(found, key=lambda d: d.span.start if d.span else 0))


def parse_literal(source: Source) -> ast.Atom:
    """Read a source that is one literal, with or without a ``.`` after it.

    Raises:
        ProgramRefused: it is not.
    """
    tables = grammar()
    tokens = tokenize(source, tables.scan).tokens
    if tokens and tokens[-1].type == "DOT":
        tokens.pop()
    result = read(tables, tokens, 0, LITERAL)
    found = list(character_faults(source, tokens))
    if isinstance(result, Failed):
        found.append(faults.unexpected(source, tables, tokens, 0, result))
    if found or isinstance(result, Failed):
        raise ProgramRefused(found)
    atom: ast.Atom = result.node
    return atom


class _Reader:
    """The state of reading one source."""

    def __init__(self, source: Source, tables: Grammar) -> None:
        self.source = source
        self.tables = tables
        self.tokens, comments = tokenize(source, tables.scan)
        self.documentation = Documentation(source, comments)
        self.diagnostics: list[Diagnostic] = []
        self.blocks = Blocks(source)

    def file(self) -> ast.File:
        at = 0
        while at < len(self.tokens):
            at = self._piece(at)
        self.diagnostics += self.blocks.finish(len(self.source.text))
        return self.blocks.file()

    def _piece(self, first: int) -> int:
        """Read the piece that begins at a token; the index of the token after it."""
        result = read(self.tables, self.tokens, first)
        if isinstance(result, Read):
            self._add(result.node, first, result.after)
            return result.after
        return self._recover(first, result)

    def _add(self, piece: ast.Piece, first: int, after: int) -> None:
        start = self.tokens[first].start
        statement = ast.Statement(piece, start, self.tokens[after - 1].end, self.documentation.above(start))
        self.diagnostics += self.blocks.add(statement)

    def _recover(self, first: int, failed: Failed) -> int:
        boundary = self._boundary(first, failed)
        if boundary is not None:
            self._unfinished(first, boundary)
            return boundary
        after = next(self._beginnings(first, max(failed.at, first + 1), len(self.tokens)), len(self.tokens))
        self._report(self.tokens, first, failed, after)
        return after

    def _boundary(self, first: int, failed: Failed) -> int | None:
        """Where the next piece begins before reading stopped, or just there: then this one only lacks its end."""
        for begun in self._beginnings(first, first + 1, failed.at + 1):
            return begun
        if failed.at == len(self.tokens):
            return failed.at
        here = self.tokens[failed.at]
        return failed.at if "DOT" in failed.accepts and self._is_keyword(failed.at) and here.type == "NAME" else None

    def _unfinished(self, first: int, boundary: int) -> None:
        """Read a piece without its ``.`` as if it had one."""
        last = self.tokens[boundary - 1]
        piece = [*self.tokens[first:boundary], Token("DOT", ".", last.end, last.end)]
        result = read(self.tables, piece, 0)
        if isinstance(result, Read):
            self.diagnostics.append(faults.missing_stop(self.source, last))
            self._add(result.node, first, boundary)
        else:
            self._report(piece, 0, result, len(piece))

    def _report(self, tokens: Sequence[Token], first: int, failed: Failed, after: int) -> None:
        # A bidirectional control has its own report, made of the characters.
        if failed.at >= len(tokens) or not BIDIRECTIONAL.match(tokens[failed.at].text):
            self.diagnostics.append(faults.unexpected(self.source, self.tables, tokens, first, failed))
        self.blocks.broken(tokens[first:after])

    def _beginnings(self, first: int, start: int, stop: int) -> Iterator[int]:
        """Where a piece begins, from ``start`` to before ``stop``, after the piece that begins at ``first``."""
        for index in range(start, min(stop, len(self.tokens))):
            before, token = self.tokens[index - 1], self.tokens[index]
            if not self._is_keyword(index) or "\n" not in self.source.text[before.end : token.start]:
                continue
            if before.type in ENDS or self._column(token) <= self._column(self.tokens[first]):
                yield index

    def _column(self, token: Token) -> int:
        return self.source.position(token.start)[1]

    def _is_keyword(self, index: int) -> bool:
        token = self.tokens[index]
        if token.type == "RBRACE":
            return self.blocks.open
        if token.text not in STATEMENTS and not (self.blocks.open and token.text in STEPS):
            return False
        return index + 1 == len(self.tokens) or self.tokens[index + 1].type not in _NOT_AFTER_A_KEYWORD
