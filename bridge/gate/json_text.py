"""JSON as a person keeps it in a file: where each value stands, so that one can be changed and the rest left alone.

Comments and trailing commas are read past, as the agents that allow them in their settings do.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, NoReturn

from bridge.core import strict_json
from bridge.core.strict_json import Json
from bridge.errors import InputError, JsonError

MOST_DEPTH: Final = 100

_SPACE: Final = re.compile(r"(?:[ \t\r\n]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING: Final = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR: Final = re.compile(r"true|false|null|-?[0-9][0-9.eE+-]*")


class Node(NamedTuple):
    """A value and its place, ``text[start:end]``.

    Args:
        start: where it begins.
        end: where it ends.
        value: what it is; of an object or array the Python value of all of it.
        items: the values in it, in their order.
        keys: of an object, the keys of ``items``; of anything else empty.
        starts: where each item begins, its key included.
    """

    start: int
    end: int
    value: Json
    items: "tuple[Node, ...]" = ()
    keys: tuple[str, ...] = ()
    starts: tuple[int, ...] = ()

    def member(self, key: str) -> "Node | None":
        """The value of a key; None where there is none."""
        return self.items[self.keys.index(key)] if key in self.keys else None

    def at(self, keys: Iterable[str]) -> "Node | None":
        """The value that keys lead to; None where they lead nowhere."""
        node: Node | None = self
        for key in keys:
            node = None if node is None else node.member(key)
        return node

    def is_value(self, value: Json) -> bool:
        """Whether it is a value; by type as well, since Python takes 1 for true."""
        return type(self.value) is type(value) and self.value == value


def read(text: str, *, named: str) -> Node:
    """The value of a text.

    Args:
        text: the text.
        named: what it is called in errors.

    Raises:
        InputError: it is not JSON; names the line and column.
    """
    reader = _Reader(text, named)
    node = reader.value(reader.skip(0), 0)
    end = reader.skip(node.end)
    if end != len(text):
        reader.refuse(end, "there is more after the end")
    return node


class _Reader:
    def __init__(self, text: str, named: str) -> None:
        self._text = text
        self._named = named

    def refuse(self, at: int, what: str) -> NoReturn:
        line = self._text.count("\n", 0, at) + 1
        column = at - self._text.rfind("\n", 0, at)
        place = f"{self._named}:{line}:{column}"
        raise InputError(f"{place}: {what}", where=place, help="mend the file first; nothing was changed")

    def skip(self, at: int) -> int:
        found = _SPACE.match(self._text, at)
        return found.end() if found else at

    def value(self, at: int, depth: int) -> Node:
        if depth > MOST_DEPTH:
            self.refuse(at, "it is nested too deeply")
        first = self._text[at : at + 1]
        if first == "{":
            return self._object(at, depth)
        if first == "[":
            return self._array(at, depth)
        found = (_STRING if first == '"' else _SCALAR).match(self._text, at)
        if found is None:
            self.refuse(at, "a value is expected here")
        return Node(at, found.end(), self._scalar(found.group(), at))

    def _scalar(self, text: str, at: int) -> Json:
        try:
            return strict_json.loads(text)
        except JsonError as error:
            self.refuse(at, error.message)

    def _array(self, at: int, depth: int) -> Node:
        items: list[Node] = []
        for place in self._places(at, "]"):
            items.append(self.value(place, depth + 1))
            self._at = items[-1].end
        values: list[Json] = [item.value for item in items]
        return Node(at, self._at, values, tuple(items), (), tuple(item.start for item in items))

    def _object(self, at: int, depth: int) -> Node:
        members: dict[str, Node] = {}
        starts: list[int] = []
        for place in self._places(at, "}"):
            found = _STRING.match(self._text, place)
            if found is None:
                self.refuse(place, "a key in double quotes is expected here")
            key = str(self._scalar(found.group(), place))
            if key in members:
                self.refuse(place, f"the key {key!r} stands here twice")
            colon = self.skip(found.end())
            if self._text[colon : colon + 1] != ":":
                self.refuse(colon, "a colon is expected here")
            members[key] = self.value(self.skip(colon + 1), depth + 1)
            starts.append(place)
            self._at = members[key].end
        value: dict[str, Json] = {key: node.value for key, node in members.items()}
        return Node(at, self._at, value, tuple(members.values()), tuple(members), tuple(starts))

    def _places(self, opening: int, closing: str) -> Iterator[int]:
        """Where each item of a container begins; the caller leaves in ``_at`` where it ended."""
        at = self.skip(opening + 1)
        while self._text[at : at + 1] != closing:
            yield at
            at = self.skip(self._at)
            if self._text[at : at + 1] == ",":
                at = self.skip(at + 1)
            elif self._text[at : at + 1] != closing:
                self.refuse(at, f"a comma or {closing} is expected here")
        self._at = at + 1

    _at: int = 0
