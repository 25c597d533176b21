"""The list of accepted survivors: what an entry needs, what differs from it, and that each is about code there is."""

from collections import Counter
from pathlib import Path

import pytest

from tests.mutants.accepted import LIST, Accepted, compare, read
from tests.mutants.mutations import Change
from tests.mutants.rooms import ROOMS

ROOT = Path(__file__).parents[2]
ONE, OTHER = Change("m.f", "a", "b"), Change("m.g", "c", "d")
ENTRY = Accepted(ONE, "survived", 1, "it is the same")
WRITTEN = """[[mutant]]
owner = "m.f"
before = "a"
after = "b"
"""


def test_what_is_listed_and_survives_is_all_right() -> None:
    assert compare([ENTRY], [(ONE, "survived")], {ONE, OTHER}) == ([], [])


@pytest.mark.parametrize(
    ("ended", "unlisted", "stale"),
    [
        ([(OTHER, "survived")], [(OTHER, "survived")], [ENTRY]),
        ([(ONE, "survived"), (ONE, "survived")], [(ONE, "survived")], []),
        ([(ONE, "looped")], [(ONE, "looped")], [ENTRY]),
        ([], [], [ENTRY]),
    ],
)
def test_any_other_end_is_a_difference(
    ended: list[tuple[Change, str]], unlisted: list[tuple[Change, str]], stale: list[Accepted]
) -> None:
    assert compare([ENTRY], ended, {ONE, OTHER}) == (unlisted, stale)


def test_what_was_not_tried_is_not_stale() -> None:
    assert compare([ENTRY], [], {OTHER}) == ([], [])


def test_an_entry_is_read(tmp_path: Path) -> None:
    path = tmp_path / "list.toml"
    path.write_text(f'{WRITTEN}because = "it is the same"\n', encoding="utf-8")
    assert read(path) == [ENTRY]


@pytest.mark.parametrize(
    "more", ["", 'because = " "', 'because = "x"\noutcome = "killed"', 'because = "x"\ntimes = "2"']
)
def test_an_entry_without_a_reason_is_refused(tmp_path: Path, more: str) -> None:
    path = tmp_path / "list.toml"
    path.write_text(f"{WRITTEN}{more}\n", encoding="utf-8")
    with pytest.raises(ValueError, match="needs a reason"):
        read(path)


def test_every_entry_is_about_a_change_that_can_be_made() -> None:
    entries = Counter({entry.change: entry.times for entry in read(LIST)})
    owners = {change.owner for change in entries}
    possible = Counter(
        mutant.change
        for room in ROOMS
        for source in room.sources(ROOT)
        if any(owner.startswith(source.module) for owner in owners)
        for mutant in source.mutants()
        if mutant.owner in owners
    )
    assert {change: count for change, count in entries.items() if possible[change] < count} == {}
