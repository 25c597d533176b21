"""The guides to trust and to resolutions show what happens."""

from pathlib import Path

import pytest

from tests.docs import pages

HOW_TO = pages.ROOT / "docs" / "how-to"


@pytest.mark.parametrize(("name", "commands"), [("trust-a-key.md", 9), ("resolve-an-escalation.md", 6)])
def test_a_guide_runs_as_it_reads(name: str, commands: int, tmp_path: Path) -> None:
    assert pages.run(HOW_TO / name, tmp_path) == commands
