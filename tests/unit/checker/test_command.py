"""``python -m bridge.checker``: what holds on stdout and exit 0, else one line on stderr and exit 1."""

import io
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
        "part": {name: value for name, value in result_of(PROGRAM).items() if name != "missing"},
        "unasked": {**PROGRAM, "query": atom("q")},
        "nameless": {**PROGRAM, "ontology": {**PROGRAM["ontology"], "id": "", "version": ""}},
    }
    for name, document in documents.items():
        (tmp_path / name).write_text(json.dumps(document), encoding="utf-8")
    (tmp_path / "text").write_bytes(b"no json\n\xff")
    (tmp_path / "number").write_text("7", encoding="utf-8")
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


def test_standard_input_is_read_where_a_name_is_a_dash(
    files: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(result_of(PROGRAM)).encode())))
    assert run(files, "verify", "program", "-") == 0
    assert json.loads(capfdbinary.readouterr().out)["result_status"] == "inconsistent"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ((), "the following arguments are required: COMMAND; see python -m bridge.checker --help"),
        (("verify", "program"), "the following arguments are required: RESULT; see python -m bridge.checker --help"),
        (("verify", "program", "nowhere"), "nowhere: No such file or directory"),
        (("verify", "program", "text"), "stream did not contain valid UTF-8"),
        (("verify", "program", "number"), "$: expected struct CheckResult, got a number"),
        (("verify", "program", "part"), "$: missing field `missing`"),
        (("verify", "result", "program"), "unknown object member at $.status"),
        (("verify-bundle", "request"), "unknown object member at $.mission"),
        (
            ("verify", "unasked", "result"),
            'invalid program: $.query.predicate: unknown predicate "q"; declare it in $.ontology.predicates',
        ),
        (
            ("verify", "nameless", "result"),
            "invalid program: $.ontology.id: must not be empty; $.ontology.version: must not be empty",
        ),
    ],
)
def test_the_line_says_what_is_wrong_and_where(
    files: Path, words: tuple[str, ...], line: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run(files, *words) == 1
    assert capfdbinary.readouterr() == (b"", f"bridge.checker: {line}\n".encode())


@pytest.mark.parametrize("error", [OSError("the disk is gone"), OSError(5, "the disk is gone")])
def test_a_file_that_cannot_be_read_is_said_in_words(
    error: OSError, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    def fail(path: Path) -> bytes:
        raise error

    monkeypatch.setattr(Path, "read_bytes", fail)
    assert main(["verify-bundle", "bundle"]) == 1
    assert capfdbinary.readouterr() == (b"", b"bridge.checker: the disk is gone\n")


HELP = "-h, --help show this help message and exit"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (
            [],
            (
                "usage: python -m bridge.checker [-h] COMMAND ..."
                " Verify Reason results; - is standard input."
                " positional arguments: COMMAND verify a result against its program"
                " verify-authorization a certificate against its action request"
                f" verify-bundle a request and its certificate in one document options: {HELP}"
            ),
        ),
        (
            ["verify"],
            (
                "usage: python -m bridge.checker verify [-h] [--reference] PROGRAM RESULT"
                f" positional arguments: PROGRAM RESULT options: {HELP}"
                " --reference check no more than the reference kernel does"
            ),
        ),
        (
            ["verify-authorization"],
            (
                "usage: python -m bridge.checker verify-authorization [-h] REQUEST CERTIFICATE"
                f" positional arguments: REQUEST CERTIFICATE options: {HELP}"
            ),
        ),
        (
            ["verify-bundle"],
            f"usage: python -m bridge.checker verify-bundle [-h] FILE positional arguments: FILE options: {HELP}",
        ),
    ],
)
def test_help_says_what_there_is(
    words: list[str], text: str, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    with pytest.raises(SystemExit) as caught:
        main([*words, "--help"])
    assert caught.value.code == 0
    assert " ".join(capfdbinary.readouterr().out.decode().split()) == text
