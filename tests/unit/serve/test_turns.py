"""What the requests of one turn have signed is stored by one commit, and answered after it."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bridge.errors import StoreBusy, StoreError
from bridge.receipts.group import GroupStore
from bridge.receipts.store import Store
from bridge.receipts.turn import TurnStore
from bridge.serve import turns as turning
from bridge.serve import work as working
from bridge.serve.turns import MOST, Turns
from bridge.serve.work import WARY, Work
from tests.unit.receipts.makers import OTHER_KEY, receipt


@pytest.fixture(autouse=True)
def quick_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing takes long but what a test has take long, however busy the machine is."""
    for module in (turning, working):
        monkeypatch.setattr(module, "BRIEF", 60.0)


@dataclass
class Server:
    """Requests that sign a receipt each, at once or on a thread, and what came of them in which order."""

    work: Work
    kept: TurnStore
    patient: GroupStore
    happened: list[str] = field(default_factory=list)

    def request(self, note: str, store: Store | None = None) -> str:
        with (store or self.kept).transaction() as appender:
            found = appender.append(receipt(note)).artifact_id
        self.happened.append(f"{'kept' if store is None else 'thread'} {note}")
        return found

    async def do(self, note: str) -> str:
        found = await self.work.do(lambda: self.request(note, self.patient), at_once=lambda: self.request(note))
        assert found in self.kept.ids()
        self.happened.append(f"answered {note}")
        return found

    async def all(self, *notes: str) -> list[str]:
        return list(await asyncio.gather(*map(self.do, notes)))


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    path = folder / "store.sqlite3"
    with GroupStore(path) as patient, TurnStore(path) as kept:
        work = Work(remote=False, turns=Turns(kept))
        server = Server(work, kept, patient)
        # The transactions in which something is stored, and not the looks of ``kept`` alone.
        kept._database.set_trace_callback(lambda said: server.happened.append(said) if said == "COMMIT" else None)
        try:
            yield server
        finally:
            work.close()


