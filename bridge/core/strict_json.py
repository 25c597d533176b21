"""Strict JSON in: RFC 8259, one document, no duplicate members, numbers as the reference systems read them.

The standard library's scanner does the work. What it lets through is refused here: duplicate members, ``NaN`` and
``Infinity``, lone surrogates, numbers that overflow a double, and containers nested deeper than 127. Integers outside
the signed and unsigned 64-bit ranges become doubles, and ``-0`` is the double -0.0, as in serde_json
(spec: Reason, section 1, Numbers).
"""

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from bridge.errors import JsonError, LimitError, NestingError, Reached

if TYPE_CHECKING:
    Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
else:
    # A text would be compiled in every process that names it in a class, and a hook is a process for each call.
    Json = object

MAX_DEPTH: Final = 127
MAX_BYTES: Final = 64 * 1024 * 1024

_U64_MAX: Final = 2**64 - 1
_I64_MIN: Final = -(2**63)

_EXACT: Final = frozenset({str, float, bool, type(None)})
_CONTAINERS: Final = frozenset({dict, list, tuple})

_SHORT: Final = 65_536
"""Up to this length looking through the whole text costs more than a hook for each of its numbers."""

# Where none of these occurs, the C scanner's own numbers are right and no Python hook has to run for each number.
_ODD_NUMBER: Final = re.compile(r"[-0-9](?:0(?<=-0)(?![.0-9])|[0-9]{18}|[eE][+-]?[0-9]{3})")
_SURROGATE_ESCAPE: Final = re.compile(r"\\u[dD][89a-fA-F]")
_STRING: Final = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_LONE_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
_ESCAPE: Final = re.compile(r"\\.", re.DOTALL)
_NOT_BRACKETS: Final = re.compile(r"[^\[\]{}]+")
_BRACKETS: Final = {ord("{"): "[", ord("}"): "]"}


class _Duplicate(Exception):
    def __init__(self, key: str) -> None:
        self.key = key


class _Refused(Exception):
    def __init__(self, message: str, token: str) -> None:
        self.message = message
        self.token = token


