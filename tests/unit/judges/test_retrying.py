"""Asking again: only where nobody has answered, and only within the time there is."""

import time

import pytest

from bridge.errors import AnswerRejected, JudgeUnavailable
from bridge.judges.exchange import Exchange
from bridge.judges.retrying import Retries, send
from tests.unit.judges.server import GOOD_BODY, Server, Talk, deaf, response, sending, serving, stalling

QUICK = Retries(most=2, first_wait=0.01, longest_wait=0.02, jitter=0.0)


def asked(server: Server, *, timeout: float = 5.0, retries: Retries = QUICK) -> bytes:
    return send(Exchange(server.url, timeout), b"{}", retries=retries).body


def failing(status: int, **headers: str) -> Talk:
    return sending(response(b"{}", status, {name.replace("_", "-"): value for name, value in headers.items()}))


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 529])
def test_a_status_that_may_pass_is_asked_about_again(status: int) -> None:
    with serving(failing(status), failing(status), sending(response())) as server:
        assert asked(server) == GOOD_BODY
    assert len(server.requests) == 3


def test_how_long_it_took_is_said_of_all_attempts_together() -> None:
    with serving(failing(503), sending(response())) as server:
        received = send(Exchange(server.url, 5.0), b"{}", retries=Retries(2, 0.05, 0.05, 0.0))
    assert 50 <= received.latency_ms < 5000


@pytest.mark.parametrize(("ticks", "latency_ms"), [((7.0, 7.0, 7.0419), 41), ((7.0, 6.5, 6.0), 0)])
def test_it_is_whole_milliseconds_and_never_less_than_none(ticks: tuple[float, ...], latency_ms: int) -> None:
    clock = iter(ticks)
    with serving(sending(response())) as server:
        received = send(Exchange(server.url), b"{}", retries=QUICK, clock=lambda: next(clock))
    assert received.latency_ms == latency_ms


def test_every_request_is_the_same() -> None:
    with serving(failing(503), sending(response())) as server:
        asked(server)
    assert server.requests[0] == server.requests[1]


@pytest.mark.parametrize("most", [0, 1, 3])
def test_it_is_asked_as_often_as_it_says_and_the_last_error_stands(most: int) -> None:
    with serving(failing(503)) as server, pytest.raises(JudgeUnavailable, match="status 503"):
        asked(server, retries=Retries(most, 0.0, 0.0, 0.0))
    assert len(server.requests) == most + 1


@pytest.mark.parametrize("status", [300, 301, 308, 400, 401, 403, 404, 413, 422])
def test_any_other_status_is_the_answer(status: int) -> None:
    with serving(failing(status, location="http://127.0.0.1:9/")) as server, pytest.raises(JudgeUnavailable):
        asked(server)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "talk",
    [
        pytest.param(sending(b""), id="hangs up"),
        pytest.param(sending(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"), id="a body cut short"),
    ],
)
def test_what_was_sent_and_may_have_been_answered_is_not_sent_again(talk: Talk) -> None:
    with serving(talk, sending(response())) as server, pytest.raises(JudgeUnavailable):
        asked(server)
    assert len(server.requests) == 1


def test_a_body_that_cannot_be_read_is_not_asked_for_again() -> None:
    encoded = sending(response(headers={"content-encoding": "br"}))
    with serving(encoded, sending(response())) as server, pytest.raises(AnswerRejected):
        asked(server)
    assert len(server.requests) == 1


def test_a_connection_that_is_refused_is_tried_again() -> None:
    begun = time.monotonic()
    with deaf() as server, pytest.raises(JudgeUnavailable):
        asked(server, retries=Retries(2, 0.05, 0.05, 0.0))
    assert time.monotonic() - begun >= 0.1


@pytest.mark.parametrize(
    "headers",
    [
        {"retry_after_ms": "300"},
        {"retry_after": "0.3"},
        {"retry_after_ms": "300", "retry_after": "60"},
        {"retry_after": "Tue, 29 Oct 2030 16:56:33 GMT", "date": "Tue, 29 Oct 2030 16:56:33 GMT"},
    ],
)
def test_a_server_that_says_how_long_to_wait_is_obeyed(headers: dict[str, str]) -> None:
    begun = time.monotonic()
    with serving(failing(429, **headers), sending(response())) as server:
        assert asked(server, retries=Retries(2, 30.0, 30.0, 0.0)) == GOOD_BODY
    wait = 0.0 if "date" in headers else 0.3
    assert wait <= time.monotonic() - begun < 15


@pytest.mark.parametrize("asks", ["3600", "6", "Tue, 29 Oct 2030 17:56:33 GMT"])
def test_a_wait_that_leaves_no_time_is_not_begun(asks: str) -> None:
    begun = time.monotonic()
    headers = {"retry_after": asks, "date": "Tue, 29 Oct 2030 16:56:33 GMT"}
    with serving(failing(429, **headers)) as server, pytest.raises(JudgeUnavailable, match="status 429"):
        asked(server)
    assert time.monotonic() - begun < 4
    assert len(server.requests) == 1


@pytest.mark.parametrize("asks", ["nan", "inf", "-1", "soon", "", "Tue, 99 Xyz"])
def test_a_wait_that_is_none_is_passed_over(asks: str) -> None:
    with serving(failing(503, retry_after=asks), sending(response())) as server:
        assert asked(server) == GOOD_BODY


def test_the_deadline_is_on_all_attempts_together() -> None:
    begun = time.monotonic()
    with (
        serving(failing(503), stalling()) as server,
        pytest.raises(JudgeUnavailable, match=r"no complete answer within 1 s"),
    ):
        asked(server, timeout=1.0, retries=Retries(5, 0.01, 0.01, 0.0))
    assert time.monotonic() - begun < 15
    assert len(server.requests) == 2
