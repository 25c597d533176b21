r"""Which host a URL leads to: one reader for the rules that judge a call and for what is dialled.

Clients differ on odd URLs (WHATWG's reader, which browsers and fetch tools follow, takes ``\`` for ``/``; RFC 3986's,
which most command-line tools follow, does not). Where they differ every reading is returned, so that whoever holds the
host to a list can ask that all of them are on it; whoever dials can ask that there is only one.
"""

import re
import unicodedata
from typing import Final, NamedTuple

from bridge.core.lazy_pattern import pattern

UNKNOWN: Final = "\ufffc"
"""Stands, in a text handed in, for a stretch whose characters are not known."""

_SCHEME: Final = pattern(r"([A-Za-z][A-Za-z0-9+.-]*):(.*)", re.DOTALL)
_WEB: Final = {"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21}
_PORTS: Final = {**_WEB, "ssh": 22, "sftp": 22, "git": 9418}
_HOSTLESS: Final = frozenset(("mailto", "data", "javascript", "about", "tel", "sms", "urn", "cid", "blob", "news"))
_EDGE: Final = "".join(map(chr, range(0x21)))
_DROPPED: Final = str.maketrans("", "", "\t\n\r")
_IGNORED: Final = str.maketrans("", "", "\u00ad\u200b\u2060\ufeff\u180b\u180c\u180d\ufe0f\ufe0e\u034f")
_DOTS: Final = str.maketrans("\u3002\uff0e\uff61\u2024", "....")
_AFTER_PORT: Final = pattern(r"[0-9]{1,5}(?:[/?#\\]|$)")
_NAME: Final = pattern(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*")
_PARTLY_KNOWN: Final = pattern(rf"[a-z0-9_.{UNKNOWN}-]+")
_BACKSLASHED: Final = pattern(r"(?:[A-Za-z][A-Za-z0-9+.-]*:)?/?\\")
_ESCAPE: Final = pattern("%([0-9A-Fa-f]{2})")
_NUMBER_LAST: Final = pattern(r"(?:.*\.)?(?:0x[0-9a-f]*|[0-9]+)", re.DOTALL)


class Host(NamedTuple):
    """Where a URL leads.

    Args:
        name: in one spelling: ASCII, lower case, no dot at the end, international names in punycode, IPv4 addresses
            as four decimal numbers, IPv6 addresses compressed and without brackets. Where it is not readable, the text.
        port: as written, or the scheme's own; None where there is neither.
        is_readable: whether ``name`` is a host. One that is not can be on no list.
    """

    name: str
    port: int | None = None
    is_readable: bool = True


def hosts(url: str, *, schemeless: bool = False) -> tuple[Host, ...]:
    """Every host that a client could take a URL to lead to; none where it names no host.

    Args:
        url: the URL, ``//host/path``, or what stands where a URL is expected.
        schemeless: whether ``host/path``, ``host:port`` and ``user@host`` are URLs as well.
    """
    text = url.strip(_EDGE).translate(_DROPPED)
    scheme, authority = _split(text, schemeless)
    if authority is None:
        return ()
    web = re.split(r"[/\\?#]", authority, maxsplit=1)[0]
    # Nobody but WHATWG's readers sees a host after a backslash.
    rfc = web if _BACKSLASHED.match(text) else re.split("[/?#]", authority, maxsplit=1)[0]
    read = dict.fromkeys(_authority(one, _PORTS.get(scheme)) for one in (web, rfc))
    return tuple(host for host in read if host is not None)


def _split(text: str, schemeless: bool) -> tuple[str, str | None]:
    """The scheme, and what begins with the authority; None where there is no authority."""
    match = _SCHEME.fullmatch(text)
    if match is None:
        return "", _relative(text, schemeless)
    scheme, rest = match[1].lower(), match[2]
    if scheme in _WEB:
        return scheme, rest.lstrip("/\\")
    if rest.startswith("//"):
        return scheme, rest[2:]
    if scheme in _HOSTLESS or scheme == "file":
        return scheme, None
    inner = _SCHEME.fullmatch(rest)
    if inner is not None and inner[2].startswith("//"):
        return _split(rest, schemeless)
    is_host = schemeless and (_AFTER_PORT.match(rest) or "@" in re.split(r"[/\\?#]", rest, maxsplit=1)[0])
    return "", text if is_host else None


def _relative(text: str, schemeless: bool) -> str | None:
    if text[:1] in ("/", "\\"):
        return text.lstrip("/\\") if text[1:2] in ("/", "\\") else None
    return text if schemeless and text[:1] not in ("", ".", "?", "#") else None


def _authority(text: str, default_port: int | None) -> Host | None:
    after = text.rpartition("@")[2]
    if after.startswith("["):
        name, bracket, rest = after[1:].partition("]")
        address = _ipv6(name) if bracket else None
    elif after.count(":") > 1:
        name, rest, address = after, "", _ipv6(after)
    else:
        name, colon, port = after.partition(":")
        rest, address = colon + port, _name(name)
    if not after or (not name and not rest):
        return None
    if address is None or not re.fullmatch(rf":?|:[0-9]{{1,5}}|:.*{UNKNOWN}.*", rest):
        return Host(after, is_readable=False)
    if not rest[1:]:
        return Host(address, default_port)
    return Host(address, None if UNKNOWN in rest else int(rest[1:]))


def host_name(text: str) -> str | None:
    """A host's name or address in the spelling of ``Host.name``; None where it is neither."""
    bare = text.strip(_EDGE)
    if bare.startswith("[") and bare.endswith("]"):
        return _ipv6(bare[1:-1])
    return _ipv6(bare) if bare.count(":") > 1 else _name(bare)


def _name(text: str) -> str | None:
    if not text.isascii() or "%" in text:
        decoded = _unescaped(text)
        if decoded is None:
            return None
        text = unicodedata.normalize("NFKC", decoded.translate(_IGNORED).translate(_DOTS)).translate(_DOTS)
    name = text.lower().rstrip(".")
    if not name.isascii():
        name = ".".join(_label(label) for label in name.split("."))
    if UNKNOWN in text:
        return name if _PARTLY_KNOWN.fullmatch(name) else None
    if _NUMBER_LAST.fullmatch(name):
        return _ipv4(name)
    return name if _NAME.fullmatch(name) else None


def _label(label: str) -> str:
    if label.isascii() or UNKNOWN in label:
        return label
    return "xn--" + unicodedata.normalize("NFC", label).encode("punycode").decode("ascii")


def _unescaped(text: str) -> str | None:
    if "%" not in text:
        return text
    try:
        return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text).encode("latin-1").decode()
    except UnicodeError:
        return None


def _ipv4(name: str) -> str | None:
    """The address that ``inet_aton`` reads: one to four numbers, decimal, octal or hexadecimal, the last filling up."""
    parts = name.split(".")
    numbers = [_ipv4_part(part) for part in parts]
    if len(parts) > 4 or None in numbers:
        return None
    *first, last = (number for number in numbers if number is not None)
    if any(number > 255 for number in first) or last >= 256 ** (5 - len(parts)):
        return None
    value = last + sum(number << (24 - 8 * place) for place, number in enumerate(first))
    return ".".join(str(value >> shift & 255) for shift in (24, 16, 8, 0))


def _ipv4_part(part: str) -> int | None:
    if len(part) > 64:
        return None
    if part.startswith("0x"):
        return int(part[2:] or "0", 16) if re.fullmatch("[0-9a-f]*", part[2:]) else None
    if not part.isdigit():
        return None
    if part.startswith("0") and len(part) > 1:
        return int(part, 8) if re.fullmatch("[0-7]+", part) else None
    return int(part)


def _ipv6(text: str) -> str | None:
    import ipaddress

    try:
        address = ipaddress.IPv6Address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped
    return address.compressed if mapped is None else str(mapped)


def on_list(host: Host, allowed: tuple[str, ...]) -> bool:
    """Whether a list of hosts names a host.

    An entry is a host's name, an address, ``name:port``, a network (``10.0.0.0/8``), ``*.suffix`` (the names below the
    suffix, not the suffix itself), ``.suffix`` (the suffix as well, as in ``no_proxy``) or ``*``. A URL counts as its
    host. One that cannot be read allows nothing.
    """
    return any(_allows(entry.strip(), host) for entry in allowed)


def _allows(entry: str, host: Host) -> bool:
    if entry == "*":
        return True
    if not host.is_readable:
        return False
    if entry.startswith("**."):
        return _allows(entry[1:], host)
    if entry.startswith(".") and not entry.startswith(".."):
        return _allows(entry[1:], host) or _allows(f"*{entry}", host)
    if entry.startswith("*."):
        suffix, _, port = entry[2:].partition(":")
        name = _name(suffix)
        return name is not None and host.name.endswith("." + name) and (not port or port == str(host.port))
    if re.fullmatch(r"[0-9A-Fa-f.:]+/[0-9]{1,3}", entry):
        return _in_network(host.name, entry)
    if "/" not in entry and (name := host_name(entry)) is not None:
        return name == host.name
    return any(_same(one, host, "://" not in entry) for one in hosts(entry, schemeless=True))


def _same(entry: Host, host: Host, is_bare: bool) -> bool:
    if not entry.is_readable or entry.name != host.name:
        return False
    return entry.port is None or entry.port == host.port or (not is_bare and host.port is None)


def _in_network(name: str, entry: str) -> bool:
    import ipaddress

    try:
        return ipaddress.ip_address(name) in ipaddress.ip_network(entry, strict=False)
    except ValueError:
        return False
