"""Asking a person at a terminal, and nobody else. Questions go to standard error: standard output is data."""

import sys
from typing import Final

from bridge.errors import UsageError

DONE: Final = ".done"
"""The line that ends a text of several lines."""


def is_interactive() -> bool:
    """Whether a person sits at both ends: what is typed comes from a terminal, and what is printed goes to one."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask(question: str) -> str | None:
    """One line, without the space around it; None where the input has ended."""
    sys.stderr.write(f"{question}: ")
    sys.stderr.flush()
    line = _line()
    if line is None:
        sys.stderr.write("\n")
        return None
    return line.strip()


def ask_text(what: str) -> str:
    """A text of several lines, up to a line that is ``.done`` or the end of the input."""
    sys.stderr.write(f"{what} (end with {DONE} on a line of its own):\n")
    sys.stderr.flush()
    lines: list[str] = []
    while (line := _line()) is not None and line.strip() != DONE:
        lines.append(line.rstrip("\r\n"))
    return "\n".join(lines)


def _line() -> str | None:
    try:
        return sys.stdin.readline() or None
    except UnicodeDecodeError as error:
        raise UsageError(f"what was typed is not UTF-8: byte {error.start}", help="give it in a file") from None
