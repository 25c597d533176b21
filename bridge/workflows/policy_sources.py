"""Reading the texts that a policy bundle commits to, so that what is committed to is what stands there.

No link is followed, no mount crossed. A file is read twice, and found a second time from the root, before its bytes
count: one that changes meanwhile, or a folder that is moved, is refused (spec: Reason, section 7).
"""

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

from bridge.reason.policy.limits import MAX_SOURCE_BYTES
from bridge.reason.policy.model import PolicySource
from bridge.reason.policy.sources import SourceBytes, access_failed

_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
# Without O_NONBLOCK, opening a pipe waits for somebody to write to it.
_FILE = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_SUPPORTED = hasattr(os, "O_NOFOLLOW") and os.open in os.supports_dir_fd


class _Stamp(NamedTuple):
    device: int
    inode: int
    size: int
    modified_ns: int
    changed_ns: int


class _Opened(NamedTuple):
    descriptor: int
    folders: tuple[tuple[int, int], ...]
    stamp: _Stamp


def _read_from_start(descriptor: int) -> bytes:
    """All bytes of an open file, or one more than a source may have."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    pieces: list[bytes] = []
    left = MAX_SOURCE_BYTES + 1
    while left and (piece := os.read(descriptor, left)):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def read_sources(
    root: str, sources: Iterable[PolicySource], *, read: Callable[[int], bytes] = _read_from_start
) -> Iterator[SourceBytes]:
    """Read sources below a root, in their order, one at a time.

    Args:
        root: a folder, and not a link to one.
        sources: with portable paths.
        read: gives the bytes of an open file from its start.

    Raises:
        InputError: a source cannot be read, is not a plain file of this file system, or changes while it is read.
    """
    if not _SUPPORTED:
        raise access_failed(".", "this system cannot open files without following links")
    with _failing_at("."):
        descriptor = os.open(root, _FOLDER)
    try:
        for source in sources:
            with _failing_at(source.path):
                yield _read_source(descriptor, source, read)
    finally:
        os.close(descriptor)


@contextmanager
def _failing_at(path: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise access_failed(path, reason) from None


def _read_source(root: int, source: PolicySource, read: Callable[[int], bytes]) -> SourceBytes:
    with _opened(root, source.path) as first:
        data = read(first.descriptor)
        if len(data) > MAX_SOURCE_BYTES:
            raise access_failed(source.path, f"the source exceeds the {MAX_SOURCE_BYTES}-byte limit")
        again = read(first.descriptor)
        after = _stamp(first.descriptor, source.path)
        if data != again or first.stamp != after or after.size != len(data):
            raise access_failed(source.path, "the source changed while it was being read")
        with _opened(root, source.path) as second:
            if second.folders != first.folders or second.stamp != after:
                raise access_failed(source.path, "another file took the source's place while it was being read")
    return SourceBytes(source, (after.device, after.inode), data)


@contextmanager
def _opened(root: int, path: str) -> Iterator[_Opened]:
    """The file at a path below an open root, every folder on the way opened from the one before."""
    device = os.fstat(root).st_dev
    *folders, name = path.split("/")
    with ExitStack() as stack:
        at, passed = root, []
        for folder in folders:
            at = _open(stack, folder, _FOLDER, at)
            passed.append(_same_device(at, device, path))
        descriptor = _open(stack, name, _FILE, at)
        _same_device(descriptor, device, path)
        yield _Opened(descriptor, tuple(passed), _stamp(descriptor, path))


def _open(stack: ExitStack, name: str, flags: int, at: int) -> int:
    descriptor = os.open(name, flags, dir_fd=at)
    stack.callback(os.close, descriptor)
    return descriptor


def _same_device(descriptor: int, device: int, path: str) -> tuple[int, int]:
    status = os.fstat(descriptor)
    if status.st_dev != device:
        raise access_failed(path, "the source is on another file system than the root")
    return status.st_dev, status.st_ino


def _stamp(descriptor: int, path: str) -> _Stamp:
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        raise access_failed(path, "the source is not a plain file")
    return _Stamp(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
