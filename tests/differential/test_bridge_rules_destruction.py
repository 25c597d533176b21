"""The public-report cases of the question ``shell_destructive``, against the rules themselves."""

from typing import Any

import pytest

from bridge.judges.bridge_rules.destruction.rules import DESTRUCTION_RULES
from bridge.judges.bridge_rules.rule import Command
from bridge.judges.bridge_rules.shell import read
from tests import vectors

pytestmark = [pytest.mark.vectors, vectors.needs_vectors]

CASES = [row for row in vectors.cases("rules-judge") if row["input"]["question"] == "shell_destructive"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_command_is_judged_as_the_report_says(case: dict[str, Any]) -> None:
    state = case["input"]["state"]
    root = state.get("workspace_root")
    reading = read(state["input"]["command"], cwd=root, windows=state["tool"] == "PowerShell")
    found = [one for rule in DESTRUCTION_RULES for one in rule.check(Command(reading, root))]
    assert float(bool(found)) == case["expect"]["noul"], found
