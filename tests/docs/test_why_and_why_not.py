"""The page on explanations shows what happens, and the costs it names are those in force."""

from pathlib import Path

from bridge.reason.explain import COSTS, OTHER_CLASS
from tests.docs import pages

PAGE = pages.ROOT / "docs" / "explanation" / "why-and-why-not.md"


def test_the_page_runs_as_it_reads(tmp_path: Path) -> None:
    assert pages.run(PAGE, tmp_path) == 6


def test_the_costs_of_the_page_are_those_in_force() -> None:
    text = " ".join(PAGE.read_text(encoding="utf-8").split())
    for name, cost in COSTS.items():
        assert f"`{name}` {cost}" in text
    assert f"any other class {OTHER_CLASS}" in text
