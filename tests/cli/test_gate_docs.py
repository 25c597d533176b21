"""The guide and the example of the gate run as they read, and the reference names what there is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bridge.gate import entry, standard_input
from bridge.gate.agents import AGENTS
from bridge.gate.answer import MOST_BYTES
from bridge.workflows.gating.setup import SECONDS_OF_JUDGE, VARIABLES
from tests.cli.shell import clean_environment
from tests.docs import pages

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference" / "gate.md"


def test_the_guide_runs_as_it_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    monkeypatch.delenv("CLAUDE_PROJECT_DIR", raising=False)
    assert pages.run(ROOT / "docs" / "how-to" / "gate-claude-code.md", tmp_path) == 13


@pytest.mark.skipif(os.name != "posix", reason="the example is a POSIX shell script")
def test_the_example_runs(tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["sh", str(ROOT / "examples" / "claude-code-gate" / "run.sh"), "out"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**clean_environment(), "PATH": path},
        cwd=tmp_path,
    )
    assert ran.returncode == 0, ran.stderr
    assert "VERIFIED  10 receipts in 4 chains" in ran.stdout


def test_the_example_shows_what_is_installed(tmp_path: Path) -> None:
    from bridge.gate import hosts, installing

    path = tmp_path / "settings.json"
    plan = installing.install(hosts.HOSTS["claude-code"], path, "rbridge-gate")
    assert plan.after == (ROOT / "examples" / "claude-code-gate" / "settings.json").read_text()


def test_the_reference_names_every_variable_agent_and_bound() -> None:
    text = REFERENCE.read_text()
    for variables in VARIABLES.values():
        assert all(f"`{variable}`" in text for variable in variables)
    assert all(f"`{agent}`" in text for agent in AGENTS)
    assert f"{entry.SECONDS:.0f} seconds" in text
    assert f"{SECONDS_OF_JUDGE:.0f} seconds" in text
    assert f"{MOST_BYTES // 1024 // 1024} MiB" in text
    assert standard_input.SECONDS + 2 * SECONDS_OF_JUDGE < entry.SECONDS
