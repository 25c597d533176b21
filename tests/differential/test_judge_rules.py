"""The rules judge and the digests agree with Treeship's, case by case."""

import json
from typing import Any

import pytest

from bridge.core import canonical, strict_json
from bridge.core.digest import sha256
from bridge.errors import AnswerRejected, UnknownQuestion
from bridge.judgement.digests import canonical_state, questions_digest, state_digest
from bridge.judgement.hold import hold_to_bar
from bridge.judgement.model import Question, QuestionType, Threshold
from bridge.judgement.record import record
from bridge.judges.contract import read_response
from bridge.judges.rules import QUESTIONS, TreeshipRules
from tests.vectors import document, needs_vectors, rows

pytestmark = [pytest.mark.vectors, needs_vectors]

ROOT = "/work/proj"


def says(question: str, state: dict[str, Any]) -> bool:
    return TreeshipRules().ask(state, {question: QUESTIONS[question]}).answers[question].noul == 1.0


def test_random_tool_calls() -> None:
    found = rows("judge/treeship-rules.jsonl.gz")
    assert len(found) >= 500
    for row in found:
        answers = TreeshipRules().ask(row["state"], QUESTIONS).answers
        assert {key: answer.noul == 1.0 for key, answer in answers.items()} == row["answers"], row["canonical"]
        assert canonical_state(row["state"]).decode() == row["canonical"]
        assert state_digest(row["state"]) == row["state_digest"]


def test_canonical_texts() -> None:
    found = rows("judge/canonical.jsonl.gz")
    assert len(found) >= 400
    for row in found:
        text = canonical.sorted_compact(strict_json.loads(row["json"]))
        assert (text, sha256(text)) == (row["canonical"], row["digest"])


def test_the_unit_cases_of_the_original() -> None:
    cases = document("judge/rules-cases.json")["cases"]
    assert len(cases) >= 49
    wrong = [case for case in cases if says(case["question"], case["state"]) != case["expected"]]
    assert wrong == []


def test_the_cases_found_by_reading_it() -> None:
    for question, command, expected, why in document("judge/rules-cases.json")["by_reading_not_tested_upstream"]:
        state = {"tool": "Bash", "input": {"command": command}, "workspace_root": ROOT, "network_scope": ["x.example"]}
        assert says(question, state) == expected, why


def test_the_cases_of_its_command_line() -> None:
    for case in document("judge/rules-cases.json")["cli_cases"]:
        if "--tool" in case.get("args", ()):
            decided(case)
        elif "http_body" in case:
            answered_over_http(case)
        elif "--question" in case.get("args", ()):
            with pytest.raises(UnknownQuestion) as caught:
                TreeshipRules().ask({"tool": "Bash"}, {case["args"][1]: Question(QuestionType.NOUL)})
            assert case["error_contains"] in caught.value.message


def decided(case: dict[str, Any]) -> None:
    arguments = dict(zip(case["args"][::2], case["args"][1::2], strict=True))
    state = {"tool": arguments["--tool"], "input": strict_json.loads(arguments["--input"]), "workspace_root": ROOT}
    response = TreeshipRules().ask(state, QUESTIONS)
    decision = record(QUESTIONS, response, Threshold(), state=state, judged_at="2026-03-01T08:00:00Z").decision
    assert decision.effect == case.get("effect", decision.effect)
    assert decision.outcome == case.get("outcome", decision.outcome)
    assert set(case.get("decided_by_contains", ())) <= set(decision.decided_by)
    assert case.get("decided_by_first") in (None, *decision.decided_by[:1])
    if "text_contains" in case:
        assert case["text_contains"] == f"{decision.outcome}: {', '.join(decision.decided_by)}"


def answered_over_http(case: dict[str, Any]) -> None:
    body = case["http_body"].encode()
    key = next(iter(json.loads(body)["answers"]))
    kind = QuestionType(case.get("question_type", "noul").split()[0])
    question = Question(kind, options=("allow", "deny") if kind is QuestionType.CHOICE else ())
    if "error_contains" in case:
        with pytest.raises(AnswerRejected) as caught:
            read_response(body, {key: question}, latency_ms=0)
        assert case["error_contains"] in caught.value.message
    else:
        answer = read_response(body, {key: question}, latency_ms=0).answers[key]
        held = hold_to_bar(question, answer, case["threshold"])
        assert (held.effect, held.outcome) == (case["effect"], case["outcome"])


def test_digests_of_the_derived_receipts() -> None:
    derived = document("receipts/derived.json")
    assert questions_digest(QUESTIONS) == derived["questions"]["questions_digest"]
    for name in ("state", "state_full"):
        state = derived[name]["object"]
        assert canonical_state(state).decode() == derived[name]["canonical_utf8"]
        assert state_digest(state) == derived[name]["state_digest"]
    version = derived["rules_response"]["model"].rpartition("/")[2]
    response = TreeshipRules(version).ask(derived["state"]["object"], QUESTIONS)
    assert response.response_digest == derived["rules_response"]["response_digest"]
