"""Writing captures beside the judgements, so that neither a slow nor a full disk holds one up or changes it.

Spec: Rubrics, section 6.4. What does not fit the queue is dropped and counted; nothing that goes wrong is raised.
"""

import os
import threading
import weakref
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bridge.rubrics.capture.files import Bounds, CaptureFiles

QUEUED_RECORDS: Final = 128
QUEUED_BYTES: Final = 4 * 1024 * 1024
SHUTDOWN_SECONDS: Final = 0.25


@dataclass(frozen=True, slots=True)
class Stats:
    """What became of the records: written, dropped for a bound, or lost to an error, of which the first is named."""

    written: int = 0
    dropped: int = 0
    errors: int = 0
    problem: str | None = None

    def line(self) -> str:
        """The sentence for standard error."""
        return f"capture stats written={self.written} dropped={self.dropped} errors={self.errors}"


class CaptureWriter:
    """A queue of lines, and a thread that writes them into a folder.

    Args:
        folder: where the files are; made where there is none.
        name: a new file name at each call, as ``files.file_name`` makes it.
        bounds: how much is kept on disk.
        records: lines that may wait.
        size: bytes that may wait.
    """

    def __init__(
        self,
        folder: Path,
        name: Callable[[], str],
        *,
        bounds: Bounds | None = None,
        records: int = QUEUED_RECORDS,
        size: int = QUEUED_BYTES,
    ) -> None:
        self._bounds = bounds or Bounds()
        self._files = CaptureFiles(folder, name, self._bounds)
        self._most = (records, size)
        self._begin()
        _WRITERS.add(self)

    def submit(self, line: bytes) -> bool:
        """Queue a line; False where it was dropped, which is counted. Nothing is raised."""
        with self._changed:
            self._submitted += 1
            records, size = self._most
            full = len(self._queue) >= records or self._queued + len(line) > size
            if self._closed or full or len(line) > self._bounds.record or not self._started():
                return False
            self._queue.append(line)
            self._queued += len(line)
            self._changed.notify()
            return True

    def close(self, wait: float = SHUTDOWN_SECONDS) -> Stats:
        """Take no more lines, wait a little for those that are queued, and say what became of all.

        Args:
            wait: seconds; what is not written by then is dropped.
        """
        with self._changed:
            self._closed = True
            self._changed.notify()
            thread = self._thread
        if thread is not None:
            thread.join(wait)
        with self._changed:
            self._queue.clear()
            self._queued = 0
            return self._stats()

    def after_fork(self) -> None:
        """Begin anew in a child process: the lines that wait and the open file are the parent's."""
        self._files.forget()
        self._begin()

    def _begin(self) -> None:
        self._changed = threading.Condition()
        self._queue: deque[bytes] = deque()
        self._queued = 0
        self._closed = False
        self._thread: threading.Thread | None = None
        self._submitted = self._written = self._errors = 0
        self._problem: str | None = None

    def _started(self) -> bool:
        if self._thread is None:
            thread = threading.Thread(target=self._work, name="rubric-capture", daemon=True)
            try:
                thread.start()
            except RuntimeError as error:
                self._failed(error)
                return False
            self._thread = thread
        return True

    def _stats(self) -> Stats:
        dropped = self._submitted - self._written - self._errors
        return Stats(self._written, dropped, self._errors, self._problem)

    def _work(self) -> None:
        while (line := self._next()) is not None:
            try:
                written = self._files.append(line)
            except Exception as error:  # noqa: BLE001 - a judgement must not end because of a capture
                with self._changed:
                    self._errors += 1
                    self._failed(error)
            else:
                with self._changed:
                    self._written += written
        try:
            self._files.finish()
        except OSError as error:
            with self._changed:
                self._failed(error)

    def _next(self) -> bytes | None:
        with self._changed:
            while not self._queue and not self._closed:
                self._changed.wait()
            if not self._queue:
                return None
            line = self._queue.popleft()
            self._queued -= len(line)
            return line

    def _failed(self, error: Exception) -> None:
        if self._problem is None:
            self._problem = (error.strerror if isinstance(error, OSError) else None) or str(error)


_WRITERS: Final["weakref.WeakSet[CaptureWriter]"] = weakref.WeakSet()


def _after_fork() -> None:
    for writer in list(_WRITERS):
        writer.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
