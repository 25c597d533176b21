"""``rbridge judge --judge-url``: any judge behind HTTP, held to the same checks, and never an allow when it fails."""

import hashlib
import json
from typing import Any

import pytest

from bridge.judges import http
from bridge.judges.rules import QUESTIONS
from bridge.reason.wire import read_fact
from tests.cli.conftest import Run
from tests.cli.shell import AT, Shell
from tests.unit.judges.server import Talk, deaf, response, sending, serving, stalling

TYPED = {
    "verdict": {"type": "choice", "instructions": "allow or deny", "options": ["allow", "deny", "ask"]},
    "severity": {"type": "score", "instructions": "How bad?", "options": ["none", "some", "much"]},
    "urgency": {"type": "score", "instructions": "From 0 to 100."},
    "team": {"type": "choice", "options": ["billing", "export"]},
    "unsafe": {"type": "noul", "instructions": "Any of the above."},
}
ANSWERS: dict[str, Any] = {
    "verdict": {"choice": "allow", "confidence": 0.9},
    "severity": {"score": 1.5},
    "urgency": {"score": 7.25},
    "team": {"choice": "export"},
    "unsafe": {"noul": 0.25, "probabilities": {"yes": 0.25, "no": 0.75}, "confidence": 0.75},
}
MODEL = {"model": "jev-1.13.0", "provider": "typesafe", "kind": "decision-model", "replayable": False}


def answering(answers: dict[str, Any], **members: Any) -> Talk:
    body = {"judge": MODEL, "answers": answers, "latency_ms": 41, **members}
    return sending(response(json.dumps(body).encode()))


def test_typed_questions_go_out_and_typed_answers_come_back(rbridge: Run, shell: Shell) -> None:
    shell.write("questions.json", TYPED)
    with serving(answering(ANSWERS, request_id="req-7")) as server:
        done = rbridge(
            *("judge", "--tool", "Bash", "--input", '{"command":"ls"}', "--judge-url", server.url),
            *("--questions-file", "questions.json", "--at", AT, "--format", "json"),
        )
        sent = server.body()
    assert sent["questions"] == TYPED
    assert sent["state"]["input"] == {"command": "ls"}
    document = done.document
    assert (done.code, document["effect"], document["outcome"]) == (0, "allow", "acted")
    assert document["judge"] == MODEL
    assert document["request_id"] == "req-7"
    assert document["answers"]["urgency"] == {
        "choice": None,
        "confidence": None,
        "effect": None,
        "noul": None,
        "outcome": "ignored",
        "score": 7.25,
    }
    assert [(fact["predicate"], fact["arguments"]) for fact in document["reason_facts"]] == [
        ("judged_severity", ["Bash", "much"]),
        ("judged_team", ["Bash", "export"]),
        ("judged_unsafe", ["Bash", "no"]),
        ("judged_urgency", ["Bash", "7.25"]),
        ("judged_verdict", ["Bash", "allow"]),
    ]
    assert all(read_fact(fact).authority == "model-judged" for fact in document["reason_facts"])


def test_the_response_digest_is_of_the_bytes_received(rbridge: Run) -> None:
    body = json.dumps({"judge": {"model": "m"}, "answers": {"unsafe": {"noul": 0.1}}}, indent=3).encode()
    with serving(sending(response(body))) as server:
        done = rbridge(
            *("judge", "--tool", "Bash", "--judge-url", server.url, "--question", "unsafe", "--format", "json")
        )
    assert done.document["response_digest"] == "sha256:" + hashlib.sha256(body).hexdigest()


def test_without_questions_the_known_ones_are_asked(rbridge: Run) -> None:
    with serving(answering({key: {"noul": 0.0} for key in QUESTIONS})) as server:
        done = rbridge("judge", "--tool", "Bash", "--judge-url", server.url, "--format", "json")
        assert set(server.body()["questions"]) == set(QUESTIONS)
    assert done.document["effect"] == "allow"


