"""What a command says: documents on standard output, notes on standard error."""

import sys
from collections.abc import Iterable, Mapping
from typing import Any

from bridge.core import canonical


def document(value: Mapping[str, Any], *, floats: canonical.Floats = canonical.Floats.RECEIPTS) -> None:
    """One JSON document: two spaces, keys sorted, a final newline."""
    text(canonical.pretty(value, floats, sort=True))


def text(body: str) -> None:
    """Text as it is, with exactly one final newline."""
    sys.stdout.write(body.rstrip("\n") + "\n")


def note(message: str) -> None:
    """A remark for the person at the terminal; never data."""
    sys.stderr.write(f"note: {message}\n")


def notes(messages: Iterable[str]) -> None:
    """Several remarks, each on a line."""
    for message in messages:
        note(message)
