"""The public examples through the command line: standard output byte for byte, and the exit codes; and the reports."""

import json
from pathlib import Path
from typing import Any

import pytest

from bridge.cli.entry import run
from tests.vectors import VECTORS, cases, needs_vectors

pytestmark = [pytest.mark.vectors, needs_vectors]

CHECKS = {
    "release-blocked": 2,
    "release-disproved": 3,
    "release-expired": 2,
    "release-inconsistent": 4,
    "release-overlap": 4,
    "release-ready": 0,
    "release-superseded": 3,
    "release-untrusted": 2,
    "release-wrong-commit": 2,
}
REQUESTS = {"authorize-deploy": 0, "authorize-deploy-judged": 3}
FORMS = [((), ".txt"), (("--format", "json"), ".json")]


def example(name: str) -> str:
    return str(VECTORS / "reason/examples" / f"{name}.json")


def expected(name: str) -> str:
    return (VECTORS / "reason/expected" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("form", [0, 1], ids=["text", "json"])
@pytest.mark.parametrize("name", CHECKS)
def test_check(capsys: pytest.CaptureFixture[str], name: str, form: int) -> None:
    words, ending = FORMS[form]
    assert run(["reason", "check", example(name), *words]) == CHECKS[name]
    assert capsys.readouterr().out == expected(f"{name}.check{ending}")


@pytest.mark.parametrize("name", CHECKS)
def test_check_writes_its_result_which_verifies(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    out = str(tmp_path / "result.json")
    run(["reason", "check", example(name), "--proof-out", out])
    assert (tmp_path / "result.json").read_text(encoding="utf-8") == expected(f"{name}.check.json")
    capsys.readouterr()
    code = run(["reason", "verify", example(name), out, "--format", "json"])
    said = capsys.readouterr().out
    if json.loads(expected(f"{name}.check.json"))["status"] == "unknown":
        # An unknown has no certificate; there it is the exit code that is the contract.
        assert code == 1
        assert json.loads(said)["schema"] == "zerker.reason.error.v1"
    else:
        assert code == 0
        assert said == expected(f"{name}.verify.json")


@pytest.mark.parametrize("form", [0, 1], ids=["text", "json"])
@pytest.mark.parametrize("name", REQUESTS)
def test_authorize(capsys: pytest.CaptureFixture[str], name: str, form: int) -> None:
    words, _ = FORMS[form]
    code = run(["reason", "authorize", example(name), *words])
    wanted = expected(f"{name}.certificate.json") if form else expected(f"{name}.txt")
    assert capsys.readouterr().out == wanted
    assert (
        code
        == {"authorized": 0, "insufficient_evidence": 2, "denied": 3, "conflicted": 4}[
            json.loads(expected(f"{name}.certificate.json"))["status"]
        ]
    )


@pytest.mark.parametrize("name", REQUESTS)
def test_verify_authorization(capsys: pytest.CaptureFixture[str], name: str) -> None:
    certificate = str(VECTORS / "reason/expected" / f"{name}.certificate.json")
    assert run(["reason", "verify-authorization", example(name), certificate, "--format", "json"]) == 0
    assert capsys.readouterr().out == expected(f"{name}.verification.json")


@pytest.mark.parametrize("name", [*CHECKS, *REQUESTS])
def test_compile_is_a_fixed_point_of_reason_json(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    assert run(["reason", "compile", example(name)]) == 0
    (tmp_path / "once.json").write_text(capsys.readouterr().out, encoding="utf-8")
    assert run(["reason", "compile", str(tmp_path / "once.json")]) == 0
    assert capsys.readouterr().out == (tmp_path / "once.json").read_text(encoding="utf-8")


REPORTS = [row for area in ("evaluator", "program-syntax", "temporal") for row in cases(area)]
CODES = {"proved": 0, "unknown": 2, "disproved": 3, "inconsistent": 4, "error": 1}
AS_THE_KERNEL = {"tm-005": "proved", "tm-006": "proved"}
"""Where the reference differs from the report, agreement with it comes first: to its grammar second 60 is a time."""


def program_of(row: dict[str, Any]) -> Any:
    """The program of a report; of one that asks for more facts, with them."""
    if "source" in row["input"]:
        return row["input"]["source"]
    program = row["input"]["program"]
    if "generate" not in row["input"]:
        return program
    assert row["input"]["generate"] == "facts edge(n<i>, n<i+1>) for i in 0..1499"
    edge = {"predicate": "edge", "authority": "tool-reported"}
    return {**program, "facts": [{**edge, "id": f"e{i}", "arguments": [f"n{i}", f"n{i + 1}"]} for i in range(1500)]}


@pytest.mark.parametrize("row", REPORTS, ids=lambda row: row["id"])
def test_a_reported_program_gives_the_reported_status(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, row: dict[str, Any]
) -> None:
    program = program_of(row)
    text = program if isinstance(program, str) else json.dumps(program)
    (tmp_path / "program.json").write_text(text, encoding="utf-8")
    code = run(["reason", "check", str(tmp_path / "program.json"), "--format", "json"])
    said = json.loads(capsys.readouterr().out)
    wanted = [one["status"] for one in row["expect"].get("one_of", [row["expect"]])]
    assert said["status"] in [AS_THE_KERNEL.get(row["id"], status) for status in wanted]
    assert code == CODES[said["status"]]
    if "missing_includes" in row["expect"]:
        assert row["expect"]["missing_includes"] in said["missing"]


CLI: dict[str, list[tuple[str, ...]]] = {
    "cl-004": [("judge", "--tool", "Bash", "--judge-url", "http://127.0.0.1:9/", "--enforce")],
    "cl-008": [("judge", "--tool", "Bash", "--input", '{"command":"ls","n":NaN}')],
    "cl-009": [("judge", "--tool", "Bash", "--threshold", bar) for bar in ("nan", "1.5", "-1")],
}


@pytest.mark.parametrize("row", [row for row in cases("cli") if row["id"] in CLI], ids=lambda row: row["id"])
def test_a_reported_failure_is_a_failure(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, row: dict[str, Any]
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in CLI[row["id"]]:
        assert run([*words, "--format", "json"]) != row["expect"]["exit_code_not"]
        said = json.loads(capsys.readouterr().out)
        assert said.get("effect") is None
        assert row["expect"].get("error_mentions", "") in said["message"]


def test_every_report_about_the_command_line_is_tested() -> None:
    # One document on standard output (cl-005, cl-007) is held in tests/cli/test_json_mode.py for every command, and
    # documented exit codes (cl-014) in tests/cli/test_exits.py.
    assert {row["id"] for row in cases("cli")} == {*CLI, "cl-005", "cl-007", "cl-014"}
    assert len(REPORTS) >= 29
