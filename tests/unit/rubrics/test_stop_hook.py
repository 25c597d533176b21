"""The Stop hook answers every event, judges once, and says nothing of what it read."""

import json
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.errors import AnswerRejected, InputError, JudgeUnavailable
from bridge.rubrics.model import Verdict
from bridge.workflows.rubrics import stop_hook
from bridge.workflows.rubrics.stop_hook import Answer, EventRefused, answer, read_event, within
from tests.unit.rubrics.transcripts import asked, called, lines, stop_event

Judged = tuple[Verdict, str]


@pytest.fixture
def transcript(tmp_path: Path) -> str:
    path = tmp_path / "session.jsonl"
    path.write_bytes(lines(asked("Hem the secret cloth."), called("1")))
    return str(path)


def said(data: bytes, verdict: Verdict = Verdict.PASS, policy: str | None = None) -> Answer:
    return answer(lambda: data, lambda _: (verdict, "Plain enough."), policy=policy)


@pytest.mark.parametrize("verdict", list(Verdict))
def test_a_verdict_lets_the_agent_finish_or_go_on_once(transcript: str, verdict: Verdict) -> None:
    document = said(stop_event(transcript), verdict).document
    if verdict in (Verdict.PASS, Verdict.SKIP):
        assert document == {}
    else:
        reason = f"judge-jev {verdict.upper()}: Plain enough. Review the completed work, address the finding, then"
        assert document == {"decision": "block", "reason": f"{reason} finish again."}


def test_the_judge_is_shown_the_goal_the_steps_and_what_was_said_last(transcript: str) -> None:
    shown: list[Mapping[str, Any]] = []

    def judge(trajectory: Mapping[str, Any]) -> Judged:
        shown.append(trajectory)
        return Verdict.PASS, ""

    answer(lambda: stop_event(transcript), judge, policy=None)
    assert [(one["goal"], len(one["steps"]), one["final_output"]) for one in shown] == [
        ("Hem the secret cloth.", 1, "The hem is done.")
    ]


def never(_: Mapping[str, Any]) -> Judged:
    raise AssertionError("the judge was called")


@pytest.mark.parametrize("changes", [{}, {"session_id": "../x"}, {"hook_event_name": "Other"}])
def test_who_goes_on_because_of_a_stop_hook_is_not_judged_again(changes: dict[str, Any]) -> None:
    event = stop_event("/nowhere", stop_hook_active=True, **changes)
    assert answer(lambda: event, never, policy="closed") == Answer({})


WRONG: list[dict[str, Any]] = [
    {"hook_event_name": "SubagentStop"},
    {"hook_event_name": "absent"},
    {"session_id": "a/b"},
    {"session_id": "a..b"},
    {"session_id": ""},
    {"session_id": "x" * 161},
    {"session_id": "x\n"},
    {"session_id": 7},
    {"last_assistant_message": None},
    {"last_assistant_message": "absent"},
    {"transcript_path": "session.jsonl"},
    {"transcript_path": "~/session.jsonl"},
    {"transcript_path": "/x\0"},
    {"transcript_path": ["/x"]},
    {"stop_hook_active": "true"},
    {"stop_hook_active": 1},
]


@pytest.mark.parametrize("changes", WRONG)
def test_an_event_that_is_none_is_refused(transcript: str, changes: dict[str, Any]) -> None:
    event = stop_event(transcript, **changes)
    with pytest.raises(EventRefused):
        read_event(event)
    assert answer(lambda: event, never, policy=None).document == {}
    assert answer(lambda: event, never, policy="closed").document["decision"] == "block"


def test_an_event_may_leave_out_whether_a_hook_is_active(transcript: str) -> None:
    assert read_event(stop_event(transcript, stop_hook_active="absent")) is not None


@settings(max_examples=20)
@given(data=st.binary(max_size=40) | st.recursive(st.none() | st.text(), st.lists).map(json.dumps).map(str.encode))
def test_whatever_stands_there_is_answered(data: bytes) -> None:
    assert answer(lambda: data, never, policy="open").document == {}
    assert answer(lambda: data, never, policy="closed").document["decision"] == "block"


def test_a_mistaken_policy_is_taken_for_closed_and_said(transcript: str) -> None:
    found = said(stop_event(transcript, session_id=""), policy="opne")
    assert found.document["decision"] == "block"
    assert "anything else is taken for closed" in (found.note or "")
    assert said(stop_event(transcript), policy="opne").document == {}


FAILURES = [
    JudgeUnavailable("503 for: Hem the secret cloth."),
    AnswerRejected("answers.secret must be an object"),
    RuntimeError("secret"),
    RecursionError("secret"),
]


@pytest.mark.parametrize("error", FAILURES, ids=lambda error: type(error).__name__)
def test_a_failure_is_said_without_what_was_judged(transcript: str, error: Exception) -> None:
    def judge(_: Mapping[str, Any]) -> Judged:
        raise error

    for policy in ("open", "closed"):
        found = answer(lambda: stop_event(transcript), judge, policy=policy)
        assert bool(found.document) is (policy == "closed")
        assert found.note is not None
        assert "secret" not in found.note + json.dumps(dict(found.document))


def test_what_the_user_can_mend_is_said(transcript: str) -> None:
    def judge(_: Mapping[str, Any]) -> Judged:
        raise InputError("TYPESAFE_API_KEY is required")

    assert answer(lambda: stop_event(transcript), judge, policy=None).note == "no verdict: TYPESAFE_API_KEY is required"


def test_a_judge_that_takes_too_long_gives_no_verdict(transcript: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stop_hook, "SECONDS", 0.05)
    stuck = threading.Event()

    def judge(_: Mapping[str, Any]) -> Judged:
        stuck.wait(30)
        return Verdict.PASS, ""

    found = answer(lambda: stop_event(transcript), judge, policy="closed")
    stuck.set()
    assert (found.document["decision"], "longer than" in (found.note or "")) == ("block", True)
    assert within(30, lambda: (Verdict.PASS, "x")) == (Verdict.PASS, "x")
