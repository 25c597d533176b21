"""Reading and writing what the user names: a file, standard input, or JSON on the command line."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from bridge.core import strict_json
from bridge.core.deadline import Deadline
from bridge.core.strict_json import Json
from bridge.errors import InputError, JsonError, LimitError, UsageError
from bridge.workflows import reading


def read_bytes(name: str, *, max_bytes: int = strict_json.MAX_BYTES, deadline: Deadline | None = None) -> bytes:
    """The bytes of a file that somebody names, or of standard input for ``-``; a pipe serves as well.

    Args:
        name: a path, or ``-``.
        max_bytes: how long it may be.
        deadline: until when a pipe is waited for; where it is left out, as long as a run takes by default.

    Raises:
        InputError: it cannot be read; names it.
        LimitError: it is longer than ``max_bytes``, or the time is over.
    """

    def start() -> Deadline:
        return deadline or _default()

    def read(most: int) -> bytes:
        return reading.of_standard_input(most, start) if name == "-" else reading.of_anything(name, most, start)

    return _bounded(name, max_bytes, read)


def read_ordinary(name: str, *, max_bytes: int = strict_json.MAX_BYTES) -> bytes:
    """``read_bytes`` of what nobody named on the command line, such as a member of a folder: an ordinary file alone.

    Raises:
        InputError: it cannot be read, or is a pipe or a device; names it.
        LimitError: it is longer than ``max_bytes``.
    """
    return _bounded(name, max_bytes, lambda most: reading.of_ordinary(name, most))


def _bounded(name: str, max_bytes: int, read: Callable[[int], bytes]) -> bytes:
    try:
        data = read(max_bytes + 1)
    except LimitError as error:
        raise error.restated(f"waiting for {name}: {error.message}") from None
    except OSError as error:
        raise InputError(f"cannot read {name}: {error.strerror or error}", where=name) from None
    except ValueError:
        raise InputError(f"not a path: {name!r}", where="path") from None
    if len(data) > max_bytes:
        raise strict_json.too_long(f"{name}: input", max_bytes, len(data), where=name)
    return data


def _default() -> Deadline:
    from bridge.workflows.limits import DEFAULT

    return DEFAULT.start().deadline


def read_json(
    name: str,
    *,
    max_bytes: int = strict_json.MAX_BYTES,
    max_depth: int = strict_json.MAX_DEPTH,
    deadline: Deadline | None = None,
) -> Json:
    """A JSON document from a file or standard input.

    Raises:
        InputError: it cannot be read.
        JsonError: it is not strict JSON; the message begins with the name.
    """
    data = read_bytes(name, max_bytes=max_bytes, deadline=deadline)
    return parse_json(data, named="standard input" if name == "-" else name, max_bytes=max_bytes, max_depth=max_depth)


def parse_json(
    text: bytes | str,
    *,
    named: str,
    max_bytes: int = strict_json.MAX_BYTES,
    max_depth: int = strict_json.MAX_DEPTH,
) -> Json:
    """Strict JSON, with the source's name in any error."""
    try:
        return strict_json.loads(text, max_bytes=max_bytes, max_depth=max_depth)
    except JsonError as error:
        place = f"{named}:{error.line}:{error.column}" if error.line else named
        restated = error.restated(f"{place}: not strict JSON: {error.message}")
        restated.line = restated.column = 0
        raise restated from None


def json_argument(text: str, *, option: str) -> Json:
    """JSON given on the command line, or ``@FILE``."""
    if text.startswith("@"):
        return read_json(text[1:])
    return parse_json(text, named=option)


def object_argument(text: str, *, option: str) -> dict[str, Json]:
    """A JSON object given on the command line, or ``@FILE``.

    Raises:
        InputError: JSON of another kind.
    """
    value = json_argument(text, option=option)
    if not isinstance(value, dict):
        raise InputError(f'{option} must be a JSON object, such as \'{{"command": "ls"}}\'', where=option)
    return value


def require_once(names: Iterable[str]) -> None:
    """Refuse to read standard input twice: the second time there would be nothing on it.

    Raises:
        UsageError: more than one of the names is ``-``.
    """
    if sum(name == "-" for name in names) > 1:
        raise UsageError(
            "standard input can be read once", where="-", help="give - for one of them, and name files for the others"
        )


def require_writable(*names: str | None) -> None:
    """Refuse a file that could not be written, before anything is asked or signed for it; None names no file.

    Raises:
        InputError: its folder is missing or not to be written to, or it is a folder itself.
    """
    for name in names:
        if name is None:
            continue
        if not _is_writable(Path(name)):
            raise InputError(f"cannot write {name}", where=name, help="name a file in a folder that you can write to")


def _is_writable(path: Path) -> bool:
    try:
        path.stat()
    except FileNotFoundError:
        return path.parent.is_dir() and os.access(path.parent, os.W_OK)
    except (OSError, ValueError):
        # A name that no file can have, or links that lead nowhere but back.
        return False
    return not path.is_dir() and os.access(path, os.W_OK)


def write_file(name: str, data: bytes) -> None:
    """Write a file whole, replacing what it held.

    Raises:
        InputError: it cannot be written.
    """
    try:
        Path(name).write_bytes(data)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise InputError(f"cannot write {name}: {reason}", where=name) from None


def write_pieces(name: str, pieces: Iterable[bytes]) -> None:
    """Write a file piece by piece, replacing what it held.

    Raises:
        InputError: it cannot be written.
    """
    try:
        with Path(name).open("wb") as file:
            file.writelines(pieces)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise InputError(f"cannot write {name}: {reason}", where=name) from None
