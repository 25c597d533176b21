"""Facts of parsed JSON. A program may hold a million, so the usual form of one is read at once."""

from operator import itemgetter
from typing import Any, Final

from bridge.core.strict_json import Json
from bridge.reason.model import Fact
from bridge.reason.wire.reading import (
    Field,
    Path,
    Reader,
    anything,
    items,
    mismatch,
    optional,
    struct,
    text,
    truth,
    whole,
)


def read_fact(value: Json) -> Fact:
    """A fact of parsed JSON.

    Raises:
        ShapeError: the value is not a fact.
    """
    return whole(_fact, value)


def read_fact_array(value: Json) -> tuple[Fact, ...]:
    """An array of facts of parsed JSON.

    Raises:
        ShapeError: the value is not an array of facts; ``where`` is the JSON path.
    """
    return whole(facts, value)


def facts(value: Json, path: Path, undeclared: list[Path]) -> tuple[Fact, ...]:
    """Reader of an array of facts: the usual ones at once, all others one by one."""
    if not isinstance(value, list):
        raise mismatch(value, "a sequence", path)
    found = [*map(_usual, value)]
    if None in found:
        for index, fact in enumerate(found):
            if fact is None:
                found[index] = _fact(value[index], (*path, index), undeclared)
    return tuple(found)


def _usual(members: Any) -> Any:
    """The fact of members that are its four texts and, of times, when it was observed and until when it holds."""
    try:
        name, predicate, arguments, authority = _required(members)
        row = tuple(arguments)
        # Neither a list nor an object has one.
        hash(row)
    except (KeyError, TypeError):
        return None
    others = len(members) - 4
    observed = members.get("observed_at") if others else None
    until = members.get("valid_until") if others > 1 else None
    if (
        type(name) is type(predicate) is type(authority) is str
        and type(arguments) is list
        and others == (type(observed) is str) + (type(until) is str)
    ):
        return _new(Fact, (name, predicate, row, authority, False, observed, None, until, ()))
    return None


_required: Final = itemgetter("id", "predicate", "arguments", "authority")
_new: Final[Any] = tuple.__new__
"""Makes a fact of its fields several times as fast as a call that names them."""


def _build(
    id: str,
    predicate: str,
    arguments: tuple[Json, ...],
    negated: bool,
    authority: str,
    observed_at: str | None,
    valid_from: str | None,
    valid_until: str | None,
    supersedes: tuple[str, ...],
) -> Fact:
    return Fact(id, predicate, arguments, authority, negated, observed_at, valid_from, valid_until, supersedes)


_fact: Final[Reader[Fact]] = struct(
    "Fact",
    _build,
    (
        Field("id", text),
        Field("predicate", text),
        Field("arguments", items(anything), ()),
        Field("negated", truth, False),
        Field("authority", text),
        Field("observed_at", optional(text), None),
        Field("valid_from", optional(text), None),
        Field("valid_until", optional(text), None),
        Field("supersedes", items(text), ()),
    ),
    closed=True,
)
