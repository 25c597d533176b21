"""Mutants of what runs once: each is written into a copy of the tree, whose tests a worker runs from the beginning."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryDirectory

from tests.mutants.mutations import Mutant

COPIED = ("bridge", "tests", "reason_programs", "docs", "schemas", "examples", "pyproject.toml")
_FAILED = re.compile(r"^(?:FAILED|ERROR) (tests/[\w/]+\.py)", re.MULTILINE)


def trials(
    root: Path, mutants: Iterable[Mutant], files: Sequence[str], workers: int, on_outcome: Callable[[Mutant, str], None]
) -> None:
    """Try mutants of one package with the tests in some files, in as many copies of the tree as there are workers."""
    pending: Queue[Mutant] = Queue()
    for mutant in mutants:
        pending.put(mutant)
    total, done = pending.qsize(), Queue[tuple[Mutant, str] | BaseException]()
    with ExitStack() as stack:
        for _ in range(min(workers, total)):
            copy = stack.enter_context(TemporaryDirectory(prefix="mutants-", ignore_cleanup_errors=True))
            threading.Thread(target=_work, args=(root, Path(copy), files, pending, done), daemon=True).start()
        for _ in range(total):
            found = done.get()
            if isinstance(found, BaseException):
                raise found
            on_outcome(*found)


def _work(
    root: Path,
    copy: Path,
    files: Sequence[str],
    pending: "Queue[Mutant]",
    done: "Queue[tuple[Mutant, str] | BaseException]",
) -> None:
    try:
        _copy_tree(root, copy)
        worker = _Worker(copy, files)
        for mutant in _taken(pending):
            done.put((mutant, worker.outcome(mutant)))
        worker.close()
    except BaseException as error:  # noqa: BLE001 - handed to the thread that waits, which raises it
        done.put(error)


def _taken(pending: "Queue[Mutant]") -> Iterator[Mutant]:
    while True:
        try:
            yield pending.get_nowait()
        except Empty:
            return


class _Worker:
    """A worker process, and for each module the file whose tests noticed last: those are run first."""

    def __init__(self, copy: Path, files: Sequence[str]) -> None:
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        self.files = files
        self.first: dict[str, str] = {}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.mutants.worker"],
            cwd=copy,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def outcome(self, mutant: Mutant) -> str:
        """``killed``, ``survived``, ``looped`` or ``untested``."""
        first = [file for file in self.files if file == self._first(mutant)]
        stages = [first, [file for file in self.files if file not in first]]
        answer = self._ask({"path": str(mutant.source.path), "text": mutant.text, "stages": stages})
        if failed := _FAILED.search(answer["said"]):
            self.first[mutant.source.module] = failed[1]
        return answer["verdict"]

    def _first(self, mutant: Mutant) -> str:
        named = f"test_{mutant.source.path.stem.strip('_')}"
        like = next((file for file in self.files if Path(file).stem == named), self.files[0])
        return self.first.get(mutant.source.module, like)

    def _ask(self, request: dict[str, object]) -> dict[str, str]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer: dict[str, str] = json.loads(self.process.stdout.readline())
        return answer

    def close(self) -> None:
        """Let the process end."""
        self.process.communicate()


def _copy_tree(root: Path, copy: Path) -> None:
    for name in COPIED:
        source = root / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.exists():
            shutil.copy2(source, copy / name)
