"""Times as the kernel takes them, and the right spelling of one that is nearly so."""

import datetime
import re
from functools import lru_cache
from typing import Final

from bridge.core.clock import is_canonical_time, spell
from bridge.core.codes import time as codes
from bridge.core.sources import Source
from bridge.reason.lowering.report import Report
from bridge.reason.lowering.scope import span
from bridge.reason.syntax import ast

_NEARLY: Final = re.compile(
    r"(\d{4}-\d{2}-\d{2})(?:[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})?)?", re.ASCII
)
_EXAMPLE: Final = "2026-08-14T12:00:00Z"


def canonical(report: Report, source: Source, time: ast.Time) -> str | None:
    """A time as it is spelled, or none where it is no canonical time, which is reported."""
    if is_canonical(time.spelling):
        return time.spelling
    better = respelled(time.spelling)
    report.error(
        codes.RSN304,
        span(source, time),
        "this is no time in UTC to the second",
        help=f"write `{better}`" if better else f"write a time such as `{_EXAMPLE}`",
    )
    return None


@lru_cache(maxsize=4096)
def is_canonical(spelling: str) -> bool:
    """Whether a time is spelled as the kernel takes it.

    Facts are observed in batches: most times of a source stand there often.
    """
    return is_canonical_time(spelling)


def respelled(spelling: str) -> str | None:
    """The canonical time that a spelling seems to mean: midnight for a date, UTC where it names no offset."""
    match = _NEARLY.fullmatch(spelling)
    if match is None:
        return None
    date, hour, minute, second, offset = match.groups()
    written = f"{date}T{hour or '00'}:{minute or '00'}:{second or '00'}{(offset or 'Z').upper()}"
    try:
        time = spell(datetime.datetime.fromisoformat(written))
    except (ValueError, OverflowError):
        return None
    return time if is_canonical_time(time) else None
