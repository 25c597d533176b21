"""A document in the house layout, as the change that makes it so."""

from bridge.core.sources import Source
from bridge.editor.edits import Edit
from bridge.errors import BridgeError
from bridge.reason.syntax.format import formatted


def layout(source: Source) -> list[Edit]:
    """What is to be changed; nothing where the source cannot be read, or is laid out already."""
    try:
        text = formatted(source)
    except BridgeError:
        return []
    return list(_lines(source.text, text))


def _lines(before: str, after: str) -> list[Edit]:
    """One change, from the first line that differs to the last."""
    if before == after:
        return []
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    start = sum(map(len, old[:head]))
    end = len(before) - sum(map(len, old[len(old) - tail :]))
    return [Edit(start, end, "".join(new[head : len(new) - tail]))]
