"""Expressions of PowerShell in the words of a call: what stands in parentheses, tables, aliases and variables."""

from abc import abstractmethod
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.model import Call, Node, Piece, Source, Word
from bridge.judges.bridge_rules.shell.windows_values import (
    MAX_INSIDE,
    after_members,
    closing,
    combined,
    folder_of,
    items_of,
    listed_by,
    static_call,
    table,
    takes_value,
    value_of,
)
from bridge.judges.bridge_rules.shell.windows_words import Words

MAX_DEPTH: Final = 8
MAX_PIECES: Final = 64
LEAST: Final = 50
MAX_VALUED: Final = 100_000
"""How many characters of expressions in parentheses are read, each time that they are."""

_ALIASING: Final = frozenset(("set-alias", "new-alias", "sal", "nal"))
_BRACE: Final = pattern(r"[{}]")


class Expressions(Words):
    """Reads a text's words, and what their expressions come to.

    Args:
        text: a command line.
        node: where it stands.
        cwd: the folder it is run in.
        depth: how many texts it stands in.
    """

    def __init__(self, text: str, node: Node, cwd: str | None, depth: int) -> None:
        super().__init__(text, node, cwd)
        self._depth = depth
        self._words: list[Word] = []
        self._aliases: dict[str, Word] = {}
        self._tables: dict[str, tuple[Word, ...]] = {}
        self._table: tuple[Word | None, tuple[Word, ...]] = (None, ())
        self._budget = [MAX_VALUED]
        self._inner_calls: set[int] = set()

    @property
    def own_calls(self) -> list[Call]:
        """The calls that do not stand in an expression of another."""
        return [call for at, call in enumerate(self.calls) if at not in self._inner_calls]

    @abstractmethod
    def read(self) -> None:
        """Reads the text to its end."""

    @abstractmethod
    def _inner(self, text: str, via: str) -> "Expressions":
        """A reader of a text within this one."""

    def _value_here(self) -> bool:
        """Reads the expression in parentheses that starts here as an argument; whether there is one."""
        text = self._text
        at = self._at + (text[self._at] in "$@" and text[self._at + 1 : self._at + 2] == "(")
        begins = text[self._at] == "@" and not self._words
        static = static_call(text, at) if text[at] == "[" else None
        if static is None and (text[at] != "(" or not (begins or takes_value(self._words, text[self._at - 1]))):
            return False
        end = self._closing(text, static or at)
        if end is None:
            return False
        start = at + 1 if static is None else at
        self._at = after_members(text, end + 1)
        value = Word(self._inside(text[start : end + (static is not None)]), self._node)
        self._words.extend(items_of(value))
        return True

    def _closing(self, text: str, at: int) -> int | None:
        if self._depth >= MAX_DEPTH or self._budget[0] <= 0:
            return None
        end = closing(text, at)
        self._budget[0] -= MAX_INSIDE if end is None else max(end - at, LEAST)
        return end

    def _inside(self, inside: str) -> tuple[Piece, ...]:
        folder = folder_of(inside)
        if folder is not None:
            return folder
        inner = self._inner(combined(inside) or inside, "(…)")
        inner.read()
        own = inner.own_calls
        words = own[0].argv if own else ()
        value = value_of(words) if len(own) == 1 else None
        if value is None and words:
            value = words[0].pieces if len(own) == 1 == len(words) else listed_by(words, tuple(inner.calls))
        self._inner_calls.update(range(len(self.calls), len(self.calls) + len(inner.calls)))
        self.calls.extend(inner.calls)
        return value or (Piece(f"({inside})", source=Source.OTHER, calls=tuple(inner.calls)),)

    def _of_table(self) -> bool:
        """Reads the table ``@{…}`` whose brace stands here; whether it is one that is read."""
        if self._depth >= MAX_DEPTH or self._budget[0] <= 0:
            return False
        last = self._words.pop()
        block = self._block()
        self._budget[0] -= len(block) + 1
        inner = self._inner(block[:MAX_INSIDE], "@{…}")
        inner.read()
        arguments = table(tuple(inner.calls))
        if last.text.endswith("=@"):
            self._words.extend((Word(last.pieces[:1], self._node), Word((Piece("="),), self._node)))
        values = [piece for word in arguments for piece in (Piece(" "), *word.pieces)]
        self._words.append(Word(tuple(values) or (Piece("@{}"),), self._node))
        self._table = self._words[-1], arguments
        return True

    def _told(self, words: tuple[Word, ...]) -> tuple[Word, ...]:
        """The words of a call, by what its alias and the tables that it is handed stand for."""
        named = self._aliases.get(words[0].text.lower())
        if named is not None:
            words = (named, *words[1:])
        if not self._tables:
            return words
        return tuple(
            one
            for word in words
            for one in (self._tables.get(word.text[1:].upper()) if word.text[:1] == "@" else None) or (word,)
        )

    def _names_alias(self, words: tuple[Word, ...]) -> bool:
        if words[0].text.lower() not in _ALIASING or len(words) < 3:
            return False
        given = [word for word in words[1:] if word.text[:1] != "-"]
        if len(given) > 1:
            self._aliases[given[0].text.lower()] = given[1]
        return True

    def _keep(self, name: str, value: tuple[Piece, ...]) -> None:
        is_short = len(value) <= MAX_PIECES
        self._variables[name] = value if is_short else (Piece(f"${name}", source=Source.VARIABLE, name=name),)

    def _block(self) -> str:
        """The block in braces that starts here."""
        start, depth = self._at, 0
        self._at = len(self._text)
        for match in _BRACE.finditer(self._text, start):
            depth += 1 if match[0] == "{" else -1
            if depth == 0:
                self._at = match.end()
                break
        return self._text[start + 1 : self._at - 1]
