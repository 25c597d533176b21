"""The page of the rules is what the rules say."""

from bridge.testing.rule_pages import page
from tests.docs.pages import ROOT


def test_the_page_is_as_it_is_generated() -> None:
    written = (ROOT / "docs" / "reference" / "rules.md").read_text(encoding="utf-8")
    assert written == page(), "run: python -m bridge.testing.rule_pages docs/reference/rules.md"
