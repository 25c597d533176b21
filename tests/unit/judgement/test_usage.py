"""What a judge says it used up is recorded with each of its answers, and counted once."""

import json
from pathlib import Path
from typing import Any

import pytest

from bridge.core.digest import sha256
from bridge.judgement import payload
from bridge.judgement.model import JudgeIdentity, JudgeResponse, Question, QuestionType, Threshold, Usage
from bridge.judgement.record import record
from bridge.judges.contract import read_response
from tests.unit.receipts.package.sessions import judgement, sealed

QUESTIONS = {key: Question(QuestionType.NOUL) for key in ("a", "b")}
BODY = {"judge": {"model": "m"}, "answers": {key: {"noul": 0.1} for key in QUESTIONS}}


def response(usage: Any) -> JudgeResponse:
    return read_response(json.dumps({**BODY, "usage": usage}).encode(), QUESTIONS, latency_ms=1)


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ({"input_tokens": 3, "output_tokens": 5}, Usage(3, 5)),
        ({"input_tokens": 3, "total": 9}, Usage(3, None)),
        ({"input_tokens": None, "output_tokens": 0}, Usage(None, 0)),
    ],
)
def test_it_is_read_and_written_as_it_was_said(said: Any, read: Usage) -> None:
    found = response(said)
    assert found.usage == read
    recorded = record(QUESTIONS, found, Threshold(), state={"tool": "x"}, judged_at="2026-09-01T10:00:00Z")
    for one in recorded.judgements.values():
        again = payload.read(payload.build(one))
        assert again == one
        assert again.usage == read


@pytest.mark.parametrize(
    "said", [None, {}, [], "many", {"input_tokens": -1}, {"input_tokens": 1.5}, {"output_tokens": "3"}]
)
def test_an_odd_one_is_passed_over_and_rejects_no_answer(said: Any) -> None:
    found = response(said)
    assert found.usage is None
    assert set(found.answers) == set(QUESTIONS)


def test_a_judgement_without_it_says_nothing_of_it() -> None:
    given = JudgeResponse(JudgeIdentity("m"), response(None).answers)
    recorded = record(QUESTIONS, given, Threshold(), state={"tool": "x"}, judged_at="2026-09-01T10:00:00Z")
    assert "usage" not in payload.build(recorded.judgements["a"])


def test_a_session_counts_one_response_once(tmp_path: Path) -> None:
    spent = {"usage": {"input_tokens": 100, "output_tokens": 10}}
    one, other = ({**spent, "response_digest": sha256(text)} for text in ("one", "other"))
    makers = [judgement(**one), judgement(**one, effect="warn"), judgement(**other), judgement()]  # type: ignore[arg-type]  # JSON
    receipt = json.loads((sealed(tmp_path, makers) / "receipt.json").read_text())
    assert [receipt["session"][name] for name in ("total_tokens_in", "total_tokens_out")] == [200, 20]
