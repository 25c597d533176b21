"""One suggestion for a near miss."""

from collections.abc import Collection
from typing import Final

# A suggestion is a courtesy: beyond these sizes, comparing costs more than it helps.
_LONGEST_NAME: Final = 64
_MOST_NAMES: Final = 1000


def nearest(name: str, names: Collection[str]) -> str | None:
    """The name most like a given one, where one is like enough; the first by code point among equals."""
    from difflib import get_close_matches  # costs start-up what only a near miss needs

    if len(name) > _LONGEST_NAME or len(names) > _MOST_NAMES:
        return None
    candidates = sorted(candidate for candidate in names if len(candidate) <= _LONGEST_NAME)
    return next(iter(get_close_matches(name, candidates, n=1, cutoff=0.7)), None)
