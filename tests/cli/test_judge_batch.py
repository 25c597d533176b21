"""``rbridge judge --batch``: a state on each line, a judged line for each, in order, whatever is on it."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from bridge.judges.rules import QUESTIONS
from bridge.workflows import judge_batch
from tests.cli.conftest import Run
from tests.cli.shell import AT, Result, Shell, clean_environment

BATCH = ("judge", "--batch", "-", "--at", AT)
UNSAFE: dict[str, Any] = {"tool": "Bash", "input": {"command": "rm -rf /"}}
SAFE: dict[str, Any] = {"tool": "Bash", "input": {"command": "ls"}}


def lines(*rows: Any) -> bytes:
    return b"".join((row if isinstance(row, bytes) else json.dumps(row).encode()) + b"\n" for row in rows)


def answers(done: Result) -> list[dict[str, Any]]:
    assert done.code == 0, done
    return [json.loads(line) for line in done.out.splitlines()]


def test_a_line_says_what_the_command_alone_would_say(rbridge: Run) -> None:
    found = answers(rbridge(*BATCH, stdin=lines({"id": "a", "state": UNSAFE}, {"id": "b", "state": SAFE})))
    assert [one["id"] for one in found] == ["a", "b"]
    assert [one["effect"] for one in found] == ["deny", "allow"]
    for one, command in zip(found, ("rm -rf /", "ls"), strict=True):
        state = json.dumps({"command": command})
        alone = rbridge("judge", "--tool", "Bash", "--input", state, "--format", "json").document
        for name in ("judge", "answers", "effect", "outcome", "decided_by", "threshold", "questions_digest"):
            assert one[name] == alone[name], name


def test_a_line_may_bring_its_own_questions_and_bar(rbridge: Run) -> None:
    asked = {"shell_destructive": {"type": "noul", "instructions": "?"}}
    found = answers(rbridge(*BATCH, stdin=lines({"state": SAFE, "questions": asked}, {"state": SAFE, "threshold": 0})))
    assert list(found[0]["answers"]) == ["shell_destructive"]
    assert (found[1]["threshold"], found[1]["effect"]) == (0.0, "deny")
    assert sorted(found[1]["answers"]) == sorted(QUESTIONS)


def test_the_options_hold_for_every_line(rbridge: Run) -> None:
    words = (*BATCH, "--question", "unsafe", "--threshold", "0")
    found = answers(rbridge(*words, stdin=lines({"state": SAFE}, {"state": SAFE, "threshold": 0.5})))
    assert [(list(one["answers"]), one["effect"]) for one in found] == [(["unsafe"], "deny"), (["unsafe"], "allow")]


BAD: list[Any] = [
    b"nope",
    b"[]",
    b'{"state": {"tool": "x"}, "state": {"tool": "y"}}',
    b'{"state": {"tool": "x", "input": NaN}}',
    b"\xff",
    {"id": "x"},
    {"id": "x", "state": None},
    {"id": "x", "state": "ls"},
    {"id": "x", "state": {"no": "tool"}},
    {"id": True, "state": SAFE},
    {"id": 1.5, "state": SAFE},
    {"state": SAFE, "threshold": 1.5},
    {"state": SAFE, "threshold": -0.1},
    {"state": SAFE, "threshold": "0.5"},
    {"state": SAFE, "threshold": True},
    {"state": SAFE, "questions": {}},
    {"state": SAFE, "questions": []},
    {"state": SAFE, "questions": {"q": {"type": "maybe"}}},
    {"state": SAFE, "questions": {"polite": {"type": "noul"}}},
    {"state": SAFE, "tool": "Bash"},
    {"state": SAFE, "attest": True},
    {"state": SAFE, "judge": "jev"},
    b'{"state":' * 200,
]


@pytest.mark.parametrize("jobs", ["1", "4"])
def test_a_bad_line_costs_that_line_only(rbridge: Run, jobs: str) -> None:
    rows = [row for bad in BAD for row in (bad, {"id": "good", "state": UNSAFE})]
    found = answers(rbridge(*BATCH, "--jobs", jobs, stdin=lines(*rows)))
    assert len(found) == len(rows)
    for bad, good in zip(found[::2], found[1::2], strict=True):
        assert set(bad) == {"id", "error"}
        assert bad["error"]
        assert "internal error" not in bad["error"]
        assert (good["id"], good["effect"]) == ("good", "deny")


def test_a_line_without_an_id_has_its_number_and_empty_lines_are_passed_over(rbridge: Run) -> None:
    found = answers(rbridge(*BATCH, stdin=b"\n  \n" + lines({"state": SAFE}, {"id": 7, "state": SAFE}, {"id": None})))
    assert [one["id"] for one in found] == [3, 7, 5]


def test_no_lines_are_no_answers(rbridge: Run) -> None:
    assert answers(rbridge(*BATCH, stdin=b"")) == []


def test_a_judge_that_answers_no_line_is_an_error_and_one_that_answers_some_is_not(rbridge: Run) -> None:
    rows = [{"id": number, "state": SAFE} for number in range(3)]
    down = rbridge(*BATCH, "--judge-url", "http://127.0.0.1:9", stdin=lines(*rows))
    assert (down.code, [json.loads(line)["id"] for line in down.out.splitlines()]) == (1, [0, 1, 2])
    assert "lines without an answer: 3 of 3" in down.err
    some = rbridge(*BATCH, stdin=lines({"id": 0}, *rows))
    assert (some.code, len(some.out.splitlines())) == (0, 4)
    assert "lines without an answer: 1 of 4" in some.err


def test_an_id_cannot_forge_a_line(rbridge: Run) -> None:
    found = rbridge(*BATCH, stdin=lines({"id": "a\n{\u2028\x85", "state": SAFE}))
    assert len(found.out.splitlines()) == 1
    assert json.loads(found.out)["id"] == "a\n{\u2028\x85"


@pytest.mark.parametrize(
    "words",
    [
        ("--tool", "Bash"),
        ("--input", "{}{}"),
        ("--attest",),
        ("--enforce",),
        ("--subject", "x"),
        ("--state-out", "s"),
        ("--bound", "1"),
        ("--network-scope", "x"),
        ("--capability", "x"),
        ("--by-judge",),
        ("--key", "x"),
        ("--resolve", "art_00"),
        ("--judge", "none"),
        ("--judge", "nobody"),
        ("--question", "unknown"),
        ("--threshold", "nan"),
        ("--jobs", "0"),
    ],
)
def test_what_is_about_one_call_is_refused(rbridge: Run, words: tuple[str, ...]) -> None:
    assert rbridge(*BATCH, *words, stdin=lines({"state": SAFE})).complaint


def test_a_file_that_is_not_there_is_an_error(rbridge: Run) -> None:
    assert "missing.jsonl" in rbridge("judge", "--batch", "missing.jsonl").complaint


@contextmanager
def slow(seconds: float) -> Iterator[tuple[str, list[int]]]:
    """A judge that takes its time, longer for the first; how many it was asked by at once."""
    at_once = [0, 0]
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            given = json.loads(self.rfile.read(int(self.headers["content-length"])))
            number = given["state"]["input"]["number"]
            with lock:
                at_once[0] += 1
                at_once[1] = max(at_once)
            time.sleep(seconds * (3 if number == 0 else 1))
            with lock:
                at_once[0] -= 1
            body = {"judge": {"model": f"m-{number}"}, "answers": {key: {"noul": 0.1} for key in given["questions"]}}
            data = json.dumps(body).encode()
            self.send_response(500 if number == 3 else 200)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", at_once
        server.shutdown()


def test_several_are_asked_about_at_once_and_the_order_is_kept(rbridge: Run) -> None:
    rows = [{"id": number, "state": {"tool": "x", "input": {"number": number}}} for number in range(12)]
    with slow(0.1) as (url, at_once):
        found = answers(rbridge(*BATCH, "--judge-url", url, "--jobs", "6", stdin=lines(*rows)))
    assert [one["id"] for one in found] == list(range(12))
    assert [one["judge"]["model"] for one in found if "judge" in one] == [f"m-{n}" for n in range(12) if n != 3]
    assert "status 500" in found[3]["error"]
    assert 1 < at_once[1] <= 6


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_named_pipe_is_answered_line_by_line(shell: Shell, jobs: str) -> None:
    os.mkfifo(shell.folder / "lines")
    with (
        subprocess.Popen(
            [sys.executable, "-m", "bridge", "judge", "--batch", "lines", "--jobs", jobs],
            cwd=shell.folder,
            env=clean_environment(),
            stdout=subprocess.PIPE,
        ) as process,
        (shell.folder / "lines").open("wb", 0) as pipe,
    ):
        assert process.stdout is not None
        for name, state in (("one", SAFE), ("two", UNSAFE)):
            pipe.write(lines({"id": name, "state": state}))
            assert json.loads(process.stdout.readline())["id"] == name


def test_a_long_line_is_an_error_and_the_next_is_answered(rbridge: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge_batch, "Batch", partial(judge_batch.Batch, max_bytes=1000))
    rows = ({"id": "long", "state": {**SAFE, "pad": "x" * 1000}}, {"id": "next", "state": SAFE})
    found = answers(rbridge(*BATCH, stdin=lines(*rows)))
    assert "exceeds the 1000-byte limit" in found[0]["error"]
    assert found[1]["effect"] == "allow"
