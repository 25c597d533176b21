"""The event on standard input: at most so much of it, and for no longer than an agent waits for its hook."""

import os
import select
import sys
import time
from io import UnsupportedOperation
from typing import Final

from bridge.errors import InputError

SECONDS: Final = 5.0
_CHUNK: Final = 1 << 16


def read(most: int, *, seconds: float | None = None) -> bytes:
    """What is written into standard input until its writer closes it, or stops writing for too long.

    An agent that leaves its end open has said all the same what it said: what came by then is the event, and whoever
    reads it finds out whether it is whole.

    Args:
        most: bytes that are accepted.
        seconds: how long is waited in all; None for ``SECONDS``.

    Raises:
        InputError: more than that, or nothing can be read there.
    """
    try:
        data = _read(most + 1, time.monotonic() + (SECONDS if seconds is None else seconds))
    except (AttributeError, OSError, ValueError) as error:
        raise InputError(f"standard input cannot be read: {error}") from None
    if len(data) > most:
        raise InputError(f"the event is longer than {most} bytes")
    return data


def _read(most: int, deadline: float) -> bytes:
    try:
        descriptor = sys.stdin.fileno()
    except UnsupportedOperation:
        return sys.stdin.buffer.read(most)
    if os.name != "posix":
        # Windows waits for sockets alone.
        return sys.stdin.buffer.read(most)
    parts: list[bytes] = []
    left = most
    while left and _ready(descriptor, deadline) and (part := os.read(descriptor, min(_CHUNK, left))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def _ready(descriptor: int, deadline: float) -> bool:
    ready, _, _ = select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))
    return bool(ready)
