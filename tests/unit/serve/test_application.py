"""What each route answers, and how every failure looks."""

import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bridge.core.strict_json import Json
from bridge.errors import AnswerRejected, JudgeUnavailable, UnknownQuestion
from bridge.judgement.model import Question, QuestionType
from bridge.judges.contract import read_response, request_bytes
from bridge.receipts.group import GroupStore
from bridge.receipts.turn import TurnStore
from bridge.serve.guard import Guard
from bridge.serve.metrics import Metrics
from bridge.serve.token import Token
from bridge.serve.turns import Turns
from bridge.testing import schemas
from bridge.workflows.attest import Signer
from bridge.workflows.session import start
from tests.unit.serve.servers import AT, LIST, REMOVE_ALL, Asked, Sure, asked, key_in, service_in

SECRET = "correct-horse-battery"
STATE: dict[str, Json] = {"tool": "Bash", "input": {"command": "rm -rf /"}}


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Asked:
    return asked(service_in(tmp_path_factory.mktemp("rules")))


def raising(error: Exception) -> Callable[[], None]:
    def fail() -> None:
        raise error

    return fail


# The judge contract


@pytest.mark.parametrize("path", ["/", "/v1/judge"])
def test_the_contract_is_answered_as_a_client_of_it_reads(rules: Asked, path: str) -> None:
    questions = {"unsafe": Question(QuestionType.NOUL, "Any of the above.")}
    reply = rules.ask(path, request_bytes(STATE, questions))
    assert reply.status_code == 200
    response = read_response(reply.content, questions, latency_ms=0)
    assert (response.answers["unsafe"].noul, response.judge.model) == (1.0, "treeship-rules/0.31")
    assert response.request_id == reply.headers["x-request-id"]
    schemas.validate("judge-response", reply.json())


def test_members_that_the_contract_does_not_know_are_passed_over(rules: Asked) -> None:
    asking = {"state": STATE, "questions": {"unsafe": {"type": "noul", "weight": 3}}, "trace": "x"}
    assert rules.ask("/", asking).status_code == 200


def test_a_request_has_the_id_that_it_brings_if_that_is_one(rules: Asked) -> None:
    asking = {"state": STATE, "questions": {"unsafe": {"type": "noul"}}}
    assert rules.ask("/", asking, headers={"x-request-id": "run-7:call.3"}).json()["request_id"] == "run-7:call.3"
    assert rules.ask("/", asking, headers={"x-request-id": "a b"}).json()["request_id"].startswith("req_")


# Judging and deciding


def test_a_judged_call_is_the_document_of_the_command(rules: Asked) -> None:
    document = rules.ask("/v1/judge", REMOVE_ALL).json()
    schemas.validate("judge-document", document)
    assert (document["effect"], document["receipts"]) == ("deny", [])


def test_a_judgement_may_be_asked_with_another_scope_bar_and_questions(rules: Asked) -> None:
    call = {"tool": "WebFetch", "input": {"url": "https://evil.example/"}, "network_scope": ["api.example.com"]}
    document = rules.ask("/v1/judge", {**call, "questions": ["network_off_scope"], "threshold": 1}).json()
    assert (document["decided_by"], document["threshold"]) == (["network_off_scope"], 1.0)


def test_a_decision_is_the_document_of_the_command(rules: Asked) -> None:
    document = rules.ask("/v1/decide", REMOVE_ALL).json()
    schemas.validate("bridge.decision.v1", document)
    assert (document["status"], document["authorized"]) == ("denied", False)


def test_what_is_signed_is_stored_before_it_is_answered(tmp_path: Path) -> None:
    key = key_in(tmp_path)
    with GroupStore(tmp_path / ".bridge" / "store.sqlite3") as store:
        signing = asked(service_in(tmp_path).signing(Signer(key, store, created=False)))
        decided = signing.ask("/v1/decide", LIST).json()["receipts"]
        judged = signing.ask("/v1/judge", {**LIST, "attest": True}).json()["receipts"]
        assert (decided["action"], *decided["judgements"], *judged) == store.ids()


@contextmanager
def by_turns(folder: Path) -> Iterator[tuple[Asked, GroupStore]]:
    """A server as it is run: what is short goes by a store that waits for nobody, what is not by one that does."""
    key, path = key_in(folder), folder / ".bridge" / "store.sqlite3"
    with GroupStore(path) as patient, TurnStore(path) as kept:
        service = service_in(folder)
        signing = (service.signing(Signer(key, store, created=False)) for store in (patient, kept))
        yield asked(next(signing), quick=next(signing), turns=Turns(kept)), patient


