"""One connection, and what it may do: how long it may take to ask, how long its reader may stall, how many there are.

uvicorn's protocol for HTTP/1.1 by h11, with bounds of its own. A head that does not come, or comes slowly, ends the
connection, as does a reader who does not read; beyond the most connections that may be open, another is told so and
closed. What is no HTTP is answered in the one shape of errors. When the server shuts down, an idle connection is left
open for a moment, since a request may be on its way.
"""

import asyncio
import sys
from typing import Any, ClassVar, Final, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from bridge.serve.metrics import Metrics
from bridge.serve.outgoing import Outgoing
from bridge.serve.problems import JSON, Problem, body
from bridge.serve.sharing import Sharing

HEAD_BYTES: Final = 16 * 1024
HEAD_SECONDS: Final = 10.0
STALL_SECONDS: Final = 10.0
DRAIN_SECONDS: Final = 0.25
CONNECTIONS: Final = 1000
FREE_PIECES: Final = 256
LEAST_PIECE: Final = 256

_REASONS: Final = {400: b"Bad Request", 408: b"Request Timeout", 431: b"Request Header Fields Too Large"}
_ANSWERABLE: Final = (h11.IDLE, h11.SEND_RESPONSE)


class _Pieces(h11.Connection):
    """h11's reading of a connection, for which a body does not come in more pieces than it has reason to."""

    pieces = 0
    length = 0

    def next_event(self) -> Any:
        """The next event.

        Raises:
            h11.RemoteProtocolError: not HTTP, or a chunked body in small pieces: each costs as much as a request.
        """
        event = super().next_event()
        if isinstance(event, h11.Request):
            self.pieces = self.length = 0
            # What comes at once is read whole before h11 looks at how much there is.
            if len(event.target) + sum(len(name) + len(value) for name, value in event.headers) > HEAD_BYTES:
                raise h11.RemoteProtocolError("the head is too long", error_status_hint=431)
        elif isinstance(event, h11.Data):
            self.pieces += event.chunk_end
            self.length += len(event.data)
            if self.pieces > FREE_PIECES and self.length < self.pieces * LEAST_PIECE:
                raise h11.RemoteProtocolError("the body comes in pieces that are too small")
        return event


