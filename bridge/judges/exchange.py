"""One POST to a server that may be broken or hostile: one body, one deadline, nothing sent twice.

What a server can do is bounded. The deadline is on the whole call, name lookup included, because the waiting is done
apart from the talking: a server that drips bytes is abandoned all the same. At most a mebibyte of body is read,
uncompressed: no encoding is asked for and an encoded body is refused unread. Redirects are not followed, since the
state would go where nobody sent it.

Settings in the environment are not used: a proxy named there would be shown every state without anyone having said so,
and a ``.netrc`` would send a password along. What a call uses stands in its arguments.
"""

import contextlib
import email.utils
import math
import socket
import ssl
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from bridge.core.url import host_name, hosts
from bridge.errors import JudgeUnavailable, UsageError
from bridge.judges.base import UNAVAILABLE, rejected
from bridge.judges.secret import Secret

if TYPE_CHECKING:
    import httpx

MAX_BODY_BYTES: Final = 1024 * 1024
REQUEST_ID_HEADERS: Final = ("x-typesafe-request-id", "x-request-id", "x-judge-request-id")

_HEADERS: Final = {"content-type": "application/json", "accept": "application/json", "accept-encoding": "identity"}
_ENCODINGS: Final = frozenset({"gzip", "x-gzip", "compress", "deflate", "br", "zstd"})
_PASSING: Final = frozenset({408, 429})
"""What is not said of the request but of the time: a server that waited too long for it, or has too many of them."""


@dataclass(frozen=True, slots=True)
class Received:
    """A complete answer.

    Args:
        body: as it came.
        request_id: the transport's name for the request.
        latency_ms: how long it took, attempts before it and waits included; 0 where nobody looked at a clock.
    """

    body: bytes
    request_id: str | None
    latency_ms: int = 0


class Transient(JudgeUnavailable):
    """Unavailable, and perhaps not for long: no connection was made, or the status was 408, 429 or 5xx.

    ``retry_after`` is how many seconds the server asks to wait; None where it does not say.
    """

    retry_after: float | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """Where a judge is asked, and how long it has.

    Args:
        url: where to POST; ``http`` or ``https``.
        timeout: seconds for the whole call.
        headers: further request headers.
        key: sent as a bearer token; a reply that repeats it is refused.
        ssl_context: trust for ``https``; the public roots where None.
        request_id_headers: which header of the reply names the request; the first that is there.

    Raises:
        UsageError: the timeout is not a positive number of seconds.
        JudgeUnavailable: the URL is not one that can be asked.
    """

    url: str = field(repr=False)
    timeout: float = 10.0
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    key: Secret | None = field(default=None, repr=False)
    ssl_context: ssl.SSLContext | None = field(default=None, repr=False)
    request_id_headers: tuple[str, ...] = REQUEST_ID_HEADERS

    def __post_init__(self) -> None:
        if not (math.isfinite(self.timeout) and self.timeout > 0):
            raise UsageError(f"the timeout must be a positive number of seconds, not {self.timeout}")
        _parse(self.url)

    @property
    def place(self) -> str:
        """Scheme, host and port alone: the rest of a URL may hold a password or a key."""
        parsed = _parse(self.url)
        return f"{parsed.scheme}://{parsed.netloc.decode()}"

    def send(self, content: bytes, *, within: float | None = None) -> Received:
        """POST once, and read the whole answer.

        Args:
            content: the body to send.
            within: seconds that are left of the timeout; None for all of them.

        Raises:
            Transient: no connection, or a status of 408, 429 or 5xx.
            JudgeUnavailable: no complete answer in time, or another status than 2xx.
            AnswerRejected: a body that is encoded or too long, or repeats the key.
        """
        received = _Call(self, content, self.timeout if within is None else within).received()
        if self.key is not None and self.key.is_in(received.body, received.request_id):
            raise rejected("the answer repeats the key it was asked with")
        return received

    def unavailable(self, cause: str) -> JudgeUnavailable:
        """The error of a judge that did not answer."""
        return JudgeUnavailable(f"{UNAVAILABLE}{self.place}: {cause}", help=_REACH)

    def transient(self, cause: str, retry_after: float | None = None) -> Transient:
        """The error of a judge that may answer yet."""
        error = Transient(f"{UNAVAILABLE}{self.place}: {cause}", help=_REACH)
        error.retry_after = retry_after
        return error

    def too_late(self) -> JudgeUnavailable:
        """The error of a judge that took longer than it has."""
        return self.unavailable(f"no complete answer within {self.timeout:g} s")


