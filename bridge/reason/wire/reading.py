"""Typed reading of parsed JSON, with the reference's leniencies and its order of errors.

A struct may come as an object or as an array of its fields in declaration order; a unit enum as its name or as
``{"name": null}``. Members are visited sorted by name, and the first fault found that way is the one reported. Members
that no struct declares are gathered, and refused only once everything else has been read; a closed struct refuses them
at once (spec: Reason, section 2).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias, TypeVar

from bridge.core.canonical import compact
from bridge.core.strict_json import Json
from bridge.errors import ShapeError

T = TypeVar("T")
Path: TypeAlias = tuple[str | int, ...]
Reader: TypeAlias = Callable[[Json, Path, list[Path]], T]
"""Reads a value found at a path; adds the paths of members that nothing declares to the list."""

_REQUIRED: Final = object()


@dataclass(frozen=True)
class Field(Generic[T]):
    """A member of a struct: its name, how to read it, and what its absence means."""

    name: str
    read: Reader[T]
    default: Any = _REQUIRED


def whole(read: Reader[T], value: Json) -> T:
    """Read a document, then refuse the first member that nothing declares.

    Raises:
        ShapeError: the value is of another shape; ``where`` is the JSON path.
    """
    undeclared: list[Path] = []
    result = read(value, (), undeclared)
    if undeclared:
        first = min(undeclared)
        dotted = ".".join(map(str, first))
        raise ShapeError(f"unknown object member at {dotted}", where=json_path(first), help="remove the member")
    return result


def json_path(path: Path) -> str:
    """A path as text: ``$.rules[0].when``."""
    return "$" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)


def mismatch(value: Json, expected: str, path: Path) -> ShapeError:
    """The error of a value of another type."""
    return ShapeError(f"invalid type: {_described(value)}, expected {expected}", where=json_path(path))


def _described(value: Json) -> str:
    if isinstance(value, bool):
        return f"boolean `{compact(value)}`"
    if isinstance(value, int):
        return f"integer `{value}`"
    if isinstance(value, float):
        return f"floating point `{compact(value)}`"
    if isinstance(value, str):
        return f"string {compact(value)}"
    return "null" if value is None else "sequence" if isinstance(value, list) else "map"


def text(value: Json, path: Path, _: list[Path]) -> str:
    """A string."""
    if isinstance(value, str):
        return value
    raise mismatch(value, "a string", path)


def truth(value: Json, path: Path, _: list[Path]) -> bool:
    """A truth value."""
    if isinstance(value, bool):
        return value
    raise mismatch(value, "a boolean", path)


def count(value: Json, path: Path, _: list[Path]) -> int:
    """A natural number of at most 64 bits, written without a fraction."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise mismatch(value, "usize", path)


def anything(value: Json, _: Path, __: list[Path]) -> Json:
    """Application data: any JSON value; its objects come back with their members sorted."""
    return sorted_members(value)


def sorted_members(value: Json) -> Json:
    """The same value with the members of every object sorted by name."""
    if isinstance(value, dict):
        return {name: sorted_members(value[name]) for name in sorted(value)}
    return [sorted_members(item) for item in value] if isinstance(value, list) else value


def optional(read: Reader[T]) -> Reader[T | None]:
    """A value or ``null``."""
    return lambda value, path, undeclared: None if value is None else read(value, path, undeclared)


def items(read: Reader[T]) -> Reader[tuple[T, ...]]:
    """An array, in its order."""

    def read_items(value: Json, path: Path, undeclared: list[Path]) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise mismatch(value, "a sequence", path)
        return tuple([read(item, (*path, index), undeclared) for index, item in enumerate(value)])

    return read_items


def text_set(value: Json, path: Path, undeclared: list[Path]) -> tuple[str, ...]:
    """An array of strings as a set: sorted, without duplicates."""
    return tuple(sorted(set(_texts(value, path, undeclared))))


def mapping(read: Reader[T]) -> Reader[Mapping[str, T]]:
    """An object with free names, sorted by them."""

    def read_mapping(value: Json, path: Path, undeclared: list[Path]) -> Mapping[str, T]:
        if not isinstance(value, dict):
            raise mismatch(value, "a map", path)
        return {name: read(value[name], (*path, name), undeclared) for name in sorted(value)}

    return read_mapping


def variant(*names: str) -> Reader[str]:
    """One of some names."""
    choices = " or ".join(f"`{name}`" for name in names) if len(names) == 2 else "one of " + _listed(names)

    def read_variant(value: Json, path: Path, _: list[Path]) -> str:
        name = value
        if isinstance(value, dict) and len(value) == 1:
            name, content = next(iter(value.items()))
            if name in names and content is not None:
                raise mismatch(content, "unit", (*path, name))
        if not isinstance(name, str):
            raise mismatch(value, "string or map", path)
        if name not in names:
            raise ShapeError(f"unknown variant `{name}`, expected {choices}", where=json_path(path))
        return name

    return read_variant


def struct(name: str, build: Callable[..., T], fields: tuple[Field[Any], ...], *, closed: bool = False) -> Reader[T]:
    """A struct: ``build`` gets the fields in declaration order; a closed struct refuses undeclared members at once."""
    by_name = {field.name: field for field in fields}

    def from_object(members: dict[str, Json], path: Path, undeclared: list[Path]) -> T:
        found: dict[str, Any] = {}
        for member in sorted(members):
            field = by_name.get(member)
            if field is not None:
                found[member] = field.read(members[member], (*path, member), undeclared)
            elif closed:
                message = f"unknown field `{member}`, expected one of {_listed(by_name)}"
                raise ShapeError(message, where=json_path((*path, member)), help="remove the member")
            else:
                undeclared.append((*path, member))
        return build(*[found[f.name] if f.name in found else _absent(f, path) for f in fields])

    def from_array(values: list[Json], path: Path, undeclared: list[Path]) -> T:
        if len(values) > len(fields):
            message = f"invalid length {len(values)}, expected fewer elements in array"
            raise ShapeError(message, where=json_path(path))
        given = [f.read(v, (*path, i), undeclared) for i, (f, v) in enumerate(zip(fields, values, strict=False))]
        return build(*given, *[_absent(field, path) for field in fields[len(values) :]])

    def read_struct(value: Json, path: Path, undeclared: list[Path]) -> T:
        if isinstance(value, dict):
            return from_object(value, path, undeclared)
        if isinstance(value, list):
            return from_array(value, path, undeclared)
        raise mismatch(value, f"struct {name}", path)

    return read_struct


def _absent(field: Field[Any], path: Path) -> Any:
    if field.default is _REQUIRED:
        raise ShapeError(f"missing field `{field.name}`", where=json_path((*path, field.name)), help="add the member")
    return field.default


def _listed(names: Mapping[str, object] | tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)


_texts: Final = items(text)
