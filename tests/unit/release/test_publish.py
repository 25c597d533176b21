"""Files that are written new: all or none, and never over another."""

import os
from pathlib import Path

import pytest

from bridge.errors import InputError
from bridge.workflows.publish import publish


def files(*names: str) -> list[tuple[str, bytes]]:
    return [(name, name.encode()) for name in names]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_all_are_written_and_nothing_else(here: Path) -> None:
    (here / "sub").mkdir()
    publish(files("a.json", "sub/b.json"), what="release")
    assert names(here) == ["a.json", "sub"]
    assert names(here / "sub") == ["b.json"]
    assert (here / "sub/b.json").read_bytes() == b"sub/b.json"


def test_new_files_have_the_permissions_of_new_files(here: Path) -> None:
    (here / "ordinary").touch()
    publish(files("a"), what="release")
    assert (here / "a").stat().st_mode == (here / "ordinary").stat().st_mode


@pytest.mark.parametrize("taken", ["file", "folder", "dangling link"])
def test_none_is_written_where_one_is_taken(here: Path, taken: str) -> None:
    place = here / "b"
    if taken == "file":
        place.write_text("mine")
    elif taken == "folder":
        place.mkdir()
    else:
        place.symlink_to("nowhere")
    with pytest.raises(InputError, match=r"^release output already exists: b$"):
        publish(files("a", "b"), what="release")
    assert names(here) == ["b"]


@pytest.mark.parametrize("alias", ["a", "./a", "sub/../a", "link/a"])
def test_one_place_is_not_written_twice(here: Path, alias: str) -> None:
    (here / "sub").mkdir()
    (here / "link").symlink_to(".")
    with pytest.raises(InputError, match=f"^duplicate policy output path: {alias}$"):
        publish(files("a", alias), what="policy")
    assert names(here) == ["link", "sub"]


def test_a_file_that_appears_meanwhile_stays_and_the_others_go(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link = os.link

    def late(source: str, target: Path) -> None:
        if target.name == "b":
            target.write_text("theirs")
        link(source, target)

    monkeypatch.setattr(os, "link", late)
    with pytest.raises(InputError, match=r"^release output already exists: b$"):
        publish(files("a", "b", "c"), what="release")
    assert names(here) == ["b"]
    assert (here / "b").read_text() == "theirs"


@pytest.mark.parametrize("name", ["missing/a", "", "..", "a\0b"])
def test_what_cannot_be_written_is_named(here: Path, name: str) -> None:
    with pytest.raises(InputError) as caught:
        publish(files("good", name), what="release")
    assert name in caught.value.message
    assert names(here) == []
