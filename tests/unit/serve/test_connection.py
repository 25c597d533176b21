"""What a hostile client can do with a connection: nothing that costs anybody else theirs."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.serve.metrics import Metrics
from tests.unit.serve.servers import Sure, Talk, running, service_in, talk

HOST = b"Host: localhost\r\n"
JSON = b"Content-Type: application/json\r\n"
CALL = b'{"tool":"Bash"}'
HEALTH = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"


def post(body: bytes = CALL, *, further: bytes = b"", host: bytes = HOST, version: bytes = b"1.1") -> bytes:
    length = b"Content-Length: %d\r\n" % len(body)
    return b"POST /v1/judge HTTP/" + version + b"\r\n" + host + JSON + further + length + b"\r\n" + body


def chunked(*pieces: bytes, further: bytes = b"") -> bytes:
    head = b"POST /v1/judge HTTP/1.1\r\n" + HOST + JSON + further + b"Transfer-Encoding: chunked\r\n\r\n"
    return head + b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder = tmp_path_factory.mktemp("server")
    with running(folder, service_in(folder, program=None)) as port:
        yield port


def is_error(said: Talk) -> bool:
    return '"schema":"bridge.error.v1"' in said.text


@pytest.mark.parametrize(
    ("sent", "statuses"),
    [
        (post(), [200]),
        (post() * 4, [200, 200, 200, 200]),
        (post(version=b"1.0"), [200]),
        (chunked(CALL[:4], CALL[4:], b""), [200]),
        (b"GET http://localhost/healthz HTTP/1.1\r\n" + HOST + b"\r\n", [200]),
    ],
    ids=["plain", "pipelined", "1.0", "chunked", "absolute"],
)
def test_what_is_odd_and_allowed_is_answered(port: int, sent: bytes, statuses: list[int]) -> None:
    assert talk(port, sent, answers=len(statuses)).statuses == statuses


def test_who_has_said_all_is_still_answered(port: int) -> None:
    said = talk(port, post(), end=True)
    assert (said.statuses, said.closed) == ([200], True)


@pytest.mark.parametrize("unfinished", [b"", b"GET /heal", post()[:-1], post() + HEALTH[:-1]])
def test_who_has_said_all_is_answered_everything_however_long_it_takes(tmp_path: Path, unfinished: bytes) -> None:
    slow = service_in(tmp_path, judge=Sure(otherwise=lambda: time.sleep(0.03)), program=None)
    with running(tmp_path, slow, remote=True) as port:
        said = talk(port, post() * 3 + unfinished, end=True)
    whole = 4 if unfinished.startswith(post()) else 3
    assert (said.statuses, said.closed) == ([200] * whole, True)


SMUGGLED = b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + HEALTH


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"POST / HTTP/1.1\r\n" + HOST + JSON + SMUGGLED, 400),
        (b"POST / HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}" + HEALTH, 400),
        (b"POST / HTTP/1.1\r\n" + HOST + JSON + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + HEALTH, 400),
        (b"POST / HTTP/1.1\r\n" + HOST + JSON + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: -1\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: +2\r\n\r\n{}", 400),
        (b"GET /healthz HTTP/1.1\r\nHost : localhost\r\n\r\n", 400),
        (post(host=b""), 400),
        (post(host=HOST + b"Host: evil.example\r\n"), 400),
        (post(host=b"", version=b"1.0"), 421),
        (post(host=b"Host: evil.example\r\n"), 421),
        (b"GET http://evil.example/healthz HTTP/1.1\r\n" + HOST + b"\r\n", 421),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
        (chunked() + b"ZZ\r\n", 400),
        (b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n", 431),
        (b"GET /healthz HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 100_000 + b"\r\n\r\n", 431),
        (b"GET /healthz HTTP/1.1\r\n" + HOST + b"X: y\r\n" * 20_000 + b"\r\n", 431),
        (chunked(*[b"a"] * 2000), 400),
        (post(b'{"tool":"' + b"a" * 3_000_000 + b'"}'), 413),
        (chunked(*[b"a" * 65536] * 40, b""), 413),
        (b"POST / HTTP/1.1\r\n" + HOST + JSON + b"Expect: 100-continue\r\nContent-Length: 99999999\r\n\r\n", 413),
        (b"CONNECT evil.example:80 HTTP/1.1\r\n" + HOST + b"\r\n", 404),
        (b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n", 404),
        (b"GET / HTTP/1.1\r\n" + HOST + b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n", 405),
        (post(further=b"Content-Encoding: gzip\r\n"), 415),
    ],
)
def test_what_is_not_is_answered_once_in_the_one_shape_of_errors(port: int, sent: bytes, status: int) -> None:
    # After these the rest of what came is not taken for another request.
    closes = status in (400, 413, 431)
    said = talk(port, sent, answers=None if closes else 1)
    assert (said.statuses, said.closed or not closes) == ([status], True)
    assert is_error(said)
    assert talk(port, HEALTH, answers=1).statuses == [200]


def test_a_header_that_cannot_be_read_is_not_quoted(port: int) -> None:
    said = talk(port, b"GET /healthz HTTP/1.1\r\n" + HOST + b"Authorization : Bearer of-secrets\r\n\r\n")
    assert said.statuses == [400]
    assert "secrets" not in said.text


@pytest.mark.parametrize(
    ("sent", "statuses"),
    [
        (b"", []),
        (b"GET /healthz HT", [408]),
        (b"POST / HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: 10\r\n\r\n{", [408]),
        (HEALTH, [200]),
        (chunked(b"a" * 1000), [408]),
    ],
    ids=["idle", "slow head", "slow body", "kept alive", "unfinished"],
)
def test_nobody_is_waited_for_for_long(
    tmp_path_factory: pytest.TempPathFactory, sent: bytes, statuses: list[int]
) -> None:
    from bridge.serve.body import Bounds

    folder = tmp_path_factory.mktemp("impatient")
    with running(folder, service_in(folder, program=None), bounds=Bounds(65536, 0.5), head_seconds=0.5) as port:
        started = time.monotonic()
        said = talk(port, sent)
    assert (said.statuses, said.closed) == (statuses, True)
    assert time.monotonic() - started < 30


def test_one_connection_too_many_is_told_so_and_the_others_are_answered(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    import socket

    folder, metrics = tmp_path_factory.mktemp("crowded"), Metrics()
    with running(folder, service_in(folder, program=None), connections=3, metrics=metrics) as port:
        crowd = [socket.create_connection(("127.0.0.1", port)) for _ in range(3)]
        time.sleep(0.1)
        refused = talk(port, HEALTH)
        crowd[0].sendall(HEALTH)
        answered = crowd[0].recv(65536)
        for one in crowd:
            one.close()
        end = time.monotonic() + 20
        while (later := talk(port, HEALTH, answers=1).statuses) == [503] and time.monotonic() < end:
            time.sleep(0.02)
        assert later == [200]
    assert (refused.statuses, refused.closed) == ([503], True)
    assert answered.startswith(b"HTTP/1.1 200")


def test_stopping_answers_what_has_begun_and_what_is_on_its_way(tmp_path_factory: pytest.TempPathFactory) -> None:
    import socket
    import threading

    from tests.unit.serve.servers import Sure

    folder = tmp_path_factory.mktemp("stopping")
    entered, go_on = threading.Event(), threading.Event()

    def slow() -> None:
        entered.set()
        go_on.wait(30)

    service = service_in(folder, program=None, judge=Sure(otherwise=slow))
    with running(folder, service, remote=True) as port:
        busy, idle = (socket.create_connection(("127.0.0.1", port)) for _ in range(2))
        busy.sendall(post())
        assert entered.wait(30)
        threading.Timer(0.3, go_on.set).start()
    # The server has been told to stop while one request was under way, and has stopped.
    assert busy.recv(65536).startswith(b"HTTP/1.1 200")
    assert idle.recv(65536) == b""
    busy.close()
    idle.close()
