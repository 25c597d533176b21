"""The programs that pages show compile, and the reference of the language is in force.

A block ``reason part`` is a piece of a program and is read alone, as is one without a header or written to a ``.part``
file; any other is a program, compiled in a folder with the files that its page has shown before.
"""

from pathlib import Path

import pytest

from bridge.core.diagnostics import ProgramRefused
from bridge.core.sources import Source
from bridge.reason.syntax import ast, lalr
from bridge.reason.syntax.format import formatted
from bridge.reason.syntax.parser import parse
from bridge.testing.grammar import shown
from bridge.workflows.programs import load
from tests.docs import pages

PAGES = [
    page
    for page in [pages.ROOT / "README.md", *sorted((pages.ROOT / "docs").rglob("*.md"))]
    if page.parent.name != "diagnostics" and any(block.language == "reason" for block in pages.blocks(page))
]
LANGUAGE = pages.ROOT / "docs" / "reference" / "language.md"


def programs(page: Path, folder: Path) -> list[Path]:
    """The programs of a page as files, beside the other files that it shows; the pieces have been read."""
    found = []
    for number, block in enumerate(pages.blocks(page)):
        path = folder / (block.file or f"{number}.reason")
        if block.file is not None or block.language == "reason":
            path.write_text(block.body, encoding="utf-8")
        if block.language == "reason":
            file, diagnostics = parse(Source(path.name, block.body))
            assert diagnostics == (), block.body
            if path.suffix == ".reason" and any(isinstance(one.piece, ast.Header) for one in file.statements):
                found.append(path)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_program_compiles_and_is_laid_out(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for program in programs(page, tmp_path):
        load(program.name)
        formatted(Source(program.name, program.read_text(encoding="utf-8")))


@pytest.mark.parametrize("page", [LANGUAGE], ids=lambda page: page.name)
def test_the_reference_says_what_happens(page: Path, tmp_path: Path) -> None:
    assert pages.run(page, tmp_path) >= 3


def test_the_reference_shows_the_grammar_that_is_read_from() -> None:
    page = LANGUAGE.read_text(encoding="utf-8")
    assert shown(page) == lalr.text(), "run: python -m bridge.testing.grammar docs/reference/language.md"


def test_the_reference_names_every_statement() -> None:
    page = LANGUAGE.read_text(encoding="utf-8")
    for start in (
        "ontology",
        "action policy",
        "evaluate at",
        "authority",
        "admit",
        "predicate",
        "fact",
        "rule",
        "query",
    ):
        assert f"| `{start} " in page
    for start in ('use "', 'use facts "', 'use questions "', 'test "'):
        assert f"| `{start}" in page


def test_a_program_that_does_not_compile_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text('```reason\nontology "a" version "1".\nquery p().\n```\n')
    monkeypatch.chdir(tmp_path)
    (program,) = programs(page, tmp_path)
    with pytest.raises(ProgramRefused, match="RSN017"):
        load(program.name)
    page.write_text("```reason part\nquery p(.\n```\n")
    with pytest.raises(AssertionError):
        programs(page, tmp_path)
