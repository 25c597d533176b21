"""The programs whose arguments name a host without a scheme, and where in their arguments they do."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.core.url import UNKNOWN
from bridge.judges.bridge_rules.listed import listed
from bridge.judges.bridge_rules.programs import text_of
from bridge.judges.bridge_rules.reach_clients import CLIENTS
from bridge.judges.bridge_rules.shell.model import Word
from bridge.judges.bridge_rules.shell.options import options

Named = Iterator[tuple[Word, str]]

CURL_VALUED: Final = listed(
    """A b c C d D e E F h H K m o P Q r t T u U w x X y Y z abstract-unix-socket alt-svc aws-sigv4 cacert capath
    cert cert-type ciphers config connect-timeout connect-to continue-at cookie cookie-jar create-file-mode
    crlfile curves data data-ascii data-binary data-raw data-urlencode delegation dns-interface dns-ipv4-addr
    dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine etag-compare etag-save expect100-timeout
    form form-string ftp-account ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode
    happy-eyeballs-timeout-ms haproxy-clientip header help hostpubmd5 hostpubsha256 hsts interface ip-tos
    ipfs-gateway json keepalive-cnt keepalive-time key key-type krb libcurl limit-rate local-port login-options
    mail-auth mail-from mail-rcpt max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output
    output-dir parallel-max pass pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-cacert
    proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type
    proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword
    proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file range rate referer request request-target resolve
    retry retry-delay retry-max-time sasl-authzid service-name socks4 socks4a socks5 socks5-gssapi-service
    socks5-hostname speed-limit speed-time stderr telnet-option tftp-blksize time-cond tls-max tls13-ciphers
    tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket upload-file upload-flags url
    url-query user user-agent variable vlan-priority write-out"""
)
"""The options of curl that take a value."""

WGET_VALUED: Final = listed(
    """o a e i B t O T w Q P U l A R D I X accept accept-regex append-output auth-no-challenge base bind-address
    body-data body-file ca-certificate ca-directory certificate config connect-timeout cut-dirs directory-prefix
    dns-timeout domains exclude-directories exclude-domains execute header http-password http-user
    include-directories input-file level limit-rate load-cookies local-encoding max-redirect method
    output-document output-file password post-data post-file prefer-family private-key progress quota
    read-timeout referer reject reject-regex remote-encoding report-speed restrict-file-names save-cookies
    secure-protocol timeout tries user user-agent wait waitretry"""
)
_SSH_VALUED: Final = listed("b c D E e F I i J L l m O o p P Q R S W w B")
_REMOTE: Final = pattern(r"(?:[^/@:\s]*@)?(\[[^\]]+\]|[^/:@\s]{2,}|(?<=@)[^/:@\s]|[^/:@\s](?=::)):", re.DOTALL)
_GIT_VALUED: Final = listed(
    """C c git-dir work-tree namespace exec-path o b branch origin depth u upload-pack reference j jobs
    shallow-since shallow-exclude config template server-option push-option receive-pack repo t master m"""
)
_SOCAT: Final = pattern(
    r"(?:tcp[46]?(?:-connect)?|udp[46]?(?:-connect|-sendto)?|openssl(?:-connect)?|ssl|sctp(?:-connect)?|socks4a?|socks5|proxy(?:-connect)?|ws):([^:,]+)",
    re.IGNORECASE,
)
_NC_VALUED: Final = listed(
    "b c e g G i I m M o O p P q s S T V w W x X h d source-port wait proxy proxy-type exec sh-exec"
)
_RUN_VALUED: Final = listed(
    """a add-host annotation attach build-arg c cap-add cap-drop cgroupns cidfile context cpus device dns e
    entrypoint env env-file expose gpus h health-cmd hostname ip l label link log-driver log-opt m memory
    mount name network net p pid platform publish pull restart runtime security-opt shm-size stop-signal
     tmpfs u ulimit user v volume volumes-from w workdir H host log-level"""
)


HTTP_METHOD: Final = pattern("get|head|post|put|patch|delete|options|GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|[A-Z]{3,}")
"""What httpie and xh take for the method, which may stand before the URL."""


def _curl(words: tuple[Word, ...]) -> Named:
    read = options(words, CURL_VALUED)
    flags = {flag for flag, _ in read.flags}
    if not flags.isdisjoint(("unix-socket", "abstract-unix-socket")) and flags.isdisjoint((":", "next")):
        return  # Whatever host the URL names, the socket is what is connected to.
    yield from ((word, text_of(word)) for word in read.operands)
    for flag, value in read.flags:
        if value is not None and flag in _CURL_URLS:
            yield value, text_of(value)
        elif value is not None and flag in ("connect-to", "resolve"):
            parts = re.split(r":(?![^\[]*\])", text_of(value).lstrip("+-"))
            yield value, parts[0]
            yield from ((value, part) for part in parts[2:3] if part)


_CURL_URLS: Final = listed("url x proxy preproxy socks4 socks4a socks5 socks5-hostname proxy1.0 doh-url ipfs-gateway")


def _wget(words: tuple[Word, ...]) -> Named:
    read = options(words, WGET_VALUED)
    yield from ((word, text_of(word)) for word in read.operands)
    for flag, value in read.flags:
        if value is not None and flag in ("e", "execute") and "proxy" in text_of(value):
            yield value, text_of(value).partition("=")[2]
        elif value is not None and flag in ("B", "base"):
            yield value, text_of(value)
        elif value is not None and flag in ("i", "input-file"):
            yield from _urls_in(value)
            yield from (named for call in value.calls for word in call.arguments for named in _urls_in(word))


def _curlie(words: tuple[Word, ...]) -> Named:
    """The options of curl, with the URL where httpie has it."""
    read = options(words, CURL_VALUED)
    yield from ((value, text_of(value)) for flag, value in read.flags if value is not None and flag in _CURL_URLS)
    yield from _httpie(read.operands)


def _aria(words: tuple[Word, ...]) -> Named:
    for word in words:
        name, _, text = text_of(word).partition("=")
        if name in _ARIA_HOSTS and text:
            yield word, text
    yield from _urls(tuple(word for word in words if not word.text.startswith("-")))


_ARIA_HOSTS: Final = listed("--all-proxy --http-proxy --https-proxy --ftp-proxy --bt-tracker")


def _httpie(words: tuple[Word, ...]) -> Named:
    read = options(words, listed("a auth A auth-type o output p print s style proxy session timeout verify cert"))
    rest = [word for word in read.operands if not HTTP_METHOD.fullmatch(word.text)][:1]
    yield from (
        (word, "localhost" + text if text.startswith(":") else text) for word in rest for text in (text_of(word),)
    )
    yield from ((value, text_of(value).partition(":")[2]) for value in read.values("proxy"))


def _ssh(words: tuple[Word, ...]) -> Named:
    read = options(words, _SSH_VALUED, permutes=False)
    yield from ((word, text_of(word)) for word in read.operands[:1])
    yield from _jumps(read.flags)


def _autossh(words: tuple[Word, ...]) -> Named:
    for at, word in enumerate(words[:-1]):
        if word.text == "-M":
            words = (*words[:at], *words[at + 2 :])
            break
    yield from _ssh(words)


def _jumps(flags: tuple[tuple[str, Word | None], ...]) -> Named:
    for flag, value in flags:
        text = "" if value is None else text_of(value)
        if value is not None and flag == "J":
            yield from ((value, hop) for hop in text.split(","))
        elif value is not None and flag == "o" and text.lower().startswith(("proxyjump", "hostname")):
            yield value, re.split(r"[= ]", text, maxsplit=1)[-1]
        elif value is not None and flag == "W":
            yield value, text


def _copy(words: tuple[Word, ...]) -> Named:
    read = options(words, [*_SSH_VALUED, "rsh", "port", "password-file", "exclude", "include", "rsync-path", "f", "T"])
    for word in read.operands:
        remote = remote_of(text_of(word))
        if remote is not None:
            yield word, remote
    yield from _jumps(read.flags)


def _sftp(words: tuple[Word, ...]) -> Named:
    read = options(words, _SSH_VALUED)
    yield from ((word, remote_of(text_of(word)) or text_of(word)) for word in read.operands[:1])
    yield from _jumps(read.flags)


def remote_of(text: str) -> str | None:
    """The host of ``[user@]host:path`` or of a URL; None of a local path."""
    if "://" in text:
        return text
    match = _REMOTE.match(text)
    return None if match is None or text.startswith(("/", "./", "../")) else match[1]


def _one_host(words: tuple[Word, ...]) -> Named:
    read = options(words, listed("c i s t W w p m q I l"))
    yield from ((word, text_of(word)) for word in read.operands[:1])


def _browser(words: tuple[Word, ...]) -> Named:
    """A page without a scheme is a file where no dot, or the ending of a page, stands before its first slash."""
    for word, text in _one_host(words):
        first = text.partition("/")[0]
        if "://" in text or ("." in first.strip(".") and not first.endswith((".html", ".htm", ".xhtml", ".txt"))):
            yield word, text


def _netcat(words: tuple[Word, ...]) -> Named:
    read = options(words, _NC_VALUED)
    if not read.has("l", "listen"):
        yield from ((word, text_of(word)) for word in read.operands[:1])
    yield from ((value, text_of(value)) for value in read.values("x", "proxy"))


def _dig(words: tuple[Word, ...]) -> Named:
    for word in options(words, listed("t q p b c f k y x type query port")).operands:
        text = text_of(word).removeprefix("@")
        if not text.startswith("+") and ("." in text or UNKNOWN in text):
            yield word, text


def _socat(words: tuple[Word, ...]) -> Named:
    yield from ((word, match[1]) for word in words for match in _SOCAT.finditer(text_of(word)))


def _openssl(words: tuple[Word, ...]) -> Named:
    texts = [word.text for word in words]
    if texts[:1] == ["s_client"] and len(words) > 1 and _WITH_PORT.fullmatch(text_of(words[-1])):
        yield words[-1], text_of(words[-1])
    for before, word in zip(texts, words[1:], strict=False):
        if texts[0] == "s_client" and before in ("-connect", "-host", "-proxy"):
            yield word, text_of(word)


_WITH_PORT: Final = pattern(r"[\w.\[\]:-]*[\w\]]:[0-9]{1,5}")


def _git(words: tuple[Word, ...]) -> Named:
    read = options(words, _GIT_VALUED)
    for value in read.values("c", "config"):
        name, _, text = text_of(value).partition("=")
        if name.lower().endswith(".proxy") and text:
            yield value, text
        elif "://" in text and _redirects([value]):
            yield from _urls_in(value)
    verb, *rest = read.operands or (None,)
    name = verb.text if verb is not None else ""
    if name == "config":
        yield from (named for word in rest for named in _urls_in(word) if _redirects(rest))
    elif name in ("clone", "fetch", "pull", "push", "ls-remote", "remote", "submodule", "subtree", "archive", "svn"):
        has_refs = name in ("push", "fetch", "pull") and not read.has("multiple")
        for at, word in enumerate((*read.values("repo", "remote"), *rest), -len(read.values("repo", "remote"))):
            remote = remote_of(text_of(word))
            if remote is not None and (not has_refs or at <= 0 or _NO_REF.match(text_of(word))):
                yield word, remote


_NO_REF: Final = pattern(r"[A-Za-z][A-Za-z0-9+.-]*://|[\w.-]+@[\w.-]+:")
"""What stands where a reference may, and is none: ``HEAD:refs/for/main`` is one."""


def _redirects(words: list[Word]) -> bool:
    names = " ".join(word.text.lower() for word in words)
    return "insteadof" in names or "proxy" in names or ("remote." in names and "url" in names)


def _urls_in(word: Word) -> Named:
    yield from (
        (word, match[0]) for match in re.finditer(r"[a-z][a-z0-9+.-]{0,30}://[^\s\"']+", text_of(word), re.IGNORECASE)
    )


def _urls(words: tuple[Word, ...]) -> Named:
    yield from ((word, text_of(word)) for word in words if "://" in word.text)


def _versions(words: tuple[Word, ...]) -> Named:
    yield from _urls(options(words, listed("m message l logfile u user")).operands)


def _go(words: tuple[Word, ...]) -> Named:
    """``go get host/module``: the first part of a module's name that is no folder is the host it is kept at."""
    read = options(words, listed("C o p mod modfile tags ldflags"))
    for word in read.operands[1:] if read.texts[:1] in (("get",), ("install",), ("run",)) else ():
        host, slash, _ = text_of(word).partition("/")
        if slash and "." in host.strip("."):
            yield word, host


