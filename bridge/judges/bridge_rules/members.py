"""The objects in what a tool is called with, walked once: what stands in each, by what the names say."""

from collections.abc import Iterator, Set
from functools import lru_cache
from typing import Final, NamedTuple

from bridge.core import strict_json
from bridge.core.lazy_pattern import pattern
from bridge.core.strict_json import Json
from bridge.errors import InputError
from bridge.judges.bridge_rules.listed import listed


class Held(NamedTuple):
    """An object in a call.

    Args:
        members: the object.
        keys: the names it stands under, outermost first.
        place: its JSON path in the state.
        named: its members by the last word of their names: of each, which one it is and its name.
        is_prose: whether it stands where people write.
    """

    members: dict[str, Json]
    keys: tuple[str, ...]
    place: str
    named: dict[str, list[tuple[int, str]]]
    is_prose: bool

    def under(self, names: Set[str]) -> list[str]:
        """The members whose names end in one of some words, in their order."""
        named = self.named
        if len(named) <= len(names):
            found = [one for word, ones in named.items() if word in names for one in ones]
        else:
            found = [one for word in names if word in named for one in named[word]]
        found.sort()
        return [key for _, key in found]

    def where(self, key: str) -> str:
        """The JSON path of a member."""
        return member(self.place, key)


def held(members: dict[str, Json], keys: tuple[str, ...], place: str) -> Held:
    """An object with its members by the last word of their names."""
    named: dict[str, list[tuple[int, str]]] = {}
    for at, key in enumerate(members):
        named.setdefault(last_word(key), []).append((at, key))
    return Held(members, keys, place, named, is_prose(keys))


def walked(value: Json, where: str = "$.input") -> Iterator[Held]:
    """Every object in a value, one before those in it. A JSON text under a name such as ``arguments`` counts too."""
    waiting: list[tuple[Json, tuple[str, ...], str]] = [(value, (), where)]
    while waiting:
        item, keys, place = waiting.pop()
        if isinstance(item, str):
            item = unpacked(item)
        if isinstance(item, dict):
            yield held(item, keys, place)
            inner = [(one, (*keys, key), member(place, key)) for key, one in item.items() if _may_hold(one, key)]
            waiting.extend(reversed(inner))
        elif isinstance(item, list):
            name = keys[-1] if keys else ""
            inner = [(one, keys, f"{place}[{at}]") for at, one in enumerate(item) if _may_hold(one, name)]
            waiting.extend(reversed(inner))


def _may_hold(value: Json, name: str) -> bool:
    """Whether an object may stand in a value of a name."""
    return isinstance(value, dict | list) or (isinstance(value, str) and name.lower() in _PACKED)


def texts_in(value: Json, where: str = "") -> Iterator[tuple[str, str]]:
    """A text, or the texts in an array and the arrays in it, each with its JSON path. Objects are passed over."""
    if isinstance(value, str):
        yield value, where
    elif isinstance(value, list):
        waiting: list[tuple[Json, str]] = [(value, where)]
        while waiting:
            item, place = waiting.pop()
            if isinstance(item, str):
                yield item, place
            elif isinstance(item, list):
                waiting.extend((item[at], f"{place}[{at}]") for at in reversed(range(len(item))))


def member(place: str, key: str) -> str:
    """The JSON path of a member."""
    return f"{place}.{key}" if key.isidentifier() else f"{place}[{key!r}]"


_OPENS: Final = pattern(r"\s*[{\[]")
_PACKED: Final = listed(
    """arguments args argv input params parameters payload kwargs json request data tool_input command cmd commands
    body"""
)


def is_packed(name: str) -> bool:
    """Whether a text under a name may be a JSON text that stands for what it says."""
    return name.lower() in _PACKED


def unpacked(value: Json) -> Json:
    """What a text that is a JSON object or array says; any other value as it is."""
    if not isinstance(value, str) or not _OPENS.match(value):
        return value
    try:
        read = strict_json.loads(value)
    except InputError:
        return value
    return read if isinstance(read, dict | list) else value


_WORD: Final = pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


@lru_cache(1 << 15)
def _split(name: str) -> tuple[str, ...]:
    if name.islower() and name.isalpha() and name.isascii():
        return (name,)
    found = [word.lower() for word in _WORD.findall(name)]
    while len(found) > 1 and found[-1].isdigit():
        found.pop()
    return tuple(found)


def key_words(name: str) -> tuple[str, ...]:
    """The words of a name, in lower case: ``unitPrice`` and ``UNIT-PRICE-2`` are ``unit``, ``price``."""
    return _split(name) if len(name) <= _LONGEST_NAME else ()


def last_word(name: str) -> str:
    """The last word of a name, empty where it has none; ``commandLine``, ``cmdString`` and their like are one word."""
    words = key_words(name)
    if len(words) > 1 and words[-1] in ("line", "string", "text") and words[-2] in ("command", "cmd"):
        return "commandline"
    return words[-1] if words else ""


def words(name: str) -> frozenset[str]:
    """The set of the words of a name."""
    return frozenset(key_words(name))


_LONGEST_NAME: Final = 200

_PROSE: Final = listed(
    """content contents text body message description title comment prompt summary note notes reason explanation
    instructions subject html markdown todo todos reply pattern regex query search answer caption documentation
    thought rationale question string str snippet label justification commit old new replacement observation
    observations fact facts"""
)


def names_prose(word: str) -> bool:
    """Whether what stands under a name that ends in a word is written for people, or is text that a tool is handed."""
    return word in _PROSE


def is_prose(keys: tuple[str, ...]) -> bool:
    """Whether a value stands where people write, or where a tool is handed text: a message, the content of a file."""
    return any(last_word(key) in _PROSE for key in keys)


_ENVIRONMENTS: Final = frozenset(("env", "environment", "envs"))


def is_variable(key: str, keys: tuple[str, ...]) -> bool:
    """Whether a member is a variable that a program is started with: one in capitals in an ``env``."""
    return bool(keys) and key.isupper() and last_word(keys[-1]) in _ENVIRONMENTS