def test_requests_that_are_ready_together_share_a_commit_and_are_answered_after_it(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ids = asyncio.run(server.all("a", "b", "c"))
        assert server.happened == [*(f"kept {n}" for n in "abc"), "COMMIT", *(f"answered {n}" for n in "abc")]
        assert tuple(ids) == server.patient.ids()


def test_each_turn_has_a_commit_of_its_own(tmp_path: Path) -> None:
    async def twice(server: Server) -> None:
        await server.do("a")
        await server.do("b")

    with serving(tmp_path) as server:
        asyncio.run(twice(server))
        assert server.happened == ["kept a", "COMMIT", "answered a", "kept b", "COMMIT", "answered b"]


def test_a_turn_does_not_go_on_without_end(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        asyncio.run(server.all(*(f"{number}" for number in range(2 * MOST + 1))))
        begun = [place for place, said in enumerate(server.happened) if said == "COMMIT"]
        assert len(begun) == 3
        assert begun[0] == MOST
        assert len(server.patient.ids()) == 2 * MOST + 1


def test_others_that_write_are_waited_for_while_more_is_worked_on(tmp_path: Path) -> None:
    async def asked(server: Server, other: sqlite3.Connection) -> None:
        first = asyncio.create_task(server.do("a"))
        await asyncio.sleep(0.01)
        second = asyncio.create_task(server.do("b"))
        await asyncio.sleep(0.01)
        assert (first.done(), second.done(), server.kept.kept) == (False, False, 2)
        other.rollback()
        await asyncio.gather(first, second)

    with serving(tmp_path) as server:
        other = sqlite3.connect(tmp_path / "store.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        asyncio.run(asked(server, other))
        other.close()
        assert [said for said in server.happened if said.startswith("thread")] == []
        assert len(server.patient.ids()) == 2


def test_who_cannot_be_stored_with_the_others_begins_again_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def asked(server: Server, other: sqlite3.Connection) -> list[str]:
        both = asyncio.gather(server.do("a"), server.do("b"))
        # What is not stored is forgotten, when a turn is given up.
        while not (server.happened and server.kept.kept == 0):
            await asyncio.sleep(0.001)
        other.rollback()
        return list(await both)

    monkeypatch.setattr(turning, "BRIEF", 0.02)
    with serving(tmp_path) as server:
        other = sqlite3.connect(tmp_path / "store.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        ids = asyncio.run(asked(server, other))
        other.close()
        assert {said for said in server.happened if said.startswith("thread")} == {"thread a", "thread b"}
        assert sorted(ids) == sorted(server.patient.ids())


def test_the_one_that_is_at_fault_is_told_and_the_others_are_stored(tmp_path: Path) -> None:
    async def asked(server: Server) -> list[str | BaseException]:
        return await asyncio.gather(*map(server.do, "abc"), return_exceptions=True)

    with serving(tmp_path) as server:
        with server.patient.transaction() as appender:
            appender.append(receipt("b", key=OTHER_KEY))
        first, second, third = asyncio.run(asked(server))
        assert isinstance(second, StoreError)
        assert {first, third} < set(server.patient.ids())


def test_nobody_waits_for_a_turn_that_breaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks() -> None:
        raise RuntimeError("a defect")

    with serving(tmp_path) as server:
        monkeypatch.setattr(server.kept, "commit", breaks)
        ids = asyncio.run(server.all("a", "b"))
        assert sorted(ids) == sorted(server.patient.ids())
        assert server.kept.kept == 0


def test_what_a_request_has_signed_before_it_fails_stays_signed(tmp_path: Path) -> None:
    async def asked(server: Server) -> None:
        def fails() -> str:
            server.request("a")
            raise ValueError("afterwards")

        with pytest.raises(ValueError, match="afterwards"):
            await server.work.do(fails, at_once=fails)

    with serving(tmp_path) as server:
        asyncio.run(asked(server))
        assert len(server.patient.ids()) == 1


def test_who_begins_again_leaves_nothing_of_the_first_time(tmp_path: Path) -> None:
    async def asked(server: Server) -> list[str]:
        def busy() -> str:
            server.request("first")
            raise StoreBusy("others are writing")

        doubted = server.work.do(lambda: server.request("again", server.patient), at_once=busy)
        return list(await asyncio.gather(server.do("before"), doubted, server.do("after")))

    with serving(tmp_path) as server:
        told = asyncio.run(asked(server))
        assert sorted(told) == sorted(server.patient.ids())


def test_however_many_wait_one_looks_whether_others_still_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def asked(server: Server, other: sqlite3.Connection) -> None:
        waiting = [asyncio.create_task(server.do(f"{number}")) for number in range(4 * MOST)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        ready = asyncio.get_running_loop()._scheduled  # type: ignore[attr-defined]  # no other way to see timers
        assert len([one for one in ready if not one.cancelled()]) == 1
        other.rollback()
        await asyncio.gather(*waiting)

    monkeypatch.setattr(turning, "_A_MOMENT", 0.05)
    with serving(tmp_path) as server:
        other = sqlite3.connect(tmp_path / "store.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        asyncio.run(asked(server, other))
        other.close()
        assert len(server.patient.ids()) == 4 * MOST


def test_nobody_else_is_harmed_by_one_who_is_gone(tmp_path: Path) -> None:
    async def asked(server: Server) -> str:
        gone, stays = (asyncio.create_task(server.do(note)) for note in "ab")
        await asyncio.sleep(0)
        gone.cancel()
        return await stays

    with serving(tmp_path) as server:
        assert asyncio.run(asked(server)) in server.patient.ids()
        assert len(server.patient.ids()) == 2


def test_after_a_slow_disk_threads_wait_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "BRIEF", 0.05)

    with serving(tmp_path) as server:
        commit = server.kept.commit

        def slowly() -> None:
            time.sleep(0.06)
            commit()

        monkeypatch.setattr(server.kept, "commit", slowly)

        async def asked() -> None:
            for number in range(WARY + 2):
                await server.do(f"{number}")

        asyncio.run(asked())
        kinds = [said.split()[0] for said in server.happened if not said.startswith(("answered", "COMMIT"))]
        assert kinds == ["kept", *["thread"] * WARY, "kept"]