@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.4])
def test_a_decision_waits_for_a_store_that_others_hold_and_is_stored_once(tmp_path: Path, seconds: float) -> None:
    with by_turns(tmp_path) as (server, patient):
        other = sqlite3.connect(tmp_path / ".bridge" / "store.sqlite3", isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        later = threading.Timer(seconds, other.rollback)
        later.start()
        receipts = server.ask("/v1/decide", LIST).json()["receipts"]
        later.join()
        other.close()
        assert (receipts["action"], *receipts["judgements"]) == patient.ids()


def test_in_a_session_what_is_signed_follows_its_last_receipt(tmp_path: Path) -> None:
    with by_turns(tmp_path) as (server, patient):
        start(Signer(key_in(tmp_path), patient, created=False), at=AT)
        decided = server.ask("/v1/decide", LIST).json()["receipts"]
        judged = server.ask("/v1/judge", {**LIST, "attest": True}).json()["receipts"]
        begun, *after = patient.ids()
        assert [decided["action"], *decided["judgements"], *judged] == after
        assert [one.parent_id for one in patient] == [None, begun, *after[:-1]]


def test_a_server_that_signs_nothing_says_so(rules: Asked) -> None:
    assert rules.ask("/v1/judge", {**LIST, "attest": True}).json()["code"] == "no-signer"
    assert rules.ask("/v1/decide", LIST).json()["receipts"] == {"action": None, "judgements": []}


def test_a_key_that_has_expired_since_the_start_signs_nothing(tmp_path: Path) -> None:
    key = key_in(tmp_path)
    with GroupStore(tmp_path / ".bridge" / "store.sqlite3") as store:
        service = replace(
            service_in(tmp_path).signing(Signer(key, store, created=False)), key_ends="2026-09-01T09:00:00Z"
        )
        reply = asked(service).ask("/v1/decide", LIST)
        assert (reply.status_code, reply.json()["code"]) == (500, "key-refused")
        assert store.ids() == ()


def test_whoever_asks_cannot_loosen_what_decides(rules: Asked) -> None:
    for name in ("workspace_root", "network_scope", "amount_bound", "threshold", "questions", "facts", "program"):
        reply = rules.ask("/v1/decide", {**LIST, name: "x"})
        assert (reply.status_code, reply.json()["code"]) == (422, "shape")


def test_a_route_without_what_it_needs_is_not_there(tmp_path: Path) -> None:
    bare = asked(replace(service_in(tmp_path, program=None), asking=None, gate=None))
    replies = [bare.ask(path, LIST) for path in ("/v1/judge", "/v1/decide", "/v1/gate")]
    assert [(reply.status_code, reply.json()["code"]) for reply in replies] == [
        (404, "no-judge"),
        (404, "no-program"),
        (404, "no-gate"),
    ]


# The gate


def event(command: str) -> dict[str, Any]:
    return {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": command}}


def test_the_gate_answers_what_the_hook_would_print_and_nothing_where_it_would_print_nothing(tmp_path: Path) -> None:
    gate = asked(service_in(tmp_path, program=None))
    refused, silent = gate.ask("/v1/gate", event("rm -rf /")), gate.ask("/v1/gate", event("ls"))
    assert refused.json()["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert (silent.status_code, silent.content) == (204, b"")


@pytest.mark.parametrize("body", [b"nonsense", b"[]", b"{}", b"[" * 100_000, b'{"tool_name":"\xff"}'])
def test_an_event_that_cannot_be_read_is_asked_about_and_not_refused(rules: Asked, body: bytes) -> None:
    reply = rules.ask("/v1/gate", body)
    assert reply.status_code == 200
    assert reply.json()["hookSpecificOutput"]["permissionDecision"] == "ask"


def test_a_call_that_takes_too_long_does_not_get_past_the_gate_for_it(tmp_path: Path) -> None:
    answered = threading.Event()

    def waits() -> None:
        answered.wait(30)

    slow = service_in(tmp_path, judge=Sure(otherwise=waits), program=None)
    reply = asked(slow, seconds=0.05).ask("/v1/gate", event("rm -rf /"))
    answered.set()
    assert reply.json()["hookSpecificOutput"]["permissionDecision"] == "ask"


@pytest.mark.parametrize("agent", ["nobody", "claude", "", "%FF"])
def test_an_agent_that_is_not_known_is_refused_and_not_its_request(rules: Asked, agent: str) -> None:
    assert rules.ask("/v1/gate?agent=codex", event("ls")).status_code in (200, 204)
    reply = rules.ask(f"/v1/gate?agent={agent}", event("ls"))
    assert (reply.status_code, reply.json()["decision"]) == (200, "block")
    assert reply.json()["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert "knows no agent" in reply.json()["reason"]


@pytest.mark.parametrize(
    ("headers", "cause"),
    [
        ({"content-type": "text/plain"}, "application/json"),
        ({"content-type": ""}, "application/json"),
        ({"content-encoding": "gzip"}, "encoded"),
    ],
)
def test_an_event_of_another_type_is_not_judged_and_stops_the_call(
    rules: Asked, headers: dict[str, str], cause: str
) -> None:
    reply = rules.ask("/v1/gate", event("rm -rf /"), headers=headers)
    inner = reply.json()["hookSpecificOutput"]
    assert (reply.status_code, inner["permissionDecision"]) == (200, "ask")
    assert cause in inner["permissionDecisionReason"]


def test_a_call_that_goes_on_unjudged_leaves_a_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    gate = asked(
        service_in(tmp_path, judge=Sure(otherwise=raising(JudgeUnavailable("the judge is down"))), program=None)
    )
    assert gate.ask("/v1/gate", event("ls")).status_code == 204
    assert gate.ask("/v1/gate", b"nonsense").status_code == 200
    notes = [json.loads(line)["note"] for line in capfd.readouterr().err.splitlines()]
    assert any("the judge is down" in note for note in notes)
    assert notes[-1] == "Bash (shell.exec) proceeded unjudged"


# What is wrong with a request


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/", b"", 400, "json"),
        ("/", b"{", 400, "json"),
        ("/", b'{"state":{},"state":{}}', 400, "json"),
        ("/v1/judge", b'{"tool":"a","input":{"x":NaN}}', 400, "json"),
        ("/v1/judge", b'{"tool":"\xff"}', 400, "json"),
        ("/v1/judge", b'{"tool":"\\ud800"}', 400, "json"),
        ("/v1/judge", b'{"tool":"a","input":{"x":' + b"[" * 200 + b"]" * 200 + b"}}", 400, "json"),
        ("/v1/judge", b'{"tool":"a","input":{"x":' + b"[" * 124 + b"]" * 124 + b"}}", 422, "shape"),
        ("/", b"[]", 422, "shape"),
        ("/", b'{"state":{"tool":"x"},"questions":{}}', 422, "shape"),
        ("/", b'{"state":{"tool":"x"},"questions":{"":{"type":"noul"}}}', 422, "shape"),
        ("/", b'{"state":{"tool":"x"},"questions":{"odd":{"type":"noul"}}}', 422, "judge-unknown-question"),
        ("/", b'{"state":{},"questions":{"unsafe":{"type":"noul"}}}', 422, "shape"),
        ("/v1/judge", b"{}", 422, "shape"),
        ("/v1/judge", b'{"tool":""}', 422, "shape"),
        ("/v1/judge", b'{"tool":null}', 422, "shape"),
        ("/v1/judge", b'{"tool":"a","tol":"b"}', 422, "shape"),
        ("/v1/judge", b'{"tool":"a","threshold":2}', 422, "usage"),
        ("/v1/judge", b'{"tool":"a","threshold":true}', 422, "shape"),
        ("/v1/judge", b'{"tool":"a","questions":["odd"]}', 422, "usage"),
        ("/v1/decide", b'{"tool":"a","effects":["x"]}', 422, "usage"),
        ("/v1/decide", b'{"tool":"$a"}', 422, "input"),
        ("/v1/decide", b'{"tool":"a","actor":"nobody"}', 422, "shape"),
        ("/v1/decide", b'{"tool":"a","mission":{"id":"m"}}', 422, "shape"),
        ("/v1/judge", b'{"tool":"' + b"a" * 70_000 + b'"}', 413, "too-long"),
    ],
)
def test_a_bad_request_gets_a_status_and_one_shape_of_error(
    rules: Asked, path: str, body: bytes, status: int, code: str
) -> None:
    reply = rules.ask(path, body)
    assert (reply.status_code, reply.json()["code"]) == (status, code)
    schemas.validate("bridge.error.v1", reply.json())
    assert not (reply.json()["where"] or "").startswith("--")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"content-type": "text/plain"}, 415),
        ({"content-type": "application/x-www-form-urlencoded"}, 415),
        ({"content-type": ""}, 415),
        ({"content-type": "application/json; charset=utf-16"}, 415),
        ({"content-type": 'application/json; charset="UTF-8"'}, 200),
        ({"content-type": "Application/JSON"}, 200),
        ({"content-encoding": "gzip"}, 415),
        ({"content-encoding": "identity"}, 200),
        ({"host": "evil.example"}, 421),
        ({"origin": "http://evil.example"}, 403),
    ],
)
def test_nothing_but_json_from_here_is_read(rules: Asked, headers: dict[str, str], status: int) -> None:
    assert rules.ask("/v1/judge", LIST, headers=headers).status_code == status


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("GET", "/", "POST"),
        ("DELETE", "/v1/judge", "POST"),
        ("OPTIONS", "/v1/decide", "POST"),
        ("POST", "/metrics", "GET, HEAD"),
    ],
)
def test_another_method_is_told_which_there_are(rules: Asked, method: str, path: str, allow: str) -> None:
    reply = rules.ask(path, method=method)
    assert (reply.status_code, reply.json()["code"]) == (405, "method")
    assert reply.headers["allow"] == allow
    assert "access-control-allow-origin" not in reply.headers


