"""``python -m bridge.checker``: what holds on stdout and exit 0, else one line on stderr and exit 1."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bridge.checker import verification_json, verify, verify_authorization
from bridge.checker.__main__ import main
from tests.unit.checker.documents import (
    Document,
    ProgramOf,
    asked,
    atom,
    bundle_of,
    certificate_of,
    no,
    policy,
    request,
    result_of,
)

PROGRAM = ProgramOf(p="string").fact("f", atom("p", "é")).fact("g", no(atom("p", "é"))).asking(atom("p", "é"))
HIDDEN = {**result_of(PROGRAM), "disproof": None, "conflict": None, "status": "proved"}
REQUEST = request(policy().asking(asked()))


@pytest.fixture
def files(tmp_path: Path) -> Path:
    documents: dict[str, Document] = {
        "program": PROGRAM,
        "result": result_of(PROGRAM),
        "hidden": HIDDEN,
        "request": REQUEST,
        "certificate": certificate_of(REQUEST),
        "bundle": bundle_of(REQUEST),
    }
    for name, document in documents.items():
        (tmp_path / name).write_text(json.dumps(document), encoding="utf-8")
    (tmp_path / "text").write_bytes(b"no json\n\xff")
    return tmp_path


def run(files: Path, *words: str) -> int:
    return main([str(files / word) if (files / word).exists() else word for word in words])


@pytest.mark.parametrize("flags", [[], ["--reference"]])
def test_a_result_that_holds_is_printed(
    files: Path, flags: list[str], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run(files, "verify", "program", "result", *flags) == 0
    printed = capfdbinary.readouterr()
    document = verification_json(verify(PROGRAM, result_of(PROGRAM)))
    assert printed.out == json.dumps(document, ensure_ascii=False, indent=2).encode() + b"\n"
    assert printed.err == b""


@pytest.mark.parametrize("words", [("verify-authorization", "request", "certificate"), ("verify-bundle", "bundle")])
def test_an_authorization_that_holds_is_printed(
    files: Path, words: tuple[str, ...], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run(files, *words) == 0
    document = verification_json(verify_authorization(REQUEST, certificate_of(REQUEST)))
    assert json.loads(capfdbinary.readouterr().out) == document


def test_the_level_decides_whether_a_hidden_proof_is_noticed(
    files: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run(files, "verify", "program", "hidden", "--reference") == 0
    capfdbinary.readouterr()
    assert run(files, "verify", "program", "hidden") == 1
    line = b"bridge.checker: proof verification failed: $.status: the program's status is inconsistent\n"
    assert capfdbinary.readouterr() == (b"", line)


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("prove",),
        ("verify", "program"),
        ("verify", "program", "nowhere"),
        ("verify", "program", "text"),
        ("verify", "result", "program"),
        ("verify", "bundle", "bundle"),
        ("verify", ".", "result"),
        ("verify-authorization", "certificate", "request"),
        ("verify-bundle", "request"),
        ("verify-bundle", "text"),
        ("verify-bundle", "bundle", "--reference"),
    ],
)
def test_anything_else_is_one_line_on_stderr(
    files: Path, words: tuple[str, ...], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run(files, *words) == 1
    printed = capfdbinary.readouterr()
    assert printed.out == b""
    assert printed.err.startswith(b"bridge.checker: ")
    assert printed.err.count(b"\n") == 1


def test_it_runs_as_a_module_and_reads_standard_input() -> None:
    command = [sys.executable, "-m", "bridge.checker", "verify-bundle", "-"]
    done = subprocess.run(command, input=json.dumps(bundle_of(REQUEST)).encode(), capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["authorization_status"] == "authorized"


def test_help_is_no_error(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    assert b"verify-authorization" in capfdbinary.readouterr().out
