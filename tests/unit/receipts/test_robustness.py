"""Whatever happens to the store's process, disk, file or clock: a clear error, and nothing acknowledged is lost.

``tests.soak_receipts`` does the same at full size.
"""

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bridge.errors import StoreError, UsageError
from bridge.receipts.envelope import Envelope
from bridge.receipts.store import Store
from bridge.receipts.verify import verify_chain
from bridge.workflows import session
from bridge.workflows.attest import action_of, attest_action, open_signer
from bridge.workflows.workspace import Workspace
from tests.unit.receipts.hunted import hunt
from tests.unit.receipts.makers import TRUSTED, receipt

START = "2026-09-01T10:00:00Z"
LATER = "2026-09-01T11:00:00Z"


def filled(path: Path, count: int) -> list[str]:
    with Store(path) as store:
        return [store.append_chain([_maker(str(number))])[0].artifact_id for number in range(count)]


def _maker(note: str) -> Callable[[str | None], Envelope]:
    return lambda parent: receipt(note, parent)


def holds(path: Path, acknowledged: list[str]) -> None:
    """The store has what was acknowledged, as one chain that verifies."""
    with Store(path, create=False) as store:
        assert store.count() == len(list(store))
        assert set(acknowledged) <= set(store.ids())
        verify_chain([one.envelope for one in store], TRUSTED, head=store.ids()[-1])


def test_writers_that_are_killed_lose_nothing(tmp_path: Path) -> None:
    found = hunt(tmp_path, 3, 0.6)
    assert found.killed >= 2
    assert found.acknowledged > 0
    assert found.stored >= found.acknowledged + 2


OWN_MOUNTS = pytest.mark.skipif(
    shutil.which("unshare") is None or subprocess.run(["unshare", "-rm", "true"], check=False).returncode != 0,
    reason="no mounts of one's own",
)
FILL = """
import resource, sys
from pathlib import Path
from bridge.errors import StoreError
from bridge.receipts.store import Store
from tests.unit.receipts.makers import receipt

path, limit = Path(sys.argv[1]), int(sys.argv[2])
try:
    with Store(path) as store:
        if limit:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        for number in range(100_000):
            stored = store.append_chain([lambda parent: receipt(f"{number} " + "x" * 3000, parent)])
            print(stored[0].artifact_id, flush=True)
except StoreError as error:
    print(error.message)
"""


