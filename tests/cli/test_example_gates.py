"""The gates that ship, as a newcomer runs them on calls of an agent."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import clean_environment

EXAMPLE = Path(__file__).parents[2] / "examples" / "gates"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the example is a POSIX shell script")


def test_every_gate_answers_as_the_example_expects(tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["sh", str(EXAMPLE / "run.sh")],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**clean_environment(), "PATH": path, "PYTHON": sys.executable},
        cwd=tmp_path,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("\n== ") == 14
    assert ran.stdout.endswith("Every gate answered as expected.\n")
    assert list(tmp_path.iterdir()) == []
