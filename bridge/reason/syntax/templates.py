"""What the automaton makes of a statement depends on its terminals alone, so it runs once for each sequence of them.

It is given placeholders for the tokens; the tree that it builds is then written as Python that makes the same tree of
what the tokens of another such statement say. The grammar and the functions that build from it stay the one source.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

from bridge.reason.syntax import ast
from bridge.reason.syntax.grammar import Grammar, grammar
from bridge.reason.syntax.statements import Read, read
from bridge.reason.syntax.tokens import Token, Tokens

Template: TypeAlias = Callable[[Sequence[str], Sequence[int], Sequence[int]], Any]
"""Builds a statement of what its tokens say, where they start and where they end."""

_LONGEST: Final = 200
"""The most tokens of a statement that is worth a template."""
_FEW: Final = 3
"""A template is made when a sequence has been met so often; it costs about as much as reading twice."""
_MOST: Final = 2048
"""How many sequences are kept in mind; then all are forgotten."""


class Code(str):
    """An expression, in the place of what it will say."""

    __slots__ = ()


class Placeholder(NamedTuple):
    """A token of which the terminal is known."""

    type: str
    text: str
    value: Code
    start: Code
    end: Code


class Templates:
    """The templates of the sequences of terminals that have been met often."""

    def __init__(self, tables: Grammar) -> None:
        self._tables = tables
        self._made: dict[tuple[str, ...], Template] = {}
        self._met: dict[tuple[str, ...], int] = {}

    def piece(self, columns: Tokens, first: int, after: int) -> ast.Piece | None:
        """Read the piece that ends before an index, by its template where there is one; none if it cannot be read."""
        words = tuple(columns.words[first:after])
        build = self._made.get(words)
        piece: ast.Piece
        if build is not None:
            piece = build(columns.values[first:after], columns.starts[first:after], columns.ends[first:after])
            return piece
        tokens = columns.between(first, after)
        result = read(self._tables, tokens, 0)
        if not isinstance(result, Read):
            return None
        self._note(words, tokens)
        piece = result.node
        return piece

    def _note(self, words: tuple[str, ...], tokens: Sequence[Token]) -> None:
        """Take note of a statement that was read; its tokens stand for those of every other with these terminals."""
        if len(words) > _LONGEST:
            return
        if len(self._met) >= _MOST:
            self._met.clear()
            self._made.clear()
        count = self._met[words] = self._met.get(words, 0) + 1
        if count == _FEW:
            self._made[words] = template(self._tables, tokens)


@cache
def templates() -> Templates:
    """The templates of the language, kept from one source to the next."""
    return Templates(grammar())


def template(tables: Grammar, tokens: Sequence[Token]) -> Template:
    """The template of a statement that can be read.

    Args:
        tables: the grammar.
        tokens: the tokens of such a statement.
    """
    placeholders: Any = [
        Placeholder(token.type, token.text, Code(f"v{i}"), Code(f"s{i}"), Code(f"e{i}"))
        for i, token in enumerate(tokens)
    ]
    found = read(tables, placeholders, 0)
    assert isinstance(found, Read)  # noqa: S101 - the same terminals have just been read
    made = expression(found.node)
    code = "\n".join(("def build(values, starts, ends):", *_unpacked(made, len(tokens)), f"    return {made}", ""))
    scope: dict[str, Any] = {**vars(ast), "new": tuple.__new__}
    exec(compile(code, "<template>", "exec"), scope)  # noqa: S102 - of names from ``ast`` and of numbers, no text of a source
    build: Template = scope["build"]
    return build


def _unpacked(made: str, size: int) -> Iterator[str]:
    """The columns taken apart, as far as the expression uses them."""
    used = set(made.replace("(", " ").replace(")", " ").replace(",", " ").split())
    for column, letter in (("values", "v"), ("starts", "s"), ("ends", "e")):
        names = [f"{letter}{i}" if f"{letter}{i}" in used else "_" for i in range(size)]
        yield f"    {', '.join(names)}, = {column}"


def expression(node: Any) -> str:
    """Python that makes the same tree, with ``Code`` in it as it stands; ``new`` is ``tuple.__new__``."""
    if isinstance(node, Code):
        return node
    if isinstance(node, tuple):
        parts = f"({''.join(f'{expression(part)}, ' for part in node)})"
        return parts if type(node) is tuple else f"new({type(node).__name__}, {parts})"
    return repr(node)
