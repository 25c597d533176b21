"""Every program that ships, is an example or is run by a page has nothing for the linter to say, or says why."""

from pathlib import Path

import pytest

from bridge.core.diagnostics import Severity
from bridge.workflows.limits import begun
from bridge.workflows.lint import lint
from bridge.workflows.lint_file import look
from tests.docs import pages

SHIPPED = sorted(
    path
    for folder in ("reason_programs", "examples")
    for path in (pages.ROOT / folder).rglob("*.reason")
    if not path.name.startswith(".")
)
SHOWN = [
    (page, number, block.body)
    for page in [pages.ROOT / "README.md", *sorted((pages.ROOT / "docs").rglob("*.md"))]
    if page.parent.name != "diagnostics"
    for number, block in enumerate(pages.blocks(page))
    if block.language == "reason" and (block.file is not None or page.name == "README.md")
]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.relative_to(pages.ROOT)))
def test_a_program_that_ships_is_clean_or_says_why_not(path: Path) -> None:
    (file,) = lint([str(path)])
    assert [f"{found.code}: {found.message}" for found in file.findings] == []
    assert all(len(silenced.reason.split()) >= 3 for silenced in file.silenced)


@pytest.mark.parametrize(
    ("page", "number", "text"), SHOWN, ids=[f"{page.relative_to(pages.ROOT)}-{number}" for page, number, _ in SHOWN]
)
def test_a_program_that_a_page_runs_is_clean_unless_the_page_is_about_its_refusal(
    page: Path, number: int, text: str
) -> None:
    found = look(text.encode(), "shown.reason", None, begun(None)).findings
    refused = any(one.severity is Severity.ERROR for one in found)
    assert refused or [f"{one.code}: {one.message}" for one in found] == []


def test_there_are_programs_and_pages() -> None:
    assert SHIPPED
    assert SHOWN


def test_the_page_of_the_linter_shows_what_it_says(tmp_path: Path) -> None:
    assert pages.run(pages.ROOT / "docs" / "reference" / "lint.md", tmp_path) == 3
