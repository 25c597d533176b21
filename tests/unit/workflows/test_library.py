"""``bridge.decide``: the main job as one call, and the same answer as the command line gives."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import bridge
from bridge.cli.entry import run
from bridge.core.strict_json import Json
from bridge.errors import AnswerRejected, BridgeError, InputError, JudgeError, JudgeUnavailable, ShapeError, UsageError
from bridge.judgement.model import Answer, JudgeIdentity, JudgeResponse, Question, Threshold
from bridge.reason.model import Fact
from bridge.reason.wire import request_json
from bridge.receipts.store import Store
from bridge.render.decided import document
from bridge.workflows.decide import DecidedCall
from bridge.workflows.programs import load

AT = "2026-09-23T12:00:00Z"
GATE = "bridge:gates/tool_call"
PERMIT = Fact("permit_bash", "tool_allowed", ("Bash",), "human-authorized", observed_at="2026-09-01T09:00:00Z")
PERMIT_JSON: dict[str, Json] = {
    "id": "permit_bash",
    "predicate": "tool_allowed",
    "arguments": ["Bash"],
    "authority": "human-authorized",
    "observed_at": "2026-09-01T09:00:00Z",
}


class Says:
    """A judge that gives one noul for every question it is asked."""

    def __init__(self, noul: Any) -> None:
        self.noul = noul

    def ask(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
        answers = {key: Answer(noul=self.noul) for key in questions}
        return JudgeResponse(JudgeIdentity("says-1"), answers)


def decide(command: str = "ls", **given: Any) -> DecidedCall:
    said = {"program": GATE, "facts": [PERMIT], "at": AT, **given}
    return bridge.decide("Bash", {"command": command}, **said)


def test_it_decides() -> None:
    assert (decide().status, decide("rm -rf /").status) == ("authorized", "denied")
    assert decide(judge=None).status == "insufficient_evidence"
    assert decide(facts=[]).status == "insufficient_evidence"


def test_only_what_is_authorized_is_true() -> None:
    assert decide()
    assert decide().authorized
    for not_authorized in (decide("rm -rf /"), decide(judge=None)):
        assert not not_authorized
        assert not not_authorized.authorized


def test_facts_may_be_in_the_kernels_json_shape_and_the_program_loaded() -> None:
    assert decide(facts=[PERMIT_JSON], program=load(GATE)).certificate == decide().certificate


@pytest.mark.parametrize("command", ["ls -la src", "rm -rf /"])
@pytest.mark.parametrize("judge", ["bridge-rules", None])
def test_it_says_what_the_command_line_says(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
    judge: str | None,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "facts.json").write_text(json.dumps([PERMIT_JSON]))
    run(
        [
            *("decide", "--tool", "Bash", "--input", json.dumps({"command": command}), "--program", GATE),
            *("--facts", "facts.json", "--at", AT, "--capability", "shell.exec", "--bound", "5"),
            *("--network-scope", "a.example", "--effect", "run:shell", "--principal", "user:ana"),
            *("--instruction", "tidy", "--actor", "agent://ci", "--threshold", "0.25", "--set-by", "card"),
            *("--request-out", "request.json", "--format", "json"),
            *(("--judge", "none") if judge is None else ()),
        ]
    )
    called = bridge.decide(
        "Bash",
        {"command": command},
        program=GATE,
        facts=[PERMIT],
        judge=judge,  # type: ignore[arg-type]  # the name is one of the literals
        at=AT,
        capability="shell.exec",
        workspace_root=str(tmp_path.resolve()),
        amount_bound=5.0,
        network_scope=["a.example"],
        effects=["run:shell"],
        principal="user:ana",
        instruction="tidy",
        actor="agent://ci",
        threshold=Threshold(0.25, "card"),
    )
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(document(called)))
    assert json.loads((tmp_path / "request.json").read_text()) == request_json(called.request)


def test_it_signs_where_it_is_told_to(tmp_path: Path) -> None:
    unsigned, signed = decide(), decide(attest_in=tmp_path)
    assert unsigned.action_receipt is None
    assert signed.action_receipt == unsigned.request.action.id
    with Store(tmp_path / ".bridge" / "store.sqlite3", create=False) as store:
        assert store.ids() == (signed.action_receipt, *signed.judgement_receipts)
    assert decide(attest_in=str(tmp_path)).judgement_receipts == signed.judgement_receipts


@pytest.mark.parametrize("folder", ["", "missing"])
def test_a_folder_to_sign_in_must_be_there(folder: str) -> None:
    with pytest.raises(InputError):
        decide(attest_in=folder)


@pytest.mark.parametrize(
    ("noul", "status"), [(0.0, "authorized"), (0.49, "authorized"), (0.5, "denied"), (1, "denied")]
)
def test_any_judge_can_be_asked(noul: float, status: str) -> None:
    assert decide(judge=Says(noul)).status == status


@pytest.mark.parametrize("noul", [None, float("nan"), -0.1, 1.1, "0", True, False, float("inf")])
def test_a_judge_of_ones_own_is_held_to_the_contract_too(noul: Any) -> None:
    with pytest.raises(AnswerRejected):
        decide(judge=Says(noul))


def test_a_judge_that_leaves_a_question_unanswered_is_an_error() -> None:
    class Silent(Says):
        def ask(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
            return JudgeResponse(JudgeIdentity("silent"), {})

    with pytest.raises(JudgeError):
        decide(judge=Silent(0))


def test_a_judge_that_fails_is_an_error_of_ours_and_signs_nothing(tmp_path: Path) -> None:
    class Broken(Says):
        def ask(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
            raise RuntimeError("out of order")

    with pytest.raises(JudgeUnavailable, match="out of order"):
        decide(judge=Broken(0), attest_in=tmp_path)
    with Store(tmp_path / ".bridge" / "store.sqlite3", create=False) as store:
        assert store.ids() == ()


@pytest.mark.parametrize(
    "given",
    [
        {"judge": "none"},
        {"judge": ""},
        {"threshold": 1.5},
        {"threshold": float("nan")},
        {"threshold": True},
        {"threshold": "0.5"},
        {"at": ""},
        {"at": "yesterday"},
        {"program": "missing.reason"},
        {"program": None},
        {"program": GATE.encode()},
        {"questions": {}},
        {"facts": [1]},
        {"facts": [{}]},
        {"facts": [{**PERMIT_JSON, "extra": 1}]},
        {"effects": ["nothing"]},
        {"actor": "nobody"},
        {"amount_bound": float("inf")},
        {"principal": "$x"},
        {"principal": "\ud800"},
        {"instruction": "\ud800"},
        {"actor": "agent://\ud800"},
        {"capability": "\ud800"},
        {"capability": "\ud800", "judge": None},
        {"effects": ["a:\ud800"]},
    ],
    ids=str,
)
def test_what_does_not_fit_is_an_error_of_ours(given: dict[str, Any]) -> None:
    with pytest.raises(BridgeError):
        decide(**given)


@pytest.mark.parametrize(
    "arguments",
    [
        {"a": float("nan")},
        {"a": float("inf")},
        {"a": {1, 2}},
        {"a": b"x"},
        {"a": ...},
        {"a": 2**70},
        {"a": "\ud800"},
    ],
    ids=str,
)
@pytest.mark.parametrize("judge", ["treeship-rules", None])
def test_arguments_that_are_no_json_are_refused_with_and_without_a_judge(arguments: Any, judge: Any) -> None:
    with pytest.raises((ShapeError, InputError, UsageError)):
        bridge.decide("Bash", arguments, program=GATE, judge=judge, at=AT)


def test_a_name_that_is_no_text_is_what_json_makes_of_it() -> None:
    odd: Any = {1: "a"}
    decided = bridge.decide("Bash", odd, program=GATE, facts=[PERMIT], at=AT)
    assert request_json(decided.request)["action"]["arguments"] == {"1": "a"}
    clash: Any = {1: "a", "1": "b"}
    with pytest.raises(ShapeError):
        bridge.decide("Bash", clash, program=GATE, at=AT)


def test_a_fact_with_the_id_of_a_rule_is_refused_in_these_words() -> None:
    with pytest.raises(InputError, match='fact "permit": a rule of the program has this id'):
        decide(facts=[PERMIT._replace(id="permit")])


def test_arguments_that_hold_themselves_are_refused() -> None:
    endless: dict[str, Any] = {}
    endless["a"] = endless
    with pytest.raises(ShapeError):
        bridge.decide("Bash", endless, program=GATE, at=AT)


@pytest.mark.parametrize(("tool", "arguments"), [("", {}), (None, {}), ("Bash", []), ("Bash", "ls"), ("Bash", None)])
def test_a_call_is_a_tool_and_an_object(tool: Any, arguments: Any) -> None:
    with pytest.raises(BridgeError):
        bridge.decide(tool, arguments, program=GATE, at=AT)


def test_what_the_caller_does_to_the_arguments_afterwards_changes_nothing() -> None:
    deep: dict[str, Json] = {"a": 1}
    arguments: dict[str, Json] = {"command": "ls", "deep": deep}
    decided = bridge.decide("Bash", arguments, program=GATE, facts=[PERMIT], at=AT)
    before = json.dumps(request_json(decided.request))
    arguments["command"], deep["a"] = "rm -rf /", 2
    assert json.dumps(request_json(decided.request)) == before


def test_the_package_offers_what_it_says() -> None:
    for name in bridge.__all__:
        assert getattr(bridge, name)
    with pytest.raises(AttributeError):
        getattr(bridge, "nonsense")  # noqa: B009 - the attribute is not there, and a checker knows it
