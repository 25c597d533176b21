"""Reading a whole source: piece after piece, with one report for each that cannot be read, and none besides.

After a failure, reading goes on where the next piece begins. A missing ``.`` is reported where it belongs, and put in.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from itertools import compress
from typing import Final, NamedTuple

from bridge.core.deadline import NEVER, Deadline
from bridge.core.diagnostics import Diagnostic, ProgramRefused
from bridge.core.sources import Source
from bridge.reason.collector import no_collection
from bridge.reason.syntax import ast, faults
from bridge.reason.syntax.beginnings import Beginnings
from bridge.reason.syntax.blocks import Blocks
from bridge.reason.syntax.bounds import MOST_FAULTS
from bridge.reason.syntax.characters import BIDIRECTIONAL, character_faults
from bridge.reason.syntax.documentation import Documentation
from bridge.reason.syntax.excess import listed
from bridge.reason.syntax.grammar import LITERAL, Grammar, grammar
from bridge.reason.syntax.quick import quick
from bridge.reason.syntax.shapes import shapes
from bridge.reason.syntax.statements import ENDS, Failed, Read, read
from bridge.reason.syntax.templates import templates
from bridge.reason.syntax.tokens import Token, Tokens, tokenize

_LONGEST_JOINED: Final = 400
"""The most tokens of two pieces that are tried as one."""


class Parsed(NamedTuple):
    """What was read of a source, what could not be, and the tokens that it was read from."""

    file: ast.File
    diagnostics: tuple[Diagnostic, ...]
    columns: Tokens


def parse(source: Source, deadline: Deadline = NEVER) -> tuple[ast.File, tuple[Diagnostic, ...]]:
    """Read a source; what cannot be read is reported, and the rest is in the tree.

    Raises:
        LimitError: it takes longer than the deadline allows.
    """
    with no_collection():
        file, wrong = quick(source, grammar(), deadline, shapes()) or (None, ())
        if file is None:
            return parse_tokens(source, deadline)[:2]
        faults = character_faults(source, lambda: tokenize(source, grammar().scan))
        return file, _in_order([*faults, *wrong])


def parse_tokens(source: Source, deadline: Deadline = NEVER) -> Parsed:
    """``parse``, for whoever looks at the tokens too."""
    with no_collection():
        reader = _Reader(source, grammar(), deadline)
        file = reader.file()
        found = [*character_faults(source, lambda: reader.columns), *reader.diagnostics]
    return Parsed(file, _in_order(found, reader.unsaid), reader.columns)


def _in_order(found: list[Diagnostic], unsaid: int = 0) -> tuple[Diagnostic, ...]:
    found.sort(key=lambda d: d.span.start if d.span else 0)
    return tuple(listed(found, unsaid))


def parse_literal(source: Source) -> ast.Atom:
    """Read a source that is one literal, with or without a ``.`` after it.

    Raises:
        ProgramRefused: it is not.
    """
    tables = grammar()
    columns = tokenize(source, tables.scan)
    tokens = columns.tokens[:-1] if columns.words[-1:] == ["DOT"] else columns.tokens
    result = read(tables, tokens, 0, LITERAL)
    found = list(character_faults(source, lambda: columns))
    if isinstance(result, Failed):
        found.append(faults.unexpected(source, tables, tokens, 0, result))
    if found or isinstance(result, Failed):
        raise ProgramRefused(found)
    atom: ast.Atom = result.node
    return atom


class _Reader:
    """The state of reading one source."""

    def __init__(self, source: Source, tables: Grammar, deadline: Deadline) -> None:
        self.source = source
        self.deadline = deadline
        self.tables = tables
        self.columns = tokenize(source, tables.scan)
        self.documentation = Documentation(source, self.columns.trivia)
        self.diagnostics: list[Diagnostic] = []
        self.unsaid = 0
        self.blocks = Blocks(source)
        self._templates = templates()
        self._last = (0, -1)
        """Where the last piece that was read begins, and the index after its ``.`` if it may go on."""
        self._joined: list[Token] = []
        """Its tokens, where they are not all that stand there."""
        words = self.columns.words
        self._stops = list(compress(range(len(words)), map(ENDS.__contains__, words)))

    @cached_property
    def _beginnings(self) -> Beginnings:
        return Beginnings(self.source, self.tables, self.tokens, self.blocks, self.deadline)

    @property
    def tokens(self) -> list[Token]:
        """Every token, for what the columns do not say."""
        return self.columns.tokens

    def file(self) -> ast.File:
        at, after = 0, len(self.columns)
        while at < after:
            self.deadline.check()
            at = self._piece(at)
        self.diagnostics += self.blocks.finish(len(self.source.text))
        return self.blocks.file()

    def _piece(self, first: int) -> int:
        """Read the piece that begins at a token; the index of the token after it."""
        stop = bisect_left(self._stops, first)
        if stop < len(self._stops):
            after = self._stops[stop] + 1
            piece = self._templates.piece(self.columns, first, after)
            if piece is not None:
                self._add(piece, first, after)
                return after
        result = read(self.tables, self.tokens, first)
        if isinstance(result, Read):
            self._add(result.node, first, result.after)
            return result.after
        return self._recover(first, result)

    def _add(self, piece: ast.Piece, first: int, after: int) -> None:
        start = self.columns.starts[first]
        statement = ast.Statement(piece, start, self.columns.ends[after - 1], self.documentation.above(start))
        wrong = [*self.blocks.add(statement)]
        self.diagnostics += wrong
        self._joined = []
        self._last = (first, after if self.columns.words[after - 1] == "DOT" and not wrong else -1)

    def _recover(self, first: int, failed: Failed) -> int:
        boundary = self._boundary(first, failed)
        if boundary is not None:
            self._unfinished(first, boundary)
            return boundary
        continued = self._continued(first, failed)
        if continued is not None:
            return continued
        opened = self._beginnings.opening(first)
        if opened is not None:
            self._report(self.tokens, first, failed, opened)
            self.diagnostics += self.blocks.open_broken(self.tokens[first])
            return opened
        following = self._beginnings.after(first, max(failed.at, first + 1), len(self.tokens))
        after = next(following, len(self.tokens))
        self._report(self.tokens, first, failed, after)
        return after

    def _boundary(self, first: int, failed: Failed) -> int | None:
        """Where the next piece begins before reading stopped, or just there: then this one only lacks its end."""
        for begun in self._beginnings.after(first, first + 1, failed.at + 1):
            return begun
        if failed.at == len(self.tokens):
            return failed.at
        here = self.tokens[failed.at]
        ends = "DOT" in failed.accepts and here.type == "NAME" and self._beginnings.is_keyword(failed.at)
        return failed.at if ends else None

    def _continued(self, first: int, failed: Failed) -> int | None:
        """Read on with the piece before this one, where that makes one of the two; the index of the token after it."""
        begun, until = self._last
        after = self._end(first)
        if until != first or failed.at != first or after - begun > _LONGEST_JOINED:
            return None
        *before, stop = self._joined or self.tokens[begun:first]
        for instead in ((), (Token("COMMA", ",", stop.start, stop.end),)):
            if instead and self._beginnings.first_on_line(first):
                break
            piece = [*before, *instead, *self.tokens[first:after]]
            result = read(self.tables, piece, 0)
            if isinstance(result, Read) and result.after == len(piece):
                self._say(partial(faults.ended_early, self.source, self.tokens[first], comma=bool(instead)))
                self.blocks.take_back()
                self._add(result.node, begun, after)
                self._joined = piece
                return after
        return None

    def _end(self, index: int) -> int:
        """The index after the next token that ends a piece."""
        stop = bisect_left(self._stops, index)
        return self._stops[stop] + 1 if stop < len(self._stops) else len(self.tokens)

    def _unfinished(self, first: int, boundary: int) -> None:
        """Read a piece without its ``.`` as if it had one."""
        last = self.tokens[boundary - 1]
        piece = [*self.tokens[first:boundary], Token("DOT", ".", last.end, last.end)]
        result = read(self.tables, piece, 0)
        if isinstance(result, Read):
            self._say(lambda: faults.missing_stop(self.source, last))
            self._add(result.node, first, boundary)
        else:
            self._report(piece, 0, result, len(piece))

    def _report(self, tokens: Sequence[Token], first: int, failed: Failed, after: int) -> None:
        # A bidirectional control has its own report, made of the characters.
        if failed.at >= len(tokens) or not BIDIRECTIONAL.match(tokens[failed.at].text):
            self._say(lambda: faults.unexpected(self.source, self.tables, tokens, first, failed))
        self.blocks.broken(tokens[first:after])

    def _say(self, fault: Callable[[], Diagnostic]) -> None:
        """Report a fault, or only count it where there are more already than are listed."""
        if len(self.diagnostics) < MOST_FAULTS:
            self.diagnostics.append(fault())
        else:
            self.unsaid += 1
