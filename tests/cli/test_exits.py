"""The exit codes, row by row: every outcome of the table, reached by every command that has it."""

import contextlib
import io
import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import bridge.cli
from bridge.cli import entry
from bridge.cli.exits import EXITS, enforced
from tests.cli.conftest import Run
from tests.cli.shell import AT, KEY_HELD, PERMISSIONS, PROGRAM, UNSAFE, Shell, fact
from tests.property.bad_programs import BAD_PROGRAMS

DESTRUCTIVE = '{"command":"rm -rf /"}'
FAILING = """\
ontology "doors" version "1".
authority human-authorized.
predicate open(door: string).
test "nothing opens it" { expect proved open("front"). }
"""
PAGES = """\
id: pages
version: "1"
model: none
stakes: write
confidence_floors: {write: 0}
questions: {good: {type: noul, stage: score}}
routing:
  rules:
  - {verdict: skip, all: [{answer: good, field: noul, op: "<", value: 0.1}]}
  - {verdict: fail, all: [{answer: good, field: noul, op: "<", value: 0.3}]}
  - {verdict: review, all: [{answer: good, field: noul, op: "<", value: 0.5}]}
  - {verdict: pass, all: [{answer: good, field: noul, op: "<", value: 0.8}]}
  - {verdict: escalate, default: true}
"""
DECIDE = ("decide", "--tool", "Bash", "--program", "bridge:gates/tool_call", "--facts", "permissions.json", "--at", AT)
FAILURES = {"error", "usage", "verification-failed", "not-judged", "not-judged-usage"}
FORBIDDEN = fact("forbid_bash", "tool_forbidden", "Bash")


@dataclass(frozen=True)
class Row:
    """An outcome, a command that reaches it, and the word on standard output that says so."""

    outcome: str
    words: tuple[str, ...]
    says: str = ""

    def __str__(self) -> str:
        return f"{self.outcome}: {' '.join(self.words)}"


