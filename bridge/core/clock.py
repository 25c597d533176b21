"""Time, as every document spells it: ``YYYY-MM-DDTHH:MM:SSZ``, whole seconds, UTC.

Canonical times compare as text. The grammar is the reference kernel's: year 0000 and second 60 are times, hour 24 and
fractions are not (spec: Reason, section 3, Timestamp canonical test).
"""

import calendar
import datetime
import re
from typing import Final

_TIME: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)Z", re.ASCII)


def is_canonical_time(text: object) -> bool:
    """Whether a value is a canonical UTC time, a day of its month included."""
    match = _TIME.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        return False
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    # 2000 is a leap year as 0000 is, and the calendar module knows no year 0.
    return 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year or 2000, month)[1]


def now() -> str:
    """The current time; called once per command, at the edge."""
    return spell(datetime.datetime.now(datetime.UTC))


def spell(moment: datetime.datetime) -> str:
    """The canonical text of an aware moment, cut to whole seconds."""
    return moment.astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def one_second_after(time: str) -> str:
    """The canonical time a second later.

    Raises:
        ValueError: not a time that the calendar of this runtime can hold.
    """
    moment = datetime.datetime.strptime(time, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=datetime.UTC)
    return spell(moment + datetime.timedelta(seconds=1))
