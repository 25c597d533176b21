"""What the documentation shows is what happens."""

import subprocess
import sys
from pathlib import Path

import pytest

from bridge.cli.exits import EXITS
from tests.docs import pages

TUTORIALS = sorted((pages.ROOT / "docs" / "tutorial").glob("*.md"))


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.name)
def test_a_tutorial_runs_as_it_reads(page: Path, tmp_path: Path) -> None:
    assert pages.run(page, tmp_path) >= 3


def test_there_is_a_tutorial() -> None:
    assert TUTORIALS


def test_a_page_that_shows_something_else_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```console\n$ echo one\ntwo\n```\n")
    with pytest.raises(AssertionError, match="not what the page shows"):
        pages.run(page, tmp_path)
    page.write_text("```console\n$ exit 3\n```\n")
    with pytest.raises(AssertionError, match="exit 3, not 0"):
        pages.run(page, tmp_path)


README = pages.ROOT / "README.md"


def test_the_readme_opens_with_its_two_commands() -> None:
    first = pages.blocks(README)[0]
    assert [line.split("#")[0].strip() for line in first.body.splitlines()] == ["make demo", "make test"]


def test_the_readme_example_of_a_call_is_what_is_printed(tmp_path: Path) -> None:
    shown = pages.blocks(README)
    permissions = next(block for block in shown if block.language == "json")
    (tmp_path / "permissions.json").write_text(permissions.body)
    call = next(block for block in shown if block.language == "console")
    page = tmp_path / "page.md"
    page.write_text(f"```console\n{call.body.rstrip()}\n(exit 3)\n```\n")
    assert pages.run(page, tmp_path) == 1


def test_the_readme_library_example_runs(tmp_path: Path) -> None:
    example = next(block for block in pages.blocks(README) if block.language == "python")
    subprocess.run([sys.executable, "-c", example.body], check=True, cwd=tmp_path, timeout=60)


def test_the_readme_program_compiles_and_its_warning_is_true(tmp_path: Path) -> None:
    source = next(block for block in pages.blocks(README) if block.language == "reason").body
    (tmp_path / "good.reason").write_text(source)
    without = source.replace("  tests_passed($commit),\n", "").replace("  approved($commit),\n", "")
    assert without != source
    (tmp_path / "bad.reason").write_text(without)
    page = tmp_path / "page.md"
    page.write_text(
        "```console\n$ rbridge reason compile good.reason\n{…\n"
        "$ rbridge reason compile bad.reason\n…RSN104…\n(exit 1)\n```\n"
    )
    assert pages.run(page, tmp_path) == 2


def test_the_exit_table_of_the_reference_is_the_one_in_force() -> None:
    page = (pages.ROOT / "docs" / "reference" / "exit-codes.md").read_text()
    rows = [line.split("|")[1:3] for line in page.splitlines() if line.startswith("| ") and line[2].isdigit()]
    documented = {outcome.strip(): int(code) for code, outcomes in rows for outcome in outcomes.split(",")}
    assert documented == dict(EXITS)


def test_every_link_of_the_documentation_leads_somewhere() -> None:
    import re

    broken = [
        f"{page.relative_to(pages.ROOT)}: {target}"
        for page in [README, *(pages.ROOT / "docs").rglob("*.md")]
        for target in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", page.read_text())
        if not (page.parent / target).exists()
    ]
    assert broken == []
