"""The guided menu: on a terminal and nowhere else, and texts that are typed or written in an editor."""

import os
import select
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bridge.cli import terminal
from tests.cli.conftest import Run
from tests.cli.shell import Result, Shell, clean_environment

Talk = Callable[..., Result]


@pytest.fixture
def talk(rbridge: Run, monkeypatch: pytest.MonkeyPatch) -> Talk:
    """Runs a command with somebody at the terminal who types some lines."""
    monkeypatch.setattr(terminal, "is_interactive", lambda: True)
    return lambda *words, typed="": rbridge(*words, stdin=typed.encode())


TYPED = "Is tea hot?\n.done\nIt is poured hot.\nMostly.\n.done\n.done\n"


def test_a_bare_command_offers_the_menu_and_leaves_standard_output_alone(talk: Talk) -> None:
    done = talk(typed="q\n")
    assert (done.code, done.out) == (0, "")
    for offered in ("canned answers", "check the setup", "help", "quit"):
        assert offered in done.err


@pytest.mark.parametrize("typed", ["", "\n", "9\nq\n", "q", "QUIT\n"])
def test_whoever_leaves_is_done(talk: Talk, typed: str) -> None:
    assert talk(typed=typed).code == 0


def test_a_choice_is_a_command_that_is_shown_and_run(talk: Talk) -> None:
    done = talk(typed="2\n" + TYPED)
    assert "$ rbridge rubric reply --mock" in done.err
    assert (done.code, done.out.startswith("DEMO — CANNED ANSWERS — PASS — ")) == (0, True)


def test_a_live_choice_without_a_key_is_no_verdict_and_nobody_writes_for_it(talk: Talk) -> None:
    done = talk(typed="1\n" + TYPED)
    assert (done.code, done.out) == (10, "")
    assert ("TYPESAFE_API_KEY is required" in done.err, "What was asked" in done.err) == (True, False)


def test_a_run_of_an_agent_is_named_by_its_file(talk: Talk, shell: Shell) -> None:
    shell.write("a run.json", {"goal": "g", "steps": [{"tool": "t"}], "final_output": "f"})
    done = talk(typed="4\na run.json\n")
    assert "$ rbridge rubric trajectory --input 'a run.json' --mock" in done.err
    assert (done.code, done.out.startswith("DEMO — CANNED ANSWERS — ")) == (2, True)
    assert talk(typed="4\n\n").code == 0


def test_the_setup_and_the_help_are_choices(talk: Talk) -> None:
    assert "a canned judgement was made" in talk(typed="5\n").out
    assert "Usage: rbridge" in talk(typed="6\n").out


def test_a_group_without_a_command_is_an_error_on_a_terminal_too(talk: Talk) -> None:
    assert talk("rubric").code == 11
    assert talk("--format", "json").code == 1


def test_nobody_is_asked_without_a_terminal(rbridge: Run) -> None:
    bare = rbridge(stdin=b"2\n")
    assert (bare.code, bare.out, "Choice" in bare.err) == (1, "", False)
    asked = rbridge("rubric", "reply", "--mock", stdin=TYPED.encode())
    assert (asked.code, asked.out, "needs a non-empty --prompt" in asked.err) == (11, "", True)


def test_only_what_is_missing_is_asked_for(talk: Talk) -> None:
    done = talk("rubric", "reply", "--mock", "--prompt", "p", typed="r\n.done\n.done\n")
    assert (done.code, "What was asked" in done.err) == (0, False)
    given = talk("rubric", "reply", "--mock", "--prompt", "p", "--reply", "r")
    assert (given.code, ".done" in given.err) == (0, False)
    assert talk("rubric", "reply", "--mock", typed=".done\n").code == 11


def editor(shell: Shell, body: str) -> dict[str, str]:
    name = shell.write("editor.py", f"import json, sys\npath = sys.argv[-1]\n{body}\n")
    return {"EDITOR": shlex.join([sys.executable, str(shell.folder / name)])}


