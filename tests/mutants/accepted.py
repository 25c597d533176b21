"""The mutants that may survive: each listed in ``survivors.toml`` with the reason why no test could tell it."""

import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tests.mutants.mutations import Change

LIST = Path(__file__).with_name("survivors.toml")
OUTCOMES = ("survived", "looped")


class Accepted(NamedTuple):
    """An entry of the list: how many mutants with this change end so, and why that is all right."""

    change: Change
    outcome: str
    times: int
    because: str


def read(path: Path = LIST) -> list[Accepted]:
    """The entries of a list.

    Raises:
        ValueError: an entry lacks something, or has no reason.
    """
    return [_entry(entry) for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("mutant", [])]


def _entry(entry: dict[str, object]) -> Accepted:
    change = Change(*(str(entry[name]).strip("\n") for name in Change._fields))
    outcome, times, because = entry.get("outcome", "survived"), entry.get("times", 1), entry.get("because")
    if outcome not in OUTCOMES or not isinstance(times, int) or not isinstance(because, str) or not because.strip():
        raise ValueError(f"an entry needs a reason, and may say how often and how it ends:\n{change}")
    return Accepted(change, str(outcome), times, because)


class Comparison(NamedTuple):
    """Where the verdicts and the list differ."""

    unlisted: list[tuple[Change, str]]
    stale: list[Accepted]


def compare(entries: Iterable[Accepted], survivors: Iterable[tuple[Change, str]], tried: set[Change]) -> Comparison:
    """What ended otherwise than killed and is not listed, and what is listed, was tried, and did not end so."""
    left = Counter(survivors)
    stale = []
    for entry in entries:
        key = (entry.change, entry.outcome)
        if entry.change in tried and left[key] < entry.times:
            stale.append(entry)
        left[key] -= entry.times
    return Comparison(sorted((+left).elements()), stale)
