"""``rbridge language-server`` where it cannot serve."""

import subprocess
import sys

from tests.cli.shell import clean_environment

WITHOUT = """\
import sys
sys.modules["pygls"] = None
from bridge.cli.entry import run
sys.exit(run(["language-server"]))
"""


def test_without_the_extra_it_says_which_one_is_needed() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=clean_environment(),
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert "pip install 'reason-bridge[editor]'" in done.stderr
    assert "Traceback" not in done.stderr
