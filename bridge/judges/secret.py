"""A key that is used and never shown: not printed, not recorded, not part of an error."""

import re
from typing import Final

from bridge.core.canonical import sorted_compact
from bridge.core.strict_json import Json
from bridge.errors import InputError

_PRINTABLE: Final = re.compile(r"[!-~]+")
_SHORTEST: Final = 8
"""A key shorter than this would be found in answers by chance."""


class Secret:
    """A key of a judge.

    Args:
        value: the key.
        named: where it came from, such as the name of a variable, for errors.

    Raises:
        InputError: it is not one word of printable ASCII, so that no header could carry it; the key is not shown.
    """

    __slots__ = ("_value",)

    def __init__(self, value: str, *, named: str) -> None:
        if not _PRINTABLE.fullmatch(value):
            raise InputError(
                f"{named} holds no key: a key is printable ASCII without spaces",
                where=named,
                help="look for a space or a line break around it",
            )
        self._value = value

    def __repr__(self) -> str:
        return "Secret(…)"

    def bearer(self) -> str:
        """The value of an ``Authorization`` header."""
        return f"Bearer {self._value}"

    def is_in(self, *texts: str | bytes | None) -> bool:
        """Whether one of some texts holds the key, as where a server repeats what it was sent."""
        if len(self._value) < _SHORTEST:
            return False
        return any(_holds(text, self._value) for text in texts if text is not None)

    def is_in_json(self, value: Json) -> bool:
        """Whether a text of a JSON value holds the key, however it was escaped."""
        return self.is_in(sorted_compact(value), sorted_compact(value).replace("\\\\", "\\").replace('\\"', '"'))


def _holds(text: str | bytes, key: str) -> bool:
    return key.encode() in text if isinstance(text, bytes) else key in text
