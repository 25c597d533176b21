"""Programs written on the command line that send what they read."""

import re
from collections.abc import Iterator
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.core.url import hosts
from bridge.judges.bridge_rules.exfiltration.flow import are_local
from bridge.judges.bridge_rules.exfiltration.secrets import is_secret_path, is_secret_variable
from bridge.judges.bridge_rules.programs import INLINE_CODE, code_of
from bridge.judges.bridge_rules.rule import Command, Finding

_POSTS: Final = pattern(
    r"""\b(?:requests|httpx|session|s|client|axios|http|aiohttp|HTTP|got|ky|superagent)\.(?:post|put|patch|request)\b
      | urlopen\([^)]{0,300}(?:,|data\s*=) | Request\([^)]{0,300}data\s*=
      | method\s*['"]?\s*[:=]\s*['"](?:POST|PUT|PATCH) | HTTPS?Connection | \.sendall\( | \.sendto\( | \.sendmail\(
      | \bsocket\b.{0,2000}\.send\(
      | \.storbinary\( | upload_file(?:obj)?\( | put_object\( | Net::HTTP(?:\.post|::Post|::Put) | post_form
      | LWP::UserAgent.{0,2000}(?:post|put) | HTTP::Tiny.{0,300}post | curl_setopt.{0,300}POST | IO::Socket | TCPSocket
      | fsockopen | \bnet(?:['"]\))?\.(?:connect|createConnection) | sendBeacon""",
    re.VERBOSE | re.DOTALL,
)
_ASKS: Final = pattern(
    r"""\b(?:requests|httpx|axios|http|https)(?:['"]\))?\.get\b | \burlopen\b | \bfetch\( | \bfile_get_contents\(
      | gethostbyname
      | getaddrinfo | Net::HTTP | open-uri | LWP::Simple | dns\.(?:lookup|resolve)
      | \b(?:system|exec\w{0,9}|popen|spawn\w{0,9}|run|check_output|call|Popen)\b[^\n]{0,300}(?:curl|wget|nc\s)""",
    re.VERBOSE,
)
_READS: Final = pattern(
    r"""\bopen\s*\(?\s*(?![^)]{0,300}['"](?:w|wb|a|ab|x|xb|w\+)['"]) | read_text\( | read_bytes\( | readFile(?:Sync)?\(
      | createReadStream\( | File\.(?:read|open|binread) | IO\.read | file_get_contents\(\s*['"](?!https?:) | slurp
      | <STDIN> | \bopendir\b | Bun\.file\( | stdin\.read | os\.walk | glob\( | readTextFile
      | `\s*(?:cat|base64|tar|env|printenv)\b""",
    re.VERBOSE,
)
_ENVIRONMENT: Final = pattern(
    r"os\.environ(?!\s*\[|\.get)|process\.env(?!\s*[.\[])|%ENV|\bENV\.to_|getenv\(\s*\)|\$_ENV\b|dict\(os\.environ\)"
)
_HANDS_OVER: Final = pattern(
    r"dup2\([^\n]{0,80}fileno|open\(STDIN,\s*['\"]>&|/inet/(?:tcp|udp)/[0-9]+/(?!localhost|127\.)[^\n]{0,400}\|&",
    re.DOTALL,
)
"""A shell, or what is read, goes to a socket."""

_TOLD: Final = pattern(
    r"""://[^'"`\n]{0,300}?(?<!key=)(?<!token=)(?<!auth=)(?:\$\{|\{|['"`]\s*[+.]\s*)"""
    r"""(?:os\.environ|os\.getenv|process\.env|ENV|getenv)(?:\.get)?[.\[('"]{1,3}(\w+)"""
)
_LOOKED_UP: Final = pattern(
    r"""\b(?:gethostby\w{2,8}|getaddrinfo|(?:lookup|resolve\w{0,6}))\([^\n]{0,200}?"""
    r"""(?:os\.environ|os\.getenv|process\.env|ENV|getenv)(?:\.get)?[.\[('"]{1,3}(\w+)[^\n]{0,80}['"`}]\.?[\w-]+\.\w"""
)
"""A name that is looked up, made of the environment and a domain."""

_TEXT: Final = pattern(r"""['"]([^'"\n]{1,300})['"]""")
_URL: Final = pattern(r"""[A-Za-z][A-Za-z0-9+.-]{0,30}://[^\s'"`)<>\\]+""")


def programs_that_send(command: Command) -> Iterator[Finding]:
    """Inline programs that post, or that ask for something made of a file or the environment."""
    for call in command.reading.calls:
        if (call.name or "").lower() not in INLINE_CODE:
            continue
        for word in code_of(call):
            why = _sends(word.text)
            if why is not None:
                yield Finding("program-that-sends", why, call.node.text(command.reading.command)[:_LONGEST])


_LONGEST: Final = 400


def _sends(code: str) -> str | None:
    code = code[:_MOST_CODE]
    found = tuple(host for match in _URL.finditer(code) for host in hosts(match[0]))
    if are_local(found):
        return None
    if _HANDS_OVER.search(code):
        return "it hands what it reads to a socket"
    telling = (match[1] for found_in in (_TOLD, _LOOKED_UP) for match in found_in.finditer(code))
    told = next(filter(is_secret_variable, telling), None)
    if told is not None and (_ASKS.search(code) or _LOOKED_UP.search(code)):
        return f"it asks for an address with {told} in it"
    posts, reads = _POSTS.search(code), _READS.search(code) or _ENVIRONMENT.search(code)
    is_secret = any(is_secret_path(match[1]) for match in _TEXT.finditer(code)) or _ENVIRONMENT.search(code)
    if posts and (reads or found or is_secret):
        return f"it sends with {_short(posts[0])}"
    if reads and is_secret and _ASKS.search(code):
        return "it asks for something made of a secret"
    return None


_MOST_CODE: Final = 100_000


def _short(text: str) -> str:
    return " ".join(text.split())[:40]
