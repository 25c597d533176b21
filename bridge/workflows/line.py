"""One line of a batch: its bytes, the object that stands on it, and what it is called."""

from collections.abc import Mapping
from typing import NamedTuple

from bridge.core import strict_json
from bridge.core.strict_json import Json
from bridge.errors import ShapeError


class Line(NamedTuple):
    """A line of the input, numbered from 1; of one that is too long, no more than the bound and a byte."""

    number: int
    data: bytes


def members(line: Line, *, such_as: str, max_bytes: int, max_depth: int = strict_json.MAX_DEPTH) -> Mapping[str, Json]:
    """The members of the object on a line.

    Args:
        line: its bytes, with or without the end of the line.
        such_as: a line as it should be, for the error.
        max_bytes: how long it may be.
        max_depth: how many containers may stand in each other.

    Raises:
        InputError: no strict JSON, or no object.
    """
    value = strict_json.loads(line.data, max_bytes=max_bytes, max_depth=max_depth)
    if not isinstance(value, dict):
        raise ShapeError(f"a line is an object, such as {such_as}")
    return value


def id_of(members: Mapping[str, Json], line: Line) -> str | int:
    """The id that a line gives itself, else its number.

    Raises:
        ShapeError: the id is neither text nor an integer.
    """
    given = members.get("id")
    if given is None:
        return line.number
    if isinstance(given, str) or (isinstance(given, int) and not isinstance(given, bool)):
        return given
    raise ShapeError("is neither text nor an integer", where="$.id")
