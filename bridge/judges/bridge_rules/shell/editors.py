"""What editors, pagers and debuggers have a shell run: ``less +!text``, ``gdb -ex 'shell text'``, ``!text`` in ed."""

import re
from itertools import islice
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Piece, Word
from bridge.judges.bridge_rules.shell.options import options, tail
from bridge.judges.bridge_rules.shell.wrappers import Inner

MAX_TEXTS: Final = 64

DEBUGGERS: Final = frozenset(names("gdb lldb rust-gdb rust-lldb"))
LINE_EDITORS: Final = frozenset(("ed", "red"))

_TOLD: Final = frozenset(
    names("-ex --ex -iex --iex -eval-command --eval-command -init-eval-command -o --one-line -O -k --one-line-on-crash")
)
_TOLD_AFTER: Final = pattern(r"--?(?:i?ex|eval-command|init-eval-command|one-line)=")
_OF_A_SHELL: Final = pattern(r"[ \t]*(?:(?:platform[ \t]+)?shell[ \t]+|![ \t]*)(.+)", re.DOTALL)
_OF_PYTHON: Final = pattern(r"[ \t]*(?:python(?:-interactive)?|py|pi|script)[ \t]+(.+)", re.DOTALL)
_BANG: Final = pattern(r"(?m)^(?:[\d,.$;%]*[ \t]*(?:[rweE][ \t]+)?)!(.+)$")


def debugged(call: Call) -> list[Inner]:
    """The commands of a debugger that start a shell or Python."""
    found = []
    for text in _told(call):
        shell = _OF_A_SHELL.fullmatch(text.text)
        python = _OF_PYTHON.fullmatch(text.text)
        if shell is not None:
            found.append(Inner(call.name or "", text=tail(text, shell.start(1))))
        elif python is not None:
            program = (_word("python3", call), _word("-c", call), tail(text, python.start(1)))
            found.append(Inner(call.name or "", program))
    return found


def _told(call: Call) -> list[Word]:
    found = []
    for before, word in zip((call.argv[0], *call.arguments), call.arguments, strict=False):
        bound = _TOLD_AFTER.match(word.text)
        if bound is not None:
            found.append(tail(word, bound.end()))
        elif before.text in _TOLD:
            found.append(word)
    return found[:MAX_TEXTS]


def paged(call: Call) -> list[Inner]:
    """The first command of a pager, where that starts a shell."""
    texts = (word for word in call.arguments if word.text.startswith(("+!", "++!")))
    return [Inner(call.name or "", text=tail(word, word.text.index("!") + 1)) for word in islice(texts, MAX_TEXTS)]


def edited(call: Call) -> list[Inner]:
    """The lines after ``!`` that a line editor is fed."""
    if call.stdin is None or options(call.arguments, ("p", "prompt")).has("version", "help"):
        return []
    matches = islice(_BANG.finditer(call.stdin.text), MAX_TEXTS)
    return [Inner(call.name or "", text=_part(call.stdin, match.start(1), match.end(1))) for match in matches]


def _part(word: Word, start: int, end: int) -> Word:
    """The characters of a word from one place to another."""
    pieces: list[Piece] = []
    at = 0
    for piece in word.pieces:
        first, last = max(start - at, 0), end - at
        if piece.text[first:last] and last > 0:
            pieces.append(piece._replace(text=piece.text[first:last]))
        at += len(piece.text)
    return Word(tuple(pieces), word.node)


def _word(text: str, call: Call) -> Word:
    return Word((Piece(text),), call.node)
