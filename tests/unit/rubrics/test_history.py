"""The history of results: what is kept, for whom, and what becomes of rows that are none."""

import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.rubrics.history import FILE, LIMIT, Entry, History, HistoryError, new_id
from tests.unit.rubrics.building import answers

AT = "2026-08-14T12:00:00Z"


def named(number: int) -> str:
    return new_id(AT, number, b"\x00\x01\x02\x03")


def result(**changes: Any) -> dict[str, Any]:
    return {"rubric_id": "release-note", "verdict": "pass", "mock": True, "answers": answers()} | changes


def filled(folder: Path, *numbers: int) -> History:
    history = History(folder)
    for number in numbers:
        history.save(result(), history_id=named(number), saved_at=AT)
    return history


def execute(history: History, statement: str, *values: Any) -> None:
    with sqlite3.connect(history.folder / FILE) as database:
        database.execute(statement, values)
    database.close()


@settings(max_examples=10, deadline=None)
@given(numbers=st.lists(st.integers(0, 999_999), unique=True, max_size=6), gone=st.data())
def test_a_history_is_what_was_saved_and_not_deleted_the_newest_first(numbers: list[int], gone: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        history = filled(Path(folder), *numbers)
        deleted = gone.draw(st.sets(st.sampled_from(numbers))) if numbers else set()
        for number in deleted:
            assert history.delete(named(number)) == 1
        left = sorted(set(numbers) - deleted, reverse=True)
        assert [entry.history_id for entry in history.listing().entries] == [named(number) for number in left]
        assert history.delete(None) == len(left)
        assert history.listing().entries == ()


def test_an_id_says_when_and_sorts_by_it() -> None:
    assert new_id(AT, 42, b"\xab\xcd\xef\x01") == "20260814T120000000042Z-abcdef01"


def test_an_entry_is_what_was_saved(tmp_path: Path) -> None:
    history = History(tmp_path)
    saved = result(usage={"input_tokens": 2**70, "output_tokens": None}, confidence=1.0)
    history.save(saved, history_id=named(1), saved_at=AT)
    entry = history.entry(named(1))
    assert entry == Entry(named(1), AT, saved)
    assert entry.json() == {"history_id": named(1), "saved_at": AT, "result": saved}
    assert entry.summary()["rubric_id"] == "release-note"


def test_the_newest_are_kept_whatever_the_order_of_saving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert LIMIT == 100
    monkeypatch.setattr("bridge.rubrics.history.LIMIT", 4)
    history = filled(tmp_path, 4, 3, 2, 1, 5, 0)
    kept = [entry.history_id for entry in history.listing().entries]
    assert kept == [named(number) for number in (5, 4, 3, 2)]


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
def test_nobody_else_can_read_it(tmp_path: Path) -> None:
    history = filled(tmp_path / "deep" / "history", 1)
    assert history.folder.stat().st_mode & 0o777 == 0o700
    (history.folder / FILE).chmod(0o644)
    filled(history.folder, 2)
    assert (history.folder / FILE).stat().st_mode & 0o777 == 0o600


def test_looking_makes_nothing(tmp_path: Path) -> None:
    history = History(tmp_path / "none")
    assert history.listing().entries == ()
    assert history.delete(None) == 0
    assert not history.folder.exists()


@pytest.mark.parametrize(
    "row",
    [
        (named(1), AT, "no JSON"),
        (named(1), AT, "[]"),
        (named(1), AT, '{"rubric_id": "x"}'),
        (named(1), AT, '{"a": 1, "a": 2}'),
        (named(1), AT, b"\xff"),
        (named(1), AT, '{"rubric_id": "x", "verdict": "pass", "answers": {}, "n": NaN}'),
        (named(1), 7.5, None),
    ],
)
def test_a_row_that_is_no_entry_is_said_to_be_there_and_left_alone(
    tmp_path: Path, row: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bridge.rubrics.history.LIMIT", 3)
    history = filled(tmp_path, 2, 3)
    execute(history, "DROP TABLE results")
    execute(history, "CREATE TABLE results (id, saved_at, result)")
    execute(history, "INSERT INTO results VALUES (?, ?, ?)", *row)
    filled(tmp_path, *range(4, 8))
    listing = history.listing()
    assert (len(listing.entries), listing.malformed) == (3, 1)
    with pytest.raises(HistoryError, match=f"history result {named(1)} is malformed"):
        history.entry(named(1))
    assert history.delete(None) == 3
    assert history.delete(named(1)) == 1


def test_text_that_is_none_and_ids_that_are_none_keep_nobody_from_the_others(tmp_path: Path) -> None:
    history = filled(tmp_path, 1)
    execute(history, "INSERT INTO results VALUES (CAST(x'ff' AS TEXT), CAST(x'fe' AS TEXT), CAST(x'fd' AS TEXT))")
    execute(history, "INSERT INTO results SELECT 'mine', saved_at, result FROM results WHERE id = ?", named(1))
    filled(tmp_path, 2)
    listing = history.listing()
    assert ([entry.history_id for entry in listing.entries], listing.malformed) == ([named(2), named(1)], 2)
    assert history.delete(None) == 2
    assert history.listing().malformed == 2


@pytest.mark.parametrize("name", ["", "../x", "20260814T120000000042Z-ABCDEF01", named(1) + "\n", "٢" * 8])
def test_what_is_no_id_is_refused(tmp_path: Path, name: str) -> None:
    history = filled(tmp_path, 1)
    for ask in (history.entry, history.delete):
        with pytest.raises(HistoryError, match="history id is not a judge-jev result id"):
            ask(name)
    with pytest.raises(HistoryError, match="history id is not"):
        history.save(result(), history_id=name, saved_at=AT)


def test_an_id_of_nothing_is_not_found(tmp_path: Path) -> None:
    for history in (History(tmp_path / "none"), filled(tmp_path, 1)):
        for ask in (history.entry, history.delete):
            with pytest.raises(HistoryError, match=f"history result not found: {named(2)}"):
                ask(named(2))


def test_a_symbolic_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "there")
    with pytest.raises(HistoryError, match="symbolic link"):
        filled(tmp_path / "link", 1)
    (tmp_path / "there" / FILE).symlink_to(tmp_path / "elsewhere")
    for ask in (History(tmp_path / "there").listing, lambda: filled(tmp_path / "there", 1)):
        with pytest.raises(HistoryError, match="symbolic link"):
            ask()
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("what", ["folder", "pipe", "text"])
def test_what_is_no_history_is_an_error(tmp_path: Path, what: str) -> None:
    path = tmp_path / FILE
    if what == "text":
        path.write_text("words, and no database" * 50)
    elif what == "folder":
        path.mkdir()
    else:
        os.mkfifo(path)
    for ask in (History(tmp_path).listing, lambda: filled(tmp_path, 1)):
        with pytest.raises(HistoryError, match=r"cannot be used|not an owned regular file"):
            ask()


def test_two_processes_that_save_at_once_lose_nothing(tmp_path: Path) -> None:
    script = (
        "import sys\nfrom pathlib import Path\nfrom bridge.rubrics.history import History, new_id\n"
        "result = {'rubric_id': 'x', 'verdict': 'pass', 'answers': {}}\n"
        "for number in range(15):\n"
        f"    id_ = new_id('{AT}', int(sys.argv[2]) + number, bytes(4))\n"
        f"    History(Path(sys.argv[1])).save(result, history_id=id_, saved_at='{AT}')\n"
    )
    words = [sys.executable, "-c", script, str(tmp_path)]
    running = [subprocess.Popen([*words, str(first)], cwd=Path(__file__).parents[3]) for first in (100, 200)]
    assert [each.wait(timeout=60) for each in running] == [0, 0]
    assert len(History(tmp_path).listing().entries) == 30
