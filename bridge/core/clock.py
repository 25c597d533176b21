"""Time, as every document spells it: ``YYYY-MM-DDTHH:MM:SSZ``, whole seconds, UTC.

Canonical times compare as text. The grammar is the reference kernel's: year 0000 and second 60 are times, hour 24 and
fractions are not (spec: Reason, section 3, Timestamp canonical test).
"""

import re
from functools import lru_cache
from time import gmtime, strftime
from typing import TYPE_CHECKING, Final

from bridge.core.lazy_pattern import pattern

if TYPE_CHECKING:
    from datetime import datetime

_TIME: Final = pattern(r"(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)Z", re.ASCII)
_LENGTH: Final = len("YYYY-MM-DDTHH:MM:SSZ")


def is_canonical_time(text: object) -> bool:
    """Whether a value is a canonical UTC time, a day of its month included."""
    return isinstance(text, str) and len(text) == _LENGTH and _is_time(text)


@lru_cache(maxsize=1024)
def _is_time(text: str) -> bool:
    match = _TIME.fullmatch(text)
    if match is None:
        return False
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    return 1 <= month <= 12 and 1 <= day <= _days(year, month)


def _days(year: int, month: int) -> int:
    # The calendar module knows no year 0, and loading it costs a hook more than this.
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in {4, 6, 9, 11} else 31


def now() -> str:
    """The current time; called once per command, at the edge."""
    return strftime("%Y-%m-%dT%H:%M:%SZ", gmtime())


def spell(moment: "datetime") -> str:
    """The canonical text of an aware moment, cut to whole seconds."""
    from datetime import UTC

    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def one_second_after(time: str) -> str:
    """The canonical time a second later.

    Raises:
        ValueError: not a time that the calendar of this runtime can hold.
    """
    from datetime import UTC, datetime, timedelta

    moment = datetime.strptime(time, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    return spell(moment + timedelta(seconds=1))
