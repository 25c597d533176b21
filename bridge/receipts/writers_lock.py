"""The lock by which processes that write to one store take turns, so that the next in line goes on at once.

SQLite lets who waits for its own lock try again only from time to time. On Windows there is no such line, and SQLite's
lock is all there is.
"""

import os
import sys
from pathlib import Path

if sys.platform != "win32":
    import fcntl


class WritersLock:
    """A lock on the folder of a store, open until ``close``."""

    def __init__(self, store: Path) -> None:
        """Open the lock of a store, which need not be there yet; its folder must."""
        self._folder: int | None = None if sys.platform == "win32" else os.open(store.parent, os.O_RDONLY)

    def hold(self) -> None:
        """Wait until nobody else holds the lock, and hold it."""
        if sys.platform != "win32" and self._folder is not None:
            fcntl.flock(self._folder, fcntl.LOCK_EX)

    def hold_now(self) -> bool:
        """Hold the lock unless somebody else does."""
        if sys.platform != "win32" and self._folder is not None:
            try:
                fcntl.flock(self._folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
        return True

    def let_go(self) -> None:
        """Hold the lock no longer."""
        if sys.platform != "win32" and self._folder is not None:
            fcntl.flock(self._folder, fcntl.LOCK_UN)

    def close(self) -> None:
        """Release the file; closing twice does nothing."""
        folder, self._folder = self._folder, None
        if folder is not None:
            os.close(folder)
