"""The guide to rules of one's own shows what happens."""

from pathlib import Path

from tests.docs import pages


def test_the_guide_runs_as_it_reads(tmp_path: Path) -> None:
    assert pages.run(pages.ROOT / "docs" / "how-to" / "own-rules.md", tmp_path) == 6
