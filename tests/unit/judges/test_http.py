"""The HTTP judge: one request, one body, one deadline, whatever the server does."""

import gzip
import hashlib
import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.errors import AnswerRejected, BridgeError, JudgeError, JudgeUnavailable, ShapeError, UsageError
from bridge.judgement.model import Question, QuestionType
from bridge.judges.bounds import MOST_ANSWER, MOST_NAME
from bridge.judges.contract import read_response
from bridge.judges.http import MAX_BODY_BYTES, HttpJudge
from tests.unit.judges.server import (
    GOOD_BODY,
    Talk,
    deaf,
    dripping,
    response,
    sending,
    serving,
    stalling,
    streaming,
)

STATE: dict[str, Any] = {"tool": "Bash", "input": {"command": "ls é"}}
QUESTIONS = {"unsafe": Question(QuestionType.NOUL, "Is it unsafe?")}
HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"


def refusal(talk: Talk, *, timeout: float = 5.0) -> JudgeError:
    with serving(talk) as server, pytest.raises(JudgeError) as caught:
        HttpJudge(server.url, timeout).ask(STATE, QUESTIONS)
    assert len(server.requests) <= 1
    return caught.value


def test_the_request_is_the_state_and_the_questions_and_asks_for_no_encoding() -> None:
    with serving(sending(response())) as server:
        HttpJudge(server.url, headers={"Authorization": "Bearer x", "Accept-Encoding": "gzip"}).ask(STATE, QUESTIONS)
    assert server.body() == {
        "state": STATE,
        "questions": {"unsafe": {"type": "noul", "instructions": "Is it unsafe?"}},
    }
    assert server.head().startswith("post /judge http/1.1")
    for line in ("content-type: application/json", "accept-encoding: identity", "authorization: bearer x"):
        assert line in server.head().split("\r\n")
    assert "gzip" not in server.head()


def test_a_good_answer_is_returned_with_the_digest_of_the_bytes_received() -> None:
    with serving(sending(response())) as server:
        answered = HttpJudge(server.url).ask(STATE, QUESTIONS)
    assert answered.answers["unsafe"].noul == 0.25
    assert answered.judge.model == "test-judge-1"
    assert answered.response_digest == "sha256:" + hashlib.sha256(GOOD_BODY).hexdigest()


def test_the_latency_is_measured_where_the_judge_states_none() -> None:
    ticks = iter((100.0, 100.0419))
    with serving(sending(response())) as server:
        assert HttpJudge(server.url, clock=lambda: next(ticks)).ask(STATE, QUESTIONS).latency_ms == 41


def test_the_latency_that_the_judge_states_is_kept() -> None:
    body = json.dumps({**json.loads(GOOD_BODY), "latency_ms": 7}).encode()
    with serving(sending(response(body))) as server:
        assert HttpJudge(server.url).ask(STATE, QUESTIONS).latency_ms == 7


@pytest.mark.parametrize(
    ("stated", "headers", "expected"),
    [
        ("in the body", {"x-request-id": "b"}, "in the body"),
        (None, {"x-judge-request-id": "c", "x-request-id": "b", "x-typesafe-request-id": "a"}, "a"),
        (None, {"x-judge-request-id": "c", "x-request-id": "b"}, "b"),
        (None, {"x-judge-request-id": "c"}, "c"),
        (None, {}, None),
    ],
)
def test_the_request_is_named_by_the_body_then_by_the_headers_in_order(
    stated: str | None, headers: dict[str, str], expected: str | None
) -> None:
    body = json.dumps({**json.loads(GOOD_BODY), "request_id": stated}).encode()
    with serving(sending(response(body, headers=headers))) as server:
        assert HttpJudge(server.url).ask(STATE, QUESTIONS).request_id == expected


@pytest.mark.parametrize("status", [300, 301, 302, 303, 307, 308, 400, 401, 404, 429, 500, 503])
def test_a_status_that_is_not_success_is_unavailable_whatever_the_body_says(status: int) -> None:
    with serving(sending(response(status=200))) as elsewhere:
        error = refusal(sending(response(status=status, headers={"location": elsewhere.url, "retry-after": "0"})))
    assert isinstance(error, JudgeUnavailable)
    assert error.message.startswith("judge unavailable: ")
    assert str(status) in error.message
    assert not elsewhere.requests


