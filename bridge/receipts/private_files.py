"""Files that come into being whole, once and private, whoever else tries at the same moment.

A file is written beside its final name and then linked to it: a link appears at once or fails where the name is taken,
so that of two processes one wins and the other can read what the winner wrote.
"""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

FILE_MODE: Final = 0o600
FOLDER_MODE: Final = 0o700

_POSIX: Final = os.name == "posix"


def make_folder(folder: Path) -> None:
    """Make a folder, and its parents, for the caller alone; an existing one is left as it is."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=FOLDER_MODE, exist_ok=True)


def create_once(path: Path, fill: Callable[[Path], None]) -> bool:
    """Create a private file, filled by ``fill`` under a temporary name; False where the name was already taken.

    Raises:
        OSError: the folder cannot be written, or its file system has no hard links.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(6).hex()}")
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE))
    try:
        draft.chmod(FILE_MODE)
        fill(draft)
        path.hardlink_to(draft)
    except FileExistsError:
        return False
    finally:
        draft.unlink(missing_ok=True)
    _sync_folder(path.parent)
    return True


def replace(path: Path, text: str) -> None:
    """Put a private file in the place of another, or of none: whoever reads it sees all of one or all of the other.

    Raises:
        OSError: the folder cannot be written.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(6).hex()}")
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE))
    try:
        draft.chmod(FILE_MODE)
        write_synced(draft, text)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    _sync_folder(path.parent)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a folder against other processes that change its files by reading and replacing them.

    Where the system has no such locks, as on Windows, nothing is held.

    Raises:
        OSError: the folder cannot be opened.
    """
    if not _POSIX:
        yield
        return
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def write_synced(path: Path, text: str) -> None:
    """Write a text and see it on the disk before returning."""
    with path.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def unsafe_reason(status: os.stat_result, forbidden: int) -> str | None:
    """Why a file or folder must not be relied on: another owner, or permission bits of ``forbidden``; else None."""
    if not _POSIX:
        return None
    if status.st_uid != os.geteuid():
        return "it belongs to another user"
    mode = stat.S_IMODE(status.st_mode)
    return f"others may use it (mode {mode:04o})" if mode & forbidden else None


def _sync_folder(folder: Path) -> None:
    if _POSIX:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
