"""Many facts, one on each line: read by the chunk, so that neither text nor JSON of all of them is ever held."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from bridge.core.strict_json import loads
from bridge.errors import JsonError, ShapeError
from bridge.reason.collector import no_collection
from bridge.reason.model import Fact
from bridge.reason.wire.fact_text import read_fact_text
from bridge.reason.wire.facts import read_fact

_CHUNK: Final = 1024


def read_facts(lines: Iterable[str]) -> tuple[Fact, ...]:
    """Facts as JSON Lines: one fact on each line, lines of white space alone left out.

    Equal texts among their terms become one object, which is smaller and quicker to compare.

    Raises:
        JsonError: a line is not strict JSON; the message begins with its number.
        ShapeError: a line is not a fact; likewise.
    """
    with no_collection():
        return tuple(_facts(iter(lines)))


def _facts(lines: Iterator[str]) -> Iterator[Fact]:
    terms: dict[str, str] = {}
    before = 0
    while chunk := list(islice(lines, _CHUNK)):
        for name, predicate, arguments, authority, *others in _chunk(chunk, before):
            shared = tuple([terms.setdefault(t, t) if isinstance(t, str) else t for t in arguments])
            of, by = terms.setdefault(predicate, predicate), terms.setdefault(authority, authority)
            yield Fact._make((name, of, shared, by, *others))
        before += len(chunk)


def _chunk(lines: list[str], before: int) -> Sequence[Fact]:
    filled = [line for line in lines if line and not line.isspace()]
    text = ",".join(filled)
    # One brace opens on each line, at its start: then as many values as lines are one value on each line.
    if text.count("{") == len(filled) and all(line[:1] == "{" for line in filled):
        try:
            found = read_fact_text(f"[{text}]")
            if len(found) == len(filled):
                return found
        except (JsonError, ShapeError):
            # Line by line, to say where.
            return _one_by_one(lines, before)
    return _one_by_one(lines, before)


def _one_by_one(lines: list[str], before: int) -> list[Fact]:
    return [_line(line, before + number) for number, line in enumerate(lines, 1) if line and not line.isspace()]


def _line(line: str, number: int) -> Fact:
    try:
        return read_fact(loads(line))
    except JsonError as error:
        raise JsonError(f"line {number}: {error}", line=number, column=error.column, help=error.help) from None
    except ShapeError as error:
        raise ShapeError(f"line {number}: {error}", where=error.where, help=error.help) from None
