"""Canonical text and digests, the checker's own (spec: Reason, section 1).

Two values are the same exactly when their canonical texts are: ``true`` is not ``1``, and ``1`` is not ``1.0``.
"""

import hashlib
import json
from decimal import Decimal
from typing import Any, Final

_quote: Final = json.JSONEncoder(ensure_ascii=False).encode
# The depth of a normal form is bounded, so that none can hold itself.
_COMPACT: Final[dict[str, Any]] = {"ensure_ascii": False, "check_circular": False, "separators": (",", ":")}
_as_given: Final = json.JSONEncoder(**_COMPACT)
_sorted: Final = json.JSONEncoder(**_COMPACT, sort_keys=True)


def compact(value: Any, *, sort: bool = False) -> str:
    """JSON without spaces, members in the order they stand or sorted by code point at every depth.

    ``value`` is in normal form (``checker.shapes``), so its depth is bounded and its numbers are finite.
    """
    text = (_sorted if sort else _as_given).encode(value)
    # Python pads exponents of one digit, from -9 to -5; what looks like one may also stand in a text.
    return _spelled(value, sort=sort) if "e-0" in text else text


def _spelled(value: Any, *, sort: bool) -> str:
    if isinstance(value, dict):
        keys = sorted(value) if sort else value
        return "{" + ",".join(f"{_quote(key)}:{_spelled(value[key], sort=sort)}" for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(_spelled(item, sort=sort) for item in value) + "]"
    return _float_text(value) if isinstance(value, float) else _quote(value)


def same(left: Any, right: Any) -> bool:
    """Whether two normal forms have one canonical text; found without making it, since a text can be far longer."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    return repr(left) == repr(right)


def digest(value: Any, *, sort: bool = False) -> str:
    """``sha256:`` and the hexadecimal SHA-256 of the compact text."""
    return "sha256:" + sha256_hex(compact(value, sort=sort))


def sha256_hex(text: str) -> str:
    """The hexadecimal SHA-256 of a text's UTF-8 bytes."""
    return hashlib.sha256(text.encode()).hexdigest()


def _float_text(number: float) -> str:
    shortest = repr(number)
    if "e" not in shortest:
        return shortest
    mantissa, exponent = shortest.split("e")
    return f"{Decimal(shortest):f}" if exponent == "-05" else f"{mantissa}e{int(exponent):+d}"
