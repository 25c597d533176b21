"""A refusal is signed where there is a workspace, in the chain of an open session, and says so where it is not."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from bridge.receipts.model import ReceiptStatement
from bridge.receipts.store import Store
from bridge.workflows import session
from bridge.workflows.attest import open_signer
from bridge.workflows.workspace import Workspace
from tests.unit.gate.hook import event, run

AT = "2026-09-23T12:00:00Z"


def receipts(home: Path) -> list[ReceiptStatement]:
    with Store(Workspace(home).store, create=False) as store:
        return [one.statement for one in store if isinstance(one.statement, ReceiptStatement)]


def payload(receipt: ReceiptStatement) -> dict[str, Any]:
    assert isinstance(receipt.payload, dict)
    return receipt.payload


def test_a_refusal_is_a_receipt_of_the_gate(home: Path) -> None:
    said = run(event("rm -rf /"))
    (receipt,) = receipts(home)
    assert (receipt.system, receipt.kind) == ("system://treeship-gate", "blocked.v1")
    body = payload(receipt)
    assert (body["reason_class"], body["refused_kind"]) == ("policy_threshold_exceeded", "action")
    assert body["actor"] == "agent://claude-code"
    assert body["description"].startswith("gate refused Bash (shell.exec) for agent://claude-code: refused by judge ")
    assert body["evidence_digest"].startswith("sha256:")
    assert "receipt art_" in said.out


def test_an_allowed_call_signs_nothing_and_makes_nothing(home: Path) -> None:
    assert run(event("ls")).out == ""
    assert list((home / ".bridge").iterdir()) == []


def test_a_description_has_300_characters_at_most(home: Path) -> None:
    run(event("rm -rf /", tool_name="x" * 5000), environment={"BRIDGE_ACTOR": "agent://" + "y" * 400})
    (receipt,) = receipts(home)
    assert len(payload(receipt)["description"]) <= 300


def test_without_a_workspace_the_refusal_says_that_it_is_not_signed(bare: Path) -> None:
    said = run(event("rm -rf /"))
    assert said.decision == "deny"
    assert "not signed" in said.out
    assert list(bare.iterdir()) == []


def test_a_workspace_that_is_named_is_made(bare: Path) -> None:
    (bare / "there").mkdir()
    said = run(event("rm -rf /"), environment={"BRIDGE_WORKSPACE": str(bare / "there")})
    assert "receipt art_" in said.out
    assert len(receipts(bare / "there")) == 1


@pytest.mark.parametrize("damage", ["store", "key", "passphrase"])
def test_a_refusal_that_cannot_be_signed_stands_and_says_so(home: Path, damage: str) -> None:
    run(event("rm -rf /"))
    if damage == "store":
        (home / ".bridge/store.sqlite3").write_bytes(b"not a database" * 100)
    elif damage == "key":
        next((home / ".bridge/keys").glob("key_*.json")).write_text("{}")
    else:
        (home / ".bridge/keys").chmod(0o777)
    said = run(event("rm -rf /"))
    assert said.decision == "deny"
    assert "this refusal is not signed" in said.out
    assert "the refusal is not signed: " in said.err


def test_a_full_disk_keeps_no_refusal_from_standing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("bridge.receipts.keys.load_or_create", full)
    said = run(event("rm -rf /"))
    assert said.decision == "deny"
    assert "No space left on device" in said.err


def opened_session(home: Path) -> None:
    with open_signer(Workspace(home), at=AT) as signer:
        session.start(signer, at=AT)


def test_in_a_session_the_refusal_is_the_next_of_its_chain(home: Path) -> None:
    opened_session(home)
    run(event("rm -rf /"))
    run(event("rm -rf ~"))
    with Store(Workspace(home).store, create=False) as store:
        current = store.sessions.open()
        assert current is not None
        chain = list(store.sessions.chain(current.id))
        parents = [store.get(one).parent_id for one in chain]
    assert len(chain) == 3
    assert parents == [None, *chain[:2]]


def test_a_judge_that_cannot_answer_is_a_note_in_the_timeline(home: Path) -> None:
    opened_session(home)
    said = run(event("ls"), environment={"TREESHIP_JUDGE": "http://127.0.0.1:1/"})
    assert said.decision is None
    with Store(Workspace(home).store, create=False) as store:
        current = store.sessions.open()
        assert current is not None
        notes = [one.note for one in store.sessions.events(current.id) if one.note]
    assert len(notes) == 1
    assert "judge unavailable" in notes[0]
    assert "Bash (shell.exec) proceeded unjudged" in notes[0]


WRONG = [("config.toml", "judge = "), ("config.toml", 'judge = "nobody"'), ("rules.toml", "add = ")]


@pytest.mark.parametrize(("file", "content"), WRONG, ids=["no settings", "no judge", "no rules"])
def test_a_gate_that_is_set_up_wrong_signs_and_takes_notes_all_the_same(home: Path, file: str, content: str) -> None:
    opened_session(home)
    (home / ".bridge" / file).write_text(content)
    assert "receipt art_" in run(event("rm -rf /"), environment={"BRIDGE_ACTOR": "agent://mine"}).out
    (*_, refusal) = receipts(home)
    # Of whom the refusal is stands in the settings as well.
    known = content != "judge = "
    assert payload(refusal)["actor"] == ("agent://mine" if known else "agent://claude-code")
    run(event("ls"))
    with Store(Workspace(home).store, create=False) as store:
        current = store.sessions.open()
        assert current is not None
        noted = [one.note for one in store.sessions.events(current.id) if one.note]
    # Settings that cannot be read may say that it is strict, and then a person is asked instead.
    assert len(noted) == (1 if known else 0)
    assert all("the gate failed" in one for one in noted)


def test_a_gate_that_is_set_up_wrong_holds_paths_to_the_workspace(home: Path) -> None:
    (home / "inner").mkdir()
    (home / ".bridge/rules.toml").write_text("add = ")
    inside, outside = str(home / "notes.md"), str(home.parent / "notes.md")
    for path, decision in ((inside, None), (outside, "deny")):
        document = {"tool_name": "Write", "tool_input": {"file_path": path}, "cwd": str(home / "inner")}
        assert run(json.dumps(document).encode()).decision == decision


def test_every_call_may_be_signed(home: Path) -> None:
    said = run(event("ls"), environment={"BRIDGE_ATTEST": "calls"})
    assert said.out == ""
    assert [one.kind for one in receipts(home)] == ["judgement.v1"] * 6
    run(event("rm -rf /"), environment={"BRIDGE_ATTEST": "calls"})
    kinds = [one.kind for one in receipts(home)]
    assert kinds == ["judgement.v1"] * 12 + ["blocked.v1"]
    blocked = receipts(home)[-1]
    assert blocked.subject is not None
    assert blocked.subject.artifact_id == receipts(home)[-2].subject.artifact_id  # type: ignore[union-attr]  # judged


def test_many_hooks_at_once_sign_one_line(home: Path) -> None:
    command = [sys.executable, "-I", "-c", "from bridge.gate.entry import main; main()"]

    def hook(_: int) -> bytes:
        return subprocess.run(command, input=event("rm -rf /"), capture_output=True, check=True, cwd=home).stdout

    with ThreadPoolExecutor(4) as pool:
        outs = list(pool.map(hook, range(4)))
    assert all(b'"deny"' in out and b"receipt art_" in out for out in outs)
    with Store(Workspace(home).store, create=False) as store:
        ids = store.ids()
        assert [store.get(one).parent_id for one in ids] == [None, *ids[:-1]]