def loads(data: bytes | str, *, max_bytes: int = MAX_BYTES, max_depth: int = MAX_DEPTH) -> Json:
    """Read one JSON document.

    Args:
        data: UTF-8 bytes, or text.
        max_bytes: the largest document accepted, in bytes.
        max_depth: how many containers may stand in each other.

    Raises:
        JsonError: not strict JSON; carries line and column, and for a duplicate member the JSON path.
        NestingError: nested deeper than ``max_depth``; a ``JsonError`` and a ``LimitError``.
        LimitError: longer than ``max_bytes``.
    """
    text = _text(data, max_bytes)
    odd = len(text) < _SHORT or _ODD_NUMBER.search(text) is not None
    try:
        value: Json = (_odd_decoder() if odd else _plain_decoder()).decode(text)
    except _Duplicate as duplicate:
        raise _locate_duplicate(text, duplicate.key) from None
    except json.JSONDecodeError as error:
        raise JsonError(_lower_first(error.msg), line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise too_deep(max_depth) from None
    except _Refused as refused:
        line, column = _locate_token(text, refused.token)
        raise JsonError(refused.message, line=line, column=column) from None
    if _depth_exceeds(text, max_depth):
        raise too_deep(max_depth)
    if "\\" in text and _SURROGATE_ESCAPE.search(text):
        _refuse_lone_surrogates(text)
    return value


@cache
def _plain_decoder() -> json.JSONDecoder:
    return json.JSONDecoder(object_pairs_hook=_members, parse_constant=_refuse_constant)


@cache
def _odd_decoder() -> json.JSONDecoder:
    return json.JSONDecoder(
        object_pairs_hook=_members, parse_constant=_refuse_constant, parse_int=integer, parse_float=_double
    )


def integer(digits: str) -> int | float:
    """The number that integer digits denote: a 64-bit integer where it fits, else the nearest double."""
    if len(digits) <= 20 and digits != "-0":
        number = int(digits)
        if _I64_MIN <= number <= _U64_MAX:
            return number
    return _double(digits)


def reads_back(value: Any, max_depth: int = MAX_DEPTH) -> bool:
    """Whether the canonical text of a value is sure to read back as that value, found without reading it.

    Args:
        value: anything that has such a text, whose strings have a UTF-8 form.
        max_depth: how many containers may stand in each other.
    """
    if type(value) is int:
        return _I64_MIN <= value <= _U64_MAX
    if type(value) not in _CONTAINERS:
        return type(value) in _EXACT
    if not max_depth:
        return False
    for item in value.values() if type(value) is dict else value:
        if type(item) not in _EXACT and not reads_back(item, max_depth - 1):
            return False
    return type(value) is not dict or all(type(name) is str for name in value)


def _double(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise _Refused(f"number out of range: {digits[:40]}", digits)
    return number


def _text(data: bytes | str, max_bytes: int) -> str:
    if isinstance(data, str):
        try:
            size = len(data) if data.isascii() else len(data.encode())
        except UnicodeEncodeError as error:
            raise JsonError("stream did not contain valid UTF-8", line=0, column=error.start) from None
        if size > max_bytes:
            raise too_long("input", max_bytes, size)
        return data
    if len(data) > max_bytes:
        raise too_long("input", max_bytes, len(data))
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise JsonError("stream did not contain valid UTF-8") from None
    if text.startswith("\ufeff"):
        raise JsonError("expected value at line 1 column 1", line=1, column=1, help="remove the byte order mark")
    return text


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Duplicate(key)
            seen.add(key)
    return members


def _refuse_constant(name: str) -> NoReturn:
    raise _Refused(f"expected value, found {name}", name)


def _depth_exceeds(text: str, max_depth: int) -> bool:
    # Only texts with enough brackets pay for a look without their strings; one replacement removes one level.
    if text.count("[") + text.count("{") <= max_depth:
        return False
    outside = "".join((_ESCAPE.sub("", text) if "\\" in text else text).split('"')[::2])
    brackets = _NOT_BRACKETS.sub("", outside).translate(_BRACKETS)
    for _ in range(max_depth):
        if not brackets:
            return False
        brackets = brackets.replace("[]", "")
    return bool(brackets)


def too_deep(max_depth: int) -> NestingError:
    """The error of JSON nested deeper than it may be, in the reference's words."""
    # The table of bounds is built on this module, since the checker, which loads nothing else, is.
    remedy = f"nest at most {max_depth} arrays and objects (RSN509, --max-nesting)"
    bound = Reached("RSN509", "nesting", max_depth, max_depth + 1)
    return NestingError("recursion limit exceeded", help=remedy, bound=bound)


def too_long(what: str, max_bytes: int, size: int, *, where: str | None = None, fixed: bool = False) -> LimitError:
    """The error of an input longer than it may be, in the reference's words.

    Args:
        what: the input, as the sentence begins.
        max_bytes: how long it may be.
        size: how long it is, or how much of it was read.
        where: its name.
        fixed: whether the bound is the format's own, which no option raises.
    """
    remedy = "this format has no more" if fixed else "--max-input-bytes raises the limit"
    return LimitError(
        f"{what} exceeds the {max_bytes}-byte limit",
        where=where,
        help=f"it has {size} bytes or more; {remedy} (RSN508)",
        bound=Reached("RSN508", "input_bytes", max_bytes, size),
    )


def _refuse_lone_surrogates(text: str) -> None:
    for match in _STRING.finditer(text):
        if _LONE_SURROGATE.search(json.loads(match[0])):
            line, column = _position(text, match.start())
            raise JsonError("lone surrogate in a string", line=line, column=column)


def _position(text: str, offset: int) -> tuple[int, int]:
    line_start = text.rfind("\n", 0, offset) + 1
    return text.count("\n", 0, offset) + 1, offset - line_start + 1


_TOKEN: Final = re.compile(_STRING.pattern + r"|[\[\]{}:,]")


def _locate_token(text: str, token: str) -> tuple[int, int]:
    outside_strings = re.compile(rf"{_STRING.pattern}|({re.escape(token)})")
    offset = next((match.start() for match in outside_strings.finditer(text) if match[1]), 0)
    return _position(text, offset)


def _locate_duplicate(text: str, key: str) -> JsonError:
    """The first member, in reading order, that repeats a name of its object; the text is valid JSON up to it."""
    frames: list[tuple[set[str] | None, str | int]] = []
    expecting_key = False
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token == "{":
            frames.append((set(), ""))
            expecting_key = True
        elif token == "[":
            frames.append((None, 0))
            expecting_key = False
        elif token in "]}":
            frames.pop()
            expecting_key = False
        elif token == ",":
            names, step = frames[-1]
            expecting_key = names is not None
            if isinstance(step, int):
                frames[-1] = (names, step + 1)
        elif token == ":":
            expecting_key = False
        elif expecting_key:
            names = frames[-1][0]
            name = json.loads(token)
            if names is not None and name in names:
                return _duplicate(text, name, match.start(), [step for _, step in frames[:-1]])
            if names is not None:
                names.add(name)
            frames[-1] = (names, name)
    return JsonError(f"duplicate object member `{key}`")


def _duplicate(text: str, name: str, offset: int, steps: list[str | int]) -> JsonError:
    line, column = _position(text, offset)
    path = "$" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in [*steps, name])
    message = f"duplicate object member `{name}` at line {line} column {column}"
    return JsonError(message, line=line, column=column, where=path, help="state each member once")


def _lower_first(message: str) -> str:
    return message[:1].lower() + message[1:]
