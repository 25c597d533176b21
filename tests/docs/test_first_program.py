"""The first program of a newcomer does what its page says, and what the page invites to try."""

import shutil
from pathlib import Path

from bridge.workflows.limits import begun
from bridge.workflows.lint_file import look
from tests.docs import pages

EXAMPLE = pages.ROOT / "examples" / "first-program"
SOURCE = (EXAMPLE / "publish.reason").read_text(encoding="utf-8")


def test_the_page_runs_as_it_reads(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "first-program")
    assert pages.run(EXAMPLE / "README.md", tmp_path / "first-program") == 5


def test_a_rule_that_rests_on_the_judge_alone_is_refused() -> None:
    alone = SOURCE.replace("  approved($post),\n  links_work($post),\n", "")
    assert alone != SOURCE
    assert "RSN104" in [found.code for found in look(alone.encode(), "publish.reason", None, begun(None)).findings]
