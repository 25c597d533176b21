"""The paths that a program in another language hands a function: strings, home folders, what is joined to them.

No language is parsed. A name that is bound to a path just before, or runs over a list of them, is followed.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.literals import STRING, string_text
from bridge.judges.bridge_rules.shell.model import Piece, Source, Word

MAX_FOUND: Final = 64
"""How many calls, bindings and items of each kind are looked at."""

_HOME: Final = pattern(
    r"(?:os\.path\.)?expanduser\(\s*(?:f|r)?['\"]([^'\"]*)['\"]\s*\)|(?:pathlib\.)?Path\.home\(\)|os\.environ(?:\.get)?[\[(]['\"]HOME['\"][\])]|os\.homedir\(\)"
    r"|process\.env\.HOME|ENV\[['\"]HOME['\"]\]|\$ENV\{['\"]?HOME['\"]?\}|Dir\.home|homedir\(\)|require\(['\"]os['\"]\)\.homedir\(\)"
)
_HERE: Final = pattern(
    r"os\.getcwd\(\)|process\.cwd\(\)|Dir\.pwd|Path\.cwd\(\)|__dirname|os\.curdir|getcwd\(\)|cwd\(\)"
)
_PATH: Final = pattern(r"\s*\[?\s*(?:(?:pathlib\.)?Path\(\s*)?")
_JOIN: Final = pattern(r"[A-Za-z_][\w.]{0,40}\.(?:join|resolve)\(\s*")
_BOUND: Final = pattern(r"\b(?:const|let|var|my)?\s*([$]?[A-Za-z_]\w*)\s*=(?![=>])\s*")
_LOOPED: Final = pattern(r"\bfor\s*\(?\s*(?:const|let|var|my)?\s*([$]?[A-Za-z_]\w*)\s+(?:in|of)\s*[\[(]\s*(?=['\"])")
_NAME: Final = pattern(r"[$]?[A-Za-z_]\w*")
_JOINED: Final = pattern(r"\s*\)?\s*([,+/.])\s*(?=['\"$\w(])")
_NEXT: Final = pattern(r"\s*,\s*(?=['\"])")

NAMED: Final = "/x"
"""What is joined to a path where nothing is known of it: it is named, whatever it is."""


class Arguments:
    """The paths that stand in a program.

    Args:
        program: its text.
    """

    def __init__(self, program: Word) -> None:
        self._node = program.node
        self._text = program.text

    def at(self, at: int) -> Iterator[Word]:
        """The paths that stand where the arguments of a call start, as far as they are known."""
        start = _PATH.match(self._text, at)
        at = start.end() if start else at
        for word, _ in self._first(at, self._bound):
            yield word
        string = STRING.match(self._text, at)
        while string and (following := _NEXT.match(self._text, string.end())):
            string = STRING.match(self._text, following.end())
            yield from self._of_string(string_text(string)) if string else ()

    @cached_property
    def _bound(self) -> dict[str, list[Word]]:
        found: dict[str, list[Word]] = {}
        for match in islice(_BOUND.finditer(self._text), MAX_FOUND):
            start = _PATH.match(self._text, match.end())
            words = [word for word, _ in self._first(start.end() if start else match.end(), found)]
            if words:
                found[match[1]] = words
        for match in islice(_LOOPED.finditer(self._text), MAX_FOUND):
            found[match[1]] = list(self._strings(match.end()))
        return found

    def _strings(self, at: int) -> Iterator[Word]:
        for _ in range(MAX_FOUND):
            string = STRING.match(self._text, at)
            if not string:
                return
            yield from self._of_string(string_text(string))
            following = _NEXT.match(self._text, string.end())
            at = following.end() if following else len(self._text)

    def _first(self, at: int, bound: dict[str, list[Word]]) -> Iterator[tuple[Word, int]]:
        """The path that starts at a place, or those that its name stands for, and where it ends."""
        text = self._text
        join = _JOIN.match(text, at)
        at = join.end() if join else at
        home, here, string = _HOME.match(text, at), _HERE.match(text, at), STRING.match(text, at)
        if home:
            start = (home[1] or "~")[1:] if home.lastindex else ""
            words, end = [self._word(Piece("~", source=Source.HOME), Piece(start))], home.end()
        elif here:
            words, end = [self._word(Piece("."))], here.end()
        elif string:
            words, end = list(self._of_string(string_text(string))), string.end()
        else:
            name = _NAME.match(text, at)
            words, end = (bound.get(name[0], []), name.end()) if name else ([], at)
        rest = self._joined(end, is_join=join is not None)
        for word in words:
            yield (Word((*word.pieces, Piece(rest)), word.node) if rest else word), end

    def _joined(self, at: int, *, is_join: bool) -> str:
        """What is joined to a path: by ``+``, ``/`` or ``.``, and inside of a join by a comma."""
        found = ""
        for _ in range(MAX_FOUND):
            match = _JOINED.match(self._text, at)
            if not match or (match[1] == "," and not is_join):
                break
            string = STRING.match(self._text, match.end())
            if string is None:
                return found if match[1] == "." else found + NAMED
            found += "/" + string_text(string).lstrip("/")
            at = string.end()
        return found

    def _of_string(self, text: str) -> Iterator[Word]:
        if text and "\n" not in text:
            yield self._word(Piece(text, quoted=text.startswith("~")))

    def _word(self, *pieces: Piece) -> Word:
        return Word(tuple(piece for piece in pieces if piece.text), self._node)
