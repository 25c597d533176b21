"""Terms as the engines hold them: a truth value becomes a constant of its own, equal to no number.

Text and integers stand for themselves. A *row* is the tuple of an atom's terms in this form.
"""

from dataclasses import dataclass
from json.encoder import encode_basestring as _quoted
from typing import Any, Final, TypeAlias, cast

from bridge.reason.model import Term


@dataclass(frozen=True, eq=False)
class Truth:
    """A truth value; each exists once, and equals only itself."""

    value: bool


TRUE: Final = Truth(True)
FALSE: Final = Truth(False)

Constant: TypeAlias = str | int | Truth
Row: TypeAlias = tuple[Constant, ...]


def encode(term: Term) -> Constant:
    """The engines' form of a term.

    Raises:
        TypeError: not a term of a valid program.
    """
    if isinstance(term, bool):
        return TRUE if term else FALSE
    if isinstance(term, (str, int)):
        return term
    raise TypeError(f"{type(term).__name__} is no term of a valid program")


def decode(constant: Constant) -> Term:
    """The term that a constant stands for."""
    return constant.value if isinstance(constant, Truth) else constant


def encode_row(arguments: tuple[Term, ...]) -> Row:
    """The row of an atom's arguments, which are terms of a valid program."""
    if bool in map(type, arguments):
        return tuple(map(encode, arguments))
    return cast("Row", arguments)


def decode_row(row: Row) -> tuple[Term, ...]:
    """The arguments that a row stands for."""
    if Truth in map(type, row):
        return tuple(map(decode, row))
    return cast("tuple[Term, ...]", row)


def text(constant: Constant) -> str:
    """The compact JSON of a constant, which is what orders atoms."""
    if isinstance(constant, str):
        return _quoted(constant)
    if isinstance(constant, int):
        return str(constant)
    return "true" if constant.value else "false"


_quote_text: Final[Any] = _quoted
"""For constants, most of which are text: of any other it raises TypeError."""


def text_and_terms(row: Row) -> tuple[str, Any]:
    """The compact JSON of a row's constants, without the brackets; and the arguments that it stands for."""
    try:
        # No truth value is among constants that are all text.
        return ",".join(map(_quote_text, row)), row
    except TypeError:
        return ",".join(map(text, row)), decode_row(row)
