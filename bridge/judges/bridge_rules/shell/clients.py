r"""What the clients of databases hand to a shell: ``\! text``, ``.shell text``, ``COPY … PROGRAM 'text'``."""

import re
from collections.abc import Mapping
from itertools import islice
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.model import Call, verbatim
from bridge.judges.bridge_rules.shell.options import options
from bridge.judges.bridge_rules.shell.wrappers import Inner

MAX_TEXTS: Final = 64

_POSTGRES: Final = pattern(
    r"^[ \t]*\\!(?P<here>[^\n]+)|\b(?:FROM|TO)\s+PROGRAM\s+'(?P<there>(?:[^']|'')+)'", re.IGNORECASE | re.MULTILINE
)
_MYSQL: Final = pattern(r"^[ \t]*(?:\\!|system[ \t])(?P<here>[^\n]+)", re.IGNORECASE | re.MULTILINE)
_SQLITE: Final = pattern(r"^[ \t]*\.(?:shell|system)[ \t](?P<here>[^\n]+)", re.MULTILINE)
_ESCAPES: Final[Mapping[str, re.Pattern[str]]] = {
    **dict.fromkeys(("psql", "pgcli"), _POSTGRES),
    **dict.fromkeys(("mysql", "mariadb"), _MYSQL),
    **dict.fromkeys(("sqlite3", "sqlite"), _SQLITE),
}
CLIENTS: Final = frozenset(_ESCAPES)


def client_shell(call: Call) -> list[Inner]:
    """What the texts that a client of a database is given have a shell run, here or on the server.

    Args:
        call: a call of one of ``CLIENTS``.
    """
    name = call.name or ""
    given = options(call.arguments, ("c", "command", "e", "execute", "cmd"))
    texts = [word for _, word in given.flags if word is not None] + list(given.operands)
    texts += [call.stdin] if call.stdin is not None else []
    found = [match for word in texts for match in islice(_ESCAPES[name].finditer(word.text), MAX_TEXTS)]
    return [_inner(match, call) for match in found[:MAX_TEXTS]]


def _inner(match: re.Match[str], call: Call) -> Inner:
    here = match["here"]
    text = here if here is not None else match["there"].replace("''", "'")
    elsewhere = "ssh" if here is None else None
    return Inner(call.name or "", text=verbatim(text.strip(), call.node), elsewhere=elsewhere)
