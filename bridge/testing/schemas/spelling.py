"""Texts with a spelling: times, digests, ids, keys. One rule serves the model and the JSON Schema.

The patterns keep to what every regular expression dialect has, without lookahead. Some take ``$`` to match before a
last newline as well, so a text of a known length states it, and any other rules newlines out.
"""

import re
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeAlias

from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

_B64: Final = "[A-Za-z0-9_-]"
_STANDARD_B64: Final = "[A-Za-z0-9+/]"
# The last character of a text whose bytes leave four bits of it unused, or two.
_LAST_OF_2: Final = "[AQgw]"
_LAST_OF_3: Final = "[AEIMQUYcgkosw048]"
_NEWLINE: Final = r"\n"
_VARIABLE: Final = r"^\$[\s\S]"
_DATE: Final = (
    "(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
    "|02-(?:0[1-9]|1[0-9]|2[0-8]))"
    "|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)"
)


@dataclass(frozen=True)
class Spelling:
    """What a text must look like.

    Args:
        says: what the text is; the description in the schema, and the error of the model.
        pattern: a regular expression that is found in it.
        never: one that is not.
        length: how many code points it has.
    """

    says: str
    pattern: str | None = None
    never: str | None = None
    length: int | None = None

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The text's own schema, with the spelling checked after it."""
        return core_schema.no_info_after_validator_function(self._checked, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """The text's own JSON Schema, with the spelling in JSON Schema's words."""
        document: dict[str, Any] = {**handler(schema), "description": self.says}
        if self.pattern is not None:
            document["pattern"] = self.pattern
        if self.never is not None:
            document["not"] = {"pattern": self.never}
        if self.length is not None:
            document |= {"minLength": self.length, "maxLength": self.length}
        return document

    def holds(self, text: str) -> bool:
        """Whether a text is spelled so."""
        return (
            (self.length is None or len(text) == self.length)
            and (self.pattern is None or re.search(self.pattern, text) is not None)
            and (self.never is None or re.search(self.never, text) is None)
        )

    def _checked(self, text: str) -> str:
        if not self.holds(text):
            raise ValueError(f"expected {self.says}")
        return text


Text: TypeAlias = Annotated[str, Field(min_length=1)]
Time: TypeAlias = Annotated[
    str,
    Spelling(
        "a UTC time in whole seconds, such as 2026-08-14T12:00:00Z",
        f"^{_DATE}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)Z$",
        length=20,
    ),
]
Digest: TypeAlias = Annotated[
    str, Spelling("sha256: and 64 lowercase hexadecimal digits", "^sha256:[0-9a-f]{64}$", length=71)
]
ArtifactId: TypeAlias = Annotated[
    str, Spelling("an artifact id: art_ and 32 lowercase hexadecimal digits", "^art_[0-9a-f]{32}$", length=36)
]
KeyId: TypeAlias = Annotated[
    str, Spelling("a key's random label: key_ and 16 lowercase hexadecimal digits", "^key_[0-9a-f]{16}$", length=20)
]
NodeId: TypeAlias = Annotated[
    str, Spelling("a proof node's id: node_ and 64 lowercase hexadecimal digits", "^node_[0-9a-f]{64}$", length=69)
]
DiagnosticCode: TypeAlias = Annotated[
    str, Spelling("a diagnostic's code, such as RSN104 or RUB109", "^(?:RSN|RUB)[0-9]{3}$", length=6)
]
Base64Url: TypeAlias = Annotated[
    str,
    Spelling(
        "bytes, at least one, as base64url without padding in its one canonical spelling",
        f"^(?:{_B64}{{4}})*(?:{_B64}{_LAST_OF_2}|{_B64}{{2}}{_LAST_OF_3}|{_B64}{{4}})$",
        never=_NEWLINE,
    ),
]
SignatureBytes: TypeAlias = Annotated[
    str,
    Spelling(
        "the 64 bytes of an Ed25519 signature as base64url without padding", f"^{_B64}{{85}}{_LAST_OF_2}$", length=86
    ),
]
PrivateKey: TypeAlias = Annotated[
    str,
    Spelling("the 32 bytes of an Ed25519 seed as base64url without padding", f"^{_B64}{{42}}{_LAST_OF_3}$", length=43),
]
PublicKey: TypeAlias = Annotated[
    str,
    Spelling(
        "ed25519: and the 32 bytes of a public key as base64url without padding",
        f"^ed25519:{_B64}{{42}}{_LAST_OF_3}$",
        length=51,
    ),
]
StandardBase64: TypeAlias = Annotated[
    str,
    Spelling(
        "bytes, at least one, as standard base64 with padding",
        f"^(?:{_STANDARD_B64}{{4}})*(?:{_STANDARD_B64}{_LAST_OF_2}==|{_STANDARD_B64}{{2}}{_LAST_OF_3}="
        f"|{_STANDARD_B64}{{4}})$",
        never=_NEWLINE,
    ),
]
Uri: TypeAlias = Annotated[
    str, Spelling("who it is, as a URI such as system://name or agent://name", r"^[\s\S]+://[\s\S]", never="^://")
]
Identity: TypeAlias = Annotated[
    str,
    Spelling(
        "one identity as a URI, such as human://alice: printable, without spaces and wildcards",
        r"^[^\s*]+://[^\s*]+$",
        never=r"^://|[\x00-\x20\x7f*]",
    ),
]
AuthorityClass: TypeAlias = Annotated[
    str,
    Spelling(
        "an authority class: lowercase letters, digits and inner hyphens",
        "^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$",
        never=_NEWLINE,
    ),
]
Constant: TypeAlias = Annotated[
    str, Spelling("a text that is no variable: not $ with something after it", never=_VARIABLE)
]
Bound: TypeAlias = Annotated[
    str,
    Field(min_length=1),
    Spelling("a text that a request binds: neither empty nor a variable", never=_VARIABLE),
]
JudgedPredicate: TypeAlias = Annotated[str, Spelling("judged_ and the question's key", "^judged_")]
