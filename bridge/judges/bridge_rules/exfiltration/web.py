"""Uploads with clients of the web, and secrets in what they ask for."""

import re
from collections.abc import Iterator
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.core.url import hosts
from bridge.judges.bridge_rules.exfiltration.flow import are_local, secret_fed
from bridge.judges.bridge_rules.exfiltration.logins import is_login_header, told_by_url, told_by_words
from bridge.judges.bridge_rules.exfiltration.secrets import secret_path
from bridge.judges.bridge_rules.listed import listed
from bridge.judges.bridge_rules.programs import text_of
from bridge.judges.bridge_rules.reach_programs import ADDRESSED, CURL_VALUED, HTTP_METHOD, WGET_VALUED, addressed
from bridge.judges.bridge_rules.rule import Command, Finding
from bridge.judges.bridge_rules.shell.model import Call, Piece, Reading, Word
from bridge.judges.bridge_rules.shell.options import Options, options

WEB: Final = listed(
    """curl curlie wget wget2 http https xh xhs httpie aria2c axel lynx w3m links elinks open xdg-open lwp-request
    invoke-webrequest invoke-restmethod iwr irm ab"""
)
_CURL_DATA: Final = listed(
    "d data data-ascii data-binary data-raw data-urlencode F form form-string T upload-file json mail-from"
)
_CURL_FILES: Final = listed("d data data-ascii data-binary data-urlencode json url-query")
_WGET_DATA: Final = frozenset(("post-data", "post-file", "body-data", "body-file"))
_AB_VALUED: Final = listed("A b B c C e E f g H m n p P s t T u v w x X y z Z")
_HTTPIE_ITEM: Final = pattern(r"[^=@:/]+(?::?=@?|@)(?!=).*|@.+", re.DOTALL)
_CMDLET_DATA: Final = ("-body", "-infile", "-form")
_ENCODERS: Final = frozenset(
    ("base64", "base32", "xxd", "hexdump", "od", "gzip", "openssl", "uuencode", "tar", "zip", "xz")
)
_TELLS_WHO: Final = frozenset(("whoami", "id", "ifconfig", "last", "w", "who"))


def is_web(call: Call) -> bool:
    """Whether a call is of a client of the web."""
    return (call.name or "").lower() in WEB


def goes_nowhere(call: Call) -> bool:
    """Whether all that a call connects to is the machine itself, or a socket of it."""
    name = (call.name or "").lower()
    if name == "curl" and any(flag in ("unix-socket", "abstract-unix-socket") for flag, _ in _curl(call).flags):
        return True
    named = addressed(name, call.arguments) if name in ADDRESSED else ((w, text_of(w)) for w in call.arguments)
    found = [host for _, text in named for host in hosts(text, schemeless=name in ADDRESSED)]
    return are_local(tuple(found))


def uploads(command: Command) -> Iterator[Finding]:
    """What the clients of the web are told to send."""
    for call in _calls(command.reading):
        sent = _sent(call) if is_web(call) else None
        if sent is not None and not goes_nowhere(call):
            yield Finding("web-upload", f"{call.name} sends {sent}", _node(command, call))


def _calls(reading: Reading) -> Iterator[Call]:
    """The calls of a reading; what an image is run with is a call of the client that the image is named after."""
    before: tuple[Word, ...] = ()
    for call in reading.calls:
        client = _client(before, call.argv) if call.elsewhere is not None else None
        yield call if client is None else call._replace(argv=(Word((Piece(client),), call.node), *call.argv))
        before = call.argv


def _client(words: tuple[Word, ...], run: tuple[Word, ...]) -> str | None:
    """The client of the web whose image stands before the words that it is run with: ``curlimages/curl:8 -d …``."""
    last = words[-len(run) :] if 0 < len(run) < len(words) else ()
    # A path of the machine among them is written in another way, at the same place.
    image = words[-len(run) - 1].text if last and [w.node for w in last] == [w.node for w in run] else ""
    name = image.rpartition("/")[2].partition(":")[0]
    return name if name in WEB else None


def _sent(call: Call) -> str | None:
    match (call.name or "").lower():
        case "curl":
            return _sent_by_curl(_curl(call))
        case "curlie":
            return _sent_by_curl(_curl(call)) or _sent_by_httpie(call)
        case "wget" | "wget2":
            flags = [flag for flag, _ in options(call.arguments, WGET_VALUED).flags if flag in _WGET_DATA]
            return f"what --{flags[0]} says" if flags else None
        case "ab":
            flags = [flag for flag, value in options(call.arguments, _AB_VALUED).flags if flag in ("p", "u") and value]
            return f"the file of -{flags[0]}" if flags else None
        case "http" | "https" | "xh" | "xhs" | "httpie":
            return _sent_by_httpie(call)
        case "invoke-webrequest" | "invoke-restmethod" | "iwr" | "irm":
            texts = [word.text.lower() for word in call.arguments]
            return next((f"what {text} says" for text in texts if text in _CMDLET_DATA), None)
    return None


