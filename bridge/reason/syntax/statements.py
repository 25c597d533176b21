"""One piece at a time through lark's tables, with keywords only where the parser's state accepts one."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from bridge.reason.syntax.grammar import END, PIECE, Actions, Grammar, Reduction, Table
from bridge.reason.syntax.spelling import RESERVED
from bridge.reason.syntax.tokens import Token

ENDS: Final = frozenset({"DOT", "LBRACE", "RBRACE"})


class Read(NamedTuple):
    """A piece that was read, and the index after its last token."""

    node: Any
    after: int


class Failed(NamedTuple):
    """Where reading stopped: the index of the token that does not fit, and the terminals that would."""

    at: int
    accepts: frozenset[str]


def read(grammar: Grammar, tokens: Sequence[Token], first: int, start: str = PIECE) -> Read | Failed:
    """Read from the token at ``first``: a piece to its end, anything else to the end of the text.

    A failure at ``len(tokens)`` is one at the end of the text.
    """
    table = grammar.tables[start]
    states = [table.start]
    values: list[Any] = []
    last = len(tokens)
    for index in range(first, last):
        token = tokens[index]
        kind = _kind(token, grammar, table.actions[states[-1]])
        if not _feed(table, states, values, kind, token):
            return Failed(index, _accepts(table, states))
        if start == PIECE and kind in ENDS:
            last = index + 1
            break
    if not _feed(table, states, values, END, None):
        return Failed(last, _accepts(table, states))
    return Read(values[-1], last)


def _kind(token: Token, grammar: Grammar, row: Actions) -> str:
    """The terminal of a token: a word's keyword where the state accepts it, and always where no name is so called."""
    if token.type != "NAME":
        return token.type
    keyword = grammar.keywords.get(token.text)
    return keyword if keyword is not None and (keyword in row or token.text in RESERVED) else token.type


def _feed(table: Table, states: list[int], values: list[Any], kind: str, token: Token | None) -> bool:
    """Reduce what a token ends, and shift it; whether it fits."""
    while True:
        action = table.actions[states[-1]].get(kind)
        if action is None:
            return kind == END and states[-1] == table.end
        if not isinstance(action, Reduction):
            states.append(action)
            values.append(token)
            return True
        size, rule, build = action
        parts = values[-size:] if size else []
        if size:
            del states[-size:], values[-size:]
        values.append(build(parts))
        states.append(table.after[states[-1]][rule])


def _accepts(table: Table, states: list[int]) -> frozenset[str]:
    """The terminals that fit in a state: it has an action for each, and the reductions lead to where it is shifted."""
    return frozenset(kind for kind in table.actions[states[-1]] if _fits(table, list(states), kind))


def _fits(table: Table, states: list[int], kind: str) -> bool:
    while True:
        action = table.actions[states[-1]].get(kind)
        if not isinstance(action, Reduction):
            return action is not None or (kind == END and states[-1] == table.end)
        if action.size:
            del states[-action.size :]
        states.append(table.after[states[-1]][action.rule])
