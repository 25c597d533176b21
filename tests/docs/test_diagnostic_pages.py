"""Each code has a page, and the pages are those of the registry."""

from bridge.core.codes.registry import REGISTRY
from bridge.testing.pages import pages
from tests.docs.pages import ROOT

FOLDER = ROOT / "docs" / "reference" / "diagnostics"


def test_the_committed_pages_are_those_of_the_registry() -> None:
    committed = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    assert committed == dict(pages()), "run: make pages"


def test_every_code_has_a_page_with_its_reason() -> None:
    for name, code in REGISTRY.items():
        text = pages()[f"{name.lower()}.md"]
        assert code.title in text
        assert code.why in text
