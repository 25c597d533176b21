"""``rbridge verify``: what a judge was shown, whether its judgement keeps to its bar, and who stands behind it."""

import json
from typing import Any

import pytest

from bridge.core.digest import sha256
from bridge.judgement.model import Answer, Effect, JudgeIdentity, JudgeKind, Outcome, Question, QuestionType
from bridge.receipts import envelope as envelopes
from bridge.receipts.envelope import Envelope
from bridge.receipts.trust import Trust
from tests.cli.conftest import Run
from tests.cli.shell import Shell
from tests.unit.receipts.makers import KEY
from tests.unit.receipts.signed import TRUST, judged, judgement, resolved

SUBJECT = "deploy-7"
STATE = b'{"tool":"Bash\\u202e","input":{"command":"ls"}}'
MODEL = JudgeIdentity("some-model/3", kind=JudgeKind.LLM, replayable=True)


@pytest.fixture
def verify(rbridge: Run, shell: Shell) -> Any:
    def call(*given: Envelope, trust: Trust = TRUST, words: tuple[str, ...] = ()) -> Any:
        shell.write("receipts.jsonl", "".join(f"{envelopes.text(one)}\n" for one in given))
        shell.write("trust.json", trust.document())
        return rbridge("verify", "receipts.jsonl", "--trust", "trust.json", *words)

    return call


class TestState:
    def test_whatever_judge_it_was_the_state_it_was_shown_is_shown(self, shell: Shell, verify: Any) -> None:
        shell.write("state.json", STATE)
        one = judged(judgement(judge=MODEL, state_digest=sha256(STATE)), subject=SUBJECT)
        done = verify(one, words=("--state", "state.json"))
        assert "the state is the one that was judged; some-model/3 cannot be replayed" in done.out
        assert '"command": "ls"' in done.out
        assert "\u202e" not in done.out
        (entry,) = verify(one, words=("--state", "state.json", "--format", "json")).document["receipts"]
        assert entry["state"] == json.loads(STATE)

    def test_another_state_is_not_shown(self, shell: Shell, verify: Any) -> None:
        shell.write("state.json", STATE + b" ")
        one = judged(judgement(judge=MODEL, state_digest=sha256(STATE)), subject=SUBJECT)
        assert "is not the one" in verify(one, words=("--state", "state.json")).complaint


class TestBar:
    @pytest.mark.parametrize(
        "changes",
        [
            {"noul": 1.0, "outcome": Outcome.ACTED, "effect": Effect.ALLOW},
            {"noul": 0.0, "outcome": Outcome.ACTED, "effect": Effect.DENY},
            {"noul": 0.0, "outcome": Outcome.ACTED, "effect": None},
            {"noul": 0.0, "outcome": Outcome.REFUSED, "effect": Effect.DENY},
            {"noul": 0.0, "threshold": None, "applies_to": None},
            {
                "question": Question(QuestionType.CHOICE),
                "answer": Answer(choice="allow", confidence=0.2),
                "outcome": Outcome.ACTED,
                "effect": Effect.ALLOW,
                "applies_to": None,
            },
        ],
    )
    def test_a_judgement_that_contradicts_its_own_numbers_does_not_hold(
        self, verify: Any, changes: dict[str, Any]
    ) -> None:
        assert "does not keep to its own bar" in verify(judged(judgement(**changes), subject=SUBJECT)).complaint

    @pytest.mark.parametrize(
        "changes",
        [
            {"noul": 1.0, "outcome": Outcome.ESCALATED, "effect": Effect.ASK},
            {"noul": 1.0, "outcome": Outcome.ACTED, "effect": Effect.DENY},
            {"noul": 0.0, "outcome": Outcome.IGNORED, "effect": None},
            {"noul": 0.0, "outcome": Outcome.ACTED, "effect": Effect.WARN},
        ],
    )
    def test_one_that_is_stricter_than_its_bar_does(self, verify: Any, changes: dict[str, Any]) -> None:
        assert verify(judged(judgement(**changes), subject=SUBJECT)).code == 0


class TestWho:
    def test_a_name_that_the_key_proves_and_one_that_it_does_not(self, verify: Any) -> None:
        one = judged(subject=SUBJECT)
        receipts = [one, resolved(one), resolved(one, "deny", key=KEY)]
        entries = verify(*receipts, words=("--format", "json")).document["receipts"]
        assert [entry["proven"] for entry in entries] == [True, True, False]

    def test_a_file_that_trusts_nobody_verifies_nothing(self, verify: Any) -> None:
        assert "no key is trusted here" in verify(judged(subject=SUBJECT), trust=Trust.EMPTY).complaint

    def test_keys_are_named_in_one_way(self, rbridge: Run, shell: Shell) -> None:
        shell.write("trust.json", TRUST.document())
        words = ("verify", "last", "--key", KEY.public.text, "--trust", "trust.json")
        assert "exclude each other" in rbridge(*words).complaint
