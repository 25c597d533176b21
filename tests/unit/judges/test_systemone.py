"""System One: what is sent, and what of the answer is believed."""

import hashlib
import json
from typing import Any

import pytest

from bridge.core.strict_json import Json
from bridge.errors import AnswerRejected, BridgeError, JudgeUnavailable, UnknownQuestion, UsageError
from bridge.judgement.digests import canonical_state
from bridge.judgement.model import JudgeIdentity, JudgeKind, JudgeResponse, Question, QuestionType, Usage
from bridge.judges.cloudflare import CloudflareJudge, run_url
from bridge.judges.pinned import PinnedJudge
from bridge.judges.retrying import Retries
from bridge.judges.secret import Secret
from bridge.judges.systemone import SystemOneJudge
from tests.unit.judges.server import Server, response, sending, serving

KEY = Secret("sk-test-0123456789", named="TEST_KEY")
STATE: dict[str, Json] = {"tool": "Bash", "input": {"z": 1.0, "command": "ls é"}}
QUESTIONS = {
    "unsafe": Question(QuestionType.NOUL, "Is it unsafe?"),
    "verdict": Question(QuestionType.CHOICE, "What now?", ("deny", "ask", "allow")),
    "risk": Question(QuestionType.SCORE, "How bad?", ("low", "medium", "high")),
}
ANSWERS: dict[str, Any] = {
    "unsafe": {"type": "noul", "noul": 0.04},
    "verdict": {"type": "choice", "choice": "ask", "confidence": 0.7, "probabilities": {"ask": 0.8, "deny": 0.2}},
    "risk": {
        "type": "score",
        "score": 1.25,
        "confidence": 0.5,
        "legend": {"0": "low", "1": "medium", "2": "high"},
        "probabilities": {"0": 0.1, "1": 0.55, "2": 0.35},
    },
}
SAID: dict[str, Any] = {
    "model": "jev-1.13.0",
    "usage": {"input_tokens": 412, "output_tokens": 37},
    "answers": ANSWERS,
}


def body(**changes: Any) -> bytes:
    return json.dumps({**SAID, **changes}).encode()


def jev(server: Server, **members: Any) -> SystemOneJudge:
    return SystemOneJudge(server.url.removesuffix("/judge"), KEY, retries=Retries(0), **members)


def answered(given: bytes, **members: Any) -> JudgeResponse:
    with serving(sending(response(given, headers={"x-typesafe-request-id": "req-1"}))) as server:
        return jev(server, **members).ask(STATE, QUESTIONS)


def refusal(given: bytes, **members: Any) -> BridgeError:
    with pytest.raises(AnswerRejected) as caught:
        answered(given, **members)
    return caught.value


def test_options_become_criteria_and_the_state_is_its_canonical_text() -> None:
    with serving(sending(response(body()))) as server:
        jev(server, model="jev-1.13.0").ask(STATE, QUESTIONS)
    sent = server.body()
    assert sent == {
        "model": "jev-1.13.0",
        "questions": {
            "unsafe": {"type": "noul", "instructions": "Is it unsafe?"},
            "verdict": {
                "type": "choice",
                "instructions": "What now?",
                "criteria": {"deny": None, "ask": None, "allow": None},
            },
            "risk": {"type": "score", "instructions": "How bad?", "criteria": ["low", "medium", "high"]},
        },
        "state": canonical_state(STATE).decode(),
    }
    assert list(sent["questions"]["verdict"]["criteria"]) == ["deny", "ask", "allow"]
    assert server.head().startswith("post /v1/systemone http/1.1")
    assert "authorization: bearer sk-test-0123456789" in server.head().split("\r\n")


@pytest.mark.parametrize("base", ["", "/", "/v1", "/v1/systemone"])
def test_the_path_is_added_to_the_base_once(base: str) -> None:
    with serving(sending(response(body()))) as server:
        SystemOneJudge(f"http://127.0.0.1:{server.port}{base}").ask(STATE, QUESTIONS)
    assert server.head().startswith("post /v1/systemone http/1.1")
    assert "authorization" not in server.head()


