"""The examples of rubrics, run as a newcomer runs them; every other example has a test of its own."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.shell import clean_environment

EXAMPLES = Path(__file__).parents[2] / "examples"
RUBRICS = sorted(EXAMPLES.glob("rubrics/0*"))

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the examples are POSIX shell scripts")


def environment(folder: Path) -> dict[str, str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**clean_environment(), "PATH": path, "PYTHON": sys.executable, "TMPDIR": str(folder)}


def run(script: Path, folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    scratch, current = folder / "scratch", folder / "current"
    scratch.mkdir()
    current.mkdir()
    ran = subprocess.run(
        ["sh", str(script), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**environment(scratch), **variables},
        cwd=current,
    )
    assert list(current.iterdir()) == list(scratch.iterdir()) == [], "an example leaves something behind"
    return ran


def test_each_runs_offline_whatever_the_surroundings_say(tmp_path: Path) -> None:
    ran = run(
        EXAMPLES / "run-all.sh",
        tmp_path,
        "rubrics/",
        JUDGE_JEV_BACKEND="cloudflare",
        JUDGE_JEV_TOKEN_BUDGET="1",
        BRIDGE_WORKSPACE="/nowhere",
        HTTPS_PROXY="http://127.0.0.1:1",
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.splitlines() == [f"ok      rubrics/{one.name}" for one in RUBRICS]


def test_no_example_is_without_a_script() -> None:
    found = {path.parent.relative_to(EXAMPLES).parts[0] for path in EXAMPLES.rglob("run.sh")} | {"first-program"}
    assert {path.name for path in EXAMPLES.iterdir() if path.is_dir()} == found


def test_the_first_that_fails_stops_it_and_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "examples"
    for name in ("first-program/publish.reason", "rubrics/01-broken/run.sh", "rubrics/02-never/run.sh"):
        (broken / name).parent.mkdir(parents=True)
        (broken / name).write_text("exit 7\n")
    (broken / "first-program" / "publish.reason").write_text(
        (EXAMPLES / "first-program" / "publish.reason").read_text()
    )
    (broken / "run-all.sh").write_text((EXAMPLES / "run-all.sh").read_text())
    ran = run(broken / "run-all.sh", tmp_path)
    assert (ran.returncode, ran.stdout.splitlines()[-1]) == (1, "FAILED  rubrics/01-broken (exit code 7)")


@pytest.mark.parametrize("example", RUBRICS, ids=lambda path: path.name)
def test_an_example_says_how_it_is_run(example: Path) -> None:
    said = (example / "README.md").read_text()
    assert f"$ sh examples/rubrics/{example.name}/run.sh\n" in said
    assert "--mock" in (example / "run.sh").read_text() + (EXAMPLES / "rubrics" / "expect.sh").read_text()


def test_the_gate_does_what_its_tests_say(rbridge: Run) -> None:
    tested = rbridge("reason", "test", str(EXAMPLES / "rubrics" / "07-release-gate" / "release.reason"), "--coverage")
    assert (tested.code, "8 passed, 0 failed" in tested.out) == (0, True)


def test_there_are_the_six_and_the_release_gate() -> None:
    assert [int(re.findall(r"^\d+", one.name)[0]) for one in RUBRICS] == [1, 2, 3, 4, 5, 6, 7]
