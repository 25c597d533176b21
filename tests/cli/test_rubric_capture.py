"""``--capture``, ``--redact`` and ``rbridge rubric capture``: captures are beside a judgement, and never in its way."""

import json
import os
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.cli.shell import Result, Shell
from tests.unit.rubrics.building import TEXT, answers


@pytest.fixture
def rubric(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("JUDGE_JEV_CAPTURE_AUDIT_RATE", "1")
    # A machine that is busy starts a thread late.
    monkeypatch.setattr("bridge.rubrics.capture.writer.CaptureWriter.close.__defaults__", (30.0,))
    return shell.write("note.yaml", TEXT)


def run(rbridge: Run, shell: Shell, rubric: str, *words: str) -> Result:
    given = {"note": "tell nobody", "author": {"name": "Ada"}, "steps": [{"tool": "sew"}], "_mock_answers": answers()}
    path = shell.write("input.json", given)
    return rbridge("rubric", "run", "--rubric", rubric, "--input", path, "--mock", *words)


def records(shell: Shell, folder: str = "captures") -> list[Any]:
    files = sorted((shell.folder / folder).glob("judge-jev-capture-v1-*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def test_a_capture_has_what_was_judged_and_changes_nothing(rbridge: Run, shell: Shell, rubric: str) -> None:
    plain = run(rbridge, shell, rubric)
    done = run(rbridge, shell, rubric, "--capture", "captures")
    assert (done.code, done.out) == (plain.code, plain.out)
    assert "capture stats written=1 dropped=0 errors=0" in done.err
    (record,) = records(shell)
    assert record["state"] == {"note": "tell nobody", "author": {"name": "Ada"}, "steps": [{"tool": "sew"}]}
    assert record["trigger_reasons"] == ["audit", "boundary"]
    assert (record["verdict"], record["backend_provenance"]) == ("pass", "canned_demo")


def test_what_is_redacted_is_in_no_file(
    rbridge: Run, shell: Shell, rubric: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_JEV_CAPTURE", "captures")
    done = run(rbridge, shell, rubric, "--redact", "note", "--redact", "steps[].tool", "--redact", "author.name")
    assert done.code == 0
    (record,) = records(shell)
    assert record["state"] == {
        "note": "[REDACTED]",
        "author": {"name": "[REDACTED]"},
        "steps": [{"tool": "[REDACTED]"}],
    }
    for file in (shell.folder / "captures").iterdir():
        assert not any(secret in file.read_text() for secret in ("tell nobody", "Ada", "sew"))


def test_a_judgement_without_a_reason_is_not_captured(
    rbridge: Run, shell: Shell, rubric: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("AUDIT_RATE", "0"), ("UNCERTAIN_BELOW", "0"), ("BOUNDARY_MARGIN", "0")):
        monkeypatch.setenv(f"JUDGE_JEV_CAPTURE_{name}", value)
    given = {"note": "x", "_mock_answers": answers(score__clarity={"score": 2.0})}
    shell.write("input.json", given)
    # One in two hundred is drawn for its rule's quota.
    done = [
        rbridge("rubric", "run", "--rubric", rubric, "--input", "input.json", "--mock", "--capture", "captures")
        for _ in range(3)
    ]
    assert any("capture stats written=0 dropped=0 errors=0" in each.err for each in done)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("AUDIT_RATE", "2"),
        ("AUDIT_RATE", "x"),
        ("UNCERTAIN_BELOW", "nan"),
        ("BOUNDARY_MARGIN", "-1"),
        ("AUDIT_RATE", "٣"),
    ],
)
def test_a_variable_that_is_no_number_fails_the_capture_alone(
    rbridge: Run, shell: Shell, rubric: str, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"JUDGE_JEV_CAPTURE_{name}", value)
    done = run(rbridge, shell, rubric, "--capture", "captures")
    assert (done.code, done.document["verdict"]) == (0, "pass")
    assert f"capture failed safely: JUDGE_JEV_CAPTURE_{name} must be a number" in done.err
    assert not (shell.folder / "captures").exists()


def test_a_folder_that_cannot_be_used_fails_the_capture_alone(rbridge: Run, shell: Shell, rubric: str) -> None:
    shell.write("taken", "a file")
    (shell.folder / "link").symlink_to(shell.folder)
    plain = run(rbridge, shell, rubric)
    for folder in ("link", "taken/\x1b[2J"):
        done = run(rbridge, shell, rubric, "--capture", folder)
        assert (done.code, done.out) == (plain.code, plain.out)
        assert "capture failed safely: " in done.err
        assert "errors=1" in done.err
        assert "\x1b" not in done.err


@pytest.mark.parametrize("words", [("--redact", "a[0]"), ("--redact", ""), ("--capture", "")])
def test_a_wrong_option_is_said_before_anybody_is_asked(
    rbridge: Run, shell: Shell, rubric: str, words: tuple[str, ...]
) -> None:
    done = run(rbridge, shell, rubric, *words)
    assert (done.code, done.out) == (11, "")


def test_a_captured_record_is_routed_and_explained_and_stays_canned(rbridge: Run, shell: Shell, rubric: str) -> None:
    run(rbridge, shell, rubric, "--capture", "captures")
    (file,) = (shell.folder / "captures").iterdir()
    done = rbridge("rubric", "replay", "--input", str(file), "--rubric", rubric)
    assert (done.code, done.document["routing_reason"]) == (0, "replay: Plain enough.")
    assert (done.document["mock"], done.document["backend_provenance"]) == (True, "canned_demo")
    both = shell.write("both.jsonl", file.read_text() * 2)
    several = rbridge("rubric", "replay", "--input", both, "--rubric", rubric)
    assert (several.code, "holds 2 records" in several.err) == (11, True)
    named = rbridge("rubric", "replay", "--input", both, "--line", "2", "--rubric", rubric)
    assert named.document == done.document
    assert rbridge("rubric", "replay", "--input", both, "--line", "3", "--rubric", rubric).code == 11
    assert rbridge("rubric", "explain", "--input", both, "--line", "1", "--rubric", rubric).code == 0


def test_a_captured_record_answers_the_same_input_again(rbridge: Run, shell: Shell, rubric: str) -> None:
    run(rbridge, shell, rubric, "--capture", "captures")
    (file,) = (shell.folder / "captures").iterdir()
    words = ("rubric", "run", "--rubric", rubric, "--input", "input.json", "--replay-input", str(file))
    assert rbridge(*words).document["verdict"] == "pass"


def test_hiding_something_in_no_capture_is_said(rbridge: Run, shell: Shell, rubric: str) -> None:
    done = run(rbridge, shell, rubric, "--redact", "note")
    assert (done.code, "--redact has nothing to hide" in done.err) == (0, True)


def test_guided_commands_capture_too(rbridge: Run, shell: Shell, rubric: str) -> None:
    done = rbridge("rubric", "reply", "--prompt", "a", "--reply", "b", "--mock", "--capture", "captures")
    assert done.code == 0
    assert records(shell)[0]["state"] == {"prompt": "a", "reply": "b"}


def test_pruning_shows_first_and_removes_when_told(rbridge: Run, shell: Shell, rubric: str) -> None:
    run(rbridge, shell, rubric, "--capture", "captures")
    (file,) = (shell.folder / "captures").iterdir()
    os.utime(file, (1, 1))
    words = ("rubric", "capture", "prune", "--dir", "captures", "--older-than", "30d")
    shown = {"dry_run": True, "files": [f"captures/{file.name}"]}
    assert rbridge(*words).document == shown
    assert "nothing was removed" in rbridge(*words, "--format", "human").err
    assert file.exists()
    assert rbridge(*words, "--apply").document == shown | {"dry_run": False}
    assert not file.exists()
    assert rbridge(*words).document["files"] == []


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--dir", "missing", "--older-than", "1d"), 10),
        (("--dir", ".", "--older-than", "soon"), 11),
        (("--dir", ".", "--older-than", "-1"), 11),
        (("--dir", "."), 11),
    ],
)
def test_pruning_what_cannot_be_pruned_is_an_error(rbridge: Run, words: tuple[str, ...], code: int) -> None:
    done = rbridge("rubric", "capture", "prune", *words)
    assert (done.code, done.out) == (code, "")