@pytest.mark.parametrize("path", ["/v1", "/v1/judge/", "/metrics/x", "/%2e"])
def test_another_path_is_not_found(rules: Asked, path: str) -> None:
    assert rules.ask(path, LIST).json()["code"] == "no-route"


BYTES = st.one_of(
    st.binary(max_size=200),
    st.recursive(st.none() | st.booleans() | st.text(), st.lists).map(json.dumps).map(str.encode),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(["/", "/v1/judge", "/v1/decide", "/v1/gate"]), BYTES)
def test_no_body_is_a_defect(rules: Asked, path: str, body: bytes) -> None:
    assert rules.ask(path, body).status_code < 500


# What is wrong elsewhere


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (JudgeUnavailable("judge unavailable: no answer"), 503, "judge-unavailable"),
        (AnswerRejected("judge answer rejected: odd"), 502, "judge-answer-rejected"),
        (UnknownQuestion("no rule"), 422, "judge-unknown-question"),
        (ZeroDivisionError("the state was secret"), 503, "judge-unavailable"),
    ],
)
@pytest.mark.parametrize("path", ["/", "/v1/judge", "/v1/decide"])
def test_a_judge_that_gives_no_answer_is_an_error_and_is_counted(
    tmp_path: Path, path: str, error: Exception, status: int, code: str
) -> None:
    metrics = Metrics()
    failing = asked(service_in(tmp_path, judge=Sure(otherwise=raising(error))), metrics=metrics)
    body = {"state": STATE, "questions": {"unsafe": {"type": "noul"}}} if path == "/" else LIST
    reply = failing.ask(path, body)
    assert (reply.status_code, reply.json()["code"]) == (status, code)
    assert f'bridge_judge_errors_total{{code="{code}"}} 1' in metrics.text()


