"""Words of PowerShell and ``cmd``: variables, quotes and escapes, and expressions in parentheses within them."""

import re
from abc import ABC, abstractmethod
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Node, Piece, Source, Word
from bridge.judges.bridge_rules.shell.windows_values import after_members

_PLAIN: Final = pattern(r"[^\s;|&'\"`$%^(){}\n,<>]+")
_NAMED: Final = r"\$\{([^}]*)\}|\$((?:env:|global:|script:|using:)?\w+(?::\w+)?)|%(\w+)%|!(\w+)!|%%?([A-Za-z])(?![\w%])"
_VARIABLE: Final = pattern(_NAMED, re.IGNORECASE)
_IN_QUOTES: Final = pattern(rf"{_NAMED}|\$\(", re.IGNORECASE)
_HOMES: Final = frozenset(names("HOME ENV:HOME ENV:USERPROFILE USERPROFILE HOMEPATH ENV:HOMEPATH ~"))
_PLACES: Final = {"SYSTEMDRIVE": "C:", "HOMEDRIVE": "C:", "SYSTEMROOT": "C:\\Windows", "WINDIR": "C:\\Windows"}


class Words(ABC):
    """Reads the words of a text, from a place on.

    Args:
        text: a command line.
        node: where it stands.
        cwd: the folder it is run in.
    """

    def __init__(self, text: str, node: Node, cwd: str | None) -> None:
        self._text = text
        self._node = node
        self._cwd = cwd
        self._at = 0
        self._variables: dict[str, tuple[Piece, ...]] = {}
        self.calls: list[Call] = []

    @abstractmethod
    def _inside(self, inside: str) -> tuple[Piece, ...]:
        """What an expression in parentheses comes to."""

    @abstractmethod
    def _closing(self, text: str, at: int) -> int | None:
        """Where the parenthesis that opens at a place of a text closes; None where that is not looked for."""

    def word(self) -> Word:
        """The word that starts here."""
        pieces: list[Piece] = []
        while self._at < len(self._text):
            piece = self._piece()
            if piece is None:
                break
            pieces.extend(piece)
        if not pieces:
            pieces.append(Piece(self._text[self._at]))
            self._at += 1
        if len(pieces) > 1 and pieces[0].text == "C:" and pieces[1].source is Source.HOME:
            # %HOMEDRIVE%%HOMEPATH%
            del pieces[0]
        return Word(tuple(pieces), self._node)

    def _piece(self) -> list[Piece] | None:
        text, at = self._text, self._at
        char = text[at]
        variable = _VARIABLE.match(text, at)
        if variable:
            self._at = after_members(text, variable.end())
            return self._value(variable)
        if char in "\"'":
            return self._quoted(char)
        if char in "`^" and at + 1 < len(text):
            self._at += 2
            return [Piece(text[at + 1], quoted=True)]
        plain = _PLAIN.match(text, at)
        if plain:
            self._at = plain.end()
            if re.match(r"~(?:[\\/]|\Z)", plain[0]) and (at == 0 or text[at - 1] in " \t\"'"):
                return [Piece("~", source=Source.HOME), Piece(plain[0][1:])]
            return [Piece(plain[0])]
        if char in "$%":
            self._at += 1
            return [Piece(char)]
        return None

    def _quoted(self, mark: str) -> list[Piece]:
        end = self._text.find(mark, self._at + 1)
        end = len(self._text) if end < 0 else end
        inside = self._text[self._at + 1 : end]
        self._at = end + 1
        if mark == "'":
            return [Piece(inside, quoted=True)]
        pieces: list[Piece] = []
        at = 0
        for match in _IN_QUOTES.finditer(inside):
            is_made = match[0] == "$("
            close = self._closing(inside, match.end() - 1) if is_made and match.start() >= at else None
            if match.start() < at or (is_made and close is None):
                continue
            pieces.append(Piece(inside[at : match.start()], quoted=True))
            value = self._inside(inside[match.end() : close]) if close is not None else None
            pieces.extend(value if value is not None else self._value(match))
            at = match.end() if close is None else close + 1
        pieces.append(Piece(inside[at:], quoted=True))
        return [piece for piece in pieces if piece.text] or pieces[:1]

    def _value(self, match: re.Match[str]) -> list[Piece]:
        name = next((group for group in match.groups() if group is not None), "")
        upper = name.upper()
        if upper in self._variables:
            return list(self._variables[upper])
        if upper in _HOMES:
            return [Piece("~", source=Source.HOME)]
        if upper.removeprefix("ENV:") in _PLACES:
            return [Piece(_PLACES[upper.removeprefix("ENV:")])]
        if match[5] is not None:
            return [Piece(match[0], quoted=True)]
        if upper in ("PWD", "CD"):
            return [Piece(self._cwd or ".")]
        return [Piece(match[0], source=Source.VARIABLE, name=name, may_be_empty=upper != "PSSCRIPTROOT")]
