"""``rbridge reason batch``: every line has its answer, in order, and it is what the command alone would say."""

import json
import os
import pty
import signal
import subprocess
import sys
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.cli.processes import children
from tests.cli.shell import KEY_HELD, PROGRAM, UNSAFE, Result, Shell, clean_environment
from tests.unit.policy import building as policies
from tests.unit.release import building as releases

PROGRAMS = {
    name: {**PROGRAM, "facts": facts}
    for name, facts in {
        "proved": [KEY_HELD],
        "unknown": [],
        "disproved": [UNSAFE],
        "inconsistent": [KEY_HELD, UNSAFE],
        "invalid": [KEY_HELD, KEY_HELD],
    }.items()
}


def lines(*rows: Any) -> bytes:
    return b"".join((row if isinstance(row, bytes) else json.dumps(row).encode()) + b"\n" for row in rows)


def check(name: str, **members: Any) -> dict[str, Any]:
    return {"id": name, "command": "check", "input": PROGRAMS[name], **members}


def answers(done: Result) -> list[dict[str, Any]]:
    assert done.code == 0, done
    return [json.loads(line) for line in done.out.splitlines()]


@pytest.fixture
def documents(rbridge: Run, shell: Shell) -> dict[str, Any]:
    """One document of every kind, by the name of its file."""
    for name in ("proved", "invalid"):
        shell.write(f"{name}.json", PROGRAMS[name])
    shell.write("broken.json", "{")
    rbridge("reason", "check", "proved.json", "--proof-out", "result.json")
    shell.write("release.json", releases.release())
    written = ("--request-out", "request.json", "--certificate-out", "certificate.json", "--bundle-out", "bundle.json")
    rbridge("reason", "release", "authorize", "release.json", *written)
    return {path.name: path.read_text() for path in shell.folder.glob("*.json")}


COMMANDS = [
    ("check", "proved.json"),
    ("check", "invalid.json"),
    ("check", "broken.json"),
    ("check", "bundle.json"),
    ("validate", "proved.json"),
    ("validate", "invalid.json"),
    ("authorize", "request.json"),
    ("authorize", "proved.json"),
    ("verify", "proved.json", "result.json"),
    ("verify", "proved.json", "certificate.json"),
    ("verify", "request.json", "result.json"),
    ("verify-authorization", "request.json", "certificate.json"),
    ("verify-authorization", "request.json", "result.json"),
    ("verify-authorization-bundle", "bundle.json"),
    ("verify-authorization-bundle", "request.json"),
]


# What does not parse can only be given as a text.
GIVEN = [(words, True) for words in COMMANDS] + [(words, False) for words in COMMANDS if "broken.json" not in words]


@pytest.mark.parametrize(("words", "as_text"), GIVEN, ids=lambda value: "-".join(value) if value in COMMANDS else None)
def test_an_answer_is_what_the_command_alone_says(
    rbridge: Run, documents: dict[str, Any], words: tuple[str, ...], as_text: bool
) -> None:
    given = [documents[name] if as_text else json.loads(documents[name]) for name in words[1:]]
    row = dict(zip(("command", "input", "result"), (words[0], *given), strict=False))
    alone = rbridge("reason", *words, "--format", "json")
    (answer,) = answers(rbridge("reason", "batch", "-", stdin=lines(row)))
    assert answer["exit"] == alone.code
    if alone.code == 1:
        # The two differ in nothing but how they call the document.
        assert answer["error"].partition(": ")[2] in alone.document["error"]
    else:
        assert answer == {"id": 1, "exit": alone.code, "output": alone.out}


def test_the_order_is_kept_and_every_outcome_has_its_code(rbridge: Run, shell: Shell) -> None:
    shell.write("in.jsonl", lines(*map(check, PROGRAMS)))
    found = answers(rbridge("reason", "batch", "in.jsonl"))
    assert [(row["id"], row["exit"]) for row in found] == [
        ("proved", 0),
        ("unknown", 2),
        ("disproved", 3),
        ("inconsistent", 4),
        ("invalid", 1),
    ]
    assert [list(row) for row in found] == [["id", "exit", "output"]] * 4 + [["id", "exit", "error"]]
    assert found[4]["error"].startswith("invalid program:\n$.facts[1].id")


