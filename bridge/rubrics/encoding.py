"""The bytes that a rubric's hashes, its budget and the judge's state are made over (spec: Rubrics, section 3.3).

Sorted by code point, compact, literal but for required escapes, and numbers as Python prints them: integers of any
size exactly, doubles as ``repr`` spells them. It is not the encoding of receipts (``core.canonical``), which spells
exponents otherwise and knows no integer beyond 64 bits.
"""

import json
from typing import Any

from bridge.core.digest import sha256


def canonical(value: Any) -> bytes:
    """The canonical bytes of JSON data.

    Raises:
        ValueError: a number is not finite, or text holds a lone surrogate.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def pretty(value: Any) -> str:
    """The same, indented by two spaces: how results are printed and saved.

    Raises:
        ValueError: a number is not finite.
    """
    return json.dumps(value, sort_keys=True, indent=2, ensure_ascii=False, allow_nan=False)


def digest(value: Any) -> str:
    """``sha256:`` and the digest of the canonical bytes."""
    return sha256(canonical(value))
