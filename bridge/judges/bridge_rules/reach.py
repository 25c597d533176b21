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
from bridge.judges.bridge_rules.quiet_code import is_quiet
from bridge.judges.bridge_rules.reach_programs import ADDRESSED, addressed
from bridge.judges.bridge_rules.schemes import NETWORK_SCHEME
from bridge.judges.bridge_rules.shell.model import Call, Node, Reading, Source, Word

_URL: Final = pattern(
    r"(?!(?:s3|gs|gcs|az|b2|r2|oss|cos|wasbs?|abfss?|arn|sqlite3?|duckdb|fileb?|principal(?:Set)?|spiffe)://)[A-Za-z][A-Za-z0-9+.-]*:[/\\]{2}.+",
    re.DOTALL,
)
_URL_IN_CODE: Final = pattern(r"""(?<![\w])[A-Za-z][A-Za-z0-9+.-]{0,30}://[^\s'"`)<>\\]+""")
_PRINTS: Final = pattern(
    r"""\b(?:print|println|puts|echo|console\.log|say|len|URL|urlparse|urlsplit|quote|URIRef|Namespace"""
    r"""|encodeURIComponent|parse_url)\s*\(?\s*[rbfu]?['"`]$|[=!]==?\s*[rbfu]?['"`]$"""
)
_CLIENTS: Final = (
    r"request|urlopen|urlretrieve|httpx|aiohttp|http\.|fetch|axios|socket|connect|curl|wget|LWP|Net::|\bget(?:store|print)\b|\bget\("
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

_OPERATOR: Final = pattern(r"-[ci]?(?:replace|eq|ne|(?:not)?(?:like|match|contains|in))", re.IGNORECASE)
"""An operator of PowerShell that compares texts, or puts one in another's place."""

_EDITORS: Final = ("python", "node", "deno", "bun")
_LOOKED_BACK: Final = 1000
_STREAMS: Final = frozenset(("perl", "ruby", "awk", "gawk", "mawk", "nawk"))
"""The languages whose short programs rewrite texts: a URL in one that asks for nothing is what it looks for."""

_PEER_IN_CODE: Final = pattern(
    r"""(?:connect|Connection|TCPSocket|create_connection|Socket|IO::Socket::INET|fsockopen|\bconnect\(\s*\d+\s*,)"""
    r"""(?:(?:\.|->|::)new)?\W{0,7}(?:host(?:name)?\s*[:=]\s*)?['"`]([\w-]+(?:\.[\w-]+)+|localhost)\b"""
    r"""|/inet/(?:tcp|udp)/[0-9]+/([^/"']+)/"""
)
"""A host that a program connects to by its bare name; what stands there without quotes is a variable."""

_FILLED_IN: Final = pattern(
    r"[a-z0-9+.-]+://(?:[^@/]*@)?(?:[$#]?\{[^{}/]*(?:\}|\Z)|%s|%\(\w+\)s)(?:[:/?#].*)?", re.IGNORECASE
)
"""A URL whose host a program fills in, of which nothing is known where no text in it could be one."""

_QUOTED_HOST: Final = pattern(r"""['"`](?:[\w-]+\.)+[A-Za-z]{2,}['"`:/]""")

_DATABASE_FILE: Final = pattern(r".*\.(?:db3?|s3db|sqlite3?|duckdb)", re.IGNORECASE)
"""What a library connects to that keeps its database in a file: ``sqlite3.connect('shop.db')``."""

_DEVICE: Final = pattern(r"/dev/(?:tcp|udp)/([^/]+)/.*", re.DOTALL)
_NAMED_URL: Final = pattern(r"-{0,2}([A-Za-z][\w.-]*)=(.+)", re.DOTALL)
_PACKAGED: Final = pattern(r"[\w.\[\],-]+\s*@\s*((?:git\+)?https?://\S+)")
_URL_NAMES: Final = listed(
    """url uri endpoint proxy registry index server host remote source repo base target webhook origin api goproxy
    links module repository repositories endpoints address addr"""
)
_PROXIES: Final = frozenset(("proxy", "goproxy", "registry"))
_SETTERS: Final = listed(
    """--set --set-string -var --var --from-literal --label --annotation --env --build-arg --set-env-vars
    --update-env-vars --parameter-overrides"""
)
"""The options whose values are settings of something else."""

_TEXTS: Final = listed(
    """-m -comment -metadata --grep --filter --message --title --body --description --notes --note --comment
    --homepage --value --secret-string --base-href --deploy-url --public-url"""
)
"""The options whose values are read by people, or looked for."""

_MENTION: Final = listed(
    """echo printf cat grep egrep fgrep rg ag ack sed awk gawk jq yq test [ [[ : true false read export declare
    local readonly typeset set unset alias type which man history tee touch ls mkdir cp mv rm head tail less
    more wc sort cut tr basename dirname expr date logger wall say notify-send diff cmp find fd xargs env sudo
    bash sh zsh eval time nohup nice timeout sha256sum md5sum base64 xxd svn hg git gh glab docker podman
    nerdctl code vim vi nano write-output write-host select-string
    set-content add-content out-file set-clipboard hugo jekyll zola mkdocs eleventy vite astro
    asciidoctor exiftool sphinx-build pelican gatsby heroku vercel qrencode figlet cowsay"""
)


def reached(reading: Reading) -> Iterator[tuple[Node, Host]]:
    """Every host that a command line reaches, with the place that names it.

    A host that only a variable names which the line does not set cannot be known, and is passed over; one that a
    command prints stands as unreadable.
    """
    callers = {via.partition(" ")[0].removesuffix("()") for call in reading.calls for via in call.via}
    before = ""
    for call in reading.calls:
        if not call.is_now:
            continue
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
        yield from _led_to(name, value, text_of(value))
    for redirection in call.redirections:
        device = _DEVICE.fullmatch(text_of(redirection.target))
        if device is not None:
            yield redirection.target, device[1], True
    name = (call.name or "").lower()
    if name in INLINE_CODE:
        yield from _in_code(call)
    if name in _READ_URLS:
        yield from _in_input(call, _READ_URLS[name])
    if name in ADDRESSED:
        yield from ((word, text, True) for word, text in addressed(name, call.arguments))
    elif name in ("export", "declare", "typeset", "readonly", "env"):
        yield from _exported(call.arguments)
    elif is_caller:
        yield from _fetched(call.arguments)
    elif name not in _MENTION and not _OPERATOR.fullmatch(name or "".join(word.text for word in call.arguments[:1])):
        yield from _whole_urls(call.arguments)


def _led_to(name: str, word: Word, value: str) -> Iterator[tuple[Word, str, bool]]:
    """Where a variable leads to: a list, as GOPROXY's, names several; a mere switch, or a port to listen on, none."""
    for part in re.split(r"[,|]", value) if _leads(name) else ():
        if not _SWITCH.fullmatch(part):
            yield word, part, True


_SWITCH: Final = pattern(
    r"\s*(?:0|1|on|off|true|false|yes|no|none|auto|direct|0\.0\.0\.0(?::\d+)?|\[::\](?::\d+)?|:\d+)?\s*", re.IGNORECASE
)
_READ_URLS: Final = {
    **dict.fromkeys(("wget", "wget2", "aria2c"), ("-i", "--input-file", "--input-file=-")),
    "curl": ("-K", "--config", "--config=-"),
}
"""The options of each client that name a file with URLs in it."""


def _in_input(call: Call, named: tuple[str, ...]) -> Iterator[tuple[Word, str, bool]]:
    """The URLs that a client reads where the line feeds it, or makes the file that it reads."""
    for before, word in pairwise(call.argv):
        if before.text not in named[:2] and word.text != named[2]:
            continue
        fed = (call.stdin,) if call.stdin is not None and word.text in ("-", "/dev/stdin", named[2]) else ()
        for text in (*fed, *(one for inner in word.calls for one in inner.arguments)):
            yield from ((word, match[0], False) for match in _URL_IN_CODE.finditer(text_of(text)))


_HOSTS: Final = frozenset(("PGHOST", "PGHOSTADDR", "MYSQL_HOST", "DOCKER_HOST"))


def _leads(name: str) -> bool:
    """Whether a variable of a name says where programs connect to."""
    words = key_words(name)
    return (
        words[-1:] != ()
        and words[0] not in ("no", "listen", "bind", "use")
        and (words[-1] in _PROXIES or name.upper() in _HOSTS or name.upper().endswith(("INDEX_URL", "_ADDR")))
    )


def _in_code(call: Call) -> Iterator[tuple[Word, str, bool]]:
    for word in code_of(call):
        text = text_of(word)
        asks, name = _ASKS.search(text) is not None, (call.name or "").lower()
        edits = name.startswith(_EDITORS) and _ASKS_OTHERS.search(text) is None
        if edits and is_quiet(name, text):
            continue
        for match in _URL_IN_CODE.finditer(text):
            if _FILLED_IN.fullmatch(match[0]) and _QUOTED_HOST.search(text) is None:
                continue
            if edits and _EDITS.search(text, max(0, match.start() - _LOOKED_BACK), match.start()):
                continue
            if asks or (name not in _STREAMS and not _PRINTS.search(text, max(0, match.start() - 40), match.start())):
                yield word, match[0], False
        peers = (match[match.lastindex or 0] for match in _PEER_IN_CODE.finditer(text))
        yield from ((word, peer, True) for peer in peers if not _DATABASE_FILE.fullmatch(peer))


def _whole_urls(words: tuple[Word, ...]) -> Iterator[tuple[Word, str, bool]]:
    before, sets = "", False
    for word in words:
        text = text_of(word)
        named = _NAMED_URL.fullmatch(text) if before not in _SETTERS else None
        is_text, before = before in _TEXTS, text
        sets = sets or _SETS.fullmatch(text) is not None
        if is_text:
            continue
        if _URL.fullmatch(text) and not _is_of_a_tool(text):
            yield word, _HOST_AND_PATH.sub(r"\1/", text), False
        elif named is not None and _URL.fullmatch(named[2]) and _is_address(named[1], is_kept=sets and text[0] != "-"):
            yield word, named[2], False
        elif (packaged := _PACKAGED.fullmatch(text)) is not None:
            yield word, packaged[1], False


def _fetched(words: tuple[Word, ...]) -> Iterator[tuple[Word, str, bool]]:
    """The packages that a runner is told to fetch by an option: ``uvx --from git+https://…``."""
    for before, word in pairwise(words):
        if before.text in _PACKAGES and _URL.fullmatch(text_of(word)):
            yield word, text_of(word), False


_PACKAGES: Final = frozenset(("--from", "--spec", "--package", "--with", "-p"))


_SETS: Final = pattern(r"(?:\S+:)?set|annotate|label|--parameter-overrides")
"""The words after which ``NAME=URL`` is kept for something else, as ``kubectl set env`` keeps it."""

_ODD: Final = pattern(r"([A-Za-z][A-Za-z0-9+.-]*)://[A-Za-z][\w-]*(?:[/?#].*)?\Z", re.DOTALL)
"""A URL with a mere word where a host mostly has dots: of no network, where the scheme is some tool's own."""

_HOST_AND_PATH: Final = pattern(r"\A((?:git\+)?ssh://[^/:\s]+):(?=[A-Za-z~])")
"""``git+ssh://git@host:owner/name``, where a path stands in the place of a port."""


def _is_of_a_tool(text: str) -> bool:
    odd = _ODD.match(text)
    return odd is not None and NETWORK_SCHEME.fullmatch(odd[1]) is None


def _is_address(name: str, *, is_kept: bool) -> bool:
    """Whether an option or a variable of a name is reached; the ``base`` of what is built is only written into it."""
    words = key_words(name)
    if is_kept and words[-1:] != () and words[-1] not in _PROXIES:
        return False
    return bool(words) and words[-1] in _URL_NAMES and words != ("base",)


def _exported(words: tuple[Word, ...]) -> Iterator[tuple[Word, str, bool]]:
    for word in words:
        named = _NAMED_URL.fullmatch(text_of(word))
        if named is not None:
            yield from _led_to(named[1], word, named[2])


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
