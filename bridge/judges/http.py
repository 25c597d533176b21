"""A judge asked over HTTP: one POST, one body, one deadline (spec: Judge and receipts, section 4, HTTP judge).

What a hostile or broken server can do is bounded. The deadline is on the whole call, name lookup included, because the
waiting is done apart from the talking: a server that drips bytes is abandoned all the same. At most a mebibyte of body
is read, uncompressed: no encoding is asked for and an encoded body is refused unread. Redirects are not followed, since
the state would go where nobody sent it, and nothing is sent twice.

Settings in the environment are not used: a proxy named there would be shown every state without anyone having said so,
and a ``.netrc`` would send a password along. What a call uses stands in its arguments.
"""

import contextlib
import math
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from bridge.core.strict_json import Json
from bridge.errors import JudgeUnavailable, UsageError
from bridge.judgement.model import JudgeResponse, Question
from bridge.judges.base import UNAVAILABLE, refuse_no_questions, rejected
from bridge.judges.contract import read_response, request_bytes

if TYPE_CHECKING:
    import httpx

MAX_BODY_BYTES: Final = 1024 * 1024
REQUEST_ID_HEADERS: Final = ("x-typesafe-request-id", "x-request-id", "x-judge-request-id")

_HEADERS: Final = {"content-type": "application/json", "accept": "application/json", "accept-encoding": "identity"}


@dataclass(frozen=True, slots=True)
class HttpJudge:
    """A judge behind a URL.

    Args:
        url: where to POST; ``http`` or ``https``.
        timeout: seconds for the whole call.
        headers: further request headers, such as ``Authorization``.
        ssl_context: trust for ``https``; the public roots where None.
        clock: monotonic seconds, for the latency of a judge that states none.

    Raises:
        UsageError: the timeout is not a positive number of seconds.
        JudgeUnavailable: the URL is not one that can be asked.
    """

    url: str = field(repr=False)
    timeout: float = 10.0
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    ssl_context: ssl.SSLContext | None = field(default=None, repr=False)
    clock: Callable[[], float] = field(default=time.monotonic, repr=False)

    def __post_init__(self) -> None:
        if not (math.isfinite(self.timeout) and self.timeout > 0):
            raise UsageError(f"the timeout must be a positive number of seconds, not {self.timeout}")
        _parse(self.url)

    def ask(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
        """Ask once, and hold the answers to the contract.

        Args:
            state: what the questions are about, a JSON object.
            questions: what is asked, by key.

        Raises:
            JudgeUnavailable: no connection, no complete answer in time, or a status other than 2xx.
            AnswerRejected: a body that is encoded, too long or unreadable, or an answer that breaks the contract.
            ShapeError: the state is not JSON.
            UsageError: no question is asked.
        """
        refuse_no_questions(questions)
        content = request_bytes(state, questions)
        started = self.clock()
        received = _Call(self, content).received()
        latency_ms = max(0, int((self.clock() - started) * 1000))
        return read_response(received.body, questions, latency_ms=latency_ms, request_id=received.request_id)


@dataclass(frozen=True, slots=True)
class _Received:
    body: bytes
    request_id: str | None


class _Call:
    """One request on a thread of its own, given up at the deadline."""

    def __init__(self, judge: HttpJudge, content: bytes) -> None:
        self._judge = judge
        self._content = content
        self._outcome: Future[_Received] = Future()
        self._socket: socket.socket | None = None
        self._abandoned = threading.Event()

    def received(self) -> _Received:
        # A daemon, so that a thread which is still looking up a name does not keep the process alive.
        threading.Thread(target=self._run, name="judge", daemon=True).start()
        try:
            return self._outcome.result(self._judge.timeout)
        except TimeoutError:
            self._hang_up()
            raise self._too_late() from None

    def _run(self) -> None:
        try:
            self._outcome.set_result(self._talk())
        except Exception as error:  # noqa: BLE001  whatever ends the talk must reach the caller, who is waiting for it
            self._outcome.set_exception(error)

    def _talk(self) -> _Received:
        import httpx

        headers = httpx.Headers(self._judge.headers)
        headers.update(_HEADERS)
        try:
            with (
                httpx.Client(verify=_trust(self._judge), timeout=self._judge.timeout, trust_env=False) as client,
                client.stream(
                    "POST",
                    self._judge.url,
                    content=self._content,
                    headers=headers,
                    follow_redirects=False,
                    extensions={"trace": self._trace},
                ) as reply,
            ):
                return _receive(self._judge.url, reply)
        except httpx.TimeoutException:
            raise self._too_late() from None
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError, OSError) as error:
            raise _unavailable(self._judge.url, str(error) or type(error).__name__) from None

    def _too_late(self) -> JudgeUnavailable:
        return _unavailable(self._judge.url, f"no complete answer within {self._judge.timeout:g} s")

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


def _trust(judge: HttpJudge) -> ssl.SSLContext | bool:
    if judge.ssl_context is None and _parse(judge.url).scheme == "http":
        # Reading the public roots takes longer than most answers, and nothing is verified here. This trusts no one.
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return True if judge.ssl_context is None else judge.ssl_context


def _receive(url: str, reply: "httpx.Response") -> _Received:
    if not reply.is_success:
        raise _unavailable(url, f"status {reply.status_code}{_redirect(reply)}")
    encoding = reply.headers.get("content-encoding", "identity").strip().lower()
    if encoding not in ("", "identity"):
        raise rejected(f"the body is encoded ({encoding}), and no encoding was asked for")
    body = bytearray()
    for chunk in reply.iter_raw():
        body += chunk
        if len(body) > MAX_BODY_BYTES:
            raise rejected(f"the body is longer than {MAX_BODY_BYTES} bytes")
    ids = (reply.headers.get(name) for name in REQUEST_ID_HEADERS)
    return _Received(bytes(body), next((one for one in ids if one is not None), None))


def _redirect(reply: "httpx.Response") -> str:
    return ", a redirect, and redirects are not followed" if reply.is_redirect else ""


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
    return parsed


_LAST_PORT: Final = 65535
_URL_HELP: Final = "name the judge as in https://judge.example/v1/judge"


def _unavailable(url: str, cause: str) -> JudgeUnavailable:
    # Scheme, host and port alone: the rest of a URL may hold a password or a key.
    parsed = _parse(url)
    place = f"{parsed.scheme}://{parsed.netloc.decode()}"
    return JudgeUnavailable(f"{UNAVAILABLE}{place}: {cause}", help="see that the judge runs and can be reached")
