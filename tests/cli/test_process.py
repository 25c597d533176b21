"""The command as a real process, with the streams as an operating system gives them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bridge.cli.exits import EXITS
from tests.cli.shell import Result, Shell, clean_environment

DESTRUCTIVE = '{"command":"rm -rf /"}'


@pytest.mark.parametrize(
    ("words", "code"),
    [(("--version",), 0), ((), 1), (("judge", "--tool", "Bash", "--enforce", "--input", DESTRUCTIVE), 2)],
)
def test_the_exit_code_reaches_the_caller(shell: Shell, words: tuple[str, ...], code: int) -> None:
    assert shell.process(*words).code == code


def test_text_is_utf8_whatever_the_locale_says(shell: Shell) -> None:
    done = shell.process(
        *("judge", "--tool", "Bash", "--input", DESTRUCTIVE, "--set-by", "Zoë"),
        environment={"PYTHONIOENCODING": "latin-1", "LC_ALL": "C"},
    )
    assert done.code == 0
    assert "⚠ refused" in done.out
    assert "Zoë" in done.out


def test_bytes_that_are_no_text_are_an_error(shell: Shell) -> None:
    done = shell.process("judge", "--tool", b"\xff".decode("utf-8", "surrogateescape"), "--format", "json")
    assert done.error["code"] == "usage"
    assert "UTF-8" in done.error["message"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_under_standard_output_is_an_error(shell: Shell, unbuffered: str) -> None:
    done = redirected(shell, "> /dev/full", unbuffered)
    assert done.code == 1
    assert "cannot write to standard output" in done.err
    assert "Traceback" not in done.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("words", [("--help",), ("judge", "--tool", "Bash", "--format", "json")], ids=" ".join)
def test_so_it_is_whatever_was_to_be_written(shell: Shell, words: tuple[str, ...]) -> None:
    done = redirected(shell, "> /dev/full", "1", words)
    assert (done.code, done.err) == (1, "rbridge: cannot write to standard output: No space left on device\n")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_left_gets_no_traceback_and_makes_no_verdict(shell: Shell, unbuffered: str) -> None:
    done = redirected(shell, "| true", unbuffered)
    assert done.code in {EXITS["enforced-deny"], EXITS["error"]}
    assert done.err == ""


@pytest.mark.parametrize("streams", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed_are_done_without(shell: Shell, streams: str) -> None:
    done = redirected(shell, streams, "")
    assert done.code == EXITS["enforced-deny"]
    assert "Traceback" not in done.err


EVENT = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "git clean -fdx ~"}}


@pytest.mark.parametrize("streams", [">&-", ">&- 2>&-"])
def test_a_hook_whose_answer_reaches_nobody_refuses_by_its_exit_code(shell: Shell, streams: str) -> None:
    assert redirected(shell, f"{streams} < event", "", ("gate", "claude-code")).code == EXITS["gate-refused"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    ("words", "code"),
    [(("gate", "claude-code"), 0), (("gate", "claude"), 2), (("judge", "--enforce"), 1), (("rubric", "run"), 11)],
)
def test_notes_that_cannot_be_written_change_no_exit_code(shell: Shell, words: tuple[str, ...], code: int) -> None:
    done = redirected(shell, "2> /dev/full < event", "", words)
    assert done.code == code
    assert ('"permissionDecision": "deny"' in done.out) == (code == 0)


ENFORCED = ("judge", "--tool", "Bash", "--enforce", "--input", DESTRUCTIVE)


def redirected(shell: Shell, streams: str, unbuffered: str, given: tuple[str, ...] = ENFORCED) -> Result:
    """A command with its streams as a POSIX shell redirects them; its own code."""
    # The status is written down by the side that runs the command: a pipe has the reader's.
    script = (
        f'{{ "$@" ; echo $? > code ; }} {streams}' if streams.startswith("|") else f'"$@" {streams}; echo $? > code'
    )
    words = [sys.executable, "-m", "bridge", *given]
    (shell.folder / "event").write_text(json.dumps(EVENT))
    environment = {**clean_environment(), "PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run(
        ["sh", "-c", script, "sh", *words],
        cwd=shell.folder,
        capture_output=True,
        check=False,
        timeout=60,
        env=environment,
    )
    code = int((shell.folder / "code").read_text())
    return Result(code, done.stdout.decode(), done.stderr.decode())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_remark_that_cannot_be_written_keeps_no_receipt_from_being_signed(shell: Shell) -> None:
    done = redirected(shell, "2> /dev/full", "1", (*ENFORCED, "--attest"))
    assert done.code == EXITS["enforced-deny"]
    assert redirected(shell, "", "", ("verify", "--all")).code == 0
