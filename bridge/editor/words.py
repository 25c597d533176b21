"""What each token of a source is, for whoever colours it: a keyword where it is read as one, else a name of a kind."""

import enum
from collections.abc import Iterator
from heapq import merge
from itertools import pairwise
from operator import attrgetter
from typing import Final, NamedTuple

from bridge.editor.occurrences import Kind
from bridge.editor.readings import Reading
from bridge.reason.syntax.grammar import grammar
from bridge.reason.syntax.tokens import BAD, COMMENT, DOCUMENTATION, Token, tokenize


class Role(enum.StrEnum):
    """What a token is."""

    KEYWORD = "keyword"
    TYPE = "type"
    CONSTANT = "constant"
    PREDICATE = "predicate"
    AUTHORITY = "authority"
    ID = "id"
    ARGUMENT = "argument"
    NAME = "name"
    VARIABLE = "variable"
    STRING = "string"
    NUMBER = "number"
    TIME = "time"
    OPERATOR = "operator"
    PUNCTUATION = "punctuation"
    COMMENT = "comment"
    DOCUMENTATION = "documentation"
    BAD = "bad"


class Word(NamedTuple):
    """A token, or a comment, and what it is."""

    token: Token
    role: Role


_OF_TERMINALS: Final = {
    "VAR": Role.VARIABLE,
    "STRING": Role.STRING,
    "NUMBER": Role.NUMBER,
    "TIME": Role.TIME,
    "COMPARE": Role.OPERATOR,
    "LESS": Role.OPERATOR,
    "VBAR": Role.OPERATOR,
    "GLOB": Role.PREDICATE,
    COMMENT: Role.COMMENT,
    DOCUMENTATION: Role.DOCUMENTATION,
    **dict.fromkeys(BAD, Role.BAD),
}
_OF_KINDS: Final = {
    Kind.PREDICATE: Role.PREDICATE,
    Kind.AUTHORITY: Role.AUTHORITY,
    Kind.ID: Role.ID,
    Kind.ARGUMENT: Role.ARGUMENT,
}
_TYPES: Final = frozenset({"string", "integer", "boolean"})
_CONSTANTS: Final = frozenset({"true", "false", "_"})
_NAMES: Final = frozenset({"NAME", "QNAME"})


def words(reading: Reading) -> Iterator[Word]:
    """The tokens and comments of a source, in order."""
    kinds = {one.start: one.symbol.kind for one in reading.occurrences if not one.bare}
    found = tokenize(reading.source, grammar().scan)
    tokens = found.tokens
    called = {one.start for one, after in pairwise(tokens) if after.type == "LPAR"}
    for token in merge(tokens, found.trivia, key=attrgetter("start")):
        role = _OF_TERMINALS.get(token.type) or _role(token, kinds.get(token.start), token.start in called)
        yield Word(token, role)


def _role(token: Token, kind: Kind | None, called: bool) -> Role:
    if token.type not in _NAMES:
        return Role.PUNCTUATION
    if kind is not None:
        return _OF_KINDS.get(kind, Role.NAME)
    if called:
        return Role.PREDICATE
    if token.type == "QNAME" or token.text not in grammar().keywords:
        return Role.NAME
    if token.text in _TYPES:
        return Role.TYPE
    return Role.CONSTANT if token.text in _CONSTANTS else Role.KEYWORD
