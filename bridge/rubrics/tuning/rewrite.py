"""A rubric's text with other numbers in their places; every other byte of it stays (spec: Rubrics, section 6.6).

The places are those that the YAML reader found, and what comes out is read again: it must be the rubric that was
meant, or it is refused.
"""

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bridge.core.sources import Source, Span
from bridge.errors import InputError
from bridge.rubrics.load import Dialect, LoadedRubric, load
from bridge.rubrics.model import Rubric

_VERSION: Final = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,9}))?(?:\.([0-9]{1,9}))?")


class NotRewritable(InputError):
    """The text of a rubric in which a number cannot be replaced by itself."""

    code = "not-rewritable"


def bumped(version: str) -> str:
    """The next minor version: of ``x.y.z`` it is ``x.(y+1).0``.

    Raises:
        NotRewritable: the version is not one of numbers.
    """
    found = _VERSION.fullmatch(version)
    if found is None:
        raise NotRewritable(
            f"the rubric's version '{version}' has no minor number to raise", where="version", help="write it as 1.2.0"
        )
    return f"{int(found[1])}.{int(found[2] or 0) + 1}.0"


def rewritten(loaded: LoadedRubric, meant: Rubric, texts: Mapping[str, str]) -> str:
    """The rubric's text with some scalars replaced.

    Args:
        loaded: the rubric with its text.
        meant: the rubric that is to come out.
        texts: what to write, by the path of each scalar.

    Raises:
        NotRewritable: a scalar is shared through an alias, or something else would come out.
    """
    places = {path: loaded.spans[path] for path in texts if path in loaded.spans}
    if len(places) < len(texts):
        raise _refused(min(set(texts) - set(places)), "is not written in the file")
    for path, span in places.items():
        others = [other for other, at in loaded.spans.items() if other != path and _same(at, span)]
        if others:
            raise _refused(path, f"is one text with {others[0]}, through an alias")
    text = loaded.source.text
    for path, span in sorted(places.items(), key=lambda one: one[1].start, reverse=True):
        text = text[: span.start] + _quoted_as(text[span.start : span.end], texts[path]) + text[span.end :]
    _check(Source(loaded.source.name, text), meant)
    return text


def difference(name: str, old: str, new: str) -> str:
    """The unified difference of two texts."""
    lines: Sequence[str] = list(
        difflib.unified_diff(old.splitlines(keepends=True), new.splitlines(keepends=True), name, name)
    )
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def number(value: float) -> str:
    """A number as it stands in a rubric: never with an exponent, always with a point."""
    text = f"{value:.9f}".rstrip("0")
    return f"{text}0" if text.endswith(".") else text


def _check(source: Source, meant: Rubric) -> None:
    # Read as the other dialect does, which refuses less; the rubric is compared as a whole.
    read = load(source, dialect=Dialect.JUDGE_JEV).rubric
    if replace(read, description=meant.description) != meant:
        raise NotRewritable("the text with its new numbers reads as another rubric", where=source.name)


def _same(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _quoted_as(old: str, new: str) -> str:
    quote = old[:1] if old[:1] in ("'", '"') else ""
    return f"{quote}{new}{quote}"


def _refused(path: str, why: str) -> NotRewritable:
    return NotRewritable(f"{path} {why}", where=path, help="write the number out at its place, and tune again")
