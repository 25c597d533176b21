"""Reading a file line by line, however long it is or its lines are."""

import os
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from io import UnsupportedOperation
from pathlib import Path
from typing import BinaryIO, Final

from bridge.core.strict_json import MAX_BYTES
from bridge.errors import InputError
from bridge.workflows.line import Line

_CHUNK: Final = 1024 * 1024
_WHITE_SPACE: Final = b" \t\r\n"


def read_lines(name: str, *, max_bytes: int = MAX_BYTES) -> Iterator[Line]:
    """The lines of a file, or of standard input for ``-``; those without anything on them are left out.

    A byte order mark at the beginning belongs to no line (RFC 8259, section 8.1).

    Args:
        name: the file.
        max_bytes: how long a line may be; of a longer one only so much is given that this can be seen.

    Raises:
        InputError: it cannot be read; names it.
    """
    with _opened(name) as file:
        number = 0
        while data := _next(file, name, max_bytes):
            number += 1
            if number == 1:
                data = data.removeprefix(BOM_UTF8)
            if data.strip(_WHITE_SPACE):
                yield Line(number, data.removesuffix(b"\n"))


def _opened(name: str) -> BinaryIO:
    try:
        return _standard_input() if name == "-" else Path(name).open("rb")
    except (OSError, ValueError) as error:
        raise _unreadable(name, error) from None


def _standard_input() -> BinaryIO:
    """Standard input through a reader of its own: one that a thread waits for must not be closed at the end."""
    try:
        return os.fdopen(sys.stdin.fileno(), "rb", closefd=False)
    except UnsupportedOperation:
        return sys.stdin.buffer


def _next(file: BinaryIO, name: str, max_bytes: int) -> bytes:
    """The next line with its end; of one beyond the bound only so much that this can be seen."""
    try:
        line = file.readline(max_bytes + 2)
        rest = line
        while rest and len(line) > max_bytes and not rest.endswith(b"\n"):
            rest = file.readline(_CHUNK)
    except OSError as error:
        raise _unreadable(name, error) from None
    return line


def _unreadable(name: str, error: Exception) -> InputError:
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return InputError(f"cannot read {name}: {reason}", where=name)
