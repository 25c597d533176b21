"""A file is replaced whole or not at all, and what it is stays what it is."""

import os
from pathlib import Path

import pytest

from bridge.errors import InputError
from bridge.rubrics.tuning.proposal import Effort
from bridge.workflows.rubrics.replacing import replace_file
from bridge.workflows.rubrics.sources import find
from bridge.workflows.rubrics.tuning import Request, apply, tune_thresholds
from bridge.workflows.settings import load
from bridge.workflows.workspace import find as workspace
from tests.unit.rubrics.tuning.planted import TEXT, planted


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    place, link = tmp_path / "a", tmp_path / "b"
    place.write_bytes(b"old")
    place.chmod(0o640)
    link.symlink_to("a")
    replace_file(link, b"new")
    assert link.is_symlink()
    assert (place.read_bytes(), place.stat().st_mode & 0o777) == (b"new", 0o640)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


def test_a_new_file_has_the_permissions_of_any_other(tmp_path: Path) -> None:
    replace_file(tmp_path / "a", b"new")
    (tmp_path / "b").write_bytes(b"")
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode


def test_where_it_cannot_be_written_the_old_file_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "a"
    place.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match="No space left on device"):
        replace_file(place, b"new")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"]


@pytest.mark.parametrize("name", ["gone/a", ".", "a\0b"])
def test_a_place_that_is_none_is_said(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="cannot write"):
        replace_file(tmp_path / name, b"new")


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_line_ends_and_a_byte_order_mark_stay(tmp_path: Path, mark: bytes, end: bytes) -> None:
    path = tmp_path / "page.yaml"
    before = mark + "# é😀\n".encode().replace(b"\n", end) + TEXT.encode().replace(b"\n", end)
    path.write_bytes(before)
    home = workspace(None, environment={}, current=tmp_path)
    loaded = find(str(path), load(home.config, {}), home)
    cases, rows = planted(0, 120)
    tuned = tune_thresholds(Request(loaded, cases, rows, effort=Effort(iterations=2, candidates=4, resamples=100)))
    apply(tuned, str(path))
    after = path.read_bytes()
    differ = [one for one, other in zip(before.split(b"\n"), after.split(b"\n"), strict=True) if one != other]
    assert len(differ) == 1 + len(tuned.proposal.changes)
    assert after.startswith(mark + "# é😀".encode() + end)


def test_a_rubric_that_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "page.yaml"
    path.write_text(TEXT)
    home = workspace(None, environment={}, current=tmp_path)
    loaded = find(str(path), load(home.config, {}), home)
    cases, rows = planted(0, 120)
    tuned = tune_thresholds(Request(loaded, cases, rows, effort=Effort(iterations=2, candidates=4, resamples=100)))
    path.write_text(TEXT + "# more\n")
    with pytest.raises(InputError, match="was changed while it was tuned"):
        apply(tuned, str(path))
    assert path.read_text() == TEXT + "# more\n"
