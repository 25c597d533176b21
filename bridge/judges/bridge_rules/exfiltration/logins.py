"""What of a request says who asks: a token goes to whoever gave it, and that is no leak.

A header, a parameter or a password with the name of a login is one, whatever variable fills it in, and so is a token in
the address of the service that it is named after. A whole file of secrets is a login nowhere, and a token that is
named after one well-known service is none in the address of another.
"""

import re
from collections.abc import Iterator
from enum import Enum, unique
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.core.url import UNKNOWN, hosts
from bridge.judges.bridge_rules.exfiltration.flow import are_local
from bridge.judges.bridge_rules.exfiltration.secrets import is_secret_variable, secrets_in
from bridge.judges.bridge_rules.listed import listed
from bridge.judges.bridge_rules.programs import text_of
from bridge.judges.bridge_rules.reach_programs import CURL_VALUED
from bridge.judges.bridge_rules.shell.model import Call, Piece, Source, Word
from bridge.judges.bridge_rules.shell.options import options

_LOGIN_HEADER: Final = pattern(
    r"\s*[\w-]*(?:authorization|token|key|api|jwt|session|cookie|auth|secret|password)\s*:", re.IGNORECASE
)
_LOGIN_TABLE: Final = pattern(
    r"(?:^|[\s{;])-?['\"]?[\w-]*(?:authorization|token|key|api|jwt|session|cookie|auth|secret|password)['\"]?[\s=]",
    re.IGNORECASE,
)
"""A table of headers, as cmdlets take it, that logs in: ``-Headers @{Authorization = "Bearer $env:TOKEN"}``."""

_LOGIN_OPTION: Final = pattern(r"--(?:(?:http|ftp|proxy)-)?(?:user|password|auth)=", re.IGNORECASE)
_LOGIN_BEFORE: Final = frozenset(("-a", "--auth", "--user", "--password", "--http-user", "--http-password"))
_CURL_LOGINS: Final = listed(
    "u user U proxy-user oauth2-bearer b cookie E cert proxy-cert pass proxy-pass tlspassword login-options"
)
_CURL_HEADERS: Final = frozenset(("H", "header", "proxy-header"))
_LOGIN_PARAMETER: Final = pattern(
    r"[?&](?:x[-_])?(?:api[-_]?key|key|token|(?:access|auth|private|api)[-_]?token|auth|app_?id|client_secret|sig|"
    r"signature|subscription-key|secret|password)=$|//api\.telegram\.org/bot$",
    re.IGNORECASE,
)
_WHOLE_FILES: Final = (
    r"\.ssh|id_[a-z0-9]+|\.aws|\.env|shadow|passwd|gnupg|\.kube|history|^env$|^printenv$"
    r"|\.netrc|\.npmrc|\.pypirc|\.pgpass|git-credentials"
)
_NEVER_A_LOGIN: Final = pattern(_WHOLE_FILES)
_NEVER_A_HEADER: Final = pattern(rf"{_WHOLE_FILES}|AWS_SECRET|PRIVATE_KEY")
_SERVICES: Final = listed(
    "openai anthropic github aws stripe slack telegram sendgrid twilio digitalocean cloudflare huggingface mistral groq"
)
_GENERIC: Final = listed(
    "api key keys token secret access auth password pass bot app client private public prod dev test"
)


def told_by_words(call: Call) -> Iterator[str]:
    """The secrets in what a client of the web is told to ask for, other than what logs it in."""
    for word, part in _parts(call):
        if part is _Part.LOGIN:
            never = _NEVER_A_HEADER if is_login_header(word) or _is_table(word) else _NEVER_A_LOGIN
            yield from filter(never.search, secrets_in(word))
        else:
            yield from told_by_url(word, is_address=part is _Part.ADDRESS)


@unique
class _Part(Enum):
    ADDRESS = "where to ask"
    LOGIN = "who asks"
    OTHER = "what is asked"


def _parts(call: Call) -> Iterator[tuple[Word, _Part]]:
    """The words of a call, without the names of curl's options, each with what part it plays."""
    if call.name == "curl":
        read = options(call.arguments, CURL_VALUED)
        yield from ((word, _Part.ADDRESS) for word in read.operands)
        for flag, value in read.flags:
            if value is not None:
                yield value, _Part.LOGIN if _is_curl_login(flag, value) else _Part.OTHER
        return
    before = ""
    for word in call.arguments:
        text = text_of(word)
        is_login = before in _LOGIN_BEFORE or is_login_header(word) or _LOGIN_OPTION.match(text) is not None
        is_login = is_login or (before.lower() == "-headers" and _is_table(word))
        yield word, _Part.LOGIN if is_login else _Part.OTHER if before.startswith("-") else _Part.ADDRESS
        before = text


