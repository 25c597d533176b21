"""The page on other judges is run as it reads, with a judge of its own."""

from pathlib import Path

import pytest

from tests.docs import pages

PAGE = pages.ROOT / "docs" / "how-to" / "ask-another-judge.md"


def test_the_page_runs_as_it_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MY_JEV_KEY", raising=False)
    assert pages.run(PAGE, tmp_path) >= 9