BAD = [
    (b"{", 1, "JSON"),
    (b"\xff", 1, "UTF-8"),
    (b"[1]", 1, "an object"),
    (b'{"id": "a", "id": "b"}', 1, "duplicate object member `id`"),
    ({"id": "x"}, "x", "$.command"),
    ({"id": "x", "command": "compile", "input": {}}, "x", "$.command"),
    ({"id": "x", "command": ["check"], "input": {}}, "x", "$.command"),
    ({"id": "x", "command": "check"}, "x", "$.input"),
    ({"id": "x", "command": "verify", "input": {}}, "x", "$.result"),
    ({"id": [1], "command": "check", "input": {}}, 1, "$.id"),
    ({"id": True, "command": "check", "input": {}}, 1, "$.id"),
    ({"id": 1.5, "command": "check", "input": {}}, 1, "$.id"),
    (check("proved", at="2026-01-01T00:00:00Z"), "proved", "$.at"),
    (check("proved", require_authorized=True), "proved", "$.require_authorized"),
    ({"id": "x", "command": "check", "input": None}, "x", "Program"),
    ({"id": "x", "command": "check", "input": ""}, "x", "line 1"),
    ({"id": "x", "command": "check", "input": 'use facts "/etc/passwd".'}, "x", "RSN"),
]


@pytest.mark.parametrize(("row", "id", "says"), BAD, ids=range(len(BAD)))
def test_a_bad_line_costs_that_line_only(rbridge: Run, shell: Shell, row: Any, id: Any, says: str) -> None:
    bad, good = answers(rbridge("reason", "batch", "-", stdin=lines(row, check("unknown"))))
    assert bad["id"] == id
    assert bad["exit"] == 1
    assert says in bad["error"]
    assert "internal error" not in bad["error"]
    assert (good["id"], good["exit"]) == ("unknown", 2)


def test_ids_are_kept_and_a_missing_one_is_the_number_of_the_line(rbridge: Run, shell: Shell) -> None:
    ids = ["a", 7, "a", "", None]
    rows = [check("proved", id=name) for name in ids]
    nameless = {name: member for name, member in check("proved").items() if name != "id"}
    blank = (b"", b"  \t\r")
    given = lines(*blank, *rows, *blank, nameless).removesuffix(b"\n")
    assert [row["id"] for row in answers(rbridge("reason", "batch", "-", stdin=given))] == ["a", 7, "a", "", 7, 10]


def test_what_else_a_line_carries_is_its_own(rbridge: Run, shell: Shell) -> None:
    (answer,) = answers(rbridge("reason", "batch", "-", stdin=lines(check("proved", note="mine", kind={"a": 1}))))
    assert answer["exit"] == 0


def test_an_answer_is_one_line_for_every_reader(rbridge: Run, shell: Shell) -> None:
    name = "a\x0b\x0c\x1c\x85\u2028\u2029\nb"
    done = rbridge("reason", "batch", "-", stdin=lines(check("proved", id=name)))
    assert len(done.out.splitlines()) == 1
    assert answers(done)[0]["id"] == name


def test_nothing_in_is_nothing_out(rbridge: Run, shell: Shell) -> None:
    done = rbridge("reason", "batch", "-", stdin=b"\n\n")
    assert (done.code, done.out, done.err) == (0, "", "")


def test_the_convention_holds_for_every_line(rbridge: Run, shell: Shell) -> None:
    authority = {**policies.template()["authority"], "classes": ["model-judged"], "default_admit": ["model-judged"]}
    authority["predicate_admit"] = {}
    program = {**PROGRAM, "authority": authority, "facts": [{**KEY_HELD, "authority": "model-judged"}]}
    row = lines({"command": "check", "input": program})
    (refused,) = answers(rbridge("reason", "batch", "-", stdin=row))
    assert refused["exit"] == 1
    assert "RSN1" in refused["error"]
    off = rbridge("reason", "batch", "-", "--convention", "off", stdin=row)
    assert answers(off)[0]["exit"] == 0
    assert off.err.count("the convention is off") == 1


def test_a_file_that_cannot_be_read_is_an_error_of_the_whole(rbridge: Run, shell: Shell) -> None:
    assert "cannot read missing.jsonl" in rbridge("reason", "batch", "missing.jsonl").complaint
    assert rbridge("reason", "batch", ".").code == 1
    assert rbridge("reason", "batch", "x", "--jobs", "0").code == 1


