"""Which hosts the calls of a command line reach: what a program is told to connect to, not what it is told to print."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.core.url import UNKNOWN, Host, hosts
from bridge.judges.bridge_rules.listed import listed
from bridge.judges.bridge_rules.members import key_words
from bridge.judges.bridge_rules.programs import INLINE_CODE, code_of, text_of
from bridge.judges.bridge_rules.reach_programs import ADDRESSED, addressed
from bridge.judges.bridge_rules.shell.model import Call, Node, Reading, Source, Word

_URL: Final = pattern(
    r"(?!(?:s3|gs|gcs|az|b2|r2|oss|cos|wasbs?|abfss?|arn|sqlite3?|duckdb)://)[A-Za-z][A-Za-z0-9+.-]*:[/\\]{2}.+",
    re.DOTALL,
)
_URL_IN_CODE: Final = pattern(r"""(?<![\w])[A-Za-z][A-Za-z0-9+.-]{0,30}://[^\s'"`)<>\\]+""")
_PRINTS: Final = pattern(
    r"""\b(?:print|println|puts|echo|console\.log|say|len|URL|urlparse|urlsplit|quote)\s*\(?\s*[rbfu]?['"`]$"""
)
_CLIENTS: Final = (
    r"request|urlopen|urlretrieve|httpx|aiohttp|http\.|fetch|axios|socket|connect|curl|wget|LWP|Net::|\bget(?:store|print)?\("
    r"|URI\.|exec|popen|spawn|system|subprocess|getattr|__import__|\.(?:get|post|put|goto|download\w*)\("
)
_ASKS: Final = pattern(rf"{_CLIENTS}|open\(|\.(?:read\w*|load\w*)\(", re.IGNORECASE)
_ASKS_OTHERS: Final = pattern(rf"{_CLIENTS}|\.open\(|\b(?:eval|import)\s*\(|import_module", re.IGNORECASE)
"""What asks a host, or may: a program that only opens, reads and loads does so with files."""

_EDITS: Final = pattern(
    r"""(?:\b(?:replace(?:All)?|sub|findall|finditer|match|search|starts[Ww]ith|ends[Ww]ith|includes|count|indexOf|write"""
    r"""|write_text|writeFile(?:Sync)?|appendFile(?:Sync)?|assert\w*)\((?:[^()'"`]|'[^'\n]*'|"[^"\n]*")*"""
    r"""|\[(?:'\w+'|"\w+")\]\s*=\s*)"""
    r"""[rbfu]{0,2}(?:'''(?:(?!''').)*|\"\"\"(?:(?!\"\"\").)*|'[^'\n]*|"[^"\n]*|`[^`]*)\Z""",
    re.DOTALL,
)
"""A text that is looked for, put in another's place, written or kept, up to somewhere within it."""

_EDITORS: Final = ("python", "node", "deno", "bun")
_LOOKED_BACK: Final = 1000
_STREAMS: Final = frozenset(("perl", "ruby", "awk", "gawk", "mawk", "nawk"))
"""The languages whose short programs rewrite texts: a URL in one that asks for nothing is what it looks for."""

_PEER_IN_CODE: Final = pattern(
    r"""(?:connect|Connection|TCPSocket|create_connection|Socket|IO::Socket::INET|fsockopen)\W{1,8}([\w-]+(?:\.[\w-]+)+|localhost)"""
    r"""|(?:Socket|INET)(?:\.|->|::)new\W{1,8}([\w-]+(?:\.[\w-]+)+)|\bconnect\(\s*\{\s*host\W{1,8}([\w-]+(?:\.[\w-]+)+)"""
    r"""|\bconnect\(\s*\d+\s*,\s*['"]([\w-]+(?:\.[\w-]+)+)"""
    r"""|/inet/(?:tcp|udp)/[0-9]+/([^/"']+)/"""
)
_DEVICE: Final = pattern(r"/dev/(?:tcp|udp)/([^/]+)/.*", re.DOTALL)
_NAMED_URL: Final = pattern(r"-{0,2}([A-Za-z][\w.-]*)=(.+)", re.DOTALL)
_PACKAGED: Final = pattern(r"[\w.\[\],-]+\s*@\s*((?:git\+)?https?://\S+)")
_URL_NAMES: Final = listed(
    """url uri endpoint proxy registry index server host remote source repo base target webhook origin api goproxy
    links module repository repositories endpoints address addr"""
)
_PROXIES: Final = frozenset(("proxy", "goproxy", "registry"))
_SETTERS: Final = frozenset(("--set", "--set-string", "-var", "--var", "--from-literal", "--label", "--annotation"))
"""The options whose values are settings of something else."""

_TEXTS: Final = listed("--grep --filter --message --title --body --description --notes --note --comment --homepage")
"""The options whose values are read by people, or looked for."""

_MENTION: Final = listed(
    """echo printf cat grep egrep fgrep rg ag ack sed awk gawk jq yq test [ [[ : true false read export declare
    local readonly typeset set unset alias type which man history tee touch ls mkdir cp mv rm head tail less
    more wc sort cut tr basename dirname expr date logger wall say notify-send diff cmp find fd xargs env sudo
    bash sh zsh eval time nohup nice timeout sha256sum md5sum base64 xxd svn hg git gh glab docker podman
    nerdctl code vim vi nano write-output write-host select-string
    set-content add-content out-file set-clipboard hugo jekyll zola mkdocs eleventy vite astro
    sphinx-build pelican gatsby heroku vercel qrencode figlet cowsay"""
)


