"""Who is let in: by the name the server is called by, the page that calls it, the token, and where a request ends.

A browser can be made to call a server of its own machine under a name that somebody else controls (DNS rebinding), and
any page can send it a form. So on the loopback interface the ``Host`` must be a name of this machine, a page's own
``Origin`` must be one as well, and nothing but JSON is read, which no form sends. There are no CORS headers.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from bridge.errors import UsageError
from bridge.serve.problems import CLOSE, Problem
from bridge.serve.token import Token

OPEN_ROUTES: Final = frozenset({"/healthz"})
"""What is answered without a token: it says only that the server is there."""

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})

Headers = Mapping[bytes, list[bytes]]


@dataclass(frozen=True, slots=True)
class Guard:
    """What a request must show.

    Args:
        token: the bearer token; None where everybody may ask, which is for the loopback interface alone.
        hosts: the names the server answers to, in lower case and without a port; None for any name.
    """

    token: Token | None = None
    hosts: frozenset[str] | None = None

    def admit(self, route: str, headers: Headers) -> None:
        """Let a request in.

        Raises:
            Problem: 400 for a message that two readers would end at different places, 421 for another name, 403 for a
                page from elsewhere, 401 without the token.
        """
        _refuse_ambiguous(headers)
        if self.hosts is not None:
            self._require_name(headers)
        if self.token is not None and route not in OPEN_ROUTES:
            self._require_token(self.token, headers)

    def _require_name(self, headers: Headers) -> None:
        host, origin = headers.get(b"host"), headers.get(b"origin", [])
        if not host or name_of(host[0]) not in (self.hosts or ()):
            remedy = "call it by a name of this machine, or start it with --allow-host NAME"
            raise Problem(421, "misdirected", "the server does not answer to this Host", remedy)
        if any(name_of(one.partition(b"://")[2]) not in (self.hosts or ()) for one in origin):
            raise Problem(403, "foreign-origin", "a page from elsewhere may not ask", "ask from a program")

    def _require_token(self, token: Token, headers: Headers) -> None:
        shown = headers.get(b"authorization", [])
        if len(shown) != 1 or not token.is_shown_by(shown[0]):
            message = "the bearer token is missing" if not shown else "the bearer token is not the server's"
            challenge = {"www-authenticate": 'Bearer realm="rbridge"'}
            raise Problem(401, "unauthorized", message, "send Authorization: Bearer TOKEN", challenge)


def name_of(authority: bytes) -> str:
    """The host of ``host[:port]``, in lower case and without a final dot; brackets of IPv6 are taken off."""
    text = authority.decode("latin-1").strip().lower()
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0].removesuffix(".")


def names(bound: str, allowed: Iterable[str]) -> frozenset[str] | None:
    """The names that a server answers to: those of the loopback interface it is bound to, and those allowed.

    Args:
        bound: the address it is bound to.
        allowed: further names, which bind a server that is not on the loopback interface too.

    Raises:
        UsageError: one of them is no name.
    """
    further = frozenset(map(_allowed, allowed))
    if is_loopback(bound):
        return LOOPBACK | {name_of(bound.encode())} | further
    return further or None


def _allowed(name: str) -> str:
    try:
        known = name_of(name.encode("ascii" if name.isascii() else "idna"))
    except UnicodeError:
        known = ""
    if not known:
        raise UsageError(f"not the name of a host: {name!r}", where="--allow-host", help="such as judge.example.com")
    return known


def is_loopback(host: str) -> bool:
    """Whether an address to bind to can be reached from this machine alone."""
    import ipaddress

    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _refuse_ambiguous(headers: Headers) -> None:
    # RFC 9112, section 6.3: a message with both may be an attempt to smuggle a second one.
    if b"transfer-encoding" in headers and b"content-length" in headers:
        message = "Content-Length and Transfer-Encoding exclude each other"
        raise Problem(400, "http", message, "send one of them", CLOSE)
