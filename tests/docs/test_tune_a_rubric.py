"""The guide to tuning a rubric shows what happens."""

from pathlib import Path

from tests.docs import pages


def test_the_guide_runs_as_it_reads(tmp_path: Path) -> None:
    assert pages.run(pages.ROOT / "docs" / "how-to" / "tune-a-rubric.md", tmp_path) == 9
