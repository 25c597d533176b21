"""What a file would have run by its place alone: a shell's start-up file, a job, a hook of git, a service."""

import re
from collections.abc import Callable
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.environment import HOME_MARK, Value
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Piece, Source

MAX_PLANTED: Final = 8 << 10
"""How many characters of one file are read."""

_HOME: Final = r"(?:~|/root|/home/[^/]+|/Users/[^/]+)"
_STARTUP: Final = pattern(
    rf"{_HOME}/\.(?:bashrc|bash_(?:profile|login|logout|aliases)|profile|z(?:shrc|profile|shenv|login|logout)|kshrc|cshrc|xprofile"
    rf"|xinitrc|xsession|ssh/rc|config/fish/(?:config\.fish|conf\.d/.+))\Z"
    r"|/etc/(?:profile(?:\.d/.+)?|bash\.bashrc|bashrc|zsh/.+|zshrc|zshenv|rc\.local|init\.d/.+|update-motd\.d/.+"
    r"|cron\.(?:hourly|daily|weekly|monthly)/.+)\Z"
    r"|(?:.*/)?(?:hooks|\.husky)/(?:(?:pre|post)-[a-z-]+|commit-msg|prepare-commit-msg|applypatch-msg|update|fsmonitor-watchman)\Z"
    r"|(?:.*/)?\.envrc\Z"
)
_JOBS: Final = pattern(r"/etc/(?:crontab|cron\.d/.+)\Z")
_OWN_JOBS: Final = pattern(r"/var/(?:spool/(?:fc|ana)?cron|cron/tabs)/.+")
_UNITS: Final = pattern(
    rf"(?:/(?:etc|usr/lib|lib|run)|{_HOME}/\.(?:config|local/share))/systemd/.+\.(?:service|socket)\Z"
)
_ENTRIES: Final = pattern(rf"(?:{_HOME}/\.config|/etc/xdg)/autostart/.+\.desktop\Z")

_COMMENT: Final = pattern(r"(?m)^[ \t]*#.*(?:\n|\Z)|^[ \t]*\n")
_PROMPTED: Final = pattern(r"(?m)^[ \t]*(?:export[ \t]+)?PROMPT_COMMAND=(['\"])(.*)\1[ \t]*;?[ \t]*$")
_OTHER_LANGUAGE: Final = pattern(r"#!.*\b(?:python|node|ruby|perl|php|deno|bun)")
_WHEN: Final = r"(?m)^[ \t]*(?:@\w+|(?:[\d*/,?\-A-Za-z]+[ \t]+){4}[\d*/,?\-A-Za-z]+)[ \t]+"
_AS_SOMEBODY: Final = pattern(rf"{_WHEN}(?:[a-z_][\w-]*[ \t]+(?=[^-\s]))?(.+)$")
_SCHEDULED: Final = pattern(rf"{_WHEN}(.+)$")
_STARTED: Final = pattern(
    r"(?m)^[ \t]*Exec(?:Start|StartPre|StartPost|Stop|StopPost|Reload|Condition)[ \t]*=[-@:+!]*(.+)$"
)
_ENTRY: Final = pattern(r"(?m)^[ \t]*Exec[ \t]*=(.+)$")


def planted(path: str, written: Value) -> str | None:
    """The commands that something will run which is written to a file; None where nothing runs the file.

    Args:
        path: where the file is.
        written: what is written, with the home folder as ``HOME_MARK``.
    """
    read = next((read for place, read in _READERS if place.match(path)), None)
    if read is None or all(piece.source is Source.COMMAND for piece in written):
        return None
    return read("".join(map(_spelled, written)))[:MAX_PLANTED] or None


_WRITERS: Final = frozenset(names("add-content set-content out-file tee-object ac sc tee"))


def profile_text(call: Call) -> str | None:
    """The commands of PowerShell that a call writes to the profile, which each new shell runs; None of another call."""
    writes = (call.name or "").lower() in _WRITERS
    targets = (*(call.arguments if writes else ()), *(one.target for one in call.redirections if one.writes))
    if not any(piece.name.upper().startswith("PROFILE") for word in targets for piece in word.pieces):
        return None
    fed = (word for piece in (call.stdin.pieces if call.stdin else ()) for one in piece.calls for word in one.argv)
    texts = (word for word in (*call.argv, *fed) if any(piece.quoted for piece in word.pieces))
    written = "\n".join("".join(map(_windows_spelled, word.pieces)) for word in texts)
    return written[:MAX_PLANTED].replace("`$", "$") or None


def _windows_spelled(piece: Piece) -> str:
    return "$HOME" if piece.source is Source.HOME else piece.text


def _spelled(piece: Piece) -> str:
    return HOME_MARK if piece.source is Source.HOME else piece.text


def _script(text: str) -> str:
    if _OTHER_LANGUAGE.match(text):
        return ""
    return "\n".join((_COMMENT.sub("", text), *(match[2] for match in _PROMPTED.finditer(text))))


def _lines(found: re.Pattern[str]) -> Callable[[str], str]:
    return lambda text: "\n".join(match[1] for match in found.finditer(text))


_READERS: Final = (
    (_STARTUP, _script),
    (_JOBS, _lines(_AS_SOMEBODY)),
    (_OWN_JOBS, _lines(_SCHEDULED)),
    (_UNITS, _lines(_STARTED)),
    (_ENTRIES, _lines(_ENTRY)),
)
