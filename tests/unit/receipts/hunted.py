"""Many processes that write to one session, while one after the other is killed in the middle of what it does.

``python -m tests.unit.receipts.hunted FOLDER WRITERS SECONDS`` prints what came of it. It is a program of its own so
that it has no threads and can fork.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NamedTuple

from bridge.core import clock
from bridge.errors import StoreError
from bridge.receipts.keys import public_keys
from bridge.receipts.store import Store
from bridge.receipts.verify import verify_chain
from bridge.workflows import session
from bridge.workflows.attest import action_of, attest_action, open_signer
from bridge.workflows.workspace import Workspace

_FORK = get_context("fork")
_EVERY = 0.1
_PATIENCE = 60.0
"""For how many seconds more one is waited for that is killed after it was told of a receipt."""


class Hunt(NamedTuple):
    """What came of it.

    Args:
        acknowledged: how many receipts the writers were told are stored.
        stored: how many the chain has, the session's start and its end included.
        killed: how many processes were killed.
        refused: how many appends were refused, the store being busy for too long.
    """

    acknowledged: int
    stored: int
    killed: int
    refused: int


def hunt(folder: Path, writers: int, seconds: float) -> Hunt:
    """Let so many processes write for so long, kill one every 100 ms, and hold the store to all that was acknowledged.

    Raises:
        AssertionError: what was acknowledged is not in the one chain that verifies.
    """
    command = [sys.executable, "-m", "tests.unit.receipts.hunted", str(folder), str(writers), str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds + 300)
    assert done.returncode == 0, done.stderr
    return Hunt(*json.loads(done.stdout))


def _hunt(folder: Path, writers: int, seconds: float) -> Hunt:
    workspace, acknowledged = Workspace(folder), folder / "acknowledged"
    acknowledged.mkdir()
    at = clock.now()
    with open_signer(workspace, at=at) as signer:
        session.start(signer, at=at)
    killed = _write_and_kill(folder, writers, seconds)
    said = [line for path in sorted(acknowledged.iterdir()) for line in _lines(path)]
    ids = [line for line in said if line.startswith("art_")]
    with open_signer(workspace, at=clock.now()) as signer:
        sealed = session.close(signer, workspace, at=clock.now())
    with Store(workspace.store) as store:
        envelopes = [one.envelope for one in store]
        head = store.sessions.last()
        assert head is not None
        chain = verify_chain(envelopes, public_keys(workspace.keys), head=head.head)
        assert store.count() == len(chain) == sealed.receipts
    assert set(ids) <= {one.artifact_id for one in chain}
    assert len(set(ids)) == len(ids)
    return Hunt(len(ids), len(chain), killed, len(said) - len(ids))


def _write_and_kill(folder: Path, writers: int, seconds: float) -> int:
    chance = random.Random(0)
    numbers = iter(range(1_000_000))
    running = [_start(folder, next(numbers)) for _ in range(writers)]
    killed, begun = 0, time.monotonic()
    try:
        while time.monotonic() < begun + seconds or (
            not _has_caught(folder, killed) and time.monotonic() < begun + _PATIENCE
        ):
            time.sleep(_EVERY)
            place = chance.randrange(writers)
            os.kill(running[place].pid or 0, signal.SIGKILL)
            running[place].join()
            running[place] = _start(folder, next(numbers))
            killed += 1
    finally:
        for one in running:
            one.kill()
            one.join()
    return killed


def _has_caught(folder: Path, killed: int) -> bool:
    return killed > 1 and any(path.stat().st_size for path in (folder / "acknowledged").iterdir())


def _start(folder: Path, number: int) -> BaseProcess:
    process = _FORK.Process(target=write_for_ever, args=(folder, number), daemon=True)
    process.start()
    return process


def write_for_ever(folder: Path, number: int) -> None:
    """Sign one receipt after the other, and write down each that was acknowledged."""
    with (folder / "acknowledged" / str(number)).open("a", buffering=1) as told:
        count = 0
        with open_signer(Workspace(folder), at=clock.now()) as signer:
            while True:
                count += 1
                action = action_of(action="test", at=clock.now(), meta={"writer": number, "count": count})
                try:
                    told.write(attest_action(action, signer) + "\n")
                except StoreError as error:
                    told.write(f"{error}\n")


def _lines(path: Path) -> Iterator[str]:
    # The last line of a process that was killed may be cut; it stands for a receipt that nobody was told of.
    yield from (line.removesuffix("\n") for line in path.read_text().splitlines(keepends=True) if line.endswith("\n"))


if __name__ == "__main__":
    json.dump(_hunt(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])), sys.stdout)
