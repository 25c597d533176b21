"""The page on tests of programs runs as it reads."""

from pathlib import Path

from tests.docs import pages

PAGE = pages.ROOT / "docs" / "reference" / "program-tests.md"


def test_the_page_runs_as_it_reads(tmp_path: Path) -> None:
    assert pages.run(PAGE, tmp_path) == 2
