"""Writing new files, all of a set or none, and never over a file that is there."""

import contextlib
import os
import secrets
from collections.abc import Sequence
from pathlib import Path

from bridge.errors import InputError


def publish(files: Sequence[tuple[str, bytes]], *, what: str) -> None:
    """Write new files: each whole beside its place, and then all put in place.

    Args:
        files: paths and what to write there.
        what: what they are, for the errors, such as ``release``.

    Raises:
        InputError: two paths are one, one is taken, or a file cannot be written; then none of them is there.
    """
    _refuse_taken(files, what)
    staged: list[tuple[Path, Path]] = []
    placed: list[Path] = []
    try:
        for name, data in files:
            path = Path(name)
            staged.append((_stage(path, data), path))
        for temporary, path in staged:
            # A link is made only where nothing is, whoever else writes there at the same time.
            os.link(temporary, path)
            placed.append(path)
    except FileExistsError as error:
        _remove(placed)
        raise _taken(what, str(error.filename2 or error.filename)) from None
    except OSError as error:
        _remove(placed)
        place = str(error.filename2 or files[min(len(staged), len(files) - 1)][0])
        raise InputError(f"cannot write {place}: {error.strerror or error}", where=place) from None
    finally:
        _remove([temporary for temporary, _ in staged])


def _refuse_taken(files: Sequence[tuple[str, bytes]], what: str) -> None:
    seen: set[Path] = set()
    for name, _ in files:
        place = _place(name, what)
        if place in seen:
            raise InputError(f"duplicate {what} output path: {name}", where=name, help="name each output once")
        seen.add(place)
        if os.path.lexists(name):
            raise _taken(what, name)


def _taken(what: str, name: str) -> InputError:
    return InputError(f"{what} output already exists: {name}", where=name, help="choose another path, or move it away")


def _place(name: str, what: str) -> Path:
    path = Path(name)
    if "\0" in name or path.name in {"", os.pardir}:
        raise InputError(f"{what} output has no file name: {name}", where=name)
    try:
        return path.parent.resolve(strict=True) / path.name
    except (OSError, ValueError, RuntimeError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise InputError(f"cannot write {name}: {reason}", where=name) from None


def _stage(path: Path, data: bytes) -> Path:
    temporary = path.parent / f".{secrets.token_hex(8)}.staged"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        _remove([temporary])
        raise
    return temporary


def _remove(paths: Sequence[Path]) -> None:
    for path in paths:
        with contextlib.suppress(OSError):
            path.unlink()