def _curl(call: Call) -> Options:
    return options(call.arguments, CURL_VALUED)


def _sent_by_curl(read: Options) -> str | None:
    in_query = any(flag in ("G", "get") for flag, _ in read.flags)
    for flag, value in read.flags:
        text = "" if value is None else value.text
        dashed = f"-{flag}" if len(flag) == 1 else f"--{flag}"
        names_file = re.match(r"[\w.-]*@.", text) if flag in ("data-urlencode", "url-query") else text.startswith("@")
        if flag in _CURL_FILES and names_file:
            return f"the file of {dashed} {text}"
        if flag in ("H", "header", "proxy-header") and text.startswith("@"):
            return f"the file of {dashed} {text}"
        if flag in ("K", "config") and value is not None and _CONFIGURED.search(_made(value)):
            return f"what the options of {dashed} say"
        if flag in _CURL_DATA and not (in_query and flag.startswith("d")):
            return f"what {dashed} says"
        if flag in ("variable", "expand-data", "expand-url", "expand-form") and "@" in text:
            return f"the file of {dashed} {text}"
    return None


_CONFIGURED: Final = pattern(r"(?:^|[\s'\"])-{0,2}(?:data[\w-]*|form|upload-file|json)\b")


def _made(value: Word) -> str:
    return " ".join(word.text for call in value.calls for word in call.arguments)


def _sent_by_httpie(call: Call) -> str | None:
    words = [word for word in call.arguments if not word.text.startswith("-") and not HTTP_METHOD.fullmatch(word.text)]
    items = [word.text for word in words[1:] if _HTTPIE_ITEM.fullmatch(word.text) and "==" not in word.text]
    if items:
        return items[0]
    fed = [one.target.text for one in call.redirections if one.operator == "<" and one.target.text != "/dev/null"]
    return fed[0] if fed else None


def tells_secrets(command: Command) -> Iterator[Finding]:
    """Secrets that stand in what the clients of the web ask for, or are piped to them."""
    for call in _calls(command.reading):
        asks = is_web(call) or (call.name not in ("echo", "printf") and any(map(_is_made_url, call.arguments)))
        if not asks or (is_web(call) and goes_nowhere(call)):
            continue
        told = _told(call) or (secret_fed(command.reading, call) if is_web(call) else None)
        if told is not None:
            yield Finding("secret-in-request", f"{told} goes into what {call.name} asks for", _node(command, call))


def _is_made_url(word: Word) -> bool:
    """Whether a word is a URL of which a command prints a part."""
    return bool(word.calls) and "://" in text_of(word)


def _told(call: Call) -> str | None:
    if is_web(call):
        return next(told_by_words(call), None) or next(_encoded(call.arguments), None)
    urls = tuple(word for word in call.arguments if "://" in text_of(word))
    return next((told for word in urls for told in told_by_url(word)), None) or next(_encoded(urls), None)


def _encoded(words: tuple[Word, ...]) -> Iterator[str]:
    """What encoders, and commands that tell who runs them, print into words that log nobody in."""
    for word in (word for word in words if not is_login_header(word)):
        for call in word.calls:
            name = call.name or ""
            if name in _TELLS_WHO:
                yield name
            elif name in _ENCODERS and _encodes_a_file(call, word.calls):
                yield f"what {name} prints"


def _encodes_a_file(call: Call, beside: tuple[Call, ...]) -> bool:
    """Whether what is encoded is more than a few words that are written on the line."""
    if call.pipe.position > 0:
        fed = [
            one for one in beside if one.pipe.pipeline == call.pipe.pipeline and one.pipe.position < call.pipe.position
        ]
        return not fed or any(one.name not in ("echo", "printf") or not _is_written(one) for one in fed)
    fed_by_file = any(redirection.operator == "<" for redirection in call.redirections)
    return fed_by_file or any(not word.text.startswith("-") and not word.text.isdigit() for word in call.arguments)


def _is_written(call: Call) -> bool:
    return all(word.is_known for word in call.arguments)


def _node(command: Command, call: Call) -> str:
    return call.node.text(command.reading.command)


def names_a_secret(call: Call) -> str | None:
    """The secret file that an argument of a call names."""
    return next((path for word in call.arguments if (path := secret_path(word)) is not None), None)
