"""Which members of a call name hosts that it reaches: by their names, what the tool is for, and what stands beside.

A host counts where a call would reach it, not where a text mentions it: what is sent to an address, a header that says
where one came from and the name of a schema are read by whoever gets them.
"""

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, TypeAlias

from bridge.core.lazy_pattern import pattern
from bridge.core.url import Host, hosts
from bridge.judges.bridge_rules.case import Case
from bridge.judges.bridge_rules.listed import listed
from bridge.judges.bridge_rules.members import Held, is_variable, key_words, last_word, names_prose, texts_in
from bridge.judges.bridge_rules.schemes import NETWORK_SCHEME
from bridge.judges.bridge_rules.state import ToolCall

_URL_KEYS: Final = listed(
    """url urls uri uris endpoint endpoints href hrefs link links webhook webhooks website site baseurl proxy
    registry origin remote server servers address callback"""
)
_HOST_KEYS: Final = frozenset(("host", "hosts", "hostname", "hostnames", "domain", "domains", "ip"))
_ASKED: Final = _URL_KEYS | _HOST_KEYS
_DATABASES: Final = frozenset(("dsn", "jdbc"))
_REPOSITORIES: Final = frozenset(("repo", "repository"))
_ADDRESSES: Final = frozenset(("address", "addresses"))
_HEADERS: Final = frozenset(("header", "headers"))
_SENT: Final = frozenset(("json", "data", "payload", "form", "params", "fields"))
_LISTS: Final = frozenset(("allowed", "blocked", "allow", "block", "exclude", "excluded", "include", "deny", "denied"))
_NETWORK_TOOLS: Final = listed(
    """fetch web http https browser net network navigate navigation request requests curl wget download upload
    crawl scrape url goto api rest graphql webhook post get proxy"""
)
_MAIL_TOOLS: Final = listed("mail email gmail smtp outlook crm contact contacts calendar invite")
_COMMAND_KEYS: Final = frozenset(("command", "cmd", "commands", "cmds", "script", "code"))
_WHOLE_URL: Final = pattern(r"\s*[A-Za-z][A-Za-z0-9+.-]*:[/\\]{2}[^\s]+\s*|\s*//[^\s/]+\.[^\s]*\s*")
_SEVERAL: Final = pattern(r"[\s,]+(?=[A-Za-z][A-Za-z0-9+.-]*://)")
_LOOKS_LIKE_A_HOST: Final = pattern(r"[^/\\?#]*(?:[.:@%\uff0e\u3002\uff61]|localhost)", re.IGNORECASE)
_COORDINATES: Final = pattern(r"[+-]?\d{1,3}\.\d+\s*,\s*[+-]?\d{1,3}\.\d+")
_NAMESPACES: Final = frozenset(("schema", "context", "xmlns", "namespace"))
"""The names under which a URL says what a document is; nobody asks for it."""

_PAGE: Final = pattern(
    r"[^/?#]*\.(?:html?|xhtml|php|aspx?|jsp|css|json|xml|txt|png|jpe?g|gif|svg|ico|pdf)", re.IGNORECASE
)
_COPY: Final = pattern(r"(?:[\w.+-]+@)(\[[^\]]+\]|[\w.-]+):(?![0-9]+(?:/|$))")
_EVERY_ADDRESS: Final = ("0.0.0.0", "::")  # noqa: S104  recognised, not listened on

Reader: TypeAlias = Callable[[str], tuple[Host, ...]]


def named_hosts(case: Case) -> Iterator[tuple[str, str, Host]]:
    """The hosts that the members of a call name, each with the text that does and where it stands."""
    seen: dict[tuple[str, Reader], tuple[Host, ...]] = {}
    is_of_the_network = not case.call.purpose.isdisjoint(_NETWORK_TOOLS)
    for text, where, read in _texts(case):
        if (text, read) not in seen:
            parts = [part for part in _SEVERAL.split(text) if is_of_the_network or _is_reachable(part)] or [""]
            is_prose = read is _of_whole_url and _WHOLE_URL.fullmatch(parts[0]) is None
            seen[text, read] = () if is_prose else tuple(host for part in parts for host in read(part))
        yield from ((text, where, host) for host in seen[text, read])


def _is_reachable(text: str) -> bool:
    """Whether a text is no URL of a scheme that only some tool knows: ``docs://guide/intro`` is on no network."""
    scheme = _ANY_SCHEME.match(text)
    return scheme is None or NETWORK_SCHEME.fullmatch(scheme[1]) is not None


_ANY_SCHEME: Final = pattern(r"\s*([A-Za-z][A-Za-z0-9+.-]*)://")


def _texts(case: Case) -> Iterator[tuple[str, str, Reader]]:
    """The texts that may name hosts, each with where it stands and how it is read."""
    call = case.call
    is_of_the_network = not call.purpose.isdisjoint(_NETWORK_TOOLS)
    if is_of_the_network and isinstance(call.input, str | list):
        yield from ((text, where, _of_whole_url) for text, where in texts_in(call.input, "$.input"))
    if "fetch" in call.purpose:
        yield from _asked_for(call)
    is_filled_in = not call.purpose.isdisjoint(_FILLING)
    is_addressed = is_filled_in or (bool(call.objects) and bool(call.objects[0].under(_URL_KEYS)))
    for one in call.objects:
        read_as = dict(_readers(one, call.purpose))
        for key, read in read_as.items():
            yield from ((text, where, read) for text, where in texts_in(one.members[key], one.where(key)))
        if is_of_the_network and not one.is_prose and not _is_what_is_sent(one.keys, is_addressed=is_addressed):
            others = (key for key in one.members if key not in read_as and _may_be_reached(key))
            for key in (key for key in others if not _is_what_is_sent((key,), is_addressed=is_addressed)):
                yield from ((text, where, _of_whole_url) for text, where in texts_in(one.members[key], one.where(key)))


