"""How every document of this family is read: bounded bytes, strict JSON, numbers as they print, closed structs.

The three ways to fail have each its own first words, which are the wire's (spec: Reason, section 7).
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from bridge.core import strict_json
from bridge.core.canonical import compact
from bridge.core.strict_json import Json
from bridge.errors import InputError, JsonError, ProgramInvalid, ShapeError
from bridge.reason.policy.numbers import first_other_spelling
from bridge.reason.quoting import quoted
from bridge.reason.wire.reading import Reader, whole

T = TypeVar("T")


class Document(NamedTuple):
    """A parsed document of this family, and the bytes it was parsed from."""

    value: Json
    data: bytes


def parse(data: bytes, max_bytes: int) -> Document:
    """Strict JSON of bounded size.

    Raises:
        LimitError: it is longer.
        JsonError: it is not strict JSON.
        InputError: it is not UTF-8.
    """
    if len(data) > max_bytes:
        raise strict_json.too_long("organization policy JSON", max_bytes, len(data), fixed=True)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"organization policy JSON is not UTF-8: byte {error.start} does not fit") from None
    try:
        return Document(strict_json.loads(text), data)
    except JsonError as error:
        place = f" at line {error.line} column {error.column}" if error.line else ""
        message = error.message if place in error.message else error.message + place
        raise error.restated(f"invalid organization policy JSON: {message}") from None


def read(reader: Reader[T], document: Document) -> T:
    """The typed value of a document whose numbers all stand as they print.

    Raises:
        ShapeError: it is of another shape.
        ProgramInvalid: a number is spelled otherwise.
    """
    try:
        value = whole(reader, document.value)
    except ShapeError as error:
        place = error.where
        at = "" if place is None or place in error.message else f" at {place}"
        raise ShapeError(
            f"invalid organization policy JSON: {error.message}{at}", where=place, help=error.help
        ) from None
    offset = first_other_spelling(document.data)
    if offset is not None:
        raise invalid(f"non-canonical JSON number at byte {offset}")
    return value


def invalid(*problems: str) -> ProgramInvalid:
    """The refusal of a document that does not make sense, one line for each problem."""
    where = problems[0].partition(": ")[0] if problems[0].startswith("$") else None
    return ProgramInvalid("\n".join(["invalid organization policy contract:", *problems]), where=where)


def refuse(problems: Iterable[str]) -> None:
    """Refuse a document that has any problem.

    Raises:
        ProgramInvalid: it has.
    """
    found = list(problems)
    if found:
        raise invalid(*found)


def schema_problem(schema: str, expected: str) -> Iterable[str]:
    """The problem of a document of another schema."""
    if schema != expected:
        yield f'$.schema: expected "{expected}", got {quoted(schema)}'


def size_problem(members: Mapping[str, Any], max_bytes: int, name: str) -> Iterable[str]:
    """The problem of a document that is too long once printed in full, defaults and all."""
    if len(compact(members).encode()) > max_bytes:
        yield f"$: serialized {name} exceeds the {max_bytes}-byte limit"