class _Call:
    """One request on a thread of its own, given up at the deadline."""

    def __init__(self, exchange: Exchange, content: bytes, within: float) -> None:
        self._exchange = exchange
        self._content = content
        self._within = within
        self._outcome: Future[Received] = Future()
        self._socket: socket.socket | None = None
        self._abandoned = threading.Event()

    def received(self) -> Received:
        # A daemon, so that a thread which is still looking up a name does not keep the process alive.
        threading.Thread(target=self._run, name="judge", daemon=True).start()
        try:
            return self._outcome.result(self._within)
        except TimeoutError:
            self._hang_up()
            raise self._exchange.too_late() from None

    def _run(self) -> None:
        try:
            self._outcome.set_result(self._talk())
        except Exception as error:  # noqa: BLE001  whatever ends the talk must reach the caller, who is waiting for it
            self._outcome.set_exception(error)

    def _talk(self) -> Received:
        import httpx

        exchange = self._exchange
        try:
            with (
                httpx.Client(verify=_trust(exchange), timeout=self._within, trust_env=False) as client,
                client.stream(
                    "POST",
                    exchange.url,
                    content=self._content,
                    headers=_headers(exchange),
                    follow_redirects=False,
                    extensions={"trace": self._trace},
                ) as reply,
            ):
                return _receive(exchange, reply)
        except httpx.TimeoutException:
            raise exchange.too_late() from None
        except httpx.ConnectError as error:
            raise exchange.transient(_words(error)) from None
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError, OSError) as error:
            raise exchange.unavailable(_words(error)) from None

    def _trace(self, event: str, info: Mapping[str, Any]) -> None:
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            self._socket = info["return_value"].get_extra_info("socket")
        if self._abandoned.is_set():
            raise TimeoutError("given up")

    def _hang_up(self) -> None:
        # Shut down rather than closed: it wakes the thread that reads, and its number cannot be given out again.
        self._abandoned.set()
        if self._socket is not None:
            with contextlib.suppress(OSError):
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)


def _words(error: Exception) -> str:
    import httpx

    # What breaks the protocol is quoted by the library, and a server may say there whatever it was sent.
    if isinstance(error, httpx.ProtocolError):
        return "the conversation is not HTTP, or broke off"
    return str(error) or type(error).__name__


def _headers(exchange: Exchange) -> "httpx.Headers":
    import httpx

    headers = httpx.Headers(exchange.headers)
    headers.update(_HEADERS)
    if exchange.key is not None:
        headers["authorization"] = exchange.key.bearer()
    return headers


def _trust(exchange: Exchange) -> ssl.SSLContext | bool:
    if exchange.ssl_context is None and _parse(exchange.url).scheme == "http":
        # Reading the public roots takes longer than most answers, and nothing is verified here. This trusts no one.
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return True if exchange.ssl_context is None else exchange.ssl_context


def _receive(exchange: Exchange, reply: "httpx.Response") -> Received:
    status = reply.status_code
    if not reply.http_version.startswith("HTTP/1."):
        raise exchange.unavailable("the conversation is not HTTP/1.1")
    if "content-length" in reply.headers and "transfer-encoding" in reply.headers:
        # RFC 9112, section 6.3: whoever stands between may have read an answer that ends elsewhere.
        raise exchange.unavailable("the answer states two lengths")
    if status in _PASSING or status >= 500:
        raise exchange.transient(f"status {status}", _retry_after(reply))
    if not reply.is_success:
        raise exchange.unavailable(f"status {status}{_redirect(reply)}")
    encoding = reply.headers.get("content-encoding", "identity").strip().lower()
    if encoding not in ("", "identity"):
        # What a header says is not repeated: it may be the key.
        named = f" ({encoding})" if encoding in _ENCODINGS else ""
        raise rejected(f"the body is encoded{named}, and no encoding was asked for")
    body = bytearray()
    for chunk in reply.iter_raw():
        body += chunk
        if len(body) > MAX_BODY_BYTES:
            raise rejected(f"the body is longer than {MAX_BODY_BYTES} bytes")
    ids = (reply.headers.get(name) for name in exchange.request_id_headers)
    return Received(bytes(body), next((one for one in ids if one is not None), None))


def _redirect(reply: "httpx.Response") -> str:
    return ", a redirect, and redirects are not followed" if reply.is_redirect else ""


def _retry_after(reply: "httpx.Response") -> float | None:
    """How long the server asks to wait: milliseconds, seconds, or until a date by its own clock."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        seconds = _number(reply.headers.get(name))
        if seconds is not None:
            return seconds * unit
    try:
        until = email.utils.parsedate_to_datetime(reply.headers["retry-after"])
        begun = email.utils.parsedate_to_datetime(reply.headers["date"])
        return max(0.0, (until - begun).total_seconds())
    except (KeyError, TypeError, ValueError, OverflowError):
        return None


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None


def _parse(url: str) -> "httpx.URL":
    import httpx

    # The URL is not shown: it may hold a password, and where it cannot be parsed nobody knows where.
    try:
        parsed = httpx.URL(url)
        host = parsed.host
    except (httpx.InvalidURL, UnicodeError, TypeError):
        raise JudgeUnavailable(f"{UNAVAILABLE}what was given is not a URL", help=_URL_HELP) from None
    if parsed.scheme not in ("http", "https") or not host:
        raise JudgeUnavailable(f"{UNAVAILABLE}not an http or https URL with a host", help=_URL_HELP)
    if parsed.port is not None and not 0 < parsed.port <= _LAST_PORT:
        raise JudgeUnavailable(f"{UNAVAILABLE}{parsed.port} is not a port", help=f"ports go from 1 to {_LAST_PORT}")
    # What is dialled has to be what everyone else reads there: the rules hold calls to a scope by the same reader.
    if {read.name for read in hosts(url)} != {host_name(parsed.raw_host.decode("ascii", "replace"))}:
        raise JudgeUnavailable(f"{UNAVAILABLE}the URL can be read as of more than one host", help=_URL_HELP)
    return parsed


_LAST_PORT: Final = 65535
_URL_HELP: Final = "name the judge as in https://judge.example/v1/judge"
_REACH: Final = "see that the judge runs and can be reached"
