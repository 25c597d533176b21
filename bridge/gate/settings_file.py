"""An agent's settings file: read, kept beside as a copy, and replaced in one step."""

import contextlib
import os
import secrets
from pathlib import Path
from typing import Final

from bridge.errors import InputError
from bridge.workflows import reading

MOST_BYTES: Final = 4 * 1024 * 1024
BACKUP_SUFFIX: Final = ".rbridge-backup"


def backup_of(path: Path) -> Path:
    """Where the copy of a settings file is kept: beside the file that the path leads to."""
    target = resolved(path)
    return target.with_name(target.name + BACKUP_SUFFIX)


def resolved(path: Path) -> Path:
    """The file itself where the path is a symbolic link, so that the link stays what it is.

    Raises:
        InputError: links that lead in a circle.
    """
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:
        raise InputError(f"cannot follow {path}: {error}", where=str(path)) from None


def read(path: Path) -> str | None:
    """The text of a file, to the byte; None where there is none.

    Raises:
        InputError: it cannot be read, is no ordinary file, is too long, or is not UTF-8.
    """
    try:
        data = reading.of_ordinary(str(path), MOST_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}", where=str(path)) from None
    if len(data) > MOST_BYTES:
        raise InputError(f"{path} is longer than {MOST_BYTES} bytes", where=str(path))
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 at byte {error.start}", where=str(path)) from None


def replace(path: Path, text: str, *, was: str | None, like: Path | None = None) -> None:
    """Put a text in the place of another, whole or not at all; the file keeps its permissions.

    Args:
        path: the file, or a link to it.
        text: what is to stand there.
        was: what stood there when it was read.
        like: the file whose permissions it gets; None for its own, where it is there already.

    Raises:
        InputError: it has changed meanwhile, or cannot be written.
    """
    target = resolved(path)
    draft = target.with_name(f".{target.name}.{secrets.token_hex(6)}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        model = like or (None if was is None else target)
        mode = 0o644 if model is None else model.stat().st_mode & 0o777
        with open(draft, "wb", opener=lambda name, flags: os.open(name, flags | os.O_EXCL, mode)) as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        draft.chmod(mode)
        if read(path) != was:
            raise InputError(f"{path} has changed meanwhile", where=str(path), help="run the command again")
        draft.replace(target)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}", where=str(path)) from None
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)


def remove(path: Path, *, was: str) -> None:
    """Take a file away.

    Raises:
        InputError: it has changed meanwhile, or cannot be taken away.
    """
    if read(path) != was:
        raise InputError(f"{path} has changed meanwhile", where=str(path), help="run the command again")
    try:
        path.unlink()
    except OSError as error:
        raise InputError(f"cannot remove {path}: {error.strerror}", where=str(path)) from None