@pytest.mark.parametrize(
    "talk",
    [
        pytest.param(stalling(), id="says nothing"),
        pytest.param(stalling(HEAD + b"content-length: 99\r\n\r\n{"), id="stalls in the body"),
        pytest.param(dripping(b" ", after=HEAD + b"content-length: 100000\r\n\r\n"), id="drips the body"),
        pytest.param(dripping(b"x-y: z\r\n", after=HEAD), id="drips the headers"),
        pytest.param(dripping(b"HTTP/1.1 100 Continue\r\n\r\n", every=0.001), id="always about to answer"),
        pytest.param(dripping(b"1\r\n \r\n", after=HEAD + b"transfer-encoding: chunked\r\n\r\n"), id="drips chunks"),
    ],
)
def test_the_deadline_holds_whatever_the_server_does(talk: Talk) -> None:
    started = time.monotonic()
    error = refusal(talk, timeout=0.4)
    assert time.monotonic() - started < 15
    assert isinstance(error, JudgeUnavailable)
    assert "0.4 s" in error.message


def test_a_call_that_is_given_up_lets_go_of_its_connection() -> None:
    def threads() -> int:
        return sum(thread.name == "judge" for thread in threading.enumerate())

    before = threads()
    with serving(dripping(b"x-y: z\r\n", after=HEAD)) as server:
        with pytest.raises(JudgeUnavailable):
            HttpJudge(server.url, timeout=0.2).ask(STATE, QUESTIONS)
        deadline = time.monotonic() + 20
        while threads() > before and time.monotonic() < deadline:
            time.sleep(0.02)
        assert threads() <= before


@pytest.mark.parametrize(
    ("talk", "cause"),
    [
        pytest.param(sending(response(b"Sure! " + GOOD_BODY)), "not JSON", id="prose before the JSON"),
        pytest.param(sending(response(b"")), "not JSON", id="nothing"),
        pytest.param(sending(response(b"\xff\xfe")), "not JSON", id="not UTF-8"),
        pytest.param(sending(response(b"\xef\xbb\xbf" + GOOD_BODY)), "not JSON", id="a byte order mark"),
        pytest.param(sending(response(GOOD_BODY + GOOD_BODY)), "not JSON", id="two documents"),
        pytest.param(
            sending(response(GOOD_BODY.replace(b"0.25", b'0.9, "noul": 0.25'))), "duplicate", id="a member twice"
        ),
        pytest.param(sending(response(b'{"a":' * 5000 + b"1" + b"}" * 5000)), "not JSON", id="nested deeply"),
        pytest.param(sending(response(b"[]")), "expected an object", id="an array"),
        pytest.param(sending(response(b"{}")), "missing member `judge`", id="an empty object"),
        pytest.param(sending(response(b" " * (MAX_BODY_BYTES + 1))), "longer than", id="one byte too long"),
        pytest.param(streaming(HEAD + b"\r\n", b" " * 65536), "longer than", id="an endless body"),
        pytest.param(
            streaming(HEAD + b"transfer-encoding: chunked\r\n\r\n", b"4000\r\n" + b" " * 0x4000 + b"\r\n"),
            "longer than",
            id="endless chunks",
        ),
        pytest.param(
            sending(response(gzip.compress(b" " * 50_000_000), headers={"content-encoding": "gzip"})),
            "encoded (gzip)",
            id="a compressed bomb",
        ),
    ],
)
def test_a_body_that_is_no_answer_is_rejected(talk: Talk, cause: str) -> None:
    error = refusal(talk)
    assert isinstance(error, AnswerRejected)
    assert error.message.startswith("judge answer rejected: ")
    assert cause in error.message


def worded(**changes: Any) -> bytes:
    return json.dumps({"judge": {"model": "m"}, "answers": {"unsafe": {"noul": 0.25}}, **changes}).encode()


LONG = "x" * (MOST_NAME + 1)


@pytest.mark.parametrize(
    ("talk", "where"),
    [
        pytest.param(sending(response(worded(judge={"model": LONG}))), "$.judge.model", id="model"),
        pytest.param(
            sending(response(worded(judge={"model": "m", "provider": LONG}))), "$.judge.provider", id="provider"
        ),
        pytest.param(sending(response(worded(request_id=LONG))), "$.request_id", id="request in the body"),
        pytest.param(
            sending(response(GOOD_BODY, headers={"x-request-id": LONG})), "$.request_id", id="request in a header"
        ),
        pytest.param(
            sending(response(worded(answers={"unsafe": {"noul": 0.25, "probabilities": {"x" * MOST_ANSWER: 0}}}))),
            "$.answers.unsafe",
            id="answer",
        ),
    ],
)
def test_what_would_stand_in_every_receipt_is_bounded(talk: Talk, where: str) -> None:
    error = refusal(talk)
    assert isinstance(error, AnswerRejected)
    assert error.where == where