def fill(path: Path, *, limit: int = 0, before: tuple[str, ...] = ()) -> tuple[list[str], str]:
    """Append in a process of its own until it is refused; what was acknowledged, and the refusal."""
    command = [*before, sys.executable, "-c", FILL, str(path), str(limit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    *acknowledged, refusal = done.stdout.splitlines()
    return acknowledged, refusal


def test_a_file_that_may_not_grow_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite3"
    acknowledged, refusal = fill(path, limit=400_000)
    assert len(acknowledged) > 10
    assert refusal.startswith("the receipt store cannot be used: the disk ")
    holds(path, acknowledged)
    assert len(filled(path, 1)) == 1


@OWN_MOUNTS
def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    disk, kept = tmp_path / "disk", tmp_path / "kept"
    disk.mkdir()
    script = f'mount -t tmpfs -o size=600k none "{disk}" && "$@"; cp -r "{disk}" "{kept}"'
    path = disk / "store.sqlite3"
    acknowledged, refusal = fill(path, before=("unshare", "-rm", "sh", "-c", script, "sh"))
    assert len(acknowledged) > 10
    assert "the disk is full; nothing was stored" in refusal or "the disk reports an error" in refusal
    holds(kept / "store.sqlite3", acknowledged)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_one_may_not_write_is_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "store.sqlite3"
    acknowledged = filled(path, 3)
    path.chmod(stat.S_IRUSR)
    path.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
    with pytest.raises(StoreError, match=r"read only|cannot be opened|denied"), Store(path, create=False) as store:
        store.append(receipt("more"))
    path.parent.chmod(stat.S_IRWXU)
    path.chmod(stat.S_IRUSR | stat.S_IWUSR)
    holds(path, acknowledged)


@OWN_MOUNTS
def test_a_disk_that_is_read_only_is_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "disk" / "store.sqlite3"
    acknowledged = filled(path, 3)
    mount = f'mount --bind "{path.parent}" "{path.parent}" && mount -o remount,ro,bind "{path.parent}" && "$@"'
    again, refusal = fill(path, before=("unshare", "-rm", "sh", "-c", mount, "sh"))
    assert again == []
    assert "it is read only" in refusal or "it cannot be opened" in refusal
    holds(path, acknowledged)


def test_a_read_only_store_is_a_clear_error_and_keeps_what_it_has(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite3"
    acknowledged = filled(path, 3)
    with Store(path) as store:
        store._database.execute("PRAGMA query_only = ON")
        with pytest.raises(StoreError, match="it is read only") as refused:
            store.append(receipt("more"))
    assert refused.value.help == "make the file and its folder writable for you"
    holds(path, acknowledged)


def damage_everywhere(path: Path, acknowledged: list[str], *, step: int, length: int = 16) -> int:
    """Overwrite a few bytes at every so many; each time what is read is right or a clear error. How many errors."""
    whole, errors = path.read_bytes(), 0
    for at in range(0, len(whole), step):
        path.write_bytes(whole[:at] + b"\xff" * length + whole[at + length :])
        try:
            with Store(path, create=False) as store:
                found = [one.artifact_id for one in store]
                session_found = store.sessions.last()
                count = store.count()
            assert found == acknowledged, at
            assert (session_found, count) == (None, len(acknowledged))
        except StoreError:
            errors += 1
        assert path.read_bytes()[:at] == whole[:at]
    path.write_bytes(whole)
    holds(path, acknowledged)
    return errors


def test_a_page_that_is_corrupt_anywhere_is_found_and_never_misread(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite3"
    acknowledged = filled(path, 40)
    assert damage_everywhere(path, acknowledged, step=1021) > 20


def test_a_header_that_is_corrupt_anywhere_is_found_and_never_misread(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite3"
    acknowledged = filled(path, 2)
    whole = path.read_bytes()
    for at in range(100):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        try:
            with Store(path, create=False) as store:
                assert [one.artifact_id for one in store] == acknowledged, at
        except StoreError:
            pass
    path.write_bytes(whole)
    holds(path, acknowledged)


def test_a_message_of_sqlite_that_is_no_text_is_damage_too(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite3"
    acknowledged = filled(path, 1)
    whole = path.read_bytes()
    at = whole.index(b"CREATE TABLE receipts")
    path.write_bytes(whole[:at] + b"\xff" * 16 + whole[at + 16 :])
    with pytest.raises(StoreError):
        Store(path, create=False)
    path.write_bytes(whole)
    holds(path, acknowledged)


class TestAClockThatStepsBack:
    @pytest.fixture
    def workspace(self, tmp_path: Path) -> Workspace:
        workspace = Workspace(tmp_path)
        with open_signer(workspace, at=START) as signer:
            session.start(signer, at=START)
            attest_action(action_of(action="first", at=LATER), signer)
        return workspace

    def test_what_is_signed_then_is_refused(self, workspace: Workspace) -> None:
        with open_signer(workspace, at=START) as signer:
            for at in (START, "2026-09-01T10:57:59Z"):
                with pytest.raises(StoreError, match=f"the clock has stepped back: .* of {LATER}"):
                    attest_action(action_of(action="second", at=at), signer)
            # Processes take their time before they wait for each other, so that a little is nothing.
            attest_action(action_of(action="third", at="2026-09-01T10:58:30Z"), signer)
            assert len(signer.store.ids()) == 3

    def test_so_is_a_note_and_the_closing_and_nothing_is_lost(self, workspace: Workspace) -> None:
        with pytest.raises(StoreError, match="the clock has stepped back"):
            session.note(workspace, "earlier", at=START)
        with open_signer(workspace, at=START) as signer:
            with pytest.raises(UsageError, match="has a receipt or a note of"):
                session.close(signer, workspace, at=START)
            assert session.close(signer, workspace, at=LATER).receipts == 3
