"""``--format json``: exactly one JSON document on standard output, whatever happens and wherever the option stands."""

import itertools
from typing import Any

import pytest

from bridge.core import strict_json
from tests.cli.conftest import Run
from tests.cli.shell import KEY_HELD, PERMISSIONS, PROGRAM, Result, Shell

DECIDE = ("decide", "--tool", "Bash", "--program", "bridge:gates/tool_call", "--facts", "permissions.json")
REASON_ERROR = ["error", "schema", "status"]
ERROR = ["code", "help", "message", "schema", "status", "where"]

WORKS: list[tuple[str, ...]] = [
    ("judge", "--tool", "Bash"),
    ("judge", "--tool", "Bash", "--attest"),
    ("judge", "--tool", "Bash", "--input", '{"command":"mkfs"}', "--enforce"),
    ("attest", "action", "--action", "x"),
    ("verify", "last"),
    ("verify", "--all"),
    DECIDE,
    (*DECIDE, "--attest"),
    (*DECIDE, "--judge", "none"),
    ("reason", "check", "program.json"),
    ("reason", "check", "program.json", "--facts", "facts.json", "--at", "2026-09-24T00:00:00Z"),
    ("reason", "check", "program.json", "--proof-out", "again.json", "--convention", "off"),
    ("reason", "authorize", "request.json"),
    ("reason", "verify", "held.json", "result.json"),
    ("reason", "verify-authorization", "request.json", "certificate.json"),
    ("reason", "compile", "bridge:gates/tool_call"),
    ("reason", "compile", "program.json"),
    ("reason", "strike", "program.json"),
]
FAILS: list[tuple[str, ...]] = [
    (),
    ("nonsense",),
    ("judge",),
    ("judge", "--tool", "Bash", "extra"),
    ("judge", "--tool", "Bash", "--no-such-option"),
    ("judge", "--tool", "Bash", "--threshold", "x"),
    ("judge", "--tool", "Bash", "--threshold"),
    ("judge", "--tool", "Bash", "--input", "{"),
    ("judge", "--tool", "Bash", "--input", "@missing"),
    ("judge", "--tool", "Bash", "--judge-url", "http://127.0.0.1:9/"),
    ("judge", "--tool", "Bash", "--workspace", "missing"),
    ("judge", "--tool", "Bash", "--workspace", ""),
    ("judge", "--tool", "Bash", "--at", "now"),
    ("attest",),
    ("attest", "action"),
    ("attest", "nonsense"),
    ("attest", "action", "--action", "x", "--meta", "{"),
    ("verify",),
    ("verify", "missing.json"),
    ("verify", "art_00000000"),
    ("verify", "last", "--key", "x"),
    ("decide", "--tool", "Bash"),
    (*DECIDE, "--facts", "missing.json"),
    (*DECIDE, "--input", '{"a":"$x"}'),
    (*DECIDE, "--program", "missing.reason"),
    (*DECIDE, "--request-out", "no/such/folder.json"),
    ("reason",),
    ("reason", "nonsense"),
    ("reason", "check"),
    ("reason", "check", "missing.json"),
    ("reason", "check", "broken.reason"),
    ("reason", "check", "program.json", "--query", "x("),
    ("reason", "authorize", "program.json"),
    ("reason", "verify", "program.json", "program.json"),
    ("reason", "verify-authorization", "request.json", "request.json"),
    ("reason", "compile", "broken.reason"),
    ("reason", "strike", "missing.json"),
]


@pytest.fixture
def files(rbridge: Run, shell: Shell) -> None:
    """The files that the commands name, and one signed action."""
    shell.write("permissions.json", PERMISSIONS)
    shell.write("program.json", PROGRAM)
    shell.write("held.json", {**PROGRAM, "facts": [KEY_HELD]})
    shell.write("facts.json", [KEY_HELD, {**KEY_HELD, "id": "z"}])
    shell.write("broken.reason", "nonsense")
    rbridge("reason", "check", "held.json", "--proof-out", "result.json")
    rbridge(*DECIDE, "--request-out", "request.json", "--certificate-out", "certificate.json")
    rbridge("attest", "action", "--action", "first")