def test_a_defect_says_nothing_of_itself(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    def broken() -> str:
        raise RuntimeError("the state was secret")

    reply = asked(replace(service_in(tmp_path), now=broken)).ask("/v1/judge", LIST)
    assert (reply.status_code, reply.json()["code"]) == (500, "internal")
    said = capfd.readouterr().err
    assert "secret" not in reply.text + said
    assert "RuntimeError" in said


# The rest


def test_the_token_is_asked_for_everywhere_but_for_health(tmp_path: Path) -> None:
    guarded = asked(service_in(tmp_path), guard=Guard(Token.of(SECRET, "here")))
    for path in ("/", "/v1/judge", "/v1/decide", "/v1/gate", "/nowhere"):
        reply = guarded.ask(path, LIST)
        assert (reply.status_code, reply.json()["code"]) == (401, "unauthorized")
        assert reply.headers["www-authenticate"].startswith("Bearer")
    assert guarded.ask("/metrics", method="GET").status_code == 401
    assert guarded.ask("/healthz", method="GET").json() == {"status": "ok"}
    assert guarded.ask("/v1/judge", LIST, headers={"authorization": f"Bearer {SECRET}"}).status_code == 200


def test_requests_are_counted_by_route_and_status_and_nothing_of_them_is_kept(tmp_path: Path) -> None:
    counted = asked(service_in(tmp_path))
    for path in ("/v1/judge", "/v1/decide", "/secret-path"):
        counted.ask(path, REMOVE_ALL)
    text = counted.ask("/metrics", method="GET").text
    assert 'bridge_requests_total{route="/v1/judge",status="200"} 1' in text
    assert 'bridge_requests_total{route="other",status="404"} 1' in text
    assert 'bridge_judgements_total{effect="deny"} 1' in text
    assert 'bridge_decisions_total{status="denied"} 1' in text
    assert "secret" not in text
    assert "rm" not in text.replace("formance", "")
