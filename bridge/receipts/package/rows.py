"""The rows of a verification: what was looked at, whether it holds, and a sentence about it."""

import enum
from typing import NamedTuple


class Status(enum.StrEnum):
    """What a row says."""

    PASS = "pass"
    WARN = "warn"
    FAIL = "fail"


class Row(NamedTuple):
    """One check; ``name`` is the published name, or one of ours."""

    name: str
    status: Status
    detail: str


def passed(name: str, detail: str) -> Row:
    """A row that holds."""
    return Row(name, Status.PASS, detail)


def warned(name: str, detail: str) -> Row:
    """A row that a reader should know of."""
    return Row(name, Status.WARN, detail)


def failed(name: str, detail: str) -> Row:
    """A row that does not hold."""
    return Row(name, Status.FAIL, detail)


def shortened(items: list[str], most: int = 20) -> str:
    """A list for a sentence, the end of a long one as a number."""
    more = f", and {len(items) - most} more" if len(items) > most else ""
    return ", ".join(items[:most]) + more