def test_a_key_the_rules_do_not_know_is_sent_as_a_noul_without_instructions(rbridge: Run) -> None:
    with serving(answering({"is_polite": {"noul": 0.9}, "unsafe": {"noul": 0.0}})) as server:
        done = rbridge(
            *("judge", "--tool", "Bash", "--judge-url", server.url, "--format", "json"),
            *("--question", "is_polite", "--question", "unsafe"),
        )
        asked = server.body()["questions"]
    assert asked == {"is_polite": {"type": "noul"}, "unsafe": {"type": "noul", "instructions": "Any of the above."}}
    assert done.document["decided_by"] == ["is_polite"]


def test_one_question_of_a_file_can_be_picked_and_no_other_key(rbridge: Run, shell: Shell) -> None:
    shell.write("questions.json", TYPED)
    with serving(answering(ANSWERS)) as server:
        words = ("judge", "--tool", "Bash", "--judge-url", server.url, "--questions-file", "questions.json")
        assert list(rbridge(*words, "--question", "team", "--format", "json").document["answers"]) == ["team"]
        assert "severity" in rbridge(*words, "--question", "unknown").complaint


@pytest.mark.parametrize(
    ("choice", "confidence", "effect", "outcome", "code"),
    [
        ("allow", 0.9, "allow", "acted", 0),
        ("allow", 0.4, "ask", "escalated", 3),
        ("deny", 0.5, "deny", "refused", 2),
        ("deny", 0.4, "ask", "escalated", 3),
        ("ask", 0.9, "ask", "escalated", 3),
    ],
)
def test_a_choice_is_its_effect_once_its_confidence_reaches_the_bar(
    rbridge: Run, shell: Shell, choice: str, confidence: float, effect: str, outcome: str, code: int
) -> None:
    shell.write("questions.json", {"verdict": TYPED["verdict"]})
    with serving(answering({"verdict": {"choice": choice, "confidence": confidence}})) as server:
        done = rbridge(
            *("judge", "--tool", "Bash", "--judge-url", server.url, "--questions-file", "questions.json"),
            *("--enforce", "--format", "json"),
        )
    assert (done.code, done.document["effect"], done.document["outcome"]) == (code, effect, outcome)
    assert ("note: verdict" in done.err) == (outcome == "escalated")
    assert done.document["reason_facts"][0]["arguments"] == ["Bash", choice]


def test_answers_without_an_effect_say_so(rbridge: Run, shell: Shell) -> None:
    shell.write("questions.json", {"team": TYPED["team"], "urgency": TYPED["urgency"]})
    with serving(answering(ANSWERS)) as server:
        words = ("judge", "--tool", "Bash", "--judge-url", server.url, "--questions-file", "questions.json")
        done = rbridge(*words, "--enforce")
        document = rbridge(*words, "--format", "json").document
    assert done.code == 0
    assert "judge:      jev-1.13.0 (decision-model, not replayable)\n" in done.out
    assert "  team                     export  ignored (none)\n" in done.out
    assert "  urgency                    7.25  ignored (none)\n" in done.out
    assert "\neffect:     none (answers recorded, not acted on)\n" in done.out
    assert (document["effect"], document["outcome"], document["decided_by"]) == (None, "ignored", [])


def test_a_judge_that_says_nothing_of_itself_is_shown_as_that(rbridge: Run) -> None:
    with serving(answering({"unsafe": {"noul": 0}}, judge={"model": "m"})) as server:
        done = rbridge("judge", "--tool", "Bash", "--judge-url", server.url, "--question", "unsafe")
    assert "judge:      m (unknown, replayability unstated)\n" in done.out


BROKEN: dict[str, Talk] = {
    "a failing status": sending(response(status=500)),
    "a redirect": sending(response(status=302, headers={"location": "http://127.0.0.1:9/"})),
    "no JSON": sending(response(b"<html>")),
    "an empty body": sending(response(b"")),
    "no answers": sending(response(b'{"judge":{"model":"m"},"answers":{}}')),
    "a noul above 1": answering({"unsafe": {"noul": 1.5}}),
    "a noul as text": answering({"unsafe": {"noul": "0.0"}}),
    "a noul as truth value": answering({"unsafe": {"noul": False}}),
    "NaN": sending(response(b'{"judge":{"model":"m"},"answers":{"unsafe":{"noul":NaN}}}')),
    "a choice for a noul": answering({"unsafe": {"choice": "no"}}),
    "a contradiction": answering({"unsafe": {"noul": 0.0, "probabilities": {"yes": 0.9, "no": 0.1}}}),
    "an answer twice": sending(
        response(b'{"judge":{"model":"m"},"answers":{"unsafe":{"noul":1},"unsafe":{"noul":0}}}')
    ),
    "no model": sending(response(b'{"judge":{},"answers":{"unsafe":{"noul":0}}}')),
    "a cut connection": sending(b"HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"),
}


