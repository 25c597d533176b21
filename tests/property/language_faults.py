"""One fault in one statement of a program: what a slip of the hand does to it."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from bridge.core.sources import Source
from bridge.reason.syntax.grammar import grammar
from bridge.reason.syntax.statements import Read, read
from bridge.reason.syntax.tokens import tokenize
from tests.property.language_texts import Tokens


class Faulty(NamedTuple):
    """A text, and where in it the faulty statement stands."""

    text: str
    start: int
    end: int


_STRAY = (";", "=", "&", "é", "[", "\x00", "?", ".", "(", "{", "}", "and", '"', "$")


def _delete(tokens: Tokens, random: Random) -> Tokens:
    place = random.randrange(len(tokens))
    return tokens[:place] + tokens[place + 1 :]


def _double(tokens: Tokens, random: Random) -> Tokens:
    place = random.randrange(len(tokens))
    return [*tokens[: place + 1], *tokens[place:]]


def _swap(tokens: Tokens, random: Random) -> Tokens:
    place = random.randrange(len(tokens) - 1)
    return [*tokens[:place], tokens[place + 1], tokens[place], *tokens[place + 2 :]]


def _misspell(tokens: Tokens, random: Random) -> Tokens:
    words = [place for place, token in enumerate(tokens) if token.isalpha() and len(token) > 1]
    place = random.choice(words)
    word = tokens[place]
    return [*tokens[:place], word[0] + word[2:], *tokens[place + 1 :]]


def _unstopped(tokens: Tokens, random: Random) -> Tokens:
    return tokens[:-1]


def _unclosed(tokens: Tokens, random: Random) -> Tokens:
    quoted = [place for place, token in enumerate(tokens) if token[0] in '"`'] or [0]
    place = random.choice(quoted)
    return [*tokens[:place], tokens[place][:-1] or '"', *tokens[place + 1 :]]


def _stray(tokens: Tokens, random: Random) -> Tokens:
    place = random.randrange(len(tokens) + 1)
    return [*tokens[:place], random.choice(_STRAY), *tokens[place:]]


FAULTS: tuple[Callable[[Tokens, Random], Tokens], ...] = (
    _delete,
    _double,
    _swap,
    _misspell,
    _unstopped,
    _unclosed,
    _stray,
)


def injected(parts: list[Tokens], random: Random) -> Faulty | None:
    """A program with one fault, or none where the statement can be read all the same."""
    place = random.randrange(len(parts))
    joint = random.choice([" ", "\n  "])
    faulty = joint.join(random.choice(FAULTS)(parts[place], random))
    if _readable(faulty):
        return None
    before = "".join(f"{' '.join(tokens)}\n" for tokens in parts[:place])
    after = "".join(f"{' '.join(tokens)}\n" for tokens in parts[place + 1 :])
    return Faulty(f"{before}{faulty}\n{after}", len(before), len(before) + len(faulty))


def _readable(statement: str) -> bool:
    tokens = tokenize(Source("statement", statement), grammar().scan).tokens
    first = 0
    while first < len(tokens):
        result = read(grammar(), tokens, first)
        if not isinstance(result, Read):
            return False
        first = result.after
    return True