def one_document(done: Result) -> Any:
    document = strict_json.loads(done.out)
    assert isinstance(document, dict)
    assert done.out.endswith("\n")
    assert not done.out.endswith("\n\n")
    assert "Traceback" not in done.err
    assert "internal error" not in done.out
    return document


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("words", WORKS, ids=" ".join)
def test_on_success(rbridge: Run, words: tuple[str, ...]) -> None:
    done = rbridge(*words, "--format", "json")
    assert done.code != 1
    assert one_document(done).get("status") != "error"
    assert all(line.startswith("note: ") for line in done.err.splitlines())


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("words", FAILS, ids=" ".join)
def test_on_failure(rbridge: Run, words: tuple[str, ...]) -> None:
    done = rbridge("--format", "json", *words)
    document = one_document(done)
    assert done.code == 1
    assert document["status"] == "error"
    expected = REASON_ERROR if words[:1] == ("reason",) else ERROR
    assert [key for key in document if key != "diagnostics"] == expected
    assert all(line.startswith("note: ") for line in done.err.splitlines())
    assert document.get("message", document.get("error"))


@pytest.mark.usefixtures("files")
def test_the_option_stands_anywhere_in_either_spelling(rbridge: Run) -> None:
    spellings = [("--format", "json"), ("--format=json",), ("--format", "JSON")]
    commands: list[tuple[str, ...]] = [
        ("judge", "--tool", "Bash", "--at", "2026-09-23T12:00:00Z"),
        ("reason", "check", "program.json"),
        ("attest", "action", "--action", "x", "--at", "2026-09-23T12:00:00Z"),
        ("verify", "art_00"),
        ("reason", "check", "missing.json"),
    ]
    for command in commands:
        depth = 2 if command[0] in {"reason", "attest"} else 1
        said = {
            rbridge(*command[:place], *spelling, *command[place:]).out
            for place, spelling in itertools.product(range(depth + 1), spellings)
        }
        said |= {rbridge(*command, *spelling).out for spelling in spellings}
        assert len(said) == 1
        assert said.pop().startswith("{")


@pytest.mark.parametrize("words", [("judge",), ("judge", "--tool", "Bash", "--threshold", "2")])
@pytest.mark.parametrize(
    ("formats", "is_json"),
    [
        (("--format", "json", "--format", "text"), False),
        (("--format", "text", "--format=json"), True),
        (("--format", "human"), False),
        (("--format", "text"), False),
        ((), False),
    ],
)
def test_the_last_format_counts(rbridge: Run, words: tuple[str, ...], formats: tuple[str, ...], is_json: bool) -> None:
    done = rbridge(*words, *formats)
    assert done.code == 1
    assert done.out.startswith("{") is is_json
    assert bool(done.err) is not is_json


def test_human_and_text_are_one(rbridge: Run) -> None:
    said = {rbridge("judge", "--tool", "Bash", *form).out for form in ((), ("--format", "text"), ("--format", "human"))}
    assert len(said) == 1


def test_settings_in_a_file_or_the_environment_say_nothing_on_standard_output(
    rbridge: Run, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell.write(".bridge/config.toml", 'set_by = "card_7"\nthreshold = 0.75\nactor = "agent://ci"\n')
    monkeypatch.setenv("BRIDGE_BOUND", "10")
    document = one_document(rbridge("judge", "--tool", "Bash", "--input", '{"amount":11}', "--format", "json"))
    assert (document["threshold"], document["effect"]) == (0.75, "deny")


def test_a_real_process_keeps_its_streams_apart(shell: Shell) -> None:
    shell.write("permissions.json", PERMISSIONS)
    done = shell.process(*DECIDE, "--attest", "--format", "json")
    assert one_document(done)["status"] == "authorized"
    assert done.err.startswith("note: ")


def test_text_that_is_no_ascii_is_itself(rbridge: Run) -> None:
    done = rbridge("judge", "--tool", "Überweisung→😀", "--format", "json")
    assert "Überweisung→😀" in done.out
