"""The hook as a process: what it loads, how long it waits, and that no end of it is leave to go on by accident."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from bridge.gate import entry
from tests.cli.shell import clean_environment
from tests.unit.gate.hook import event, run

HOOK: Final = [sys.executable, "-I", "-c", "from bridge.gate.entry import main; main()"]
HEAVY: Final = ("typer", "click", "pydantic", "lark", "httpx", "stamina", "ruamel", "tree_sitter", "starlette", "rich")
PROBE: Final = f"""
import os, sys
end = os._exit
def probe(code):
    sys.stderr.write("LOADED " + " ".join(name for name in {HEAVY!r} if name in sys.modules) + "\\n")
    sys.stderr.write("SIGNS " + str("cryptography" in sys.modules) + " STORES " + str("sqlite3" in sys.modules) + "\\n")
    sys.stderr.write("MODULES " + " ".join(sys.modules) + "\\n")
    sys.stderr.flush()
    end(code)
os._exit = probe
from bridge.gate.entry import main
main()
"""


def process(program: list[str], data: bytes, home: Path, **more: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**clean_environment(), **more}
    return subprocess.run(program, input=data, capture_output=True, cwd=home, env=environment, check=False)


@pytest.mark.parametrize(
    ("data", "loaded"),
    [
        (event(tool_name="Read", tool_input={"file_path": "/etc/passwd"}), {"LOADED"}),
        # What reads commands is loaded for a command, where the judge has need of it.
        (event("rm -rf /"), {"LOADED", "LOADED tree_sitter"}),
    ],
)
def test_a_refusal_loads_no_library_that_it_does_not_use(home: Path, data: bytes, loaded: set[str]) -> None:
    done = process([sys.executable, "-I", "-c", PROBE], data, home)
    assert b"receipt art_" in done.stdout
    assert loaded & {line.strip() for line in done.stderr.decode().splitlines()}
    assert b"SIGNS True STORES True" in done.stderr


def test_a_call_that_goes_on_loads_neither_keys_nor_a_store(home: Path) -> None:
    done = process([sys.executable, "-I", "-c", PROBE], event(tool_name="Read", tool_input={"file_path": "a"}), home)
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"LOADED \n" in done.stderr
    assert b"SIGNS False STORES False" in done.stderr


RULES: Final = "bridge.judges.bridge_rules."
SHELL: Final = "bridge.judges.bridge_rules.shell"
FAMILIES: Final = ("removal", "emptying", "disks", "systems", "versions", "databases", "containers", "services")


def modules(data: bytes, home: Path) -> set[str]:
    done = process([sys.executable, "-I", "-c", PROBE], data, home)
    (line,) = (line for line in done.stderr.decode().splitlines() if line.startswith("MODULES "))
    return set(line.split())


@pytest.mark.parametrize(
    ("command", "families", "sends"),
    [
        ("rm -rf ~", {"removal"}, False),
        ("ls -la && echo done", set(), False),
        ("cat a 2>/dev/null | sort", set(), False),
        ("git status", {"versions"}, True),
        ("psql -c 'SELECT 1'", {"databases"}, False),
        ("kubectl get pods > pods.txt", {"emptying", "containers"}, False),
    ],
)
def test_a_command_loads_only_the_rules_that_concern_it(
    home: Path, command: str, families: set[str], sends: bool
) -> None:
    loaded = modules(event(command), home)
    assert {one for one in FAMILIES if f"{RULES}destruction.{one}" in loaded} == families
    assert (f"{RULES}destruction.sql" in loaded) is ("databases" in families)
    assert (f"{RULES}exfiltration.rules" in loaded) is sends
    assert not loaded & {f"{RULES}host_rules", f"{RULES}amount_rules", f"{RULES}operator", "bridge.judges.rules"}


def test_a_call_of_no_command_loads_nothing_that_reads_one(home: Path) -> None:
    loaded = modules(event(tool_name="Read", tool_input={"file_path": "/etc/passwd"}), home)
    assert not {one for one in loaded if one.startswith((SHELL, f"{RULES}destruction", f"{RULES}exfiltration"))}


@pytest.mark.parametrize("command", ["rm -rf ~", "ls"])
def test_no_class_on_the_way_is_made_by_a_decorator_and_nothing_is_parsed(home: Path, command: str) -> None:
    # Each costs a process that lives for one call more than judging it does.
    assert not modules(event(command), home) & {"dataclasses", "ast", "importlib.resources._common", "shutil", "random"}


def test_the_process_prints_one_line_and_exits_with_0(home: Path) -> None:
    done = process(HOOK, event("rm -rf /"), home)
    assert done.returncode == 0
    assert json.loads(done.stdout)["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert done.stdout.count(b"\n") == 1


def test_the_answer_is_text_that_an_agent_reads_whatever_the_environment_says(home: Path) -> None:
    done = process(HOOK, event("rm -rf /"), home, PYTHONIOENCODING="utf-16")
    assert json.loads(done.stdout.decode("ascii"))["hookSpecificOutput"]["permissionDecision"] == "deny"


@pytest.mark.skipif(os.name != "posix", reason="there is no terminal of that kind")
@pytest.mark.parametrize("word", ["--help", "-h"])
def test_a_person_who_asks_for_help_gets_it_and_a_hook_that_does_an_answer(home: Path, word: str) -> None:
    import pty

    ours, theirs = pty.openpty()
    done = subprocess.run([*HOOK, word], stdin=theirs, capture_output=True, cwd=home, check=False)
    os.close(theirs)
    os.close(ours)
    assert (done.returncode, done.stdout[:20]) == (0, b"usage: rbridge-gate ")
    assert b'"deny"' in process([*HOOK, word], event("ls"), home).stdout


@pytest.mark.parametrize(
    ("data", "expected"),
    [(event("rm -rf /"), b'"deny"'), (event("ls"), b""), (b'{"tool_na', b'"ask"'), (b"", b'"ask"')],
)
def test_input_that_is_never_closed_is_judged_by_what_came(home: Path, data: bytes, expected: bytes) -> None:
    hurried = "from bridge.gate import entry, standard_input; standard_input.SECONDS = 0.1; entry.main()"
    with subprocess.Popen(
        [sys.executable, "-I", "-c", hurried], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=home
    ) as hook:
        assert hook.stdin is not None
        assert hook.stdout is not None
        hook.stdin.write(data)
        hook.stdin.flush()
        said = hook.stdout.read()
        assert hook.wait(20) == 0
    assert expected in said
    assert bool(said) == bool(expected)


@pytest.mark.parametrize("stdin", ["<&-", "</dev/null"])
def test_no_input_is_asked_about(home: Path, stdin: str) -> None:
    line = f'exec "$0" -I -c "from bridge.gate.entry import main; main()" {stdin}'
    done = process(["/bin/sh", "-c", line, sys.executable], b"", home)
    assert done.returncode == 0
    assert b'"ask"' in done.stdout
    assert done.stderr


@pytest.mark.parametrize(("command", "code"), [("rm -rf /", 2), ("ls", 0)])
def test_an_answer_that_cannot_be_written_is_a_refusal_by_exit_code(home: Path, command: str, code: int) -> None:
    line = 'exec "$0" -I -c "from bridge.gate.entry import main; main()" >&-'
    done = process(["/bin/sh", "-c", line, sys.executable], event(command), home)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    assert (b"refused" in done.stderr) == (code == 2)


def test_a_full_disk_under_standard_output_is_a_refusal_by_exit_code(home: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("the system has no /dev/full")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(HOOK, input=event("rm -rf /"), stdout=full, stderr=subprocess.PIPE, cwd=home, check=False)
    assert done.returncode == 2
    assert b"cannot be written" in done.stderr


def test_a_folder_that_is_gone_keeps_no_call_from_being_judged(home: Path) -> None:
    gone = home / "gone"
    gone.mkdir()
    line = f'cd "{gone}" && rmdir "{gone}" && exec "$0" -I -c "from bridge.gate.entry import main; main()"'
    done = process(["/bin/sh", "-c", line, sys.executable], event("rm -rf /"), home)
    assert (done.returncode, b'"deny"' in done.stdout) == (0, True)


@pytest.mark.parametrize("error", [RuntimeError("boom"), KeyboardInterrupt(), SystemExit(1), MemoryError()], ids=repr)
@pytest.mark.parametrize("strict", [False, True])
def test_a_defect_is_a_note_and_asked_about_where_strict(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, strict: bool
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("bridge.gate.answer.answer", broken)
    said = run(event("ls"), environment={"TREESHIP_JUDGE_STRICT": "1"} if strict else {})
    assert (said.code, said.decision) == (0, "ask" if strict else None)
    assert "the gate failed: " in said.err
    assert "Traceback" not in said.err


def test_the_time_is_up_in_every_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "SECONDS", 0.2)
    monkeypatch.setattr("bridge.gate.answer.gate", lambda *_, **__: time.sleep(60))
    began = time.monotonic()
    said = run(event("ls"))
    assert said.decision == "ask"
    assert time.monotonic() - began < 30
    assert "took longer" in said.err


@pytest.mark.parametrize(("strict", "code"), [("0", 0), ("1", 2)])
def test_a_broken_installation_names_itself(monkeypatch: pytest.MonkeyPatch, strict: str, code: int) -> None:
    monkeypatch.setitem(sys.modules, "bridge.gate.answer", None)
    said = run(event("ls"), environment={"TREESHIP_JUDGE_STRICT": strict})
    assert (said.code, said.out) == (code, "")
    assert "the gate cannot be run" in said.err
