"""A judge's server that does exactly what a test says, byte by byte, on a thread of this process."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

Talk = Callable[[socket.socket, threading.Event], None]

GOOD_BODY = json.dumps({"judge": {"model": "test-judge-1"}, "answers": {"unsafe": {"noul": 0.25}}}).encode()


@dataclass
class Server:
    """Where the server is, and the requests it has read."""

    port: int
    requests: list[bytes] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/judge"

    def body(self, number: int = 0) -> Any:
        return json.loads(self.requests[number].partition(b"\r\n\r\n")[2])

    def head(self, number: int = 0) -> str:
        return self.requests[number].partition(b"\r\n\r\n")[0].decode().lower()


def response(body: bytes = GOOD_BODY, status: int = 200, headers: dict[str, str] | None = None) -> bytes:
    """The bytes of a response that ends with its body."""
    given = {"content-type": "application/json", "content-length": str(len(body)), "connection": "close"}
    lines = [f"HTTP/1.1 {status} X", *(f"{name}: {value}" for name, value in {**given, **(headers or {})}.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def sending(data: bytes) -> Talk:
    """Send some bytes and hang up."""
    return lambda connection, _: connection.sendall(data)


def dripping(data: bytes, *, after: bytes = b"", every: float = 0.02) -> Talk:
    """Send some bytes at once, the others one at a time and again from the start, until the test is over."""

    def talk(connection: socket.socket, over: threading.Event) -> None:
        connection.sendall(after)
        while not over.wait(every):
            for byte in data:
                connection.sendall(bytes([byte]))
                if over.wait(every):
                    return

    return talk


def stalling(data: bytes = b"") -> Talk:
    """Send some bytes, then say nothing more until the test is over."""

    def talk(connection: socket.socket, over: threading.Event) -> None:
        connection.sendall(data)
        over.wait(30)

    return talk


def streaming(head: bytes, chunk: bytes) -> Talk:
    """Send a chunk again and again, as fast as it is read."""

    def talk(connection: socket.socket, over: threading.Event) -> None:
        connection.sendall(head)
        while not over.is_set():
            connection.sendall(chunk)

    return talk


@contextmanager
def serving(*talks: Talk) -> Iterator[Server]:
    """A server that gives the first caller the first talk, and so on; further callers get the last."""
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.05)
        server = Server(listener.getsockname()[1])
        thread = threading.Thread(target=_accept, args=(listener, talks, server, over), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            over.set()
            thread.join(5)


@contextmanager
def deaf() -> Iterator[Server]:
    """A server that refuses every connection: its port is taken, so that no other test is given it meanwhile."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield Server(taken.getsockname()[1])


def _accept(listener: socket.socket, talks: tuple[Talk, ...], server: Server, over: threading.Event) -> None:
    callers: list[threading.Thread] = []
    while not over.is_set():
        try:
            connection, _ = listener.accept()
        except TimeoutError:
            continue
        talk = talks[min(len(callers), len(talks) - 1)]
        caller = threading.Thread(target=_serve, args=(connection, talk, server, over), daemon=True)
        callers.append(caller)
        caller.start()
    for caller in callers:
        caller.join(5)


def _serve(connection: socket.socket, talk: Talk, server: Server, over: threading.Event) -> None:
    with connection:
        connection.settimeout(5)
        try:
            server.requests.append(_read_request(connection))
            talk(connection, over)
        except OSError:
            # The client hung up, which is what many of these tests are about.
            return


def _read_request(connection: socket.socket) -> bytes:
    received = b""
    while b"\r\n\r\n" not in received:
        received += connection.recv(65536)
    head, _, body = received.partition(b"\r\n\r\n")
    length = next(
        int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")
    )
    while len(body) < length:
        body += connection.recv(65536)
    return head + b"\r\n\r\n" + body
