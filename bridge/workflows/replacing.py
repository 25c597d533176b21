"""A file replaced whole or not at all."""

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from bridge.errors import InputError


def replace_file(path: Path, data: bytes) -> None:
    """Replace what a file holds; whoever reads it sees the old or the new, and a crash leaves one of them.

    A symbolic link stays, and what it leads to is replaced. The permissions of the file stay as they are. A pipe or a
    device is written to and stays: a file in its place would serve nobody who has it open.

    Args:
        path: the file; it need not exist.
        data: what it is to hold.

    Raises:
        InputError: it cannot be written, or is read-only.
    """
    try:
        mode = path.stat().st_mode if path.exists() else None
        place = path.resolve()
        if mode is not None and not (stat.S_ISREG(mode) and place.exists()):
            path.write_bytes(data)
            return
        if mode is not None and not os.access(path, os.W_OK):
            raise InputError(f"cannot write {path}: it is read-only", where=str(path))
        handle, draft = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(draft).chmod(0o666 & ~_umask() if mode is None else stat.S_IMODE(mode))
            Path(draft).replace(place)
        except BaseException:
            with suppress(OSError):
                Path(draft).unlink()
            raise
    except (OSError, ValueError, RuntimeError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise InputError(f"cannot write {path}: {reason}", where=str(path)) from None


def _umask() -> int:
    # It can only be read by setting it.
    current = os.umask(0o077)
    os.umask(current)
    return current
