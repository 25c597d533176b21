"""The patterns that operators write: ``*`` within a segment, ``**`` across segments, ``?`` one character."""

import re
from functools import lru_cache


@lru_cache(1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    parts = re.split(r"(\*\*/?|\*|\?)", pattern)
    meaning = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(meaning.get(part, re.escape(part)) for part in parts), re.DOTALL)


def matches(pattern: str, text: str) -> bool:
    """Whether a pattern is a pattern of the whole of a text. ``folder/**`` matches the folder itself as well."""
    if pattern.endswith("/**") and _compiled(pattern[:-3]).fullmatch(text):
        return True
    return _compiled(pattern).fullmatch(text) is not None


def any_matches(patterns: tuple[str, ...], text: str) -> bool:
    """Whether any of the patterns matches."""
    return any(matches(pattern, text) for pattern in patterns)
