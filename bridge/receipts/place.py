"""The place of a store that is open: SQLite goes on writing to files that were removed, where nobody finds it again."""

from pathlib import Path

from bridge.errors import StoreError


class Place:
    """Where a store and its log are, and which files were there when it was opened."""

    def __init__(self, path: Path) -> None:
        """Remember the files of a store that has just been opened and read, wherever the process will go."""
        self._path = path
        whole = path.absolute()
        paths = (whole, whole.with_name(f"{whole.name}-wal"))
        self._files = tuple((one, found) for one in paths if (found := _found(one)) is not None)

    def require(self) -> None:
        """Require that the same files are there.

        Raises:
            StoreError: one is not, or another is.
        """
        if any(_found(one) != file for one, file in self._files):
            raise StoreError(
                "the receipt store was removed or replaced while it was open; nothing was stored",
                where=str(self._path),
                help="put it back, or start the program again",
            )


def _found(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