def reached(reading: Reading) -> Iterator[tuple[Node, Host]]:
    """Every host that a command line reaches, with the place that names it.

    A host that only a variable names which the line does not set cannot be known, and is passed over; one that a
    command prints stands as unreadable.
    """
    callers = {via.partition(" ")[0].removesuffix("()") for call in reading.calls for via in call.via}
    before = ""
    for call in reading.calls:
        for word, text, schemeless in (*_run(call, before), *_named(call, is_caller=call.name in callers)):
            for host in hosts(text, schemeless=schemeless):
                known = _known(host, word)
                if known is not None:
                    yield word.node, known
        before = call.name or ""
    for unread in reading.unread:
        for match in _URL_IN_CODE.finditer(unread.text):
            yield from ((unread.node, host) for host in hosts(match[0]))


def _run(call: Call, before: str) -> Iterator[tuple[Word, str, bool]]:
    """The URL that stands where a program would: a runner fetches it, or it is what a member of a client is handed."""
    if call.argv and (call.via or _ASKING_MEMBER.search(before)) and _URL.fullmatch(text_of(call.argv[0])):
        yield call.argv[0], text_of(call.argv[0]), False


_ASKING_MEMBER: Final = pattern(r"\.(?:Download|Upload|Get|Post|Put|Send|Open)\w*$", re.IGNORECASE)


def _named(call: Call, *, is_caller: bool) -> Iterator[tuple[Word, str, bool]]:
    """What a call connects to: the word that says so, its text, and whether it may lack a scheme.

    The words of one that calls another are what that one is called with, and are looked at there.
    """
    for name, value in call.environment:
        if _leads(name):
            yield value, text_of(value), True
    for redirection in call.redirections:
        device = _DEVICE.fullmatch(text_of(redirection.target))
        if device is not None:
            yield redirection.target, device[1], True
    name = (call.name or "").lower()
    if name in INLINE_CODE:
        yield from _in_code(call)
    if name in ADDRESSED:
        yield from ((word, text, True) for word, text in addressed(name, call.arguments))
    elif name in ("export", "declare", "typeset", "readonly", "env"):
        yield from _exported(call.arguments)
    elif is_caller:
        yield from _fetched(call.arguments)
    elif name not in _MENTION:
        yield from _whole_urls(call.arguments)


_HOSTS: Final = frozenset(("PGHOST", "PGHOSTADDR", "MYSQL_HOST", "DOCKER_HOST"))


def _leads(name: str) -> bool:
    """Whether a variable of a name says where programs connect to."""
    words = key_words(name)
    return (
        words[-1:] != ()
        and words[0] != "no"
        and (words[-1] in _PROXIES or name.upper() in _HOSTS or name.upper().endswith(("INDEX_URL", "_ADDR")))
    )


def _in_code(call: Call) -> Iterator[tuple[Word, str, bool]]:
    for word in code_of(call):
        text = text_of(word)
        asks, name = _ASKS.search(text) is not None, (call.name or "").lower()
        edits = name.startswith(_EDITORS) and _ASKS_OTHERS.search(text) is None
        for match in _URL_IN_CODE.finditer(text):
            if edits and _EDITS.search(text, max(0, match.start() - _LOOKED_BACK), match.start()):
                continue
            if asks or (name not in _STREAMS and not _PRINTS.search(text, max(0, match.start() - 40), match.start())):
                yield word, match[0], False
        yield from ((word, match[match.lastindex or 0], True) for match in _PEER_IN_CODE.finditer(text))


def _whole_urls(words: tuple[Word, ...]) -> Iterator[tuple[Word, str, bool]]:
    before = ""
    for word in words:
        text = text_of(word)
        named = _NAMED_URL.fullmatch(text) if before not in _SETTERS else None
        is_text, before = before in _TEXTS, text
        if is_text:
            continue
        if _URL.fullmatch(text):
            yield word, text, False
        elif named is not None and _URL.fullmatch(named[2]) and _is_address(named[1]):
            yield word, named[2], False
        elif (packaged := _PACKAGED.fullmatch(text)) is not None:
            yield word, packaged[1], False


def _fetched(words: tuple[Word, ...]) -> Iterator[tuple[Word, str, bool]]:
    """The packages that a runner is told to fetch by an option: ``uvx --from git+https://…``."""
    for before, word in pairwise(words):
        if before.text in _PACKAGES and _URL.fullmatch(text_of(word)):
            yield word, text_of(word), False


_PACKAGES: Final = frozenset(("--from", "--spec", "--package", "--with", "-p"))


def _is_address(name: str) -> bool:
    """Whether an option or a variable of a name is reached; the ``base`` of what is built is only written into it."""
    words = key_words(name)
    return bool(words) and words[-1] in _URL_NAMES and words != ("base",)


def _exported(words: tuple[Word, ...]) -> Iterator[tuple[Word, str, bool]]:
    for word in words:
        named = _NAMED_URL.fullmatch(text_of(word))
        if named is not None and _leads(named[1]):
            yield word, named[2], True


def _known(host: Host, word: Word) -> Host | None:
    """A host as far as it is known; None where too little of it is known to tell."""
    if UNKNOWN not in host.name:
        return host
    before, _, after = host.name.rpartition(UNKNOWN)
    if "." in after:
        return host
    prefix = before.partition(UNKNOWN)[0]
    if "." in prefix.strip(".") and not prefix.endswith("."):
        # What follows a whole host is most often the path: https://api.example.com$path
        return Host(prefix, host.port)
    printed = any(piece.source is not Source.VARIABLE for piece in word.unknown)
    return Host(word.text, host.port, is_readable=False) if printed else None
