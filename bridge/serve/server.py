"""Running a server: it listens, answers, and when it is told to stop answers what it has begun before it ends."""

import asyncio
import contextlib
import logging
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias, cast

import uvicorn

from bridge.errors import InputError
from bridge.receipts.group import GroupStore
from bridge.receipts.keys import SigningKey
from bridge.receipts.turn import TurnStore
from bridge.serve.application import application
from bridge.serve.body import Bounds
from bridge.serve.connection import CONNECTIONS, HEAD_BYTES, HEAD_SECONDS, Connection, bounded
from bridge.serve.guard import Guard
from bridge.serve.metrics import Metrics
from bridge.serve.service import Service
from bridge.serve.sharing import Sharing
from bridge.serve.turns import Turns
from bridge.serve.work import SECONDS, Work
from bridge.workflows.attest import Signer
from bridge.workflows.workspace import Workspace

if TYPE_CHECKING:
    from types import FrameType

BACKLOG: Final = 1024
OTHER_FILES: Final = 512
"""For the store, of which each thread has some open, and judges elsewhere."""
GRACE_SECONDS: Final = 45.0
"""How long what has begun may take to end: longer than any request is waited for."""


Ready: TypeAlias = Callable[[Callable[[], None]], None]


@dataclass(frozen=True)
class Running:
    """A server that may be run by one process or several.

    Args:
        service: what is served; each process opens the signer of its own.
        workspace: whose store is signed into.
        key: signs; None where nothing is signed.
        guard: who is let in.
        metrics: counts for all processes.
        remote: whether the judge is waited for rather than computed.
        bounds: of a body.
        connections: how many may be open in one process.
        head_seconds: how long the head of a request may take to come.
        log: whether each request has a line.
        seconds: how long a request is waited for.
    """

    service: Service
    workspace: Workspace
    key: SigningKey | None
    guard: Guard
    metrics: Metrics
    remote: bool = False
    bounds: Bounds = field(default_factory=Bounds)
    connections: int = CONNECTIONS
    head_seconds: float = HEAD_SECONDS
    log: bool = True
    seconds: float = SECONDS


def listen(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """A socket that listens.

    Args:
        host: a name or an address.
        port: 0 for any that is free.
        shared: whether other processes will listen on the port as well, each with a socket of its own.

    Raises:
        InputError: the address cannot be listened on.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        listening = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError, OverflowError) as error:
        raise InputError(f"cannot listen on {host}: {_reason(error)}", where="--host") from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listening.bind(address)
        listening.listen(BACKLOG)
        listening.setblocking(False)
    except (OSError, OverflowError) as error:
        listening.close()
        raise InputError(
            f"cannot listen on {host} port {port}: {_reason(error)}", where="--port", help="name another port"
        ) from None
    return listening


def url_of(listening: socket.socket) -> str:
    """Where a socket can be asked."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(
    running: Running,
    listening: socket.socket,
    *,
    ready: Ready = lambda _: None,
    signals: Sequence[signal.Signals] = (signal.SIGINT, signal.SIGTERM),
    sharing: Sharing | None = None,
) -> None:
    """Answer until a signal says to stop, then answer what has begun.

    Args:
        running: the server.
        listening: where it listens; closed at the end.
        ready: called once it answers, with what stops it.
        signals: which of them say so.
        sharing: the processes that share the connections; None for one process alone.

    Raises:
        StoreError: the store cannot be opened.
    """
    _make_room(running.connections)
    with ExitStack() as opened:
        service = quick = running.service
        turns: Turns | None = None
        if running.key is not None:
            store = opened.enter_context(GroupStore(running.workspace.store))
            kept = opened.enter_context(TurnStore(running.workspace.store))
            service = running.service.signing(Signer(running.key, store, created=False))
            quick, turns = running.service.signing(Signer(running.key, kept, created=False)), Turns(kept)
        leaving = threading.Event()
        work = Work(remote=running.remote, seconds=running.seconds, turns=turns)
        app = application(
            service,
            guard=running.guard,
            metrics=running.metrics,
            work=work,
            bounds=running.bounds,
            log=running.log,
            leaving=leaving.is_set,
            quick=quick,
        )
        connections = bounded(
            running.metrics, most=running.connections, head_seconds=running.head_seconds, sharing=sharing
        )
        config = uvicorn.Config(
            app,
            http=connections,
            ws="none",
            lifespan="on",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            backlog=BACKLOG,
            h11_max_incomplete_event_size=HEAD_BYTES,
            timeout_graceful_shutdown=int(GRACE_SECONDS),
        )
        _Server(config, ready, signals, leaving, sharing).run([listening])


def _make_room(connections: int) -> None:
    """Let the process have a file for each connection, as far as the system lets it."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + OTHER_FILES
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))


class _Server(uvicorn.Server):
    """uvicorn's server, which ends where it was told to rather than by the signal that told it."""

    def __init__(
        self,
        config: uvicorn.Config,
        ready: Ready,
        signals: Sequence[signal.Signals],
        leaving: threading.Event,
        sharing: Sharing | None,
    ) -> None:
        super().__init__(config)
        # What it would say is said by the log of requests, and nothing of a request may be in it.
        logging.getLogger("uvicorn").addHandler(logging.NullHandler())
        logging.getLogger("uvicorn").propagate = False
        self._ready = ready
        self._signals = signals
        self._leaving = leaving
        self._sharing = sharing
        self._arriving: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._sharing is not None:
            asyncio.get_running_loop().add_reader(self._sharing.inbox, self._take)
        self._ready(self.stop)

    def _take(self) -> None:
        connection = self._sharing.taken() if self._sharing is not None else None
        if connection is not None:
            arriving = asyncio.get_running_loop().create_task(self._begin(connection))
            self._arriving.add(arriving)
            arriving.add_done_callback(self._arriving.discard)

    async def _begin(self, connection: socket.socket) -> None:
        """Go on with a connection that another process has passed on, as with one that was made here."""
        loop = asyncio.get_running_loop()
        one = cast("type[Connection]", self.config.http_protocol_class)(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state, _loop=loop
        )
        one.given = True
        await loop.connect_accepted_socket(lambda: one, connection)
        if self.should_exit:
            one.shutdown()

    def stop(self) -> None:
        """Answer what has begun, and end; may be called by any thread."""
        self._leaving.set()
        self.should_exit = True

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        def stop(number: int, _: "FrameType | None") -> None:
            # Whoever interrupts twice does not want to wait.
            self.force_exit = self.should_exit and number == signal.SIGINT
            self.stop()

        # Only the main thread may be told by a signal.
        heard = self._signals if threading.current_thread() is threading.main_thread() else ()
        before = {number: signal.signal(number, stop) for number in heard}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
