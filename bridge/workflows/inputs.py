"""Reading and writing what the user names: a file, standard input, or JSON on the command line."""

import os
import sys
from pathlib import Path

from bridge.core import strict_json
from bridge.core.strict_json import Json
from bridge.errors import InputError, JsonError, LimitError


def read_bytes(name: str, *, max_bytes: int = strict_json.MAX_BYTES) -> bytes:
    """The bytes of a file, or of standard input for ``-``.

    Raises:
        InputError: it cannot be read; names it.
        LimitError: it is longer than ``max_bytes``.
    """
    try:
        if name == "-":
            data = sys.stdin.buffer.read(max_bytes + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(max_bytes + 1)
    except OSError as error:
        raise InputError(f"cannot read {name}: {error.strerror or error}", where=name) from None
    except ValueError:
        raise InputError(f"not a path: {name!r}", where="path") from None
    if len(data) > max_bytes:
        raise LimitError(f"{name}: input exceeds the {max_bytes}-byte limit", where=name)
    return data


def read_json(name: str, *, max_bytes: int = strict_json.MAX_BYTES) -> Json:
    """A JSON document from a file or standard input.

    Raises:
        InputError: it cannot be read.
        JsonError: it is not strict JSON; the message begins with the name.
    """
    return parse_json(read_bytes(name, max_bytes=max_bytes), named="standard input" if name == "-" else name)


def parse_json(text: bytes | str, *, named: str) -> Json:
    """Strict JSON, with the source's name in any error."""
    try:
        return strict_json.loads(text)
    except JsonError as error:
        place = f"{named}:{error.line}:{error.column}" if error.line else named
        raise JsonError(f"{place}: not strict JSON: {error.message}", where=error.where, help=error.help) from None


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


def require_writable(*names: str | None) -> None:
    """Refuse a file that could not be written, before anything is asked or signed for it; None names no file.

    Raises:
        InputError: its folder is missing or not to be written to, or it is a folder itself.
    """
    for name in names:
        if name is None:
            continue
        path = Path(name)
        place = path if path.exists() else path.parent
        if place.is_dir() == path.exists() or not os.access(place, os.W_OK):
            raise InputError(f"cannot write {name}", where=name, help="name a file in a folder that you can write to")


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