def test_more_processes_change_no_byte(rbridge: Run, shell: Shell) -> None:
    rows = [check(name, id=f"{name}-{turn}") for turn in range(12) for name in PROGRAMS]
    shell.write("in.jsonl", lines(*rows, b"{", b"", check("proved", id=9)))
    one = rbridge("reason", "batch", "in.jsonl")
    two = rbridge("reason", "batch", "in.jsonl", "--jobs", "2")
    assert len(answers(one)) == len(rows) + 2
    assert two == one


def test_a_line_that_is_too_long_costs_that_line_only(
    rbridge: Run, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    long, short = lines(check("proved", note="x" * 5000)), lines(check("unknown"))
    bound = len(long) - 2
    monkeypatch.setattr("bridge.workflows.lines._CHUNK", 100)
    batch = ("reason", "batch", "-", "--max-input-bytes")
    too_long, good, last = answers(rbridge(*batch, str(bound), stdin=long + short + long.rstrip()))
    assert too_long == {"id": 1, "exit": 1, "error": f"input exceeds the {bound}-byte limit"}
    assert good["exit"] == 2
    assert last == {**too_long, "id": 3}
    assert [row["exit"] for row in answers(rbridge(*batch, str(bound + 1), stdin=long + long))] == [0, 0]


def batch_process(shell: Shell, *words: str, stderr: int = subprocess.PIPE) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "bridge", "reason", "batch", *words],
        cwd=shell.folder,
        env=clean_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_answer_comes_before_the_next_line_is_asked(shell: Shell, jobs: str) -> None:
    with batch_process(shell, "-", "--jobs", jobs) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for name in ("proved", "unknown", "disproved"):
            process.stdin.write(lines(check(name)))
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == name
        process.stdin.close()
        assert process.stdout.read() == b""
    assert process.returncode == 0


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_named_pipe_is_answered_line_by_line_too(shell: Shell, jobs: str) -> None:
    os.mkfifo(shell.folder / "lines")
    with batch_process(shell, "lines", "--jobs", jobs) as process, (shell.folder / "lines").open("wb", 0) as pipe:
        assert process.stdout is not None
        for name in ("proved", "unknown"):
            pipe.write(lines(check(name)))
            assert json.loads(process.stdout.readline())["id"] == name


def test_a_reader_that_leaves_ends_the_work(shell: Shell) -> None:
    shell.write("in.jsonl", lines(*[check("proved")] * 2000))
    with batch_process(shell, "in.jsonl", "--jobs", "2") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()
    assert process.returncode == 1
    assert said == b""


def test_a_worker_that_dies_is_an_error_and_not_an_end(shell: Shell) -> None:
    with batch_process(shell, "-", "--jobs", "2") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(lines(check("proved")))
        process.stdin.flush()
        process.stdout.readline()
        # Its resource tracker is none of them.
        workers = [child for child, command in children(process.pid) if "spawn_main" in command]
        assert workers
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        # Nothing more is asked and standard input stays open: whoever feeds it waits for an answer.
        process.stdin.write(lines(check("proved")))
        process.stdin.flush()
        assert process.wait(timeout=30) == 1
        said = process.stderr.read()
    assert b"a process ended before it had answered" in said
    assert b"Traceback" not in said


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_ends_it_without_a_traceback(shell: Shell, jobs: str) -> None:
    with batch_process(shell, "-", "--jobs", jobs) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(lines(check("proved")))
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert process.stderr.read() == b""


def test_who_has_to_type_the_lines_is_told_so(shell: Shell) -> None:
    terminal, side = pty.openpty()
    done = subprocess.Popen(
        [sys.executable, "-m", "bridge", "reason", "batch", "-"],
        cwd=shell.folder,
        env=clean_environment(),
        stdin=side,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    os.write(terminal, b"\x04")
    out, err = done.communicate(timeout=60)
    os.close(side)
    os.close(terminal)
    assert (done.returncode, out) == (0, b"")
    assert err == b"note: waiting for lines of JSON from the terminal; Ctrl-D ends them\n"


def test_a_bar_is_for_a_terminal_alone(shell: Shell) -> None:
    shell.write("in.jsonl", lines(*[check("proved")] * 400))
    terminal, side = pty.openpty()
    with batch_process(shell, "in.jsonl", stderr=side) as process:
        os.close(side)
        out, _ = process.communicate(timeout=60)
        shown = os.read(terminal, 65536).decode()
    os.close(terminal)
    assert len(out.splitlines()) == 400
    assert "lines" in shown
    assert shown.endswith("\r\x1b[K")