class Connection(H11Protocol):
    """A connection; ``bounded`` makes the class of those of one server."""

    metrics: ClassVar[Metrics]
    most: ClassVar[int] = CONNECTIONS
    head_seconds: ClassVar[float] = HEAD_SECONDS
    sharing: ClassVar[Sharing | None] = None

    given: bool = False
    """Whether another process has passed it on."""
    _is_passed_on: bool = False
    _outgoing: Outgoing
    _timer: asyncio.TimerHandle | None = None
    _stall: asyncio.TimerHandle | None = None
    _draining: bool = False
    _is_half_closed: bool = False

    @property
    def _is_busy(self) -> bool:
        # uvicorn's annotation leaves out that there is none before the first request.
        cycle = cast("RequestResponseCycle | None", self.cycle)
        return cycle is not None and not cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn's
        """Begin to wait for a head, pass the connection on, or refuse one too many."""
        if self.sharing is not None:
            self._is_passed_on = not self.given and self.sharing.pass_on(transport.get_extra_info("socket").fileno())
            if self._is_passed_on:
                transport.abort()
                return
            self.sharing.opened()
        self._outgoing = Outgoing(transport, self.loop)
        super().connection_made(self._outgoing)
        self.conn = _Pieces(h11.SERVER, HEAD_BYTES)
        if len(self.connections) > self.most:
            self.transport.write(_TOO_MANY)
            self.transport.close()
            return
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the timers."""
        if self._is_passed_on:
            return
        if self.sharing is not None:
            self.sharing.closed()
        self._stop("_timer")
        self._stop("_stall")
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came; a head that is whole is no longer waited for."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._is_busy:
            self._stop("_timer")

    def eof_received(self) -> bool | None:  # type: ignore[override]  # uvicorn's always closes
        """Whether the connection stays open, for the answers to requests of which all has come."""
        if not self._is_busy or self.cycle.more_body:
            self._outgoing.flush()
            return None
        self._is_half_closed = True
        self._end_with_the_last()
        return True

    def on_response_complete(self) -> None:
        """Wait for the next head."""
        super().on_response_complete()
        self._unset_keepalive_if_required()
        if self.transport.is_closing():
            self._end_stalled()
        elif not self._is_busy:
            self._await_head()

    def pause_writing(self) -> None:
        """Give a reader who does not read some time."""
        super().pause_writing()
        self._end_stalled()

    def resume_writing(self) -> None:
        """The reader reads again."""
        super().resume_writing()
        if not self.transport.is_closing():
            self._stop("_stall")

    def shutdown(self) -> None:
        """Answer what is on its way, and end."""
        self._draining = True
        if self._is_busy:
            self.cycle.keep_alive = False
            return
        self._stop("_timer")
        self._timer = self.loop.call_later(DRAIN_SECONDS, self._end_idle)

    def handle_events(self) -> None:
        """Read what has come; during a shutdown each answer is the last of its connection."""
        super().handle_events()
        if self._draining and self._is_busy:
            self.cycle.keep_alive = False
        if self._is_half_closed:
            self._end_with_the_last()

    def _end_with_the_last(self) -> None:
        """Close after the last request of a client that sends no more; what it has left unfinished is none."""
        if not self._is_busy or self.cycle.more_body:
            self.transport.close()
        elif not self.conn.trailing_data[0]:
            self.cycle.keep_alive = False

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP; called while the reason is being handled."""
        error = sys.exc_info()[1]
        status = error.error_status_hint if isinstance(error, h11.RemoteProtocolError) else 400
        status = status if status in _REASONS else 400
        self.metrics.refused(status)
        # What h11 quotes of the request may be a header that is nobody's business.
        self._refuse(status, str(error or msg).partition(": bytearray")[0])

    def _refuse(self, status: int, message: str) -> None:
        if self.conn.our_state in _ANSWERABLE:
            answer = body(Problem(status, "http", f"not a request: {message}").document())
            headers = [("content-type", JSON), ("content-length", str(len(answer))), ("connection", "close")]
            response = h11.Response(status_code=status, headers=headers, reason=_REASONS[status])
            for event in (response, h11.Data(data=answer), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
        self._end_stalled()

    def _await_head(self) -> None:
        self._stop("_timer")
        seconds = DRAIN_SECONDS if self._draining else self.head_seconds
        self._timer = self.loop.call_later(seconds, self._end_idle)

    def _end_idle(self) -> None:
        if self.transport.is_closing() or self._is_busy:
            return
        begun, _ = self.conn.trailing_data
        if begun and self.conn.our_state is h11.IDLE:
            self._refuse(408, f"its head did not come within {self.head_seconds:g} s")
        self.transport.close()
        self._end_stalled()

    def _end_stalled(self) -> None:
        self._stop("_stall")
        self._stall = self.loop.call_later(STALL_SECONDS, self.transport.abort)

    def _stop(self, name: str) -> None:
        timer: asyncio.TimerHandle | None = getattr(self, name)
        if timer is not None:
            timer.cancel()
            setattr(self, name, None)


def bounded(
    metrics: Metrics,
    *,
    most: int = CONNECTIONS,
    head_seconds: float = HEAD_SECONDS,
    sharing: Sharing | None = None,
) -> type[Connection]:
    """The class of a server's connections.

    Args:
        metrics: counts what is no request.
        most: how many may be open.
        head_seconds: how long one may take to send the head of a request, from its beginning or the last answer on.
        sharing: with whom they are shared; None for one process alone.
    """
    members: dict[str, Any] = {"metrics": metrics, "most": most, "head_seconds": head_seconds, "sharing": sharing}
    return type("BoundedConnection", (Connection,), members)


def _too_many() -> bytes:
    answer = body(Problem(503, "busy", "too many connections are open", "try again").document())
    head = (
        "HTTP/1.1 503 Service Unavailable\r\n"
        f"content-type: {JSON}\r\ncontent-length: {len(answer)}\r\nretry-after: 1\r\nconnection: close\r\n\r\n"
    )
    return head.encode() + answer


_TOO_MANY: Final = _too_many()
