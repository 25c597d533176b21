"""Functions of PowerShell: what a call's arguments are to the parameters of ``function name($path) { … }``."""

import re
from collections.abc import Container, Mapping
from itertools import islice
from typing import Final, NamedTuple

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.model import Piece, Source, Word
from bridge.judges.bridge_rules.shell.windows_values import closing

MAX_FUNCTIONS: Final = 32
MAX_BODY: Final = 4000
"""How long the body of a function may be."""

_HEAD: Final = pattern(r"\bfunction\s+(?:\w+:)?([\w-]+)\s*", re.IGNORECASE)
_BLOCK: Final = pattern(r"\s*(?:\[[^\]\n]*\]\s*){0,4}param\s*(?=\()", re.IGNORECASE)
_PARAMETER: Final = pattern(r"(?:\A|,|\])\s*\$(\w+)")
_DEFAULT: Final = pattern(r"\$(\w+)\s*=\s*('[^'\n]*'|\"[^\"\n]*\"|[^,\n'\"]+)")
_SWITCH: Final = pattern(r"\[switch\]\s*\$(\w+)", re.IGNORECASE)
_OWN: Final = frozenset(("HOME", "PWD"))
_BRACE: Final = pattern(r"[{}]")


class Function(NamedTuple):
    """A function.

    Args:
        parameters: the names of its parameters that take a value, in capitals and in order.
        defaults: what those come to that a call does not give, as it is written, by name.
        body: what stands in its braces after that.
    """

    parameters: tuple[str, ...]
    defaults: Mapping[str, str]
    body: str


def functions_in(text: str) -> dict[str, Function]:
    """The functions that a text defines, by their names in small letters."""
    found: dict[str, Function] = {}
    for match in islice(_HEAD.finditer(text), MAX_FUNCTIONS):
        given, after = _parenthesis(text, match.end())
        body = _body(text, after)
        block = _BLOCK.match(body)
        if block is not None:
            given, after = _parenthesis(body, block.end())
            body = body[after:]
        switches = _SWITCH.findall(given)
        parameters = tuple(name.upper() for name in _PARAMETER.findall(given) if name not in switches)
        defaults = {name.upper(): text.strip() for name, text in _DEFAULT.findall(given)}
        found[match[1].lower()] = Function(parameters, defaults, body)
    return found


def _parenthesis(text: str, at: int) -> tuple[str, int]:
    """What stands in the parentheses that open at a place, and where what is after them starts."""
    end = closing(text, at) if text.startswith("(", at) else None
    return ("", at) if end is None else (text[at + 1 : end], end + 1)


def _body(text: str, at: int) -> str:
    """What stands in the braces that open at a place, or after blanks there."""
    opens, depth = text.find("{", at), 0
    if opens < 0 or text[at:opens].strip():
        return ""
    for match in _BRACE.finditer(text, opens, opens + MAX_BODY):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return text[opens + 1 : match.start()]
    return ""


def bound(function: Function, arguments: tuple[Word, ...]) -> Mapping[str, tuple[Piece, ...]]:
    """What the parameters of a function hold in a call: by name as in ``-Path a``, the others in their order."""
    held: dict[str, tuple[Piece, ...]] = {}
    rest: list[Word] = []
    at = 0
    while at < len(arguments):
        word = arguments[at]
        name = word.text[1:].rstrip(":").upper() if word.text[:1] == "-" else ""
        if name in function.parameters and at + 1 < len(arguments):
            at += 1
            held[name] = arguments[at].pieces
        elif not name:
            rest.append(word)
        at += 1
    free = (name for name in function.parameters if name not in held)
    return {**held, **{name: word.pieces for name, word in zip(free, rest, strict=False)}}


def entered(function: Function, held: Container[str]) -> str:
    """What a call of a function runs: the defaults of the parameters that hold nothing, and the body."""
    return "\n".join(
        (*(f"${name} = {one}" for name, one in function.defaults.items() if name not in held), function.body)
    )


def unbound(functions: Mapping[str, Function]) -> dict[str, tuple[Piece, ...]]:
    """What parameters hold where a body is read that nothing calls: something that is not known, but is given."""
    return {
        name: (Piece(f"${name.lower()}", source=Source.VARIABLE, name=name, may_be_empty=False),)
        for function in functions.values()
        for name in function.parameters
        if name not in _OWN
    }
