"""The public-report cases of HTTP judges, against a server that does what each case says."""

import json
import time
from typing import Any

import pytest

from bridge.errors import JudgeError
from bridge.judgement.model import Threshold
from bridge.judgement.questions import read_questions
from bridge.judgement.record import record
from bridge.judges.http import HttpJudge
from tests.unit.judges.server import Server, Talk, dripping, response, sending, serving, stalling, streaming
from tests.vectors import cases, needs_vectors

pytestmark = [pytest.mark.vectors, needs_vectors]

CASES = cases("http-judge")
STATE: dict[str, Any] = {"tool": "Bash", "input": {"command": "ls"}}


def test_there_are_cases() -> None:
    assert len(CASES) >= 19


HEAD = b"HTTP/1.1 200 X\r\ncontent-type: application/json\r\n"
BOUND_SECONDS = 12
"""The judge's 10 seconds, and what a test takes besides."""


def body_of(described: dict[str, Any]) -> bytes:
    """The body of a case; what is generated is a product and a sum of texts, and no other expression."""
    if "generate" not in described:
        return str(described.get("body", "")).encode()
    parts = [part.strip().split("*") for part in str(described["generate"]).split("+")]
    return b"".join(json.loads(text).encode() * int(times) for text, times in parts)


def talk_of(described: dict[str, Any]) -> Talk:
    """What the server of a case does."""
    if "accept_and_hang_seconds" in described:
        return stalling()
    if "stall_after_headers_seconds" in described:
        return stalling(HEAD + b"content-length: 99\r\n\r\n{")
    if "drip" in described:
        return dripping(b" ", after=HEAD + b"content-length: 100000\r\n\r\n", every=0.05)
    if "stream" in described:
        return streaming(HEAD + b"\r\n", b" " * 65536)
    return sending(response(body_of(described), described["status"], described.get("headers")))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    described, expect = case["input"]["response"], case["expect"]
    talks = [talk_of(described)] + ([talk_of(described["then"])] if "then" in described else [])
    begun = time.monotonic()
    with serving(*talks) as server:
        effect = effect_of(case, server)
        took = time.monotonic() - begun
    assert took <= expect.get("max_seconds", BOUND_SECONDS)
    assert len(server.requests) == expect.get("requests_sent", 1)
    if expect["result"] == "error":
        assert effect == "error"
    else:
        assert effect == expect["effect"]
    assert effect != expect.get("never_effect")


def effect_of(case: dict[str, Any], server: Server) -> str:
    questions = read_questions(case["input"]["questions"])
    try:
        answered = HttpJudge(server.url).ask(STATE, questions)
    except JudgeError:
        return "error"
    recorded = record(
        questions,
        answered,
        Threshold(case["input"]["threshold"]),
        state=STATE,
        judged_at="2026-03-01T08:00:00Z",
    )
    return str(recorded.decision.effect)
