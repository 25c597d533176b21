"""The shape of shell text: statements whose words are still as they are written.

Two readers make it, ``tree`` (tree-sitter's grammar) and ``raw`` (ours, which takes any text); ``run`` walks it.
Positions are in characters of the text that was read, plus the base that its reader was given.
"""

from typing import Final, NamedTuple, TypeAlias


class Raw(NamedTuple):
    """A word as it is written, quotes and all."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.text)


class Assignment(NamedTuple):
    """``name=value``; the items of an array, or one value."""

    name: str
    values: tuple[Raw, ...]
    is_array: bool = False
    appends: bool = False


class Redirect(NamedTuple):
    """A redirection; ``body`` is the text of a here-document, ``expands`` whether ``$`` is read in it."""

    operator: str
    descriptor: str
    target: Raw
    body: Raw | None = None
    expands: bool = True


class Simple(NamedTuple):
    """Assignments, then words."""

    assignments: tuple[Assignment, ...]
    words: tuple[Raw, ...]
    redirects: tuple[Redirect, ...]
    start: int
    end: int


class Sequence(NamedTuple):
    """Statements one after the other, whatever joins them."""

    items: tuple["Statement", ...]


class Pipeline(NamedTuple):
    """Statements joined by ``|``."""

    items: tuple["Statement", ...]


class Block(NamedTuple):
    """``{ … }``, ``( … )``, or the parts of an ``if`` or ``while``, in order."""

    body: Sequence
    is_subshell: bool
    redirects: tuple[Redirect, ...] = ()


class Loop(NamedTuple):
    """``for`` or ``select``; no words stand for the positional parameters."""

    name: str
    words: tuple[Raw, ...] | None
    body: Sequence
    redirects: tuple[Redirect, ...] = ()


class Case(NamedTuple):
    """``case word in pattern) body;; … esac``."""

    word: Raw
    branches: tuple[tuple[tuple[Raw, ...], Sequence], ...]
    redirects: tuple[Redirect, ...] = ()


class Function:
    """A definition; nothing runs."""

    __slots__ = ("body", "name")

    def __init__(self, name: str, body: "Statement") -> None:
        self.name: Final = name
        self.body: Final = body


class Test(NamedTuple):
    """``[[ … ]]`` or ``(( … ))``: only the substitutions in it run."""

    words: tuple[Raw, ...]


class Unparsed(NamedTuple):
    """Text that is not a statement."""

    text: str
    start: int
    why: str


Statement: TypeAlias = Simple | Sequence | Pipeline | Block | Loop | Case | Function | Test | Unparsed


class TooMuch(Exception):
    """A bound of the reader was met in a statement; the argument says which."""


class Exhausted(Exception):
    """A bound on the whole command line was met; the argument says which."""
