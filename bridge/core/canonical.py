"""Canonical encodings, each by its name: the bytes that digests and signatures are made over.

``compact`` keeps the order in which members stand; ``sorted_compact`` sorts them by code point at every depth, which
equals the order of their UTF-8 bytes. Strings stay literal but for the escapes JSON requires. Doubles print as the
shortest decimal that reads back to the same double, always with a fraction or an exponent, as both reference systems
write them (spec: Judge and receipts, section 1; Reason, section 1, Numbers).
"""

import json
from typing import Any, Final

_encode_string: Final = json.encoder.encode_basestring
# What holds itself is nested too deeply, which is found without looking for it in every container.
_COMPACT: Final[dict[str, Any]] = {
    "ensure_ascii": False,
    "allow_nan": False,
    "check_circular": False,
    "separators": (",", ":"),
}
_as_given: Final = json.JSONEncoder(**_COMPACT)
_sorted: Final = json.JSONEncoder(**_COMPACT, sort_keys=True)
_PADDED: Final = "e-0"
"""Exponents from -9 to -5 are all that the C encoder spells another way: ``1e-05``."""


def float_text(number: float) -> str:
    """The canonical spelling of a finite double.

    Raises:
        ValueError: the number is not finite.
    """
    text = repr(number)
    if "e" not in text:
        if not text[-1].isdigit():
            raise ValueError("a number that is not finite has no canonical form")
        return text
    mantissa, _, exponent = text.partition("e")
    power = int(exponent)
    if power == -5:
        sign = "-" if mantissa.startswith("-") else ""
        return f"{sign}0.0000{mantissa.lstrip('-').replace('.', '')}"
    return f"{mantissa}{'e+' if power > 0 else 'e'}{power}"


def compact(value: Any) -> str:
    """Compact JSON with members in the order they stand."""
    return _encode(value, sort=False)


def sorted_compact(value: Any) -> str:
    """Compact JSON with members sorted by code point at every depth."""
    return _encode(value, sort=True)


def pretty(value: Any, *, sort: bool = False) -> str:
    """JSON indented by two spaces, without a final newline; empty containers stay on one line."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2, sort_keys=sort)
    if _PADDED not in text:
        return text
    pieces: list[str] = []
    _indent(value, sort, "\n", pieces)
    return "".join(pieces)


def _encode(value: Any, *, sort: bool) -> str:
    text = (_sorted if sort else _as_given).encode(value)
    if _PADDED not in text:
        return text
    # It may also stand in a string, so the whole is done again.
    pieces: list[str] = []
    _append(value, sort, pieces)
    return "".join(pieces)


def _append(value: Any, sort: bool, pieces: list[str]) -> None:
    if isinstance(value, dict):
        separator = "{"
        for key in sorted(value) if sort else value:
            pieces += (separator, _encode_string(key), ":")
            _append(value[key], sort, pieces)
            separator = ","
        pieces.append("}" if value else "{}")
    elif isinstance(value, (list, tuple)):
        separator = "["
        for item in value:
            pieces.append(separator)
            _append(item, sort, pieces)
            separator = ","
        pieces.append("]" if value else "[]")
    else:
        pieces.append(_scalar(value))


def _indent(value: Any, sort: bool, newline: str, pieces: list[str]) -> None:
    inner = newline + "  "
    if isinstance(value, dict) and value:
        separator = "{"
        for key in sorted(value) if sort else value:
            pieces += (separator, inner, _encode_string(key), ": ")
            _indent(value[key], sort, inner, pieces)
            separator = ","
        pieces += (newline, "}")
    elif isinstance(value, (list, tuple)) and value:
        separator = "["
        for item in value:
            pieces += (separator, inner)
            _indent(item, sort, inner, pieces)
            separator = ","
        pieces += (newline, "]")
    else:
        _append(value, sort, pieces)


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        return _encode_string(value)
    if isinstance(value, float):
        return float_text(value)
    return json.dumps(value)
