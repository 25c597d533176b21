"""What several rules have to know about programs: whose arguments are code, and what that code is."""

from collections.abc import Iterator
from typing import Final

from bridge.core.url import UNKNOWN
from bridge.judges.bridge_rules.shell.interpreters import without_comments
from bridge.judges.bridge_rules.shell.model import Call, Word
from bridge.judges.bridge_rules.shell.options import options

_PYTHON: Final = ("c",)
INLINE_CODE: Final = {
    **dict.fromkeys(("python", "python2", "python3", "pypy", "pypy3", "ipython"), _PYTHON),
    **dict.fromkeys((f"python3.{minor}" for minor in range(6, 20)), _PYTHON),
    **dict.fromkeys(("node", "nodejs", "bun", "tsx", "ts-node"), ("e", "eval", "p", "print")),
    "deno": ("eval",),
    **dict.fromkeys(("perl", "ruby", "lua", "luajit", "rscript", "julia", "elixir", "groovy"), ("e", "E")),
    "php": ("r",),
    "osascript": ("e",),
    **dict.fromkeys(("awk", "gawk", "mawk", "nawk"), ("e", "source")),
}
"""The interpreters, and the options of each whose value is code."""

_LOADING: Final = {"perl": ("M", "m", "I"), "ruby": ("r", "I")}
"""The options by which interpreters load modules, whose names may hold the letter of another option."""

_AWKS: Final = frozenset(("awk", "gawk", "mawk", "nawk"))


def code_of(call: Call) -> Iterator[Word]:
    """The code that an interpreter is handed: in an option, as its first operand, or on its standard input.

    Lines that are comments are left out.
    """
    return map(without_comments, _handed(call))


def _handed(call: Call) -> Iterator[Word]:
    name = (call.name or "").lower()
    names = INLINE_CODE.get(name, ())
    valued = (*names, *("v", "F", "f") * (name in _AWKS), *_LOADING.get(name, ()))
    read = options(call.arguments, valued, permutes=False)
    found = [value for flag, value in read.flags if value is not None and flag in names]
    yield from found
    if name in _AWKS or (name == "deno" and read.texts[:1] == ("eval",)):
        yield from read.operands[: 1 + (name == "deno")]
    if call.script is not None:
        yield call.script
    if call.stdin is not None and not found and (not read.operands or read.texts[0] == "-"):
        yield call.stdin


def text_of(word: Word) -> str:
    """The text of a word, with ``UNKNOWN`` for each piece that is not known."""
    return "".join(piece.text if piece.is_known else UNKNOWN for piece in word.pieces)
