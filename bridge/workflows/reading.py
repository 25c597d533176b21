"""The bytes that a name stands for. An ordinary file is read at once; a pipe is waited for as long as there is time.

Opening a named pipe waits for whoever writes into it, which may be nobody. So nothing here is opened in a way that
waits, and a pipe or a terminal is only read when there is something to read.
"""

import errno
import os
import select
import stat
import sys
from collections.abc import Callable
from io import BufferedReader, UnsupportedOperation
from pathlib import Path
from typing import Final

from bridge.core.deadline import Deadline
from bridge.errors import InputError

_FLAGS: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_CHUNK: Final = 65536
_SLICE: Final = 100
"""How long is waited before the time is looked at again, in milliseconds."""

StartClock = Callable[[], Deadline]
"""Gives the deadline of a read that has to wait."""


def of_ordinary(name: str, most: int) -> bytes:
    """At most so many bytes of an ordinary file; links to one are followed.

    Raises:
        InputError: it is a pipe, a device or something else that is not to be read like a file.
        OSError: it cannot be read.
        ValueError: its name is no path.
    """
    _require_ordinary(name, Path(name).stat().st_mode)
    descriptor = os.open(name, _FLAGS)
    try:
        found = os.fstat(descriptor)
        _require_ordinary(name, found.st_mode)
        return _all(lambda size: os.read(descriptor, size), found.st_size + 1, most)
    finally:
        os.close(descriptor)


def of_anything(name: str, most: int, start: StartClock) -> bytes:
    """At most so many bytes of a file, or of what is written into a pipe until its writers close it.

    Raises:
        LimitError: the time is over before that.
        OSError: it cannot be read.
        ValueError: its name is no path.
    """
    descriptor = os.open(name, _FLAGS)
    try:
        found = os.fstat(descriptor)
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if stat.S_ISREG(found.st_mode):
            return _all(lambda size: os.read(descriptor, size), found.st_size + 1, most)
        return _waited(descriptor, lambda size: os.read(descriptor, size), most, start())
    finally:
        os.close(descriptor)


def of_standard_input(most: int, start: StartClock) -> bytes:
    """At most so many bytes of standard input.

    Raises:
        LimitError: the time is over before it ends.
        OSError: it cannot be read.
    """
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed")
    buffer = sys.stdin.buffer
    try:
        descriptor = sys.stdin.fileno()
    except UnsupportedOperation:
        return _all(buffer.read, _CHUNK, most)
    if stat.S_ISREG(os.fstat(descriptor).st_mode) or not isinstance(buffer, BufferedReader):
        return _all(buffer.read, _CHUNK, most)
    return _waited(descriptor, buffer.read1, most, start())


def _all(read: Callable[[int], bytes], chunk: int, most: int) -> bytes:
    parts: list[bytes] = []
    left = most
    while left and (part := read(min(chunk, left))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def _waited(descriptor: int, read: Callable[[int], bytes], most: int, deadline: Deadline) -> bytes:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    parts: list[bytes] = []
    left = most
    while left:
        while not poll.poll(_SLICE):
            deadline.check()
        deadline.check()
        try:
            part = read(min(_CHUNK, left))
        except BlockingIOError:
            continue
        if not part:
            break
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def _require_ordinary(name: str, mode: int) -> None:
    if not stat.S_ISREG(mode):
        message = f"cannot read {name}: it is {_kind(mode)}, and not an ordinary file"
        raise InputError(message, where=name, help="put what it holds into an ordinary file, and name that")


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    if stat.S_ISFIFO(mode):
        return "a pipe"
    return "a socket" if stat.S_ISSOCK(mode) else "a device"
