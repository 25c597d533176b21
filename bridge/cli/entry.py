"""The ``rbridge`` command: runs the application, and turns every failure into words and an exit code."""

import errno
import io
import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, NoReturn, TextIO

from bridge.cli import failure, output
from bridge.cli.exits import EXITS
from bridge.errors import BridgeError, InputError, UsageError


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run one command and exit with its code."""
    words = list(sys.argv[1:] if argv is None else argv)
    _prepare_streams()
    sys.exit(_flushed(run(words), words))


def _prepare_streams() -> None:
    """Streams that were closed before we began lead nowhere; the others speak UTF-8, whatever the locale says."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - open until we end
        elif isinstance(stream, io.TextIOWrapper) and mode == "w":
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _flushed(code: int, argv: Sequence[str]) -> int:
    try:
        sys.stdout.flush()
    except OSError as error:
        _lead_nowhere(sys.stdout)
        if not isinstance(error, BrokenPipeError):
            failure.report(output.unwritten(error), argv)
            code = failure.exit_code(None, argv)
    try:
        sys.stderr.flush()
    except OSError:
        # What could not be told keeps no decision from its exit code.
        _lead_nowhere(sys.stderr)
    return code


def _lead_nowhere(stream: TextIO) -> None:
    """Nothing more can be said there, and the interpreter must not try again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class Interrupted(BridgeError):
    """The person at the terminal stopped the command."""

    code = "interrupted"


def run(argv: Sequence[str]) -> int:
    """Run one command and return its exit code; every error has been reported."""
    try:
        return _run(argv)
    except BridgeError as error:
        failure.report(error, argv)
        return failure.exit_code(error, argv)
    except BrokenPipeError:
        # The reader left before everything was said; an exit code of 0 would be an answer that nobody gave.
        return failure.exit_code(None, argv)
    except KeyboardInterrupt:
        failure.report(Interrupted("interrupted"), argv)
        return EXITS["interrupted"]
    except Exception as error:
        # The last line of defence: a person never sees a traceback.
        if os.environ.get("BRIDGE_DEBUG"):
            raise
        unforeseen = _unforeseen(error)
        failure.report(unforeseen, argv)
        return failure.exit_code(unforeseen, argv)


_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})


def _unforeseen(error: Exception) -> BridgeError:
    if isinstance(error, OSError) and error.errno in _FULL:
        # A page of help is written by what makes it.
        return output.unwritten(error)
    if isinstance(error, OSError) and isinstance(error.filename, str):
        message = f"cannot use {error.filename}: {error.strerror}"
        return InputError(message, where=error.filename, help="check the path and its permissions")
    message = f"internal error: {type(error).__name__}: {error}"
    return BridgeError(message, help="set BRIDGE_DEBUG=1 for the traceback, and report it")


def _run(argv: Sequence[str]) -> int:
    import typer
    from typer.exceptions import TyperException

    _refuse_bytes(argv)
    try:
        code = _command()(args=list(argv), prog_name="rbridge", standalone_mode=False)
    except typer.Exit as leave:
        return leave.exit_code
    except typer.Abort:
        raise KeyboardInterrupt from None
    except TyperException as error:
        raise UsageError(_usage(error), help="add --help to the command to see what it takes") from None
    return code if isinstance(code, int) else EXITS["done"]


@cache
def _command() -> Callable[..., Any]:
    """All commands; to build them takes longer than most of them run, and a process may run several."""
    import typer.main

    from bridge.cli.app import app

    return typer.main.get_command(app)


def _refuse_bytes(argv: Sequence[str]) -> None:
    for word in argv:
        if not word.isascii() and any("\ud800" <= character <= "\udfff" for character in word):
            readable = word.encode("utf-8", "replace").decode()
            raise UsageError(f"an argument is not text in UTF-8: {readable}", help="give it in UTF-8")


def _usage(error: Exception) -> str:
    formatted = getattr(error, "format_message", None)
    return str(formatted()) if callable(formatted) else str(error)