_FILLING: Final = frozenset(("fill", "form"))
"""What a tool does that writes into the fields of a page which is already there."""


def _asked_for(call: ToolCall) -> Iterator[tuple[str, str, Reader]]:
    """The URLs in the prompt of a tool that fetches what its prompt mentions, having no other address."""
    for one in (one for one in call.objects[:1] if not one.under(_URL_KEYS)):
        prompt = one.members.get("prompt")
        found = islice(_URL_IN_TEXT.finditer(prompt), _MOST_URLS) if isinstance(prompt, str) else ()
        yield from ((match[0].rstrip(".,;:!?)"), one.where("prompt"), _of_whole_url) for match in found)


_URL_IN_TEXT: Final = pattern(r"https?://[^\s\"'<>`]+", re.IGNORECASE)
_MOST_URLS: Final = 256


def _is_what_is_sent(keys: tuple[str, ...], *, is_addressed: bool) -> bool:
    """Whether something is a header, or is sent to the address that a call names, rather than being one."""
    return any(last_word(key) in _HEADERS or (is_addressed and last_word(key) in _SENT) for key in keys)


def _readers(one: Held, purpose: frozenset[str]) -> Iterator[tuple[str, Reader]]:
    """The members of an object that name an address, each with how it is read."""
    in_headers = _is_what_is_sent(one.keys[-1:], is_addressed=False)
    is_kept = _is_of_a_record(one.keys, purpose)
    for key in one.under(_ASKED):
        last = last_word(key)
        if is_kept or (is_variable(key, one.keys) and not key.endswith(_LEADING)):
            continue
        is_url = last in _URL_KEYS
        is_mailbox = last in _ADDRESSES and not purpose.isdisjoint(_MAIL_TOOLS)
        if _LISTS.isdisjoint(key_words(key)) and not (is_url and (one.is_prose or in_headers)) and not is_mailbox:
            yield key, _of_url if is_url else _of_domain if last in _DOMAINS else _of_name
    if not one.is_prose:
        yield from ((key, _of_connection) for key in one.under(_CONNECTIONS) if _names_connection(key))
        yield from ((key, _of_repository) for key in one.under(_REPOSITORIES) if not purpose.isdisjoint(_FORGE_TOOLS))


def _is_of_a_record(keys: tuple[str, ...], purpose: frozenset[str]) -> bool:
    """Whether an object is what a tool of records keeps of somebody, or of something, that has an address."""
    return bool(keys) and last_word(keys[-1]) in _KEPT and not purpose.isdisjoint(_RECORD_TOOLS)


_KEPT: Final = frozenset(("fields", "properties", "attributes"))
_RECORD_TOOLS: Final = listed(
    """airtable asana clickup contact contacts crm hubspot jira linear monday notion pipedrive record records salesforce
    sheet sheets trello zendesk"""
)
_LEADING: Final = ("PROXY", "REGISTRY", "INDEX_URL", "_ADDR", "PGHOST", "PGHOSTADDR", "MYSQL_HOST", "DOCKER_HOST")
"""How the variables are named that lead what is started with them."""

_DOMAINS: Final = frozenset(("domain", "domains"))
_CONNECTIONS: Final = _DATABASES | {"string", "str"}
_FORGE_TOOLS: Final = frozenset(("git", "clone", "scm", "vcs"))


def _names_connection(key: str) -> bool:
    """Whether a name is of a database's address: ``dsn``, ``connection_string``."""
    words = key_words(key)
    return words[-1] in _DATABASES or words[-2:-1] in (("connection",), ("conn",), ("connect",))


def _may_be_reached(key: str) -> bool:
    last = last_word(key)
    return _LISTS.isdisjoint(key_words(key)) and last not in _COMMAND_KEYS | _NAMESPACES and not names_prose(last)


def _of_whole_url(text: str) -> tuple[Host, ...]:
    return hosts(text) if _WHOLE_URL.fullmatch(text) else ()


def _of_name(text: str) -> tuple[Host, ...]:
    named = hosts(text, schemeless=True) if text.strip() and not text.lstrip().startswith("/") else ()
    return tuple(host for host in named if host.name not in _EVERY_ADDRESS)


def _of_domain(text: str) -> tuple[Host, ...]:
    """A domain has a dot; a word is the domain of something else than a network."""
    return _of_name(text) if _LOOKS_LIKE_A_HOST.match(text) else ()


def _of_connection(text: str) -> tuple[Host, ...]:
    return hosts(text)


def _of_repository(text: str) -> tuple[Host, ...]:
    return _of_url(text) if "://" in text or _COPY.match(text.strip()) else ()


def _of_url(text: str) -> tuple[Host, ...]:
    copy = _COPY.match(text.strip())
    if copy is not None and "://" not in text:
        return hosts(copy[1], schemeless=True)
    bare = text.strip()
    if _COORDINATES.fullmatch(bare):
        return ()
    is_host = _LOOKS_LIKE_A_HOST.match(bare) is not None and _PAGE.fullmatch(bare) is None
    return hosts(bare, schemeless=is_host and " " not in bare)