def _github(words: tuple[Word, ...]) -> Named:
    read = options(words, listed("hostname h R repo b body t title"))
    yield from ((value, text_of(value)) for value in read.values("hostname"))
    if read.texts[:1] == ("api",) or read.texts[:2] == ("repo", "clone"):
        yield from ((word, text_of(word)) for word in read.operands if "://" in word.text)


def _container(words: tuple[Word, ...]) -> Named:
    read = options(words, _RUN_VALUED)
    yield from ((value, text_of(value)) for value in read.values("H", "host") if "://" in text_of(value))
    if read.texts[:1] in (("build",), ("import",)) or read.texts[:2] in (("buildx", "build"), ("image", "build")):
        yield from _urls(read.operands)
    verbs = [text for text in read.texts if text not in ("image", "container", "buildx", "manifest")]
    if not verbs or verbs[0] not in ("pull", "push", "run", "create", "login", "copy", "inspect", "manifest"):
        return
    images = [word for word in read.operands if word.text not in ("image", "container", "buildx", verbs[0])]
    for word in images[: 2 if verbs[0] == "copy" else 1]:
        text = text_of(word).removeprefix("docker://")
        registry, slash, _ = text.partition("/")
        if (slash or verbs[0] == "login") and ("." in registry or ":" in registry or registry == "localhost"):
            yield word, registry


