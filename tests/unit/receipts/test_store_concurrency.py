"""Many processes, one store: nothing is lost, and who asks for a chain gets one line."""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from bridge.receipts.envelope import Envelope
from bridge.receipts.store import Store
from bridge.receipts.verify import verify_chain
from tests.unit.receipts.makers import TRUSTED, receipt

PROCESSES = 8
EACH = 5


def _append_chained(path: Path, process: int) -> None:
    def maker(note: str) -> Callable[[str | None], Envelope]:
        return lambda parent: receipt(note, parent)

    with Store(path) as store:
        for number in range(EACH):
            store.append_chain([maker(f"{process}/{number}/a"), maker(f"{process}/{number}/b")])


def test_processes_that_append_at_once_make_one_chain(tmp_path: Path) -> None:
    path = tmp_path / "new" / "store.sqlite3"
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        list(pool.map(_append_chained, [path] * PROCESSES, range(PROCESSES)))
    with Store(path, create=False) as store:
        stored = list(store)
    verified = verify_chain([one.envelope for one in stored], TRUSTED, head=stored[-1].artifact_id)
    assert len(verified) == PROCESSES * EACH * 2
    assert {path.name for path in path.parent.iterdir()} == {"store.sqlite3"}