def test_a_name_of_exactly_the_limit_is_recorded() -> None:
    with serving(sending(response(worded(request_id=LONG[1:])))) as server:
        assert HttpJudge(server.url).ask(STATE, QUESTIONS).request_id == LONG[1:]


@given(model=st.text(min_size=600), members=st.sampled_from(("kind", "model", "noul")))
def test_an_error_quotes_no_more_of_an_answer_than_a_person_reads(model: str, members: str) -> None:
    judge = {"model": model} if members == "model" else {"model": "m", "kind": model}
    body = worded(judge=judge, answers={"unsafe": {members: model}})
    with pytest.raises(AnswerRejected) as caught:
        read_response(body, QUESTIONS, latency_ms=0)
    assert len(caught.value.message) < 600


def test_a_body_of_exactly_the_limit_is_read() -> None:
    body = GOOD_BODY + b" " * (MAX_BODY_BYTES - len(GOOD_BODY))
    with serving(sending(response(body))) as server:
        assert HttpJudge(server.url).ask(STATE, QUESTIONS).answers["unsafe"].noul == 0.25


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="hangs up"),
        pytest.param(b"SSH-2.0-x\r\n", id="speaks something else"),
        pytest.param(HEAD + b"content-length: 99\r\n\r\n{}", id="a body cut short"),
        pytest.param(HEAD + b"x-long: " + b"y" * 300_000 + b"\r\n\r\n", id="huge headers"),
        pytest.param(HEAD + b"content-length: 2\r\ncontent-length: 3\r\n\r\n{} ", id="two lengths"),
        pytest.param(
            HEAD
            + b"content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n"
            % (len(GOOD_BODY), GOOD_BODY),
            id="a length and chunks",
        ),
        pytest.param(response().replace(b"HTTP/1.1", b"HTTP/2.0"), id="another HTTP"),
    ],
)
def test_a_conversation_that_breaks_down_is_unavailable(data: bytes) -> None:
    error = refusal(sending(data))
    assert isinstance(error, JudgeUnavailable)
    assert error.message.startswith("judge unavailable: ")


def test_a_refused_connection_is_unavailable_and_named_without_secrets() -> None:
    with deaf() as server:
        judge = HttpJudge(f"http://ann:hunter2@127.0.0.1:{server.port}/judge?key=hunter3")
        with pytest.raises(JudgeUnavailable, match=f"^judge unavailable: http://127.0.0.1:{server.port}: ") as caught:
            judge.ask(STATE, QUESTIONS)
    assert "hunter" not in caught.value.message + repr(judge)


@pytest.mark.parametrize(
    "url",
    ["", "judge", "ftp://x/", "file:///etc/passwd", "http://", "http://x:70000/", "http://x:p/", "http://\ud800/"],
)
def test_a_url_that_cannot_be_asked_is_unavailable_from_the_start(url: str) -> None:
    with pytest.raises(JudgeUnavailable, match=r"^judge unavailable: "):
        HttpJudge(url)


@pytest.mark.parametrize("host", ["no such host", "x" * 300, "judge.invalid"])
def test_a_host_that_has_no_address_is_unavailable(host: str) -> None:
    with pytest.raises(JudgeUnavailable, match=r"^judge unavailable: "):
        HttpJudge(f"http://{host}/", timeout=3).ask(STATE, QUESTIONS)


@pytest.mark.parametrize("timeout", [0.0, -1.0, float("inf"), float("nan")])
def test_a_timeout_is_a_positive_number_of_seconds(timeout: float) -> None:
    with pytest.raises(UsageError, match="timeout"):
        HttpJudge("http://127.0.0.1/", timeout)


def test_the_settings_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("default login ann password hunter2\n")
    monkeypatch.setenv("NETRC", str(netrc))
    with serving(stalling()) as proxy, serving(sending(response())) as server:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        monkeypatch.setenv("ALL_PROXY", proxy.url)
        assert HttpJudge(server.url).ask(STATE, QUESTIONS).answers
    assert not proxy.requests
    assert "authorization" not in server.head()


@pytest.mark.parametrize(
    ("state", "questions", "kind"), [({"x": float("nan")}, QUESTIONS, ShapeError), (STATE, {}, UsageError)]
)
def test_nothing_is_sent_that_is_not_a_question(
    state: dict[str, Any], questions: dict[str, Question], kind: type[BridgeError]
) -> None:
    with serving(sending(response())) as server, pytest.raises(kind):
        HttpJudge(server.url).ask(state, questions)
    assert not server.requests
