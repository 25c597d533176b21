"""What every model of a wire format has in common: strict types, members as the wire names them, absence, numbers.

A member that may be absent is never null unless its type says so: ``Omissible`` is for what is left out, ``T | None``
for what is written as null.
"""

from typing import Annotated, Any, Final, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, JsonValue, StrictBool
from pydantic.alias_generators import to_camel
from pydantic_core import CoreSchema

from bridge.testing.schemas.spelling import Constant

T = TypeVar("T")

Json: TypeAlias = JsonValue


class _NeverNull:
    """Takes the null out of ``T | None``, which then stands for absence alone."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        schema: dict[str, Any] = dict(handler(source))
        inner: CoreSchema = schema["schema"]
        return inner


Omissible: TypeAlias = Annotated[T | None, _NeverNull()]
"""A member that is left out rather than null; its default is None."""


def _wire_name(name: str) -> str:
    return name.rstrip("_")


class Closed(BaseModel):
    """An object that has the members it declares and no other."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", allow_inf_nan=False, alias_generator=_wire_name)


class Open(Closed):
    """An object whose readers pass over members they do not know."""

    model_config = ConfigDict(extra="allow")


class Camel(Open):
    """An open object whose members are spelled in camel case."""

    model_config = ConfigDict(alias_generator=to_camel)


def when(path: str, value: Json, then: dict[str, Any]) -> dict[str, Any]:
    """The JSON Schema that asks ``then`` of a document whose member at a dotted path is ``value``."""
    return {"if": at(path, {"const": value}), "then": then}


def at(path: str, schema: dict[str, Any]) -> dict[str, Any]:
    """The JSON Schema that asks ``schema`` of the member at a dotted path, where there is one."""
    for name in reversed(path.split(".")):
        schema = {"properties": {name: schema}}
    return schema


_I64: Final = 2**63

Integer: TypeAlias = Annotated[int, Field(ge=-_I64, le=_I64 - 1)]
Count: TypeAlias = Annotated[int, Field(ge=0)]
Positive: TypeAlias = Annotated[int, Field(ge=1)]
Unit: TypeAlias = Annotated[float, Field(ge=0, le=1)]
GroundTerm: TypeAlias = Constant | Integer | StrictBool
Term: TypeAlias = str | Integer | StrictBool
