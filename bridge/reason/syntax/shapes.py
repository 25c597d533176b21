"""Statements that a text has by the hundred are matched whole: one regex for each sequence of terminals.

It is made of the terminals' own regexes, in which nothing is given back once it is matched, so it matches where cutting
the text into tokens would give that sequence, and nowhere else.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

from bridge.reason.syntax import ast, spelling
from bridge.reason.syntax.grammar import Grammar, grammar
from bridge.reason.syntax.statements import Read, read
from bridge.reason.syntax.templates import Code, Placeholder, expression
from bridge.reason.syntax.tokens import SPACE, Token, Tokens

_ENOUGH: Final = 48
"""A shape is made when its sequence has been met so often; it costs about as much as reading so many statements."""
_LONGEST: Final = 60
"""The most tokens of a statement that is worth a shape: a regex has no more groups than Python unpacks with ease."""
_TRIED: Final = 6
"""The most shapes that are tried at one place, the latest first."""
_KEY: Final = 3
"""How many characters of a statement say which shapes are tried."""
_MOST: Final = 2048
"""How many sequences are kept in mind; then all are forgotten."""

_SPACE: Final = f"(?>{SPACE})"

Build: TypeAlias = Callable[[re.Match[str]], Any]
"""Builds a statement of what was matched; none where one of its names may be a keyword."""

_VALUES: Final = {
    "STRING": '({0}[1:-1] if "\\\\" not in {0} else read_string({0}))',
    "VAR": '({0}[1:] if {0}[1] != "`" else read_variable({0}))',
    "QNAME": "read_name({0})",
    "GLOB": "{0}[:-1]",
}
"""What the text of a token says, as ``tokens.value`` has it."""


class Shape(NamedTuple):
    """What matches a statement and the space after it, and what builds it."""

    match: Callable[[str, int], re.Match[str] | None]
    build: Build


class Shapes:
    """The shapes of the sequences of terminals that have been met often.

    Args:
        tables: the grammar.
        enough: how often that is.
    """

    def __init__(self, tables: Grammar, enough: int = _ENOUGH) -> None:
        self._tables = tables
        self._enough = enough
        self._made: dict[str, tuple[Shape, ...]] = {}
        self._met: dict[tuple[str, ...], int] = {}

    def at(self, text: str, offset: int) -> tuple[Shape, ...]:
        """The shapes that a statement that begins there may have."""
        return self._made.get(text[offset : offset + _KEY], ())

    def met(self, words: tuple[str, ...], columns: Tokens, first: int) -> None:
        """Take note of a statement that was read: its terminals, and from which index on its tokens stand."""
        if len(self._met) >= _MOST:
            self._met.clear()
        count = self._met[words] = self._met.get(words, 0) + 1
        if count == self._enough and len(words) <= _LONGEST:
            said = columns.between(first, first + len(words))
            key = said[0].text[:_KEY]
            self._made[key] = (shape(self._tables, words, said), *self._made.get(key, ())[: _TRIED - 1])


@cache
def shapes() -> Shapes:
    """The shapes of the language, kept from one source to the next."""
    return Shapes(grammar())


def shape(tables: Grammar, words: Sequence[str], tokens: Sequence[Token]) -> Shape:
    """The shape of a statement that can be read.

    Args:
        tables: the grammar.
        words: the terminals of the tokens, those of keywords where they may be some.
        tokens: the tokens of such a statement.
    """
    placeholders: Any = [
        Placeholder(token.type, token.text, _said(token.type, i), Code(f"s{i}"), Code(f"e{i}"))
        for i, token in enumerate(tokens)
    ]
    found = read(tables, placeholders, 0)
    assert isinstance(found, Read)  # noqa: S101 - the same terminals have just been read
    made = expression(found.node)
    grouped = [i for i in range(len(tokens)) if re.search(rf"\b[tse]{i}\b", made) or i == len(tokens) - 1]
    parts = [_part(tables, word) for word in words]
    pattern = _SPACE.join(f"({part})" if i in grouped else part for i, part in enumerate(parts)) + _SPACE
    names = [f"t{i} in keywords" for i, word in enumerate(words) if word == "NAME"]
    scope: dict[str, Any] = {**vars(ast), **vars(spelling), "new": tuple.__new__, "keywords": tables.keywords}
    exec(compile("\n".join(_code(made, grouped, names)), "<shape>", "exec"), scope)  # noqa: S102 - names of ``ast`` and numbers, no text of a source
    return Shape(re.compile(pattern).match, scope["build"])


def _said(type: str, index: int) -> Code:
    return Code(_VALUES.get(type, "{0}").format(f"t{index}"))


def _code(made: str, grouped: Sequence[int], names: Sequence[str]) -> Iterator[str]:
    yield "def build(match):"
    yield f"    {''.join(f't{i}, ' for i in grouped)} = match.groups()"
    if names:
        yield f"    if {' or '.join(names)}: return None"
    yield f"    _, {''.join(f'(s{i}, e{i}), ' for i in grouped)} = match.regs"
    yield f"    return {made}"


def _part(tables: Grammar, word: str) -> str:
    """What matches a token where cutting a text would give one of a terminal, and nowhere else."""
    patterns = tables.scan.patterns
    if word == "NAME":
        return rf"(?>{patterns[word]})(?!\*)"
    if word == "NUMBER":
        return rf"(?!{patterns['TIME']})(?>{patterns[word]})"
    if word == "LESS":
        return rf"(?>{patterns[word]})(?!=)"
    if word in patterns:
        return f"(?>{patterns[word]})"
    return rf"{tables.texts[word]}(?![A-Za-z0-9_*]|[-.][A-Za-z0-9_])"
