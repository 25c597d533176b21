"""The state the rules judge: a tool call, and the values in it by where they stand."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from bridge.core import strict_json
from bridge.core.lazy_pattern import pattern
from bridge.core.strict_json import Json
from bridge.errors import InputError, ShapeError
from bridge.judgement import shape
from bridge.judges.bridge_rules.listed import listed


class ToolCall(NamedTuple):
    """A tool call and what it is held against.

    Args:
        tool: the tool's name.
        capability: what the tool may do, such as ``shell.exec``; None where nobody said.
        input: what it is called with; a JSON text of an object or an array counts as these.
        workspace_root: the folder it may work in; None where none is known.
        network_scope: the hosts it may reach; empty where none is declared.
        amount_bound: the largest amount it may carry; None where none is declared.
    """

    tool: str
    capability: str | None = None
    input: Json = None
    workspace_root: str | None = None
    network_scope: tuple[str, ...] = ()
    amount_bound: float | None = None

    @property
    def purpose(self) -> frozenset[str]:
        """The words of the tool's name and its capability, in lower case: ``mcp__pay__send`` has ``pay``."""
        return words(self.tool) | words(self.capability or "")


class Leaf(NamedTuple):
    """A value that is neither an object nor an array, and where it stands.

    Args:
        value: the value.
        keys: the names of the members it stands under, outermost first; the items of an array stand under its name.
        where: its JSON path in the state.
    """

    value: Json
    keys: tuple[str, ...]
    where: str

    @property
    def key(self) -> str:
        """The nearest name; empty where there is none."""
        return self.keys[-1] if self.keys else ""


def read_state(state: Mapping[str, Json]) -> ToolCall:
    """The tool call that a state describes; members it does not know are passed over.

    Raises:
        ShapeError: the state is not a tool call; ``where`` is the JSON path of the member at fault.
    """
    optional = ("capability", "workspace_root", "network_scope", "amount_bound")
    given = {name: value for name, value in state.items() if value is not None or name not in optional}
    try:
        return ToolCall(
            shape.required(given, "tool", "$", shape.text),
            shape.optional(given, "capability", "$", shape.text),
            unpacked(given.get("input")),
            shape.optional(given, "workspace_root", "$", shape.text) or None,
            shape.optional(given, "network_scope", "$", shape.texts) or (),
            shape.optional(given, "amount_bound", "$", shape.number),
        )
    except ShapeError as error:
        raise ShapeError(f"state is not a tool call: {error.message}", where=error.where) from None


_OPENS: Final = pattern(r"\s*[{\[]")
_PACKED: Final = listed(
    """arguments args argv input params parameters payload kwargs json request data tool_input command cmd commands
    body"""
)


def unpacked(value: Json) -> Json:
    """What a text that is a JSON object or array says; any other value as it is."""
    if not isinstance(value, str) or not _OPENS.match(value):
        return value
    try:
        read = strict_json.loads(value)
    except InputError:
        return value
    return read if isinstance(read, dict | list) else value


def leaves(value: Json, where: str = "$.input") -> Iterator[Leaf]:
    """Every leaf of a value, in its order. A JSON text under a name such as ``arguments`` counts as what it says."""
    waiting: list[tuple[Json, tuple[str, ...], str]] = [(value, (), where)]
    while waiting:
        item, keys, place = waiting.pop()
        if isinstance(item, str) and keys and keys[-1].lower() in _PACKED:
            item = unpacked(item)
        if isinstance(item, dict):
            inner = ((one, (*keys, key), member(place, key)) for key, one in item.items())
            waiting.extend(reversed(list(inner)))
        elif isinstance(item, list):
            waiting.extend(reversed([(one, keys, f"{place}[{at}]") for at, one in enumerate(item)]))
        else:
            yield Leaf(item, keys, place)


def objects(value: Json, where: str = "$.input") -> Iterator[tuple[dict[str, Json], tuple[str, ...], str]]:
    """Every object in a value, with the names it stands under and where: an object before those in it."""
    waiting: list[tuple[Json, tuple[str, ...], str]] = [(value, (), where)]
    while waiting:
        item, keys, place = waiting.pop()
        if isinstance(item, str) and keys and keys[-1].lower() in _PACKED:
            item = unpacked(item)
        if isinstance(item, dict):
            yield item, keys, place
            inner = [(one, (*keys, key), member(place, key)) for key, one in item.items() if _may_hold(one, key)]
            waiting.extend(reversed(inner))
        elif isinstance(item, list):
            name = keys[-1] if keys else ""
            inner = [(one, keys, f"{place}[{at}]") for at, one in enumerate(item) if _may_hold(one, name)]
            waiting.extend(reversed(inner))


def _may_hold(value: Json, name: str) -> bool:
    """Whether an object may stand in a value of a name."""
    return isinstance(value, dict | list) or (isinstance(value, str) and name.lower() in _PACKED)


def member(place: str, key: str) -> str:
    """The JSON path of a member."""
    return f"{place}.{key}" if key.isidentifier() else f"{place}[{key!r}]"


_WORD: Final = pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


@lru_cache(1 << 15)
def _split(name: str) -> tuple[str, ...]:
    if name.islower() and name.isalpha() and name.isascii():
        return (name,)
    return tuple(word.lower() for word in _WORD.findall(name))


def key_words(name: str) -> tuple[str, ...]:
    """The words of a name, in lower case: ``unitPrice``, ``unit_price`` and ``UNIT-PRICE`` are ``unit``, ``price``."""
    return _split(name) if len(name) <= _LONGEST_NAME else ()


def words(name: str) -> frozenset[str]:
    """The set of the words of a name."""
    return frozenset(key_words(name))


_LONGEST_NAME: Final = 200

_PROSE: Final = listed(
    """content contents text body message description title comment prompt summary note notes reason explanation
    instructions subject html markdown todo todos reply pattern regex query search answer caption documentation
    thought rationale question string str snippet label justification commit old new replacement"""
)


def is_prose(keys: tuple[str, ...]) -> bool:
    """Whether a value stands where people write, or where a tool is handed text: a message, the content of a file."""
    return any(not _PROSE.isdisjoint(key_words(key)[-1:]) for key in keys)
