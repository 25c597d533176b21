"""Taking old capture files away, after a look at which they are (spec: Rubrics, section 6.4, ``capture prune``)."""

import re
from pathlib import Path
from typing import Final

from bridge.errors import UsageError
from bridge.rubrics.capture.files import CaptureError, Found, owned, require_folder

_AGE: Final = re.compile(r"([0-9]{1,12})([smhd]?)")
_SECONDS: Final = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}


def age(text: str) -> int:
    """Seconds of an age such as ``30d``, ``12h``, ``5m``, ``90s`` or ``90``.

    Raises:
        UsageError: it is not one.
    """
    match = _AGE.fullmatch(text)
    if match is None:
        message = f"--older-than must be a non-negative age, got {text!r}"
        raise UsageError(message, where="--older-than", help="as 30d, 12h, 5m, 90s, or seconds alone")
    return int(match[1]) * _SECONDS[match[2]]


def older(folder: Path, seconds: int, *, now: float) -> list[Found]:
    """The finalized capture files that were last written to before the cutoff, the oldest first.

    Args:
        folder: where they are.
        seconds: how old they are at least.
        now: seconds since the epoch.

    Raises:
        CaptureError: the folder cannot be used.
    """
    require_folder(folder)
    cutoff = (now - seconds) * 1e9
    try:
        return [one for one in owned(folder) if one.is_final and one.modified < cutoff]
    except OSError as error:
        raise CaptureError(f"cannot read {folder}: {error.strerror}", where=str(folder)) from None


def remove(files: list[Found]) -> None:
    """Take files away; one that is gone already is no error.

    Raises:
        CaptureError: one cannot be taken away.
    """
    for one in files:
        try:
            one.path.unlink(missing_ok=True)
        except OSError as error:
            raise CaptureError(f"cannot remove {one.path}: {error.strerror}", where=str(one.path)) from None
