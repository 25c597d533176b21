"""The grammar as lark reads it: built once, when the first source is read. Nothing else imports lark."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from bridge.reason.syntax.builder import builder
from bridge.reason.syntax.tokens import scanner

if TYPE_CHECKING:
    from lark import Lark

PIECE: Final = "piece"
LITERAL: Final = "literal"
FILE: Final = "file"
END: Final = "$END"

_WORD: Final = re.compile(r"\w+", re.ASCII)


class Reduction(NamedTuple):
    """The end of a rule: how many places it has, its name, and what builds its node from them."""

    size: int
    rule: str
    build: Callable[[list[Any]], Any]


Actions: TypeAlias = dict[str, int | Reduction]
"""What a state does with each terminal: shift it and go to a state, or reduce."""


class Table(NamedTuple):
    """The LALR automaton of one start rule.

    Args:
        actions: of each state.
        after: to which state each state goes after each rule.
        start: the first state.
        end: the state in which the text may end.
    """

    actions: dict[int, Actions]
    after: dict[int, dict[str, int]]
    start: int
    end: int


class Grammar(NamedTuple):
    """The language as data.

    Args:
        tables: the automaton of each start rule.
        scan: the regex that reads one token.
        keywords: the terminal of each keyword, by its word.
        texts: the text of each terminal that has but one.
    """

    tables: dict[str, Table]
    scan: re.Pattern[str]
    keywords: dict[str, str]
    texts: dict[str, str]


@cache
def grammar() -> Grammar:
    """The grammar of the language, with automata for a piece, for a literal and for a whole file."""
    from lark.lexer import PatternStr

    lark = build()
    texts = {t.name: t.pattern.value for t in lark.terminals if isinstance(t.pattern, PatternStr)}
    keywords = {word: name for name, word in texts.items() if _WORD.fullmatch(word)}
    others = sorted((t for t in lark.terminals if texts.get(t.name) not in keywords), key=lambda t: -t.priority)
    tables = {start: _table(lark, start) for start in (PIECE, LITERAL, FILE)}
    return Grammar(tables, scanner((t.name, t.pattern.to_regexp()) for t in others), keywords, texts)


def build(*, debug: bool = False) -> "Lark":
    """Lark's own parser of the grammar; its lexer is never used. With ``debug`` it logs conflicts of the grammar."""
    from lark import Lark

    text = resources.files(__package__).joinpath("grammar.lark").read_text(encoding="utf-8")
    starts = [PIECE, LITERAL, FILE]
    return Lark(
        text,
        parser="lalr",
        lexer="basic",
        start=starts,
        maybe_placeholders=False,
        transformer=builder(),
        debug=debug,
    )


def _table(lark: "Lark", start: str) -> Table:
    """Lark's tables, with all that a reduction needs in the place of the rule, which is slow to look up."""
    conf = lark.parse_interactive(start=start).parser_state.parse_conf
    actions: dict[int, Actions] = {}
    after: dict[int, dict[str, int]] = {}
    for state, row in conf.states.items():
        # Lark's names are tokens, and those compare slowly.
        targets = [(str(name), target) for name, (_, target) in row.items()]
        actions[state] = {name: _action(conf.callbacks, target) for name, target in targets if name.isupper()}
        after[state] = {name: target for name, target in targets if not name.isupper()}
    return Table(actions, after, conf.start_state, conf.end_state)


def _action(callbacks: Mapping[Any, Callable[[list[Any]], Any]], target: Any) -> int | Reduction:
    """What lark does: its states are numbers, and any other target is a rule to reduce by."""
    if isinstance(target, int):
        return target
    return Reduction(len(target.expansion), str(target.origin.name), callbacks[target])
