"""The files that captures are kept in: bounded, readable by their owner alone, and never through a symbolic link.

Spec: Rubrics, section 6.4. A file is written under a name that ends in ``.active`` and loses the ending when it is full
or its writer is done; only such finalized files are ever evicted or pruned, the oldest first.
"""

import contextlib
import os
import re
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from bridge.errors import InputError

ACTIVE: Final = ".active"

_NAME: Final = re.compile(r"judge-jev-capture-v1-[0-9]+-[0-9]+-[0-9a-f-]{32,36}\.jsonl(?:\.active)?")
_NO_FOLLOW: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


class CaptureError(InputError):
    """A folder or a file of captures cannot be used."""

    code = "capture"


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much is kept: bytes of one record, one file and one folder, and finalized files of a folder."""

    record: int = 512 * 1024
    file: int = 8 * 1024 * 1024
    folder: int = 128 * 1024 * 1024
    files: int = 32


class Found(NamedTuple):
    """A capture file of ours: its path, its bytes, and when it was last written to, in nanoseconds."""

    path: Path
    size: int
    modified: int

    @property
    def is_final(self) -> bool:
        """Whether its writer is done with it."""
        return not self.path.name.endswith(ACTIVE)


def file_name(*, pid: int, nanoseconds: int, unique: str) -> str:
    """The name of a capture file.

    Args:
        pid: of the process that writes it.
        nanoseconds: the time since the epoch.
        unique: 32 hexadecimal digits that no other file has.
    """
    return f"judge-jev-capture-v1-{pid}-{nanoseconds}-{unique}.jsonl"


def require_folder(folder: Path) -> None:
    """Refuse what is no folder of itself.

    Raises:
        CaptureError: it is missing, a symbolic link, or something else.
    """
    try:
        mode = folder.lstat().st_mode
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a path"
        raise CaptureError(f"cannot use the capture folder {folder}: {reason}", where=str(folder)) from None
    if stat.S_ISLNK(mode):
        raise CaptureError(f"the capture folder {folder} is a symbolic link", where=str(folder))
    if not stat.S_ISDIR(mode):
        raise CaptureError(f"the capture folder {folder} is not a folder", where=str(folder))


def owned(folder: Path) -> list[Found]:
    """The capture files of a folder that are the caller's own regular files, the oldest first.

    Raises:
        OSError: the folder cannot be read.
    """
    found: list[Found] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if _NAME.fullmatch(entry.name) is None:
                continue
            with contextlib.suppress(FileNotFoundError):
                seen = entry.stat(follow_symlinks=False)
                if stat.S_ISREG(seen.st_mode) and _is_ours(seen):
                    found.append(Found(folder / entry.name, seen.st_size, seen.st_mtime_ns))
    return sorted(found, key=lambda one: (one.modified, one.path.name))


def _is_ours(seen: os.stat_result) -> bool:
    return not hasattr(os, "geteuid") or seen.st_uid == os.geteuid()


class CaptureFiles:
    """The file that one writer appends to, and the bounds of its folder.

    Args:
        folder: made where there is none.
        name: a new file name, as ``file_name`` makes it, at each call.
        bounds: how much is kept.
    """

    def __init__(self, folder: Path, name: Callable[[], str], bounds: Bounds) -> None:
        self._folder = folder
        self._name = name
        self._bounds = bounds
        self._path: Path | None = None
        self._descriptor = -1
        self._size = 0

    def append(self, line: bytes) -> bool:
        """Append a line, whole or not at all; False where the folder is full of what must not be evicted.

        Raises:
            CaptureError: the folder cannot be used.
            OSError: the line cannot be written.
        """
        if self._size and self._size + len(line) > self._bounds.file:
            self.finish()
        self._make_folder()
        if not self._has_room(len(line)):
            return False
        if self._path is None:
            self._open()
        self._write(line)
        return True

    def finish(self) -> None:
        """Finalize the file; one without a line goes away.

        Raises:
            OSError: it cannot be renamed or removed.
        """
        path, size = self._path, self._size
        if path is None:
            return
        self.forget()
        if size == 0:
            path.unlink(missing_ok=True)
            return
        path.rename(path.with_name(path.name.removesuffix(ACTIVE)))
        final = [one for one in owned(self._folder) if one.is_final]
        for one in final[: max(0, len(final) - self._bounds.files)]:
            one.path.unlink(missing_ok=True)

    def forget(self) -> None:
        """Let go of the file as it is: what a child of the writer's process does, since it is the parent's."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self._path, self._descriptor, self._size = None, -1, 0

    def _make_folder(self) -> None:
        # It may have been made by another meanwhile, and be what it may: what is there is looked at.
        with contextlib.suppress(FileExistsError):
            self._folder.mkdir(mode=0o700, parents=True)
        require_folder(self._folder)

    def _has_room(self, size: int) -> bool:
        found = owned(self._folder)
        excess = sum(one.size for one in found) + size - self._bounds.folder
        for one in found:
            if excess <= 0:
                break
            if one.is_final:
                one.path.unlink(missing_ok=True)
                excess -= one.size
        return excess <= 0

    def _open(self) -> None:
        path = self._folder / (self._name() + ACTIVE)
        self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_FOLLOW, 0o600)
        self._path = path

    def _write(self, line: bytes) -> None:
        rest = memoryview(line)
        try:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
        except OSError:
            # Half a line would spoil the line that follows.
            os.ftruncate(self._descriptor, self._size)
            os.lseek(self._descriptor, self._size, os.SEEK_SET)
            raise
        self._size += len(line)
