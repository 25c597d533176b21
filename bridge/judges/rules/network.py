"""Whether a call reaches a host outside the declared network scope. A host without a scheme before it is not seen."""

import re
import string
from collections.abc import Iterator
from typing import Final

from bridge.judges.rules.state import ToolCall, values_under
from bridge.judges.rules.tokens import pieces, trim

_KEYS: Final = frozenset(("url", "uri", "endpoint"))
_AFTER_AUTHORITY: Final = re.compile("[/?#]")
_ASCII_LOWER: Final = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


def network_off_scope(call: ToolCall) -> bool:
    """Whether any host in a URL of the call is outside the scope; no where no scope is declared."""
    if not call.network_scope:
        return False
    return any(not host_in_scope(host, call.network_scope) for host in _hosts(call))


def host_in_scope(host: str, scope: tuple[str, ...]) -> bool:
    """Whether a scope admits a host: by its name, by ``*.suffix`` (the suffix itself too), or by ``*``."""
    name = trim(host).rstrip(".").translate(_ASCII_LOWER)
    return bool(name) and any(_admits(trim(pattern).translate(_ASCII_LOWER), name) for pattern in scope)


def _admits(pattern: str, name: str) -> bool:
    if pattern.startswith("*."):
        suffix = pattern[2:]
        return name == suffix or name.endswith("." + suffix)
    return pattern in ("*", name)


def _hosts(call: ToolCall) -> Iterator[str]:
    texts = [value for value in values_under(_KEYS, call.input) if isinstance(value, str)]
    for text in texts + pieces(call.command or ""):
        host = _host(text)
        if host:
            yield host


def _host(text: str) -> str:
    scheme_and_rest = text.split("://", 2)
    if len(scheme_and_rest) == 1:
        return ""
    authority = _AFTER_AUTHORITY.split(scheme_and_rest[1], maxsplit=1)[0]
    host = authority.rpartition("@")[2].partition(":")[0]
    return trim(host).rstrip(".").translate(_ASCII_LOWER)
