"""Transactions that share a commit: each stands or falls alone, and what is acknowledged is on the disk."""

import sqlite3
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from bridge.errors import StoreError
from bridge.receipts.envelope import Envelope
from bridge.receipts.group import GroupStore
from bridge.receipts.store import Store
from bridge.receipts.verify import verify_chain
from tests.unit.receipts.makers import TRUSTED, receipt

THREADS = 8
EACH = 6


def _append(store: GroupStore, thread: int) -> list[str]:
    def maker(note: str, parent: str | None) -> Envelope:
        return receipt(note, parent)

    ids = []
    for number in range(EACH):
        with store.transaction() as appender:
            made = [
                appender.append_to_head(lambda parent, note=note: maker(note, parent))  # type: ignore[misc]  # its default
                for note in (f"{thread}/{number}/a", f"{thread}/{number}/b")
            ]
        ids += [one.artifact_id for one in made]
    return ids


def _append_in_process(path: Path, process: int) -> None:
    with GroupStore(path) as store, ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda thread: _append(store, thread), range(process * 4, process * 4 + 4)))


def test_threads_that_append_at_once_make_one_chain_and_each_has_its_own(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite3"
    with GroupStore(path) as store, ThreadPoolExecutor(THREADS) as pool:
        acknowledged = [one for ids in pool.map(lambda thread: _append(store, thread), range(THREADS)) for one in ids]
    with Store(path, create=False) as read:
        stored = list(read)
    verify_chain([one.envelope for one in stored], TRUSTED, head=stored[-1].artifact_id)
    assert sorted(acknowledged) == sorted(one.artifact_id for one in stored)


def test_processes_of_threads_make_one_chain_too(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite3"
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        list(pool.map(_append_in_process, [path] * 2, range(2)))
    with Store(path, create=False) as read:
        stored = list(read)
    verify_chain([one.envelope for one in stored], TRUSTED, head=stored[-1].artifact_id)
    assert len(stored) == 2 * 4 * EACH * 2


def test_those_that_wait_for_one_commit_share_the_next(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite3"
    with GroupStore(path) as store, ThreadPoolExecutor(THREADS) as pool:
        commits: list[str] = []
        store._database.set_trace_callback(lambda said: commits.append(said) if said == "COMMIT" else None)
        inside, go_on = threading.Event(), threading.Event()

        def first() -> None:
            with store.transaction() as appender:
                inside.set()
                go_on.wait(30)
                appender.append(receipt("first"))

        started = [pool.submit(first)]
        assert inside.wait(30)
        started += [pool.submit(_one, store, f"{number}") for number in range(THREADS - 1)]
        while store._waiting < THREADS - 1 and not started[0].done():
            time.sleep(0.001)
        go_on.set()
        for one in started:
            one.result(30)
    assert len(commits) == 1


def _one(store: GroupStore, note: str) -> None:
    with store.transaction() as appender:
        appender.append(receipt(note))


def test_a_member_that_raises_takes_back_its_own_and_nothing_else(tmp_path: Path) -> None:
    with GroupStore(tmp_path / "store.sqlite3") as store, ThreadPoolExecutor(THREADS) as pool:

        def work(number: int) -> None:
            with store.transaction() as appender:
                appender.append(receipt(f"{number}/a"))
                if number % 2:
                    raise ValueError(number)
                appender.append(receipt(f"{number}/b"))

        results = [pool.submit(work, number) for number in range(20)]
        failed = [number for number, one in enumerate(results) if one.exception(30) is not None]
        assert failed == list(range(1, 20, 2))
        assert len(store.ids()) == 20


def test_what_is_not_committed_is_acknowledged_to_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> None:
        store._database.execute("ROLLBACK")
        raise StoreError("the disk is full; nothing was stored")

    with GroupStore(tmp_path / "store.sqlite3") as store, ThreadPoolExecutor(THREADS) as pool:
        with monkeypatch.context() as patch:
            patch.setattr(store, "_commit", full)
            results = [pool.submit(_one, store, f"{number}") for number in range(THREADS)]
            assert all("disk is full" in str(one.exception(30)) for one in results)
        _one(store, "afterwards")
        assert len(store.ids()) == 1


def test_a_commit_that_breaks_is_acknowledged_to_nobody_and_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks() -> None:
        raise RuntimeError("a defect")

    def append(store: GroupStore, note: str) -> None:
        with store.transaction() as appender:
            appender.append(receipt(note))

    with GroupStore(tmp_path / "store.sqlite3") as store, ThreadPoolExecutor(2) as threads:
        monkeypatch.setattr(store, "_commit", breaks)
        with store._turn:
            both = [threads.submit(append, store, note) for note in "ab"]
            while store._waiting < len(both) and not any(one.done() for one in both):
                time.sleep(0.001)
        told = {type(one.exception(timeout=30)) for one in both}
        assert told == {StoreError, RuntimeError}


def test_others_that_write_are_waited_for_and_then_given_up(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite3"
    with GroupStore(path, wait=0.05) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="busy"):
            _one(store, "in vain")
        other.execute("ROLLBACK")
        other.close()
        _one(store, "afterwards")
        assert len(store.ids()) == 1


def test_what_is_read_outside_of_a_transaction_is_on_the_disk(tmp_path: Path) -> None:
    with GroupStore(tmp_path / "store.sqlite3") as store:
        with store.transaction() as appender:
            appender.append(receipt("first"))
            assert store.sessions.last() is None
        assert store.sessions.open() is None