def test_the_answer_is_read_as_the_judge_contract_has_it() -> None:
    said = answered(body())
    assert said.judge == JudgeIdentity("jev-1.13.0", "typesafe", JudgeKind.DECISION_MODEL, replayable=False)
    assert said.usage == Usage(412, 37)
    assert said.request_id == "req-1"
    assert said.response_digest == "sha256:" + hashlib.sha256(body()).hexdigest()
    assert said.answers["verdict"].choice == "ask"
    assert said.answers["verdict"].confidence == 0.7
    assert said.answers["risk"].score == 1.25
    assert said.answers["risk"].probabilities == {"low": 0.1, "medium": 0.55, "high": 0.35}


def test_the_confidence_of_a_noul_is_the_probability_and_not_its_distance_from_a_half() -> None:
    assert answered(body()).answers["unsafe"].confidence == 0.04


def test_what_is_not_said_is_not_made_up() -> None:
    said = answered(json.dumps({"model": "m", "answers": ANSWERS}).encode())
    assert said.usage is None


@pytest.mark.parametrize(
    ("key", "answer", "cause"),
    [
        ("unsafe", None, "not answered"),
        ("unsafe", 0.5, "expected an object"),
        ("unsafe", {"type": "choice", "noul": 0.1}, "the answer is a choice"),
        ("unsafe", {"type": "noul"}, "noul is missing"),
        ("unsafe", {"type": "noul", "noul": 1.5}, "not in 0..=1"),
        ("unsafe", {"type": "noul", "noul": True}, "expected a number"),
        ("unsafe", {"type": "noul", "noul": "0.1"}, "expected a number"),
        ("verdict", {"type": "choice", "choice": "maybe"}, "is not one of"),
        ("verdict", {"type": "choice", "choice": "deny", "probabilities": {"deny": 0.1, "ask": 0.9}}, "less likely"),
        ("risk", {"type": "score", "score": 3}, "outside the levels"),
        ("risk", {"type": "score", "score": 1, "probabilities": {"low": 1.0}}, "is not the index of a level"),
        ("risk", {"type": "score", "score": 1, "probabilities": {"3": 1.0}}, "is not the index of a level"),
    ],
)
def test_an_answer_that_is_none_is_rejected(key: str, answer: object, cause: str) -> None:
    given = {name: one for name, one in {**ANSWERS, key: answer}.items() if one is not None}
    assert cause in refusal(body(answers=given)).message


@pytest.mark.parametrize(
    "changes",
    [{"model": None}, {"model": ""}, {"model": 1}, {"answers": None}, {"answers": {}}, {"answers": []}],
)
def test_a_body_that_is_no_response_is_rejected(changes: dict[str, Any]) -> None:
    assert refusal(body(**changes)).message.startswith("judge answer rejected: ")


@pytest.mark.parametrize(
    "mark",
    [
        {"mock": True},
        {"mock": "true"},
        {"mock": 1},
        {"backend_provenance": "canned_demo"},
        {"backend_provenance": "recorded_model"},
    ],
)
def test_canned_answers_are_never_passed_off_as_a_models(mark: dict[str, Any]) -> None:
    assert "no model gave them" in refusal(body(**mark)).message


def test_a_pinned_model_is_the_one_that_answered() -> None:
    assert answered(body(), model="jev-latest").judge.model == "jev-1.13.0"
    with serving(sending(response(body()))) as server:
        assert PinnedJudge(jev(server), "jev-1.13.0").ask(STATE, QUESTIONS).judge.model == "jev-1.13.0"
        with pytest.raises(AnswerRejected, match=r'"jev-1\.13\.0" answered, and "jev-1\.12\.0" is pinned'):
            PinnedJudge(jev(server), "jev-1.12.0").ask(STATE, QUESTIONS)


