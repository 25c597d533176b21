"""Statements that could not be read: what their text shows of a program that sends."""

import re
from collections.abc import Iterator
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.exfiltration.secrets import is_secret_path
from bridge.judges.bridge_rules.listed import listed
from bridge.judges.bridge_rules.rule import Command, Finding

_SENDERS: Final = listed(
    "curl wget nc ncat netcat scp rsync sftp ftp telnet socat iwr irm invoke-webrequest invoke-restmethod"
)
_UPLOADS: Final = pattern(
    r"(?<!\S)(?:-d\s*@|--data\S*|-F\s*\S+=@|-T\s|--upload-file|--post-\S+|--body-\S+|-InFile|-Body|--json)|Upload(?:File|String|Data)\(",
    re.IGNORECASE,
)
_CMDLET_UPLOAD: Final = pattern(
    r"\.Upload(?:File|String|Data|Values)(?:Async|TaskAsync)?\s*\(|bitsadmin\b.*/upload", re.IGNORECASE
)
_WORD: Final = pattern(r"[^\s'\"`;|&()<>=]+")


def unread_senders(command: Command) -> Iterator[Finding]:
    """Unread statements with a program that sends where a command stands, and something to send."""
    for unread in command.reading.unread:
        names = sorted(_SENDERS.intersection(name.lower() for name in unread.commands))
        sends = _UPLOADS.search(unread.text) or any(is_secret_path(match[0]) for match in _WORD.finditer(unread.text))
        if names and sends:
            yield Finding(
                "unread-upload", f"{names[0]} stands in a statement that cannot be read", unread.text[:_LONGEST]
            )
    text = command.reading.command
    match = _CMDLET_UPLOAD.search(text) if "pload" in text else None
    if match is not None and "WebClient" in text:
        yield Finding("unread-upload", "a web client uploads", match[0])


_LONGEST: Final = 400
