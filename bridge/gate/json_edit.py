"""One entry put into a JSON file, or taken out of it, with every other character left as it was."""

import json
import re
from collections.abc import Sequence
from typing import Final

from bridge.core.strict_json import Json
from bridge.errors import InputError
from bridge.gate import json_text
from bridge.gate.json_text import Node

_LEADING: Final = re.compile(r"(?:\r?\n)[ \t]*\Z")
_DEFAULT_INDENT: Final = "  "


def appended(text: str, path: Sequence[str], entry: Json, *, named: str) -> str:
    """The text with an entry at the end of the array at a path of keys; what is missing on the way is made.

    Args:
        text: a JSON object.
        path: keys from the outermost object on.
        entry: what is added.
        named: what the text is called in errors.

    Raises:
        InputError: it is not JSON, or something else than objects and an array stands on the way.
    """
    node = json_text.read(text, named=named)
    for place, key in enumerate(path):
        if not isinstance(node.value, dict):
            raise _other(text, node, path[:place], "an object", named)
        inner = node.member(key)
        if inner is None:
            return _added(text, node, _nested(path[place + 1 :], entry), key=key)
        node = inner
    if not isinstance(node.value, list):
        raise _other(text, node, path, "an array", named)
    return _added(text, node, entry)


def with_member(text: str, key: str, value: Json, *, named: str) -> str:
    """The text of an object with a member added at its end where it has none of that key."""
    node = json_text.read(text, named=named)
    if not isinstance(node.value, dict):
        raise _other(text, node, (), "an object", named)
    return text if key in node.keys else _added(text, node, value, key=key)


def without(text: str, container: Node, place: int) -> str:
    """The text without one item of a container, and without the comma that went with it.

    Args:
        text: the text that the container was read from.
        container: an object or an array.
        place: which of its items.
    """
    items, starts = container.items, container.starts
    if place > 0:
        return text[: items[place - 1].end] + text[items[place].end :]
    if len(items) > 1:
        return text[: starts[0]] + text[starts[1] :]
    return text[: container.start + 1] + text[container.end - 1 :]


def _nested(path: Sequence[str], entry: Json) -> Json:
    value: Json = [entry]
    for key in reversed(path):
        value = {key: value}
    return value


def _added(text: str, container: Node, value: Json, *, key: str | None = None) -> str:
    unit, newline = _style(text)
    if container.items:
        before = _LEADING.search(text, 0, container.starts[-1])
        lead = before.group() if before else " "
        rendered = _rendered(value, key, lead if before else None, unit, newline)
        end = container.items[-1].end
        return f"{text[:end]},{lead}{rendered}{text[end:]}"
    base = newline + _line_indent(text, container.start)
    rendered = _rendered(value, key, base + unit, unit, newline)
    return f"{text[: container.start + 1]}{base}{unit}{rendered}{base}{text[container.end - 1 :]}"


def _rendered(value: Json, key: str | None, lead: str | None, unit: str, newline: str) -> str:
    named = "" if key is None else f"{json.dumps(key, ensure_ascii=False)}: "
    if lead is None:
        return named + json.dumps(value, ensure_ascii=False)
    return named + json.dumps(value, ensure_ascii=False, indent=unit).replace("\n", newline + lead.lstrip("\r\n"))


def _style(text: str) -> tuple[str, str]:
    found = re.search(r"\n([ \t]+)\S", text)
    return (found.group(1) if found else _DEFAULT_INDENT), "\r\n" if "\r\n" in text else "\n"


def _line_indent(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _other(text: str, node: Node, path: Sequence[str], expected: str, named: str) -> InputError:
    place = f"{named}:{text.count(chr(10), 0, node.start) + 1}"
    what = ".".join(path) or "the file"
    return InputError(f"{place}: {what} is not {expected}", where=place, help="mend the file first")