def _share(words: tuple[Word, ...]) -> Named:
    read = options(words, listed("t o U W A c p types options"))
    for word in read.operands[:1]:
        text = text_of(word)
        remote = remote_of(text)
        if text.startswith(("//", "\\\\")):
            yield word, re.split(r"[/\\]", text[2:], maxsplit=1)[0]
        elif remote is not None:
            yield word, remote


ADDRESSED: Final[Mapping[str, Callable[[tuple[Word, ...]], Named]]] = {
    "curl": _curl,
    **dict.fromkeys(("wget", "wget2"), _wget),
    **dict.fromkeys(("http", "https", "xh", "xhs", "httpie"), _httpie),
    "curlie": _curlie,
    "aria2c": _aria,
    **dict.fromkeys(("ssh", "mosh", "slogin", "ssh-copy-id", "ssh-keyscan"), _ssh),
    "autossh": _autossh,
    **dict.fromkeys(("scp", "rsync", "sshfs", "rcp"), _copy),
    "sftp": _sftp,
    **dict.fromkeys(("lynx", "links", "elinks", "w3m"), _browser),
    **dict.fromkeys(("ping", "ping6", "traceroute", "mtr", "tracepath", "telnet", "ftp", "tftp", "whois"), _one_host),
    **dict.fromkeys(("nc", "ncat", "netcat", "nc.openbsd", "nc.traditional", "cryptcat"), _netcat),
    **dict.fromkeys(("dig", "nslookup", "host", "drill", "kdig", "dog", "resolvectl"), _dig),
    **dict.fromkeys(("nmap", "masscan"), _one_host),
    "socat": _socat,
    "openssl": _openssl,
    "git": _git,
    "gh": _github,
    "go": _go,
    **dict.fromkeys(("svn", "hg", "bzr", "fossil"), _versions),
    **dict.fromkeys(("docker", "podman", "nerdctl", "skopeo", "crane"), _container),
    **CLIENTS,
    **dict.fromkeys(("smbclient", "mount", "mount.cifs", "mount.nfs"), _share),
}
"""What each of these programs connects to."""


def addressed(name: str, words: tuple[Word, ...]) -> Named:
    """What a program of ``ADDRESSED`` connects to: the word that names it, and the host or URL in it.

    Args:
        name: the program, in lower case.
        words: its arguments.
    """
    for word, text in ADDRESSED[name](words):
        if text.strip():
            yield word, text
