"""A file is replaced whole or not at all, and what it is stays what it is."""

import os
import stat
import threading
from pathlib import Path

import pytest

from bridge.errors import InputError
from bridge.workflows.replacing import replace_file


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


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to("pipe")
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    replace_file(link, b"new")
    reader.join(30)
    assert read == [b"new"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "pipe"]
