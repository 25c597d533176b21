"""The public-report cases of hooks, each run as a process of its own in an empty folder."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import clean_environment
from tests.unit.gate.hook import Said
from tests.unit.judges.server import serving, stalling
from tests.vectors import cases, needs_vectors

pytestmark = [pytest.mark.vectors, needs_vectors]

CASES = cases("hook")
CHOSEN = {"hk-020": {"none"}}
"""Where operators may differ: what follows the name of a program that nobody knows is not read as a command."""

HURRIED = """
from bridge.gate import entry
from bridge.workflows.gating import setup
setup.SECONDS_OF_JUDGE = 0.5
entry.main()
"""


def test_there_are_cases() -> None:
    assert len(CASES) >= 10


def data_of(case: dict[str, Any]) -> bytes:
    if "generate" not in case["input"]:
        return str(case["input"]["stdin"]).encode()
    assert case["input"]["generate"] == "valid PreToolUse object whose tool_input.x is 3000 nested arrays"
    return b'{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"x":' + b"[" * 3000 + b"]" * 3000 + b"}}"


def said(case: dict[str, Any], folder: Path, **environment: str) -> Said:
    done = subprocess.run(
        [sys.executable, "-c", HURRIED],
        input=data_of(case),
        capture_output=True,
        cwd=folder,
        env={**clean_environment(), **environment},
        timeout=case["expect"].get("max_seconds", 60),
        check=False,
    )
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    described = case["input"]
    if "judge" in described:
        with serving(stalling()) as server:
            hook = said(case, tmp_path, TREESHIP_JUDGE=server.url)
    elif "environment" in described:
        assert described["environment"] == "config file missing or unreadable"
        (tmp_path / ".bridge/config.toml").mkdir(parents=True)
        hook = said(case, tmp_path)
        assert "config.toml" in hook.err
    else:
        hook = said(case, tmp_path)
    held_to(case["expect"], hook, CHOSEN.get(case["id"], set()))


def test_what_was_chosen_is_not_what_must_be() -> None:
    strengths = {case["id"]: case["expect"]["strength"] for case in CASES}
    assert {strengths[name] for name in CHOSEN} == {"should"}


def held_to(expect: dict[str, Any], hook: Said, chosen: set[str]) -> None:
    assert hook.code == 0
    decision = hook.decision or "none"
    assert decision in {*chosen, *expect.get("effect_in", [expect.get("effect", decision)])}
    assert expect.get("stdout_not_contains", "\0") not in hook.out
    assert expect.get("prefer", decision) == decision
    assert "Traceback" not in hook.err
    if "stderr" in expect:
        assert hook.err
