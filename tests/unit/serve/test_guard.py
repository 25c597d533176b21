"""Who is let in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.errors import UsageError
from bridge.serve.guard import Guard, is_loopback, name_of, names
from bridge.serve.problems import Problem
from bridge.serve.token import Token

SECRET = "correct-horse-battery"
HOME = Guard(None, names("127.0.0.1", ()))
AWAY = Guard(Token.of(SECRET, "here"), names("0.0.0.0", ()))


def admitted(guard: Guard, route: str = "/v1/judge", **headers: str) -> int:
    """200, or the status that a request with some headers gets."""
    given = {name.replace("_", "-").encode(): [value.encode()] for name, value in headers.items()}
    try:
        guard.admit(route, given)
    except Problem as problem:
        return problem.status
    return 200


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:8765", "localhost.", "127.0.0.1:1", "[::1]:8765", "[::1]", " localhost "]
)
def test_this_machine_has_these_names(host: str) -> None:
    assert admitted(HOME, host=host) == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost@evil.example", "", "127.0.0.2"],
)
def test_a_name_that_somebody_else_controls_is_not_answered(host: str) -> None:
    assert admitted(HOME, host=host) == 421


@given(st.text(max_size=30))
def test_no_other_text_is_a_name_of_this_machine(host: str) -> None:
    known = name_of(host.encode("utf-8", "surrogatepass")) in {"localhost", "127.0.0.1", "::1"}
    encoded = {b"host": [host.encode("utf-8", "surrogatepass")]}
    if known:
        HOME.admit("/", encoded)
    else:
        with pytest.raises(Problem):
            HOME.admit("/", encoded)


def test_a_missing_host_is_no_name() -> None:
    assert admitted(HOME) == 421


@pytest.mark.parametrize(
    ("origin", "status"),
    [("http://localhost:3000", 200), ("http://[::1]", 200), ("http://evil.example", 403), ("null", 403)],
)
def test_a_page_may_ask_if_it_is_of_this_machine(origin: str, status: int) -> None:
    assert admitted(HOME, host="localhost", origin=origin) == status


def test_of_several_origins_each_must_be_of_this_machine() -> None:
    with pytest.raises(Problem):
        HOME.admit("/", {b"host": [b"localhost"], b"origin": [b"http://localhost", b"http://evil.example"]})


def test_further_names_are_those_that_are_allowed() -> None:
    guard = Guard(None, names("127.0.0.1", ["Judge.Example:80"]))
    assert [admitted(guard, host=host) for host in ("judge.example", "localhost", "example")] == [200, 200, 421]


def test_beyond_this_machine_any_name_will_do_and_the_token_must_be_shown() -> None:
    assert admitted(AWAY, host="judge.example") == 401
    assert admitted(AWAY, host="judge.example", authorization=f"Bearer {SECRET}") == 200
    assert admitted(AWAY, host="judge.example", authorization=f"Bearer {SECRET}x") == 401


def test_two_tokens_are_none() -> None:
    with pytest.raises(Problem, match="not the server's"):
        AWAY.admit("/", {b"authorization": [b"Bearer " + SECRET.encode()] * 2})


def test_whether_it_is_there_is_said_to_anybody() -> None:
    assert admitted(AWAY, "/healthz", host="judge.example") == 200
    assert admitted(AWAY, "/metrics", host="judge.example") == 401


def test_a_message_that_two_readers_would_end_at_different_places_is_refused() -> None:
    assert admitted(HOME, host="localhost", content_length="5", transfer_encoding="chunked") == 400


@pytest.mark.parametrize(
    ("host", "answer"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.1", False),
        ("judge.example", False),
        ("", False),
    ],
)
def test_an_address_is_of_this_machine_alone_or_is_not(host: str, answer: bool) -> None:
    assert is_loopback(host) is answer


def test_the_address_it_is_bound_to_is_one_of_its_names() -> None:
    assert "127.8.8.8" in (names("127.8.8.8", ()) or ())


@pytest.mark.parametrize("name", ["", ":80", "a" * 80 + "ü", "\udcff"])
def test_a_name_that_no_host_can_have_is_not_allowed(name: str) -> None:
    with pytest.raises(UsageError):
        names("127.0.0.1", [name])
