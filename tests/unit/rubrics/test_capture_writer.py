"""Capture files and their writer: bounded, private, and never in the way of a judgement."""

import itertools
import os
import re
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.errors import UsageError
from bridge.rubrics.capture.files import ACTIVE, Bounds, CaptureError, CaptureFiles, file_name, owned
from bridge.rubrics.capture.pruning import age, older, remove
from bridge.rubrics.capture.writer import CaptureWriter, Stats

PATIENT = 30.0
"""Seconds that a test waits at most for what takes a moment."""


def names(pid: int = 7) -> Callable[[], str]:
    counted = itertools.count(1)
    return lambda: file_name(pid=pid, nanoseconds=next(counted), unique=os.urandom(16).hex())


def writer(place: Path, **bounds: int) -> CaptureWriter:
    return CaptureWriter(place, names(), bounds=Bounds(**bounds))


def kept(folder: Path) -> bytes:
    return b"".join(one.path.read_bytes() for one in owned(folder))


@settings(max_examples=20, deadline=None)
@given(lines=st.lists(st.integers(1, 40), max_size=12), file=st.integers(1, 60), folder=st.integers(1, 200))
def test_no_bound_is_exceeded_and_every_line_is_accounted_for(lines: list[int], file: int, folder: int) -> None:
    with tempfile.TemporaryDirectory() as made:
        place = Path(made) / "captures"
        bounds = Bounds(record=30, file=file, folder=folder, files=3)
        writing = CaptureWriter(place, names(), bounds=bounds)
        for size in lines:
            writing.submit(b"x" * (size - 1) + b"\n")
        stats = writing.close(PATIENT)
        assert (stats.written + stats.dropped, stats.errors) == (len(lines), 0)
        found = owned(place) if place.exists() else []
        assert all(one.is_final and 0 < one.size <= max(file, 30) for one in found)
        assert sum(one.size for one in found) <= folder
        assert len(found) <= 3


def test_lines_come_in_their_order_in_a_file_that_nobody_else_can_read(tmp_path: Path) -> None:
    writing = writer(tmp_path / "deep" / "captures")
    assert [writing.submit(f"{number}\n".encode()) for number in range(3)] == [True] * 3
    assert writing.close(PATIENT) == Stats(written=3)
    (found,) = owned(tmp_path / "deep" / "captures")
    assert found.path.read_bytes() == b"0\n1\n2\n"
    assert re.fullmatch(r"judge-jev-capture-v1-7-1-[0-9a-f]{32}\.jsonl", found.path.name)
    if os.name == "posix":
        assert found.path.stat().st_mode & 0o777 == 0o600
        assert found.path.parent.stat().st_mode & 0o777 == 0o700


def test_without_a_line_nothing_is_made(tmp_path: Path) -> None:
    assert writer(tmp_path / "captures").close() == Stats()
    assert not (tmp_path / "captures").exists()


def test_a_full_file_is_finalized_and_the_oldest_of_too_many_goes(tmp_path: Path) -> None:
    writing = writer(tmp_path, file=2, files=2)
    for number in range(5):
        writing.submit(f"{number}\n".encode())
    assert writing.close(PATIENT).written == 5
    assert kept(tmp_path) == b"3\n4\n"


def test_a_full_folder_lets_go_of_the_oldest_and_of_nothing_that_is_not_ours(tmp_path: Path) -> None:
    (tmp_path / "notes.jsonl").write_bytes(b"n" * 100)
    active = tmp_path / (names(8)() + ACTIVE)
    active.write_bytes(b"a" * 4)
    writing = writer(tmp_path, file=2, folder=8)
    for number in range(4):
        writing.submit(f"{number}\n".encode())
    assert writing.close(PATIENT).written == 4
    assert active.read_bytes() + kept(tmp_path) == b"aaaa" * 2 + b"2\n3\n"
    assert (tmp_path / "notes.jsonl").stat().st_size == 100


def test_what_fits_nowhere_is_dropped(tmp_path: Path) -> None:
    (tmp_path / (names(8)() + ACTIVE)).write_bytes(b"a" * 9)
    writing = writer(tmp_path, folder=10, record=5)
    assert writing.submit(b"123456") is False
    writing.submit(b"12")
    assert writing.close(PATIENT) == Stats(dropped=2)


