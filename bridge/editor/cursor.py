"""What stands before the cursor: the statement as far as it is written, and what may go on there.

It is found by tokens alone, so that a statement that is being written is as good as one that is finished.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bridge.core.sources import Source
from bridge.reason.syntax.blocks import STATEMENTS, STEPS
from bridge.reason.syntax.grammar import grammar
from bridge.reason.syntax.statements import ENDS, Failed, read
from bridge.reason.syntax.tokens import COMMENT, DOCUMENTATION, UNCLOSED, Token, tokenize

_WINDOW: Final = 100
"""How many lines before the cursor are looked at first."""
_KEYWORDS: Final = STATEMENTS | STEPS
_BRACES: Final = re.compile(r"^[ \t]*(test\b[^\n]*\{|\})", re.MULTILINE)
_WORDS: Final = frozenset({"NAME", "QNAME", "GLOB"})
_IN_A_LIST: Final = frozenset({"NAME", "QNAME", "GLOB", "COMMA"})


@dataclass(frozen=True)
class Call:
    """An atom that is open at the cursor.

    Args:
        predicate: its predicate.
        place: the number of the argument at the cursor, from 0.
        argument: the tokens of that argument that stand before the cursor.
    """

    predicate: str
    place: int
    argument: tuple[Token, ...]


@dataclass(frozen=True)
class Cursor:
    """What stands before the cursor.

    Args:
        offset: where it is.
        before: the tokens of the statement that end before what is being written.
        writing: the token that is being written, if the cursor is at its end or inside it.
        comment: whether the cursor is in a comment or in documentation.
        accepts: the terminals that may come next after ``before``.
        inside: whether a test is open.
    """

    offset: int
    before: tuple[Token, ...]
    writing: Token | None
    comment: bool
    accepts: frozenset[str]
    inside: bool

    @property
    def start(self) -> int:
        """Where what is being written begins."""
        return self.offset if self.writing is None else self.writing.start

    @property
    def keyword(self) -> str:
        """The first word of the statement, or an empty text."""
        return self.before[0].text if self.before else ""

    @property
    def last(self) -> str:
        """The last word before what is being written."""
        return self.before[-1].text if self.before else ""

    def leading(self) -> str:
        """The word before the list of names that the cursor is in."""
        at = len(self.before)
        while at and self.before[at - 1].type in _IN_A_LIST:
            comma = self.before[at - 1].type == "COMMA"
            if not comma and (at == len(self.before) or self.before[at].type != "COMMA"):
                break
            at -= 1
        return self.before[at - 1].text if at else ""

    def call(self) -> Call | None:
        """The atom whose arguments the cursor is in."""
        for index in range(len(self.before) - 1, -1, -1):
            kind = self.before[index].type
            if kind == "RPAR":
                return None
            if kind == "LPAR":
                name = self.before[index - 1] if index else None
                if name is None or name.type not in _WORDS:
                    return None
                inner = self.before[index + 1 :]
                commas = [number for number, token in enumerate(inner) if token.type == "COMMA"]
                argument = inner[commas[-1] + 1 :] if commas else inner
                return Call(name.value, len(commas), argument)
        return None


def cursor(source: Source, offset: int) -> Cursor:
    """What stands before an offset."""
    tokens, comment = _tokens(source, offset)
    writing = tokens[-1] if tokens and tokens[-1].end == offset and _is_word(tokens[-1]) else None
    if writing is None:
        writing = next((token for token in tokens[-1:] if token.end > offset), None)
    whole = tokens[:-1] if writing is not None else tokens
    before = tuple(_statement(source, whole))
    return Cursor(offset, before, writing, comment, _accepts(before), _inside(source.text[:offset]))


def _tokens(source: Source, offset: int) -> tuple[list[Token], bool]:
    """The tokens that begin before an offset, from where a statement may begin; no token spans a line."""
    line, _ = source.position(offset)
    window = _WINDOW
    while True:
        first = max(line - window, 1)
        start = source.line_starts[first - 1]
        stop = source.line_starts[line] if line < len(source.line_starts) else len(source.text)
        found = tokenize(Source(source.name, source.text[start:stop]), grammar().scan)
        tokens = [
            token._replace(start=token.start + start, end=token.end + start)
            for token in found.tokens
            if token.start + start < offset
        ]
        if first == 1 or any(token.type in ENDS for token in tokens[:-1]):
            comments = [one for one in found.trivia if one.type in {COMMENT, DOCUMENTATION}]
            return tokens, any(one.start + start < offset <= one.end + start for one in comments)
        window *= 4


def _is_word(token: Token) -> bool:
    return token.type in {"NAME", "QNAME", "GLOB", "VAR", "NUMBER", "TIME", UNCLOSED} or token.text == "$"


def _accepts(before: Sequence[Token]) -> frozenset[str]:
    result = read(grammar(), before, 0)
    return result.accepts if isinstance(result, Failed) and result.at == len(before) else frozenset()


def _statement(source: Source, tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens of the statement that is not finished; one before it may not be either, and then the last is meant."""
    ends = [index for index, token in enumerate(tokens) if token.type in ENDS]
    left = tokens[ends[-1] + 1 :] if ends else tokens
    if _accepts(left):
        return left
    begins = (at for at in range(len(left) - 1, 0, -1) if left[at].text in _KEYWORDS and _begins_line(source, left[at]))
    return next((left[at:] for at in begins if _accepts(left[at:])), left)


def _begins_line(source: Source, token: Token) -> bool:
    return not source.text[source.text.rfind("\n", 0, token.start) + 1 : token.start].strip()


def _inside(text: str) -> bool:
    """Whether a test is open at the end of a text."""
    braces = [match[1] for match in _BRACES.finditer(text)]
    return bool(braces) and braces[-1] != "}"


def after(source: Source, here: Cursor) -> list[Token]:
    """The tokens that follow in the statement, up to its end or to the next statement."""
    line, _ = source.position(here.offset)
    starts = source.line_starts
    stop = starts[line + _WINDOW] if line + _WINDOW < len(starts) else len(source.text)
    first = here.offset if here.writing is None else max(here.writing.end, here.offset)
    rest = Source(source.name, source.text[first:stop])
    found: list[Token] = []
    for token in tokenize(rest, grammar().scan).tokens:
        if token.type in ENDS or (token.text in _KEYWORDS and _begins_line(rest, token) and token.start):
            break
        found.append(token._replace(start=token.start + first, end=token.end + first))
    return found
