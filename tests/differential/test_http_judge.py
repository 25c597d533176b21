"""The public-report cases of HTTP judges, against a server that does what each case says."""

from typing import Any

import pytest

from bridge.errors import JudgeError
from bridge.judgement.model import Threshold
from bridge.judgement.questions import read_questions
from bridge.judgement.record import record
from bridge.judges.http import HttpJudge
from tests.unit.judges.server import Server, response, sending, serving
from tests.vectors import cases, needs_vectors

pytestmark = [pytest.mark.vectors, needs_vectors]

CASES = cases("http-judge")
STATE: dict[str, Any] = {"tool": "Bash", "input": {"command": "ls"}}


def test_there_are_cases() -> None:
    assert len(CASES) >= 19


def body_of(described: dict[str, Any]) -> bytes:
    if "generate" in described:
        assert described["generate"] == '"["*200000 + "]"*200000'
        return b"[" * 200_000 + b"]" * 200_000
    return str(described["body"]).encode()


def talk_of(described: dict[str, Any]) -> Any:
    return sending(response(body_of(described), described["status"], described.get("headers")))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    described, expect = case["input"]["response"], case["expect"]
    talks = [talk_of(described)] + ([talk_of(described["then"])] if "then" in described else [])
    with serving(*talks) as server:
        effect = effect_of(case, server)
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
