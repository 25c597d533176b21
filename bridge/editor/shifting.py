"""Problems found in an earlier text, where they stand in a later one, until the later one is looked through."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bridge.core.diagnostics import Diagnostic
from bridge.core.sources import Source, Span


def shifted(found: Iterable[Diagnostic], before: Source, after: Source) -> Iterator[Diagnostic]:
    """What was found before and after the part that has changed; what touches that part is left out."""
    head = _common(before.text, after.text)
    tail = _common_end(before.text, after.text, head)
    moved = len(after.text) - len(before.text)
    for diagnostic in found:
        span = diagnostic.span
        if span is None or span.source.name != before.name:
            continue
        if span.end <= head:
            yield replace(diagnostic, span=Span(after, span.start, span.end), related=())
        elif span.start >= len(before.text) - tail:
            yield replace(diagnostic, span=Span(after, span.start + moved, span.end + moved), related=())


def _common(one: str, other: str) -> int:
    """How long two texts are the same from the start."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_end(one: str, other: str, head: int) -> int:
    """How long two texts are the same at the end, apart from what is the same from the start."""
    low, high = 0, min(len(one), len(other)) - head
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low
