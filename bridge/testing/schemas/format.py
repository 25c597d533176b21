"""One wire format: its name, what it is, the model of its documents, and the JSON Schema made of the model."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from bridge.core import canonical

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
HOME: Final = "https://reason-bridge.dev/schemas/"
SUFFIX: Final = ".schema.json"


@dataclass(frozen=True)
class Format:
    """A wire format.

    Args:
        name: the ``schema`` its documents carry where they carry one, such as ``judgement.v1``.
        title: what it is, in a few words.
        description: where it is read and written, and what a schema cannot say about it.
        model: a pydantic model, or another type that pydantic validates.
    """

    name: str
    title: str
    description: str
    model: Any = field(repr=False)

    @property
    def file(self) -> str:
        """The name of the schema's file."""
        return self.name + SUFFIX

    @cached_property
    def _adapter(self) -> TypeAdapter[Any]:
        return TypeAdapter(self.model)

    def validate(self, document: Any) -> Any:
        """The typed value of a parsed JSON document.

        Raises:
            pydantic.ValidationError: it is not a document of this format; names each member that is at fault.
        """
        return self._adapter.validate_python(document)

    def json_schema(self) -> dict[str, Any]:
        """The JSON Schema, draft 2020-12."""
        return {
            **self._adapter.json_schema(schema_generator=_Plain),
            "$schema": DIALECT,
            "$id": HOME + self.file,
            "title": self.title,
            "description": self.description,
        }

    def text(self) -> str:
        """The JSON Schema as the bytes of its file: members sorted, two spaces, a final newline."""
        return canonical.pretty(self.json_schema(), sort=True) + "\n"


class _Plain(GenerateJsonSchema):
    """Leaves out what pydantic adds for others: titles of members, null as a default, OpenAPI's discriminator."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 - the signature is pydantic's
        return False

    def tagged_union_schema(self, schema: core_schema.TaggedUnionSchema) -> JsonSchemaValue:
        document = super().tagged_union_schema(schema)
        return {name: value for name, value in document.items() if name != "discriminator"}

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        if schema.get("default", ...) is None:
            return self.generate_inner(schema["schema"])
        return super().default_schema(schema)
