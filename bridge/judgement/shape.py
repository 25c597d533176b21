"""Reading JSON values as what a document asks for, with the JSON path of whatever is not."""

import enum
from collections.abc import Callable, Mapping
from typing import TypeVar

from bridge.core.strict_json import Json
from bridge.errors import ShapeError
from bridge.judgement.answers import is_number

Read = TypeVar("Read")
Word = TypeVar("Word", bound=enum.StrEnum)


def members(value: Json, where: str) -> dict[str, Json]:
    """The members of an object.

    Raises:
        ShapeError: the value is not an object.
    """
    if not isinstance(value, dict):
        raise wrong("an object", value, where)
    return value


def required(of: Mapping[str, Json], name: str, where: str, read: Callable[[Json, str], Read]) -> Read:
    """A member that must be there, read by ``read``.

    Raises:
        ShapeError: it is missing, or ``read`` refuses it.
    """
    if name not in of:
        raise ShapeError(f"missing member `{name}`", where=where)
    return read(of[name], f"{where}.{name}")


def optional(of: Mapping[str, Json], name: str, where: str, read: Callable[[Json, str], Read]) -> Read | None:
    """A member that may be absent, read by ``read``.

    Raises:
        ShapeError: ``read`` refuses it.
    """
    return read(of[name], f"{where}.{name}") if name in of else None


def text(value: Json, where: str) -> str:
    """A text.

    Raises:
        ShapeError: anything else.
    """
    if not isinstance(value, str):
        raise wrong("a text", value, where)
    return value


def texts(value: Json, where: str) -> tuple[str, ...]:
    """An array of texts.

    Raises:
        ShapeError: anything else.
    """
    if not isinstance(value, list):
        raise wrong("an array of texts", value, where)
    return tuple(text(item, f"{where}[{index}]") for index, item in enumerate(value))


def number(value: Json, where: str) -> float:
    """A finite number, as a double; a truth value is not one.

    Raises:
        ShapeError: anything else.
    """
    if not isinstance(value, int | float) or not is_number(value):
        raise wrong("a number", value, where)
    return float(value)


def count(value: Json, where: str) -> int:
    """An integer of at least 0, written without a fraction.

    Raises:
        ShapeError: anything else.
    """
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise wrong("an integer of at least 0", value, where)
    return value


def flag(value: Json, where: str) -> bool:
    """A truth value.

    Raises:
        ShapeError: anything else.
    """
    if not isinstance(value, bool):
        raise wrong("true or false", value, where)
    return value


def word(words: type[Word]) -> Callable[[Json, str], Word]:
    """A reader of one word of a fixed vocabulary, which raises ShapeError on any other."""
    vocabulary = {str(one): one for one in words}

    def read(value: Json, where: str) -> Word:
        if not isinstance(value, str) or value not in vocabulary:
            raise wrong(f"one of {', '.join(vocabulary)}", value, where)
        return vocabulary[value]

    return read


def wrong(expected: str, value: Json, where: str) -> ShapeError:
    """The error that says what was expected and what stands there."""
    return ShapeError(f"expected {expected}, found {describe(value)}", where=where)


def describe(value: Json) -> str:
    """A JSON value as an error message shows it: short values whole, others by their kind."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'the text "{value}"' if len(value) <= 40 else f'the text "{value[:40]}…"'
    if isinstance(value, int | float):
        return f"the number {value}"
    return "an object" if isinstance(value, dict) else "an array"
