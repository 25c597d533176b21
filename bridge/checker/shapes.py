"""Typed reading: a shape takes a parsed JSON value to its normal form, or says where it does not fit.

The normal form has struct members in declaration order, sets and maps sorted, defaults filled in, and what the format
leaves out left out. What the reference takes for equal has one normal form: a struct given as a positional array, a
variant given as ``{"name": null}``, an absent or a null optional, an explicit ``negated: false``, classes in another
order (spec: Reason, sections 2 and 6).
"""

import math
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from bridge.errors import ShapeError

Shape: TypeAlias = Callable[[Any, str], Any]
"""Takes a JSON value and its path; gives the normal form or raises ShapeError."""

MAX_DEPTH: Final = 127

_U64_MAX: Final = 2**64 - 1
_I64_MIN: Final = -(2**63)


class Default(NamedTuple):
    """A member that need not be given; an ``omitted`` one is not in the normal form when it has its default."""

    shape: Shape
    default: Any
    omitted: bool = False


def text(value: Any, path: str) -> str:
    """Text without lone surrogates."""
    if type(value) is not str:
        raise _mismatch("a string", value, path)
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ShapeError("lone surrogate in a string", where=path) from None
    return value


def flag(value: Any, path: str) -> bool:
    """``true`` or ``false``."""
    if type(value) is not bool:
        raise _mismatch("a boolean", value, path)
    return value


def count(value: Any, path: str) -> int:
    """An integer from 0 to 2**64 - 1."""
    if type(value) is not int or not 0 <= value <= _U64_MAX:
        raise _mismatch("a count", value, path)
    return value


def data(value: Any, path: str, depth: int = MAX_DEPTH) -> Any:
    """Application data: any JSON value, with the members of objects sorted at every depth."""
    if type(value) is str:
        return text(value, path)
    if depth == 0 and type(value) in (list, dict):
        raise ShapeError(f"nested deeper than {MAX_DEPTH} containers", where=path)
    if type(value) is list:
        return [data(item, f"{path}[{index}]", depth - 1) for index, item in enumerate(value)]
    if type(value) is dict:
        return {key: data(value[key], f"{path}.{key}", depth - 1) for key in _sorted_keys(value, path)}
    if value is None or type(value) is bool:
        return value
    if (type(value) is int and _I64_MIN <= value <= _U64_MAX) or (type(value) is float and math.isfinite(value)):
        return value
    raise _mismatch("a JSON value", value, path)


def optional(shape: Shape) -> Shape:
    """A value or ``null``."""
    return lambda value, path: None if value is None else shape(value, path)


def sequence(shape: Shape) -> Shape:
    """An array whose order counts."""

    def read(value: Any, path: str) -> list[Any]:
        if type(value) is not list:
            raise _mismatch("a sequence", value, path)
        return [shape(item, f"{path}[{index}]") for index, item in enumerate(value)]

    return read


def name_set(value: Any, path: str) -> list[str]:
    """An array of texts whose order and repetitions do not count."""
    return sorted(set(sequence(text)(value, path)))


def mapping(shape: Shape) -> Shape:
    """An object with free member names."""

    def read(value: Any, path: str) -> dict[str, Any]:
        if type(value) is not dict:
            raise _mismatch("a map", value, path)
        return {key: shape(value[key], f"{path}.{key}") for key in _sorted_keys(value, path)}

    return read


def variant(*names: str) -> Shape:
    """One of some names, also as ``{"name": null}``."""

    def read(value: Any, path: str) -> str:
        if type(value) is dict and len(value) == 1 and None in value.values():
            value = next(iter(value))
        if type(value) is not str or value not in names:
            raise ShapeError(f"expected one of {', '.join(names)}", where=path)
        return value

    return read


def struct(title: str, **members: Shape | Default) -> Shape:
    """An object with these members and no others, or an array of their values in order."""
    names = tuple(members)

    def read(value: Any, path: str) -> dict[str, Any]:
        given = _members(title, names, value, path)
        normal: dict[str, Any] = {}
        for name, member in members.items():
            if isinstance(member, Default):
                item = member.shape(given.get(name, member.default), f"{path}.{name}")
                if not (member.omitted and type(item) is type(member.default) and item == member.default):
                    normal[name] = item
            elif name in given:
                normal[name] = member(given[name], f"{path}.{name}")
            else:
                raise ShapeError(f"missing field `{name}`", where=path)
        return normal

    return read


def _members(title: str, names: tuple[str, ...], value: Any, path: str) -> dict[str, Any]:
    if type(value) is dict:
        for key in value:
            if key not in names:
                raise ShapeError(f"unknown object member at {path}.{key}", where=f"{path}.{key}")
        return value
    if type(value) is not list:
        raise _mismatch(f"struct {title}", value, path)
    if len(value) > len(names):
        raise ShapeError(f"{len(value)} elements where {title} has {len(names)} fields", where=path)
    return {names[place]: item for place, item in enumerate(value)}


def _sorted_keys(value: dict[Any, Any], path: str) -> list[str]:
    return sorted(text(key, path) for key in value)


def _mismatch(expected: str, value: Any, path: str) -> ShapeError:
    kinds = {dict: "an object", list: "an array", str: "a string", bool: "a boolean", type(None): "null"}
    return ShapeError(f"expected {expected}, got {kinds.get(type(value), 'a number')}", where=path)