ROWS = [
    Row("done", ("--version",), "rbridge "),
    Row("done", ("--help",), "Usage"),
    Row("done", ("judge", "--tool", "Bash", "--input", DESTRUCTIVE), "refused"),
    Row("done", ("judge", "--tool", "Bash", "--enforce"), "allow"),
    Row("done", ("attest", "action", "--action", "x"), "art_"),
    Row("done", ("verify", "receipt.json"), "VERIFIED"),
    Row("done", ("reason", "verify", "disproved.json", "disproved.result.json"), "(disproved)"),
    Row("done", ("reason", "verify-authorization", "denied.request.json", "denied.certificate.json"), "(denied)"),
    Row("done", ("reason", "compile", "proved.json"), "zerker.reason.program.v2"),
    Row("done", ("reason", "strike", "disproved.json"), 'ontology "doors"'),
    Row("done", ("reason", "decompile", "disproved.json"), 'ontology "doors"'),
    Row("enforced-deny", ("judge", "--tool", "Bash", "--input", DESTRUCTIVE, "--enforce"), "refused"),
    Row("proved", ("reason", "check", "proved.json"), "PROVED"),
    Row("unknown", ("reason", "check", "unknown.json"), "UNKNOWN"),
    Row("disproved", ("reason", "check", "disproved.json"), "DISPROVED"),
    Row("inconsistent", ("reason", "check", "inconsistent.json"), "INCONSISTENT"),
    Row("authorized", ("reason", "authorize", "authorized.request.json"), "AUTHORIZED"),
    Row("insufficient_evidence", ("reason", "authorize", "undecided.request.json"), "INSUFFICIENT_EVIDENCE"),
    Row("denied", ("reason", "authorize", "denied.request.json"), "DENIED"),
    Row("conflicted", ("reason", "authorize", "conflicted.request.json"), "CONFLICTED"),
    Row("authorized", DECIDE, "AUTHORIZED"),
    Row("insufficient_evidence", (*DECIDE, "--judge", "none"), "UNDECIDED"),
    Row("denied", (*DECIDE, "--input", DESTRUCTIVE), "DENIED"),
    Row("conflicted", (*DECIDE, "--facts", "forbidden.json"), "CONFLICTED"),
    Row("done", ("reason", "test", "bridge:gates/tool_call"), "0 failed"),
    Row("tests-failed", ("reason", "test", "failing.reason"), "1 failed"),
    Row("broken", ("conformance", "program", "impostor.reason", "--convention", "off"), "BROKEN"),
    Row("changed", ("reason", "diff", "proved.json", "unknown.json", "--exit-code"), "CHANGED"),
    Row("done", ("reason", "lint", "bridge:gates/tool_call")),
    Row("findings", ("reason", "lint", "broken.reason"), "RSN005"),
    Row("gate-refused", ("gate", "claude")),
    Row("gate-refused", ("gate", "claude-code", "--strict")),
    Row("error", ("gate", "replay", "nowhere.jsonl")),
    Row("usage", ("gate",)),
    Row("unanswered", ("judge", "--batch", "broken.reason"), '"error"'),
    Row("unformatted", ("reason", "fmt", "--check", "loose.reason"), "loose.reason"),
    Row("pass", ("rubric", "run", "--rubric", "pages.yaml", "--mock", "--input", "fine.json"), '"verdict": "pass"'),
    Row("fail", ("rubric", "run", "--rubric", "pages.yaml", "--mock", "--input", "poor.json"), '"verdict": "fail"'),
    Row("review", ("rubric", "run", "--rubric", "pages.yaml", "--mock", "--input", "unsure.json"), '"review"'),
    Row("escalate", ("rubric", "run", "--rubric", "pages.yaml", "--mock", "--input", "grave.json"), '"escalate"'),
    Row("skip", ("rubric", "run", "--rubric", "pages.yaml", "--mock", "--input", "empty.json"), '"verdict": "skip"'),
    Row("not-judged", ("rubric", "run", "--rubric", "pages.yaml", "--mock", "--input", "missing.json")),
    Row("not-judged", ("rubric", "validate", "pages.yaml", "poor.yaml"), "RUB106"),
    Row("not-judged", ("rubric", "run", "--rubric", "nothing", "--mock", "--input", "fine.json")),
    Row("not-judged-usage", ("rubric", "run", "--mok")),
    Row("not-judged-usage", ("rubric",)),
    Row("done", ("rubric", "list"), "assistant-reply"),
    Row("done", ("rubric", "evaluate", "--dataset", "labelled.jsonl", "--mock", "--rubric", "pages.yaml"), "Agreement"),
    Row(
        "gates-failed",
        ("rubric", "evaluate", "--dataset", "wrong.jsonl", "--mock", "--rubric", "pages.yaml"),
        "FAILED",
    ),
    Row("error", ("judge", "--tool", "Bash", "--input", "@missing.json")),
    Row("error", ("judge", "--tool", "Bash", "--judge-url", "http://127.0.0.1:9", "--enforce")),
    Row("error", ("attest", "action", "--action", "x", "--actor", "nobody")),
    Row("done", ("session", "status"), "no session"),
    Row("error", ("session", "note", "x")),
    Row("error", ("session", "close")),
    Row("error", ("package", "verify", "missing.treeship")),
    Row("error", ("verify", "missing.json")),
    Row("error", (*DECIDE, "--judge-url", "http://127.0.0.1:9")),
    Row("error", (*DECIDE, "--input", '{"command":"$HOME"}')),
    Row("error", ("reason", "check", "missing.json")),
    Row("error", ("reason", "check", "broken.reason")),
    Row("error", ("reason", "check", "authorized.request.json")),
    Row("error", ("reason", "authorize", "proved.json")),
    Row("error", ("reason", "compile", "missing.json")),
    Row("error", ("reason", "strike", "missing.json")),
    Row("error", ("reason", "decompile", "missing.json")),
    Row("usage", ()),
    Row("usage", ("nonsense",)),
    Row("usage", ("judge",)),
    Row("usage", ("judge", "--tool", "Bash", "--threshold", "2")),
    Row("usage", ("judge", "--tool", "Bash", "--format", "yaml")),
    Row("usage", ("decide", "--tool", "Bash")),
    Row("usage", (*DECIDE, "--effect", "nothing")),
    Row("usage", ("attest",)),
    Row("usage", ("attest", "action")),
    Row("usage", ("verify",)),
    Row("usage", ("reason",)),
    Row("usage", ("reason", "check")),
    Row("usage", ("reason", "check", "proved.json", "--convention", "maybe")),
    Row("usage", ("reason", "check", "proved.json", "--at", "now")),
    Row("verification-failed", ("verify", "foreign.json")),
    Row("verification-failed", ("reason", "verify", "proved.json", "disproved.result.json")),
    Row(
        "verification-failed", ("reason", "verify-authorization", "authorized.request.json", "denied.certificate.json")
    ),
]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the rows name."""
    shell = Shell(tmp_path_factory.mktemp("rows"))
    with contextlib.chdir(shell.folder), contextlib.redirect_stdout(io.StringIO()):
        _write_programs(shell)
        _write_decisions(shell)
        _write_rubric(shell)
        _write_receipt(shell, "receipt.json", ".")
        _write_receipt(shell, "foreign.json", "elsewhere")
    return shell.folder


def _write_programs(shell: Shell) -> None:
    said = {"proved": [KEY_HELD], "unknown": [], "disproved": [UNSAFE], "inconsistent": [KEY_HELD, UNSAFE]}
    for name, facts in said.items():
        shell.write(f"{name}.json", {**PROGRAM, "facts": facts})
        entry.run(["reason", "check", f"{name}.json", "--proof-out", f"{name}.result.json"])
    shell.write("broken.reason", "this is no program")
    shell.write("loose.reason", "query  p().")
    shell.write("failing.reason", FAILING)
    shell.write("impostor.reason", BAD_PROGRAMS["RSN102"])


def _write_decisions(shell: Shell) -> None:
    shell.write("permissions.json", PERMISSIONS)
    shell.write("forbidden.json", [FORBIDDEN])
    for name, words in {
        "authorized": (),
        "undecided": ("--judge", "none"),
        "denied": ("--input", DESTRUCTIVE),
        "conflicted": ("--facts", "forbidden.json"),
    }.items():
        files = ("--request-out", f"{name}.request.json", "--certificate-out", f"{name}.certificate.json")
        entry.run([*DECIDE, *words, *files])


def _write_rubric(shell: Shell) -> None:
    shell.write("pages.yaml", PAGES)
    shell.write("poor.yaml", "id: poor\n")
    for name, noul in {"empty": 0.0, "poor": 0.2, "unsure": 0.4, "fine": 0.6, "grave": 0.9}.items():
        pinned = {"good": {"type": "noul", "noul": noul}}
        shell.write(f"{name}.json", {"page": name, "_mock_answers": pinned})
    case = {"id": "a", "rubric_id": "pages", "split": "frozen-redteam", "expected_verdict": "fail", "input": {}}
    shell.write("labelled.jsonl", case)
    shell.write("wrong.jsonl", {**case, "expected_verdict": "pass"})


def _write_receipt(shell: Shell, name: str, workspace: str) -> None:
    Path(workspace).mkdir(exist_ok=True)
    entry.run(["attest", "action", "--action", name, "--workspace", workspace])
    with closing(sqlite3.connect(Path(workspace) / ".bridge" / "store.sqlite3")) as database:
        shell.write(name, database.execute("SELECT envelope FROM receipts").fetchone()[0])


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_each_outcome_has_its_exit_code(
    rbridge: Run, prepared: Path, monkeypatch: pytest.MonkeyPatch, row: Row
) -> None:
    monkeypatch.chdir(prepared)
    done = rbridge(*row.words)
    assert done.code == EXITS[row.outcome]
    assert row.says in done.out
    if row.outcome in FAILURES and not row.says:
        assert done.complaint


@pytest.mark.parametrize("row", [row for row in ROWS if row.words[:1] not in {("--version",), ("--help",)}], ids=str)
def test_the_format_changes_no_exit_code_and_leaves_one_document(
    rbridge: Run, prepared: Path, monkeypatch: pytest.MonkeyPatch, row: Row
) -> None:
    monkeypatch.chdir(prepared)
    done = rbridge("--format", "json", *(word for word in row.words if word not in {"--format", "yaml"}))
    assert done.code == (EXITS["done"] if "yaml" in row.words else EXITS[row.outcome])
    assert isinstance(done.document, dict)


def test_every_outcome_of_the_table_has_a_row() -> None:
    # The last two are reached below: by a judge that escalates, and by an interrupt.
    assert set(EXITS) == {row.outcome for row in ROWS} | {"enforced-ask", "interrupted"}


def test_a_verdict_is_never_taken_for_an_error() -> None:
    verdicts = ("unknown", "insufficient_evidence", "disproved", "denied", "inconsistent", "conflicted")
    assert 1 not in {EXITS[name] for name in (*verdicts, "enforced-deny", "enforced-ask")}
    assert {EXITS[name] for name in ("error", "usage", "verification-failed")} == {1}
    assert [name for name, code in EXITS.items() if code == 0] == ["done", "proved", "authorized", "pass"]


def test_what_keeps_a_rubric_from_a_verdict_has_the_code_of_no_verdict() -> None:
    verdicts = {EXITS[name] for name in ("pass", "fail", "review", "escalate", "skip")}
    assert verdicts == {0, 1, 2, 3, 4}
    assert {EXITS["not-judged"], EXITS["not-judged-usage"]}.isdisjoint(verdicts)


@pytest.mark.parametrize(("effect", "code"), [("deny", 2), ("ask", 3), ("warn", 0), ("allow", 0), (None, 0)])
def test_enforce_turns_an_effect_into_a_code(effect: str | None, code: int) -> None:
    assert enforced(effect) == code


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError("x"), RecursionError(), MemoryError()])
def test_what_is_not_foreseen_is_one_sentence_and_no_traceback(
    rbridge: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException | type[BaseException]
) -> None:
    def fail(*_: object, **__: object) -> Any:
        raise error

    monkeypatch.setattr("bridge.workflows.judge.judge", fail)
    done = rbridge("judge", "--tool", "Bash", "--format", "json")
    if error is KeyboardInterrupt:
        assert done.code == EXITS["interrupted"] == 130
        assert done.out == ""
    else:
        assert done.error["message"].startswith("internal error: ")


@pytest.mark.parametrize("words", [["verify", "{}"], ["reason", "lint", "{}"], ["rubric", "validate", "{}"]])
def test_a_name_that_no_file_can_have_is_named(rbridge: Run, words: list[str]) -> None:
    rbridge("keys", "new")
    name = "x" * 5000
    complaint = rbridge(*(word.replace("{}", name) for word in words)).err
    assert "File name too long" in complaint
    assert name in complaint
    assert "internal error" not in complaint


def test_the_traceback_is_there_for_whoever_asks(rbridge: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> Any:
        raise RuntimeError("x")

    monkeypatch.setattr("bridge.workflows.judge.judge", fail)
    monkeypatch.setenv("BRIDGE_DEBUG", "1")
    with pytest.raises(RuntimeError):
        rbridge("judge", "--tool", "Bash")


COMMANDS = [
    ("judge", "2 deny, 3 ask"),
    ("decide", "0 authorized, 2 undecided, 3 denied, 4 conflicted"),
    ("verify", "0 all of it holds"),
    ("reason check", "0 proved, 2 unknown, 3 disproved, 4 inconsistent"),
    ("reason authorize", "0 authorized, 2 insufficient evidence, 3 denied, 4 conflicted"),
    ("reason verify", "0 verified"),
    ("reason lint", "0 nothing is found, 1 something is"),
    ("reason verify-authorization", "0 verified"),
]


@pytest.mark.parametrize(("command", "codes"), COMMANDS)
def test_a_command_that_decides_says_its_exit_codes_in_its_help(rbridge: Run, command: str, codes: str) -> None:
    done = rbridge(*command.split(), "--help")
    assert done.code == 0
    assert codes in " ".join(done.out.split())


def test_the_table_is_the_only_place_that_names_a_code() -> None:
    folder = Path(bridge.cli.__file__).parent
    naming = [
        path.name
        for path in folder.glob("*.py")
        if path.name != "exits.py" and re.search(r"(return|exit\(|code=|code = )\s*\d", path.read_text())
    ]
    assert naming == []


def test_main_exits_with_the_code_of_run(monkeypatch: pytest.MonkeyPatch, shell: Shell) -> None:
    with pytest.raises(SystemExit) as leaving:
        entry.main(["judge", "--tool", "Bash", "--enforce", "--input", DESTRUCTIVE])
    assert leaving.value.code == EXITS["enforced-deny"]
