"""The grammar as reading uses it: the automaton of ``grammar.json``, read when the first source is."""

import json
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple, TypeAlias

from bridge.reason.syntax.builder import RULES
from bridge.reason.syntax.tokens import Scanner, scanner

PIECE: Final = "piece"
LITERAL: Final = "literal"
FILE: Final = "file"
STARTS: Final = (PIECE, LITERAL, FILE)
END: Final = "$END"

Build: TypeAlias = Callable[[list[Any]], Any]
"""What builds a node from what stands at the places of its rule."""


class Reduction(NamedTuple):
    """The end of a rule: how many places it has, its name, and what builds its node from them."""

    size: int
    rule: str
    build: Build


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

    actions: list[Actions]
    after: list[dict[str, int]]
    start: int
    end: int


class Grammar(NamedTuple):
    """The language as data.

    Args:
        tables: the automaton of each start rule.
        scan: what cuts a text into tokens.
        keywords: the terminal of each keyword, by its word.
        texts: the text of each terminal that has but one.
    """

    tables: dict[str, Table]
    scan: Scanner
    keywords: dict[str, str]
    texts: dict[str, str]


@cache
def grammar() -> Grammar:
    """The grammar of the language, with automata for a piece, for a literal and for a whole file."""
    read = json.loads(resources.files(__package__).joinpath("grammar.json").read_bytes())
    reductions = [_reduction(*rule) for rule in read["rules"]]
    actions = [{name: _action(reductions, target) for name, target in row.items()} for row in read["actions"]]
    tables = {name: Table(actions, read["after"], start, end) for name, (start, end) in read["starts"].items()}
    return Grammar(tables, scanner(map(tuple, read["terminals"]), read["keywords"]), read["keywords"], read["texts"])


def _action(reductions: list[Reduction], target: int) -> int | Reduction:
    return target if target >= 0 else reductions[-1 - target]


def _reduction(builds: str, rule: str, size: int, places: list[int], single: bool) -> Reduction:
    build = RULES.get(builds, _parts)
    if single:
        build = _single(build)
    return Reduction(size, rule, build if places == list(range(size)) else _chosen(places, build))


def _chosen(places: list[int], build: Build) -> Build:
    """Build from some of the parts; at a place below 0 stands the list of a helper rule, which dissolves.

    The list that comes first is gone on with, not copied: a helper rule that repeats itself adds one part at a time.
    """
    begun, rest = (-1 - places[0], places[1:]) if places and places[0] < 0 else (None, places)

    def chosen(parts: list[Any]) -> Any:
        found: list[Any] = [] if begun is None else parts[begun]
        for place in rest:
            if place >= 0:
                found.append(parts[place])
            else:
                found += parts[-1 - place]
        return build(found)

    return chosen


def _parts(parts: list[Any]) -> list[Any]:
    """What a helper rule, one that the grammar does not name, leaves to its parent."""
    return parts


def _single(build: Build) -> Build:
    """A rule of one part is that part."""
    return lambda parts: parts[0] if len(parts) == 1 else build(parts)