@pytest.mark.parametrize("talk", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("enforce", [(), ("--enforce",)], ids=["", "enforce"])
def test_a_judge_that_gives_no_usable_answer_is_an_error_and_never_an_allow(
    rbridge: Run, shell: Shell, talk: Talk, enforce: tuple[str, ...]
) -> None:
    with serving(talk) as server:
        words = ("judge", "--tool", "Bash", "--judge-url", server.url, "--question", "unsafe", "--attest", *enforce)
        error = rbridge(*words, "--format", "json").error
        complaint = rbridge(*words).complaint
    assert error["code"] in {"judge-unavailable", "judge-answer-rejected"}
    assert '"effect"' not in json.dumps(error)
    assert error["message"] in complaint
    assert not (shell.folder / ".bridge").exists()


@pytest.mark.parametrize("enforce", [(), ("--enforce",)], ids=["", "enforce"])
def test_a_judge_that_is_down_is_an_error(rbridge: Run, enforce: tuple[str, ...]) -> None:
    with deaf() as server:
        error = rbridge("judge", "--tool", "Bash", "--judge-url", server.url, *enforce, "--format", "json").error
    assert error["code"] == "judge-unavailable"
    assert error["help"]


def test_a_judge_that_is_slow_is_an_error(rbridge: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    patient = http.HttpJudge
    monkeypatch.setattr(http, "HttpJudge", lambda url: patient(url, timeout=0.2))
    with serving(stalling(b"HTTP/1.1 200 OK\r\n")) as server:
        error = rbridge("judge", "--tool", "Bash", "--judge-url", server.url, "--enforce", "--format", "json").error
    assert error["code"] == "judge-unavailable"
    assert "no complete answer within 0.2 s" in error["message"]


@pytest.mark.parametrize(
    "url", ["nowhere", "ftp://judge.example/", "http://", "http://127.0.0.1:99999/", "http://[::1"]
)
def test_what_is_no_url_is_refused_without_showing_it(rbridge: Run, url: str) -> None:
    assert rbridge("judge", "--tool", "Bash", "--judge-url", url, "--format", "json").error["help"]


def test_a_password_in_the_url_is_not_shown(rbridge: Run) -> None:
    complaint = rbridge(
        "judge", "--tool", "Bash", "--judge-url", "http://me:hunter2@127.0.0.1:9/x?key=hunter2"
    ).complaint
    assert "hunter2" not in complaint


def test_what_a_judge_says_cannot_forge_a_line(rbridge: Run, shell: Shell) -> None:
    evil = "ok\x1b[2J\nreceipts:   9 judgement.v1 signed (forged)"
    shell.write("questions.json", {"team": {"type": "choice"}})
    with serving(answering({"team": {"choice": evil}}, judge={"model": evil})) as server:
        done = rbridge(
            *("judge", "--tool", "Bash", "--judge-url", server.url, "--questions-file", "questions.json"),
        )
    assert done.code == 0
    assert "\x1b" not in done.out
    assert [line for line in done.out.splitlines() if line.startswith("receipts:")] == [
        "receipts:   none signed (add --attest)"
    ]


@pytest.mark.parametrize(
    ("questions", "where"),
    [
        ({}, "$"),
        ([], "$"),
        ({"": {"type": "noul"}}, "$."),
        ({"q": {"type": "maybe"}}, "$.q.type"),
        ({"q": {"type": "noul", "threshold": 0.9}}, "$.q.threshold"),
        ({"q": {"type": "choice", "options": ["a", "a"]}}, "$.q.options[1]"),
    ],
)
def test_a_questions_file_is_read_strictly(rbridge: Run, shell: Shell, questions: object, where: str) -> None:
    shell.write("questions.json", questions)
    words = ("judge", "--tool", "Bash", "--judge-url", "http://127.0.0.1:9", "--questions-file", "questions.json")
    assert rbridge(*words, "--format", "json").error["where"] == where
