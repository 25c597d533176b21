"""The guide to serving a judge shows what happens, and the reference names every route and status."""

import contextlib
import os
import re
import shutil
import signal
from pathlib import Path

import pytest

from bridge.serve.metrics import ROUTES, STATUSES
from tests.docs import pages

DOCS = pages.ROOT / "docs"


@pytest.mark.skipif(shutil.which("curl") is None, reason="the guide asks with curl")
def test_the_guide_runs_as_it_reads(tmp_path: Path) -> None:
    try:
        assert pages.run(DOCS / "how-to" / "serve-a-judge.md", tmp_path) == 9
    finally:
        started = tmp_path / "pid"
        if started.exists():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(started.read_text()), signal.SIGKILL)


def test_the_reference_has_every_route_and_every_status() -> None:
    text = (DOCS / "reference" / "http.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`(?:GET|POST) (/[a-z0-9/.]*)", text)) == set(ROUTES) - {"other"}
    assert set(map(int, re.findall(r"^\| (\d{3}) \|", text, re.MULTILINE))) == set(STATUSES) - {0, 200, 204}
