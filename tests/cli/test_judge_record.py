"""``--record`` and ``replay:``: an answer is found again, and says that nobody was asked."""

import json
import stat

from bridge.judges.rules import QUESTIONS
from tests.cli.conftest import Run
from tests.cli.shell import AT, Shell
from tests.cli.signed import signed_payload
from tests.unit.judges.server import response, sending, serving

CALL = ("judge", "--tool", "Bash", "--input", '{"command":"ls"}', "--at", AT)
BODY = {"judge": {"model": "jev-1", "kind": "decision-model"}, "answers": {key: {"noul": 0.1} for key in QUESTIONS}}


def test_a_recorded_answer_is_replayed_without_asking(rbridge: Run, shell: Shell) -> None:
    with serving(sending(response(json.dumps(BODY).encode()))) as server:
        live = rbridge(*CALL, "--judge-url", server.url, "--record", "r.jsonl", "--format", "json").document
    assert stat.S_IMODE((shell.folder / "r.jsonl").stat().st_mode) == 0o600
    again = rbridge(*CALL, "--judge", "replay:r.jsonl", "--attest", "--format", "json").document
    assert again["judge"] == {"model": "replayed:jev-1", "kind": "decision-model", "replayable": False}
    for same in ("answers", "effect", "state_digest", "questions_digest", "response_digest"):
        assert again[same] == live[same]
    said = signed_payload(shell, again["receipts"][0])
    assert said["notes"] == "replayed from a recording of jev-1; nobody was asked"
    assert said["judge"]["model"] == "replayed:jev-1"


def test_another_call_has_no_answer(rbridge: Run) -> None:
    assert rbridge(*CALL, "--record", "r.jsonl").code == 0
    assert rbridge(*CALL, "--judge", "replay:r.jsonl").code == 0
    other = ("judge", "--tool", "Bash", "--input", '{"command":"ls -l"}', "--judge", "replay:r.jsonl", "--enforce")
    error = rbridge(*other, "--format", "json").error
    assert error["code"] == "judge-unavailable"


def test_a_replay_is_not_verified_as_the_rules_own_answer(rbridge: Run) -> None:
    rbridge(*CALL, "--record", "r.jsonl")
    done = rbridge(*CALL, "--judge", "replay:r.jsonl", "--attest", "--state-out", "s.json", "--format", "json")
    verified = rbridge("verify", done.document["receipts"][0], "--state", "s.json", "--format", "json")
    assert "cannot be replayed" in json.dumps(verified.document)
