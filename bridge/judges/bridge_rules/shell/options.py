"""Reading an argument vector: which of its words are options, which are the values of options, which are operands."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from bridge.judges.bridge_rules.shell.model import Word, verbatim

_NONE: Final[frozenset[str]] = frozenset()
_SHORTEST_PREFIX: Final = 3


class Options(NamedTuple):
    """The options and operands of a call.

    Args:
        flags: every option with its value, in order: ``("r", None)``, ``("recursive", None)``, ``("C", word)``.
        operands: the other words, in order.
        first: the index of the first operand among the words that were read.
    """

    flags: tuple[tuple[str, Word | None], ...]
    operands: tuple[Word, ...]
    first: int

    def has(self, *names: str) -> bool:
        """Whether any of the options is given; a long one may be cut short, as GNU's reader of options allows."""
        return any(_is_named(flag, name) for flag, _ in self.flags for name in names)

    def value(self, *names: str) -> Word | None:
        """The last value of any of the options."""
        return next(reversed(self.values(*names)), None)

    def values(self, *names: str) -> list[Word]:
        """The values of the options, in order."""
        return [value for flag, value in self.flags for name in names if value is not None and _is_named(flag, name)]

    @property
    def texts(self) -> tuple[str, ...]:
        """The operands' texts."""
        return tuple(word.text for word in self.operands)


def _is_named(flag: str, name: str) -> bool:
    return flag == name or (len(name) > 1 and len(flag) >= _SHORTEST_PREFIX and name.startswith(flag))


def options(words: Iterable[Word], valued: Iterable[str] = _NONE, *, permutes: bool = True) -> Options:
    """Reads words as options and operands.

    Args:
        words: the words after the program's name.
        valued: the options that take the next word as their value, without dashes.
        permutes: whether options may follow operands; else the first operand ends them.
    """
    with_value = frozenset(valued)
    given = tuple(words)
    flags: list[tuple[str, Word | None]] = []
    operands: list[Word] = []
    first = len(given)
    at = 0
    while at < len(given):
        text = given[at].text
        if text == "--" or len(text) < 2 or text[0] != "-" or (operands and not permutes):
            at += text == "--"
            rest = given[at:] if text == "--" or not permutes else given[at : at + 1]
            first = min(first, at)
            operands.extend(rest)
            at += len(rest)
            continue
        found = list(_flags(text, given[at], with_value))
        takes_next = found[-1][0] in with_value and found[-1][1] is None
        value = given[at + 1] if takes_next and at + 1 < len(given) else None
        flags.extend((*found[:-1], (found[-1][0], value)) if takes_next else found)
        at += 1 + takes_next
    return Options(tuple(flags), tuple(operands), first)


def _flags(text: str, word: Word, with_value: frozenset[str]) -> Iterator[tuple[str, Word | None]]:
    if text.startswith("--"):
        name, equals, _ = text[2:].partition("=")
        yield name, tail(word, 3 + len(name)) if equals else None
        return
    for at, letter in enumerate(text[1:], 1):
        if letter in with_value:
            yield letter, tail(word, at + 1) if at + 1 < len(text) else None
            return
        yield letter, None


def tail(word: Word, start: int) -> Word:
    """A word without its first characters."""
    pieces = []
    for piece in word.pieces:
        if start <= 0:
            pieces.append(piece)
        elif start < len(piece.text) or not piece.text:
            pieces.append(type(piece)(piece.text[start:], piece.quoted, piece.source, piece.name, piece.calls))
        start -= len(piece.text)
    return Word(tuple(pieces), word.node)


def parts(word: Word) -> tuple[Word, ...]:
    """The parts of a word between its blanks, each as it stands."""
    return tuple(verbatim(part, word.node) for part in word.text.split())