@pytest.mark.parametrize(
    "question",
    [
        Question(QuestionType.NOUL),
        Question(QuestionType.CHOICE, "Which?"),
        Question(QuestionType.CHOICE, "Which?", ("one",)),
        Question(QuestionType.SCORE, "How much?"),
        Question(QuestionType.SCORE, "How much?", tuple("abcdefghijk")),
        Question(QuestionType.CHOICE, "Which?", tuple(map(str, range(101)))),
    ],
)
def test_a_question_that_it_cannot_be_asked_is_not_sent(question: Question) -> None:
    with serving(sending(response(body()))) as server, pytest.raises(UnknownQuestion):
        jev(server).ask(STATE, {"q": question})
    assert not server.requests


def test_nothing_is_sent_without_a_question() -> None:
    with serving(sending(response(body()))) as server, pytest.raises(UsageError):
        jev(server).ask(STATE, {})
    assert not server.requests


def test_it_is_asked_again_within_its_time() -> None:
    with serving(sending(response(b"{}", 503)), sending(response(body()))) as server:
        judge = SystemOneJudge(server.url.removesuffix("/judge"), retries=Retries(1, 0.01, 0.01, 0.0))
        assert judge.ask(STATE, QUESTIONS).answers


@pytest.mark.parametrize("value", [KEY, None])
def test_a_key_that_is_given_is_not_shown(value: Secret | None) -> None:
    judge = SystemOneJudge("http://127.0.0.1:9", value, retries=Retries(0), timeout=2)
    with pytest.raises(JudgeUnavailable) as caught:
        judge.ask(STATE, QUESTIONS)
    assert "sk-test" not in repr(judge) + str(caught.value) + repr(vars(caught.value))


class TestCloudflare:
    """The same answers from Workers AI, which may come in an envelope."""

    def answered(self, given: bytes, **members: Any) -> JudgeResponse:
        with serving(sending(response(given, headers={"cf-ray": "ray-1", "x-request-id": "other"}))) as server:
            said = CloudflareJudge(server.url, KEY, retries=Retries(0), **members).ask(STATE, QUESTIONS)
            self.sent = server.body()
        return said

    def test_it_is_asked_for_the_alias_with_the_same_questions(self) -> None:
        self.answered(body())
        assert set(self.sent) == {"input", "model"}
        assert self.sent["model"] == "typesafe/jev"
        assert self.sent["input"]["state"] == canonical_state(STATE).decode()
        assert self.sent["input"]["questions"]["risk"]["criteria"] == ["low", "medium", "high"]

    @pytest.mark.parametrize("wrapped", [True, False])
    def test_the_result_may_be_wrapped(self, wrapped: bool) -> None:
        given = json.dumps({"success": True, "errors": [], "result": SAID}).encode() if wrapped else body()
        said = self.answered(given)
        assert said.judge == JudgeIdentity("jev-1.13.0", "cloudflare", JudgeKind.DECISION_MODEL, replayable=False)
        assert said.request_id == "ray-1"
        assert said.usage == Usage(412, 37)

    @pytest.mark.parametrize(
        "given",
        [
            {"success": False, "errors": [{"message": "no"}], "result": SAID},
            {"success": "true", "result": SAID},
            {"result": SAID},
            {"success": True},
            {"success": True, "result": None},
            {"model": "m", "answers": ANSWERS},
            {**SAID, "usage": 3},
            [],
        ],
    )
    def test_anything_else_is_rejected(self, given: object) -> None:
        with pytest.raises(AnswerRejected):
            self.answered(json.dumps(given).encode())

    def test_an_account_is_part_of_the_url(self) -> None:
        assert run_url("abc123") == "https://api.cloudflare.com/client/v4/accounts/abc123/ai/run"
        for bad in ("", "a/b", "../x", "a?b", "é"):
            with pytest.raises(BridgeError):
                run_url(bad)
