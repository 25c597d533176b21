"""What a command says: documents on standard output, notes on standard error."""

import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from bridge.core import canonical
from bridge.core.diagnostics import Diagnostic
from bridge.errors import InputError
from bridge.render.plain import plain


def document(value: Mapping[str, Any]) -> None:
    """One JSON document: two spaces, keys sorted, a final newline."""
    text(canonical.pretty(value, sort=True))


def text(body: str) -> None:
    """Text as it is, with exactly one final newline.

    Raises:
        InputError: it cannot be written, as on a full disk.
    """
    try:
        sys.stdout.write(_shown(body.rstrip("\n")) + "\n")
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unwritten(error) from None


def flush() -> None:
    """Let a reader have what has been said so far, while the command goes on.

    Raises:
        InputError: it cannot be written.
    """
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unwritten(error) from None


def pieces(body: Iterable[str]) -> None:
    """A text that comes in pieces, which end anywhere, and a final newline.

    Raises:
        InputError: it cannot be written, as on a full disk.
    """
    try:
        for piece in body:
            sys.stdout.write(_shown(piece))
        sys.stdout.write("\n")
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unwritten(error) from None


def lines(body: Iterable[str]) -> None:
    """Text that comes in lines, as ``text``."""
    for line in body:
        text(line)


def _shown(body: str) -> str:
    """On a terminal no text from elsewhere may move the cursor; a file or a program gets the exact bytes."""
    return "\n".join(map(plain, body.split("\n"))) if sys.stdout.isatty() else body


def unwritten(error: OSError) -> InputError:
    """Why a result could not be said, which is a failure whatever the result was."""
    return InputError(f"cannot write to standard output: {error.strerror or error}", where="standard output")


def tell(talk: str) -> None:
    """Say something to the person at the terminal; where it reaches nobody, the result and the exit code stand."""
    with suppress(OSError):
        sys.stderr.write(talk)


def note(message: str) -> None:
    """A remark for the person at the terminal; never data."""
    tell(f"note: {plain(message)}\n")


def warnings(diagnostics: Iterable[Diagnostic]) -> None:
    """What a program's source was warned of, with its places; it does not keep the program from running."""
    found = tuple(diagnostics)
    if found:
        from bridge.render import diagnostics as rendered

        tell(rendered.text(found).rstrip("\n") + "\n\n")


def notes(messages: Iterable[str]) -> None:
    """Several remarks, each on a line."""
    for message in messages:
        note(message)