def test_a_queue_that_is_full_drops_and_a_slow_disk_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck, going = threading.Event(), threading.Event()

    def slow(self: CaptureFiles, line: bytes) -> bool:
        going.set()
        return stuck.wait(PATIENT)

    monkeypatch.setattr(CaptureFiles, "append", slow)
    writing = CaptureWriter(tmp_path, names(), records=2, size=6)
    assert writing.submit(b"first")
    assert going.wait(PATIENT)
    assert [writing.submit(line) for line in (b"1234", b"123", b"12", b"")] == [True, False, True, False]
    stats = writing.close(0.01)
    stuck.set()
    assert stats == Stats(dropped=5)
    assert writing.submit(b"late") is False


@pytest.mark.parametrize("what", ["file", "link", "under a file"])
def test_a_folder_that_is_none_is_an_error_that_is_counted(tmp_path: Path, what: str) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    folder = {"file": tmp_path / "file", "link": tmp_path / "link", "under a file": tmp_path / "file" / "below"}[what]
    writing = writer(folder)
    assert writing.submit(b"{}\n")
    stats = writing.close(PATIENT)
    assert (stats.written, stats.dropped, stats.errors, bool(stats.problem)) == (0, 0, 1, True)
    assert list((tmp_path / "real").iterdir()) == []


def test_a_file_that_is_there_already_is_not_written_to(tmp_path: Path) -> None:
    taken = file_name(pid=7, nanoseconds=1, unique="0" * 32)
    (tmp_path / "elsewhere").write_text("kept")
    (tmp_path / (taken + ACTIVE)).symlink_to(tmp_path / "elsewhere")
    writing = CaptureWriter(tmp_path, lambda: taken)
    writing.submit(b"{}\n")
    assert writing.close(PATIENT).errors == 1
    assert (tmp_path / "elsewhere").read_text() == "kept"


def test_half_a_line_does_not_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = os.write
    left = [3, 2]

    def full(descriptor: int, data: bytes) -> int:
        if not left:
            return written(descriptor, data)
        if (most := left.pop(0)) == 2:
            raise OSError(28, "No space left on device")
        return written(descriptor, bytes(data)[:most])

    monkeypatch.setattr(os, "write", full)
    files = CaptureFiles(tmp_path, names(), Bounds())
    with pytest.raises(OSError, match="No space"):
        files.append(b"first line\n")
    assert files.append(b"second\n")
    files.finish()
    assert kept(tmp_path) == b"second\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_child_drops_what_its_parent_was_to_write_and_writes_a_file_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked, appended = threading.Event(), CaptureFiles.append
    monkeypatch.setattr(
        CaptureFiles, "append", lambda self, line: (blocked.wait(PATIENT) and appended(self, line)) is True
    )
    writing = CaptureWriter(tmp_path, lambda: names(os.getpid())())
    writing.submit(b"parent\n")
    child = os.fork()
    if child == 0:  # pragma: no cover - another process
        blocked.set()
        writing.submit(b"child\n")
        os._exit(0 if writing.close(PATIENT) == Stats(written=1) else 1)
    assert os.waitpid(child, 0)[1] == 0
    blocked.set()
    assert writing.close(PATIENT) == Stats(written=1)
    assert sorted(kept(tmp_path).split()) == [b"child", b"parent"]


def test_pruning_takes_what_is_final_ours_and_older(tmp_path: Path) -> None:
    old, new, active = names()(), names()(), names()() + ACTIVE
    for name, seconds in ((old, 99), (new, 100), (active, 1), ("notes.jsonl", 1)):
        (tmp_path / name).write_text("{}\n")
        os.utime(tmp_path / name, (seconds, seconds))
    (tmp_path / names()()).symlink_to(tmp_path / "notes.jsonl")
    (tmp_path / names()()).mkdir()
    found = older(tmp_path, 50, now=150)
    assert [one.path.name for one in found] == [old]
    remove(found)
    remove(found)
    assert not (tmp_path / old).exists()
    assert (tmp_path / new).exists()


@pytest.mark.parametrize("name", ["missing", "file", "link"])
def test_pruning_a_folder_that_is_none_is_an_error(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to(tmp_path)
    with pytest.raises(CaptureError, match="capture folder"):
        older(tmp_path / name, 0, now=0)


@pytest.mark.parametrize(("text", "seconds"), [("30d", 2592000), ("12h", 43200), ("5m", 300), ("90s", 90), ("0", 0)])
def test_an_age_has_a_unit_or_is_seconds(text: str, seconds: int) -> None:
    assert age(text) == seconds


@pytest.mark.parametrize("text", ["", "-1", "d", "1w", "1.5h", "٣d", "1 d", "nan", "1e3", "9" * 40])
def test_what_is_no_age_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--older-than"):
        age(text)