def edited(rbridge: Run, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], *words: str) -> Result:
    monkeypatch.delenv("VISUAL", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    done: Result = rbridge("rubric", "reply", "--mock", "--editor", *words)
    return done


def test_an_editor_writes_all_of_it_from_what_is_there(
    rbridge: Run, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = (
        "given = json.load(open(path))\nassert given == {'prompt': 'p', 'reply': '', 'context': ''}\n"
        "json.dump({**given, 'reply': 'r'}, open(path, 'w'))\nopen('seen', 'w').write(path)"
    )
    done = edited(rbridge, monkeypatch, editor(shell, body), "--prompt", "p")
    assert done.code == 0, done
    assert not Path((shell.folder / "seen").read_text()).exists()


@pytest.mark.parametrize(
    ("body", "code", "says"),
    [
        ("sys.exit(3)", 10, "ended with exit code 3"),
        ("open(path, 'w').write('{')", 10, "is not valid JSON"),
        ("json.dump({'prompt': 1}, open(path, 'w'))", 10, "'prompt' of the edited input is no text"),
        ("json.dump({'promt': 'p'}, open(path, 'w'))", 10, "nothing reads 'promt'"),
        ("pass", 11, "needs a non-empty --prompt"),
    ],
)
def test_what_an_editor_leaves_is_checked(
    rbridge: Run, shell: Shell, monkeypatch: pytest.MonkeyPatch, body: str, code: int, says: str
) -> None:
    done = edited(rbridge, monkeypatch, editor(shell, body))
    assert (done.code, done.out, says in done.err) == (code, "", True)


@pytest.mark.parametrize(
    ("variables", "says"),
    [
        ({"EDITOR": " "}, "no editor is named"),
        ({"EDITOR": "/no/such/editor"}, "cannot run"),
        ({"EDITOR": "vi '"}, "no command"),
        ({"EDITOR": "true; touch broken"}, "cannot run true;"),
    ],
)
def test_an_editor_is_words_and_no_shell(
    rbridge: Run, shell: Shell, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], says: str
) -> None:
    done = edited(rbridge, monkeypatch, variables)
    assert (done.code in (10, 11), says in done.err, (shell.folder / "broken").exists()) == (True, True, False)


def test_the_doctor_says_which_keys_are_set_and_never_what_they_are(
    rbridge: Run, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TYPESAFE_API_KEY", "a-secret")
    for words in (("doctor",), ("init",)):
        done = rbridge("rubric", *words)
        assert (done.code, "a-secret" in done.out + done.err) == (0, False)
    document = rbridge("rubric", "doctor", "--format", "json").document
    assert "a-secret" not in str(document)
    assert (document["keys_present"]["TYPESAFE_API_KEY"], document["network_used"]) == (True, False)


def test_the_doctor_names_what_cannot_be_judged_by(rbridge: Run, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.write(".bridge/rubrics/broken.yaml", "id: x\n")
    broken = rbridge("rubric", "doctor")
    assert (broken.code, "mend broken: rbridge rubric validate broken" in broken.out) == (10, True)
    monkeypatch.setenv("JUDGE_JEV_ROOT", str(shell.folder / "nowhere"))
    assert rbridge("rubric", "doctor").code == 10


@pytest.mark.skipif(os.name != "posix", reason="there are pseudo-terminals on POSIX alone")
def test_on_a_real_terminal_the_menu_asks_and_the_verdict_is_printed(tmp_path: Path) -> None:
    import pty

    leader, follower = pty.openpty()
    words: list[Any] = [sys.executable, "-m", "bridge"]
    child = subprocess.Popen(
        words, cwd=tmp_path, env=clean_environment(), stdin=follower, stdout=follower, stderr=follower
    )
    os.close(follower)
    os.write(leader, ("2\n" + TYPED).encode())
    said, deadline = b"", time.monotonic() + 60
    while time.monotonic() < deadline:
        if select.select([leader], [], [], 0.1)[0]:
            try:
                said += os.read(leader, 65536)
            except OSError:
                break
        elif child.poll() is not None:
            break
    os.close(leader)
    assert child.wait(timeout=60) == 0
    assert "CANNED ANSWERS" in said.decode()
