"""``rbridge verify --all``: a whole store, what was deleted from it, heads, and more than one process."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bridge.errors import BridgeError
from bridge.receipts.keys import SigningKey
from bridge.receipts.store import Store
from bridge.workflows import verify_store
from bridge.workflows.attest import action_of, attest_action, open_signer
from bridge.workflows.head import read_head
from bridge.workflows.known_keys import Known
from bridge.workflows.verify_store import Placed, Request
from bridge.workflows.workspace import Workspace
from tests.cli.conftest import Run
from tests.cli.shell import AT, Shell
from tests.unit.receipts.makers import KEY, chain, receipt

ACTION = ("attest", "action", "--at", AT, "--action")


@pytest.fixture
def five(shell: Shell) -> list[str]:
    """Five receipts, none of which is the parent of another."""
    with open_signer(Workspace(shell.folder), at=AT) as signer:
        return [attest_action(action_of(action=f"number {number}", at=AT), signer) for number in range(5)]


def change(shell: Shell, *statements: str) -> None:
    with closing(sqlite3.connect(shell.folder / ".bridge" / "store.sqlite3", isolation_level=None)) as database:
        for statement in statements:
            database.execute(statement)


class TestDeleted:
    @pytest.mark.parametrize("which", ["position > 3", "position = 5", "position = 2", "position < 3"])
    def test_rows_that_are_gone_leave_numbers_behind(
        self, rbridge: Run, shell: Shell, five: list[str], which: str
    ) -> None:
        change(shell, f"DELETE FROM receipts WHERE {which}")
        for words in (("verify", "--all"), ("facts", "--store")):
            assert "5 receipts were stored, and " in rbridge(*words).complaint

    def test_who_changes_the_numbers_too_is_found_by_a_head(self, rbridge: Run, shell: Shell, five: list[str]) -> None:
        assert rbridge("verify", "--all", "--head-out", "head.json").code == 0
        change(shell, "DELETE FROM receipts WHERE position > 3", "UPDATE sqlite_sequence SET seq = 3")
        assert rbridge("verify", "--all").code == 0
        complaint = rbridge("verify", "--all", "--head", "head.json").complaint
        assert "the store has 3 receipts, and had 5 when the head was taken" in complaint


class TestHead:
    def test_it_says_how_many_and_which(self, rbridge: Run, shell: Shell, five: list[str]) -> None:
        rbridge("verify", "--all", "--head-out", "head.json")
        head = json.loads((shell.folder / "head.json").read_text())
        assert (head["schema"], head["receipts"], head["last"]) == ("bridge.head.v1", 5, five[-1])

    def test_a_store_that_has_grown_since_still_begins_so(self, rbridge: Run, five: list[str]) -> None:
        rbridge("verify", "--all", "--head-out", "head.json")
        rbridge(*ACTION, "one more")
        assert rbridge("verify", "--all", "--head", "head.json", "--head-out", "head.json").code == 0
        assert rbridge("verify", "--all", "--head", "head.json").code == 0

    def test_another_order_is_another_store(self, rbridge: Run, shell: Shell, five: list[str]) -> None:
        rbridge("verify", "--all", "--head-out", "head.json")
        change(
            shell,
            "UPDATE receipts SET position = 99 WHERE position = 2",
            "UPDATE receipts SET position = 2 WHERE position = 3",
            "UPDATE receipts SET position = 3 WHERE position = 99",
            "UPDATE sqlite_sequence SET seq = 5",
        )
        assert rbridge("verify", "--all").code == 0
        assert "are not those of the head" in rbridge("verify", "--all", "--head", "head.json").complaint

    def test_what_is_no_head_is_an_error(self, rbridge: Run, shell: Shell, five: list[str]) -> None:
        path = shell.folder / "head.json"
        path.write_text("{}")
        done = rbridge("verify", "--all", "--head", "head.json")
        assert "is not a `bridge.head.v1` document" in done.complaint
        assert done.out == ""
        good = {"schema": "bridge.head.v1", "receipts": 1, "last": five[0], "digest": "sha256:" + "0" * 64}
        odd = ("receipts", True), ("receipts", 0), ("receipts", "1"), ("last", "x"), ("digest", None), ("more", 1)
        for text in ("", "[]", '{"a": 1, "a": 1}', *(json.dumps(good | {name: value}) for name, value in odd)):
            path.write_text(text)
            with pytest.raises(BridgeError):
                read_head(str(path))

    def test_it_is_of_a_whole_store(self, rbridge: Run, five: list[str]) -> None:
        assert "--head" in rbridge("verify", five[0], "--head-out", "head.json").complaint


def test_what_is_written_verifies_elsewhere(rbridge: Run, shell: Shell, five: list[str]) -> None:
    key = rbridge("keys", "export").out.strip()
    assert rbridge("verify", "--all", "--out", "all.jsonl").code == 0
    assert len((shell.folder / "all.jsonl").read_text().splitlines()) == 5
    (shell.folder / "elsewhere").mkdir()
    assert rbridge("verify", "all.jsonl", "--key", key, "--workspace", "elsewhere").code == 0


def test_nothing_is_said_of_a_store_whose_last_receipt_does_not_hold(
    rbridge: Run, shell: Shell, five: list[str]
) -> None:
    with Store(Workspace(shell.folder).store) as store:
        store.append(receipt(key=SigningKey.generate()))
    for words in ((), ("--format", "json")):
        done = rbridge("verify", "--all", *words)
        assert done.code == 1
        assert five[0] not in done.out
        assert "verified" not in done.out.lower()


def test_an_index_that_leaves_out_a_resolution_is_found(rbridge: Run, shell: Shell) -> None:
    judged = rbridge("judge", "--tool", "Bash", "--question", "unsafe", "--attest", "--at", AT, "--format", "json")
    (judgement,) = judged.document["receipts"]
    words = ("judge", "--resolve", judgement, "--by", "human://alice", "--decision", "deny", "--at", AT)
    assert rbridge(*words).code == 0
    assert rbridge("verify", "--all").code == 0
    change(shell, "DELETE FROM resolutions")
    assert "the store's index leaves out the resolution" in rbridge("verify", "--all").complaint


class TestProcesses:
    @pytest.fixture
    def workspace(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
        monkeypatch.setattr(verify_store, "_WORTH_A_PROCESS", 4)
        monkeypatch.setattr(verify_store, "_AT_ONCE", 3)
        monkeypatch.setattr(verify_store, "_RECENT", 2)
        workspace = Workspace(tmp_path)
        with Store(workspace.store) as store:
            for link in (*chain(["a", "b", "c"]), *chain(["d", "e"])):
                store.append(link)
            # A child that came before its parent.
            first, second = chain(["f", "g"])
            for link in (second, first, receipt("late", store.ids()[0])):
                store.append(link)
        return workspace

    def test_two_say_what_one_says(self, workspace: Workspace) -> None:
        counted: list[int] = []

        def all_by(jobs: int) -> list[Placed]:
            request = Request(jobs, counted.append, lambda: counted.append(-1))
            return list(verify_store.verify_store(workspace, Known({KEY.keyid: KEY.public}), request))

        found = all_by(1)
        assert [one.position for one in found] == [1, 2, 3, 1, 2, 2, 1, 2]
        assert counted == [8] + [-1] * 8
        assert all_by(2) == found

    def test_what_one_process_refuses_is_refused(self, workspace: Workspace) -> None:
        with Store(workspace.store) as store:
            store.append(receipt("x", key=SigningKey.generate()))
        with pytest.raises(Exception, match="unknown key"):
            list(verify_store.verify_store(workspace, Known({KEY.keyid: KEY.public}), Request(2)))


def test_resolving_reads_what_is_about_the_judgement_and_nothing_else(
    rbridge: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = rbridge("judge", "--tool", "Bash", "--question", "unsafe", "--attest", "--at", AT, "--format", "json")
    (judgement,) = judged.document["receipts"]

    def never(*_: object) -> None:
        raise AssertionError("the whole store was read")

    monkeypatch.setattr(Store, "between", never)
    words = ("judge", "--resolve", judgement, "--by", "human://alice", "--decision", "deny", "--at", AT)
    assert rbridge(*words).code == 0
    assert "was resolved already" in rbridge(*words).complaint


def test_a_store_of_before_there_was_an_index_gets_it(rbridge: Run, shell: Shell) -> None:
    judged = rbridge("judge", "--tool", "Bash", "--question", "unsafe", "--attest", "--at", AT, "--format", "json")
    (judgement,) = judged.document["receipts"]
    words = ("judge", "--resolve", judgement, "--by", "human://alice", "--decision", "deny", "--at", AT)
    assert rbridge(*words).code == 0
    change(shell, "DROP TABLE resolutions", "PRAGMA user_version = 2")
    assert rbridge("verify", "--all").code == 0
    assert "was resolved already" in rbridge(*words).complaint