def is_login_header(word: Word) -> bool:
    """Whether a word is a header that logs in."""
    return _LOGIN_HEADER.match(text_of(word).removeprefix("--header=").removeprefix("-H")) is not None


def _is_table(word: Word) -> bool:
    text = text_of(word)
    return text.lstrip()[:1] in ("-", "@", "{") and _LOGIN_TABLE.search(text) is not None


def _is_curl_login(flag: str, value: Word) -> bool:
    return flag in _CURL_LOGINS or (flag in _CURL_HEADERS and _LOGIN_HEADER.match(text_of(value)) is not None)


def told_by_url(word: Word, *, is_address: bool = False) -> Iterator[str]:
    """The secrets in a word that is, or may be, a URL.

    Args:
        word: the word.
        is_address: whether it says where to ask, rather than something that is told there.
    """
    whole, logs_in = text_of(word), _is_user(word)
    before = ""
    for at, piece in enumerate(word.pieces):
        if is_address and at == 0 and _leads(piece, word.pieces[1:]):
            continue
        is_login = logs_in or _is_login(piece, before, whole)
        told = secrets_in(Word((piece,), word.node), variables=not is_login)
        yield from (secret for secret in told if not (logs_in and _is_told_its_own(secret, whole)))
        before += piece.text if piece.is_known else UNKNOWN


def _is_told_its_own(secret: str, url: str) -> bool:
    """Whether what a command prints as a password goes to the machine itself, or to the service that it is of."""
    found = hosts(url)
    is_own = are_local(found) or _is_of_service(_named_after(secret.replace(" ", "_")), [host.name for host in found])
    return is_own and _NEVER_A_LOGIN.search(secret) is None


def _leads(piece: Piece, rest: tuple[Piece, ...]) -> bool:
    """Whether a piece says where to ask, so that nobody is told it but whom it names: ``"$(cat url.txt)/health"``."""
    after = "".join(one.text for one in rest)
    return not piece.is_known and (not after or after[0] in "/:?")


def _is_login(piece: Piece, before: str, url: str) -> bool:
    """Whether a variable in a URL logs in where the URL leads: by the parameter that it fills, or by its own name."""
    if piece.source is not Source.VARIABLE or not is_secret_variable(piece.name):
        return False
    named = _named_after(piece.name)
    found = [host.name for host in hosts(url)]
    if not named.isdisjoint(_SERVICES):
        return any(name in host for name in named & _SERVICES for host in found)
    return _is_of_service(named, found) or _LOGIN_PARAMETER.search(before) is not None


def _named_after(variable: str) -> frozenset[str]:
    """The words of a variable's name that are not those of every token's."""
    words = frozenset(re.split(r"[_:]", variable.lower())) - _GENERIC
    return words | {_SHORT[word] for word in words if word in _SHORT}


_SHORT: Final = {"gh": "github", "gl": "gitlab"}


def _is_of_service(named: frozenset[str], found: list[str]) -> bool:
    """Whether a token is named after the domain that it is told to: ``WEATHER_TOKEN`` of ``weather.example``."""
    domains = [host.rpartition(".")[0].rpartition(".")[2] for host in found]
    return any(len(name) > _SHORTEST and name in domain for name in named for domain in domains)


_SHORTEST: Final = 3


def logs_in_by_token(word: Word) -> bool:
    """Whether the address of a repository holds a token of the forge that it is of, or of one that is not known."""
    text = text_of(word)
    user, at, place = text.partition("://")[2].partition("@")
    if not at or UNKNOWN not in user:
        return False
    found = [host.name for host in hosts(text)]
    tokens = [piece.name for piece in word.unknown if is_secret_variable(piece.name)]
    return bool(tokens) and (
        place.startswith(UNKNOWN) or any(_is_of_service(_named_after(one), found) for one in tokens)
    )


def _is_user(word: Word) -> bool:
    """Whether the variables of a URL stand before its host, where a name and a password do."""
    text = text_of(word)
    start = text.find("://") + 3
    at = text.find("@", start)
    return start > 2 and at > 0 and UNKNOWN not in text[at:] and "/" not in text[start:at]
