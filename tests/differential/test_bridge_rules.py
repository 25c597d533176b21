"""The rules judge answers what people who gate agents reported as every sensible operator would."""

from typing import Any

import pytest

from bridge.errors import BridgeError
from bridge.judges.bridge_rules import QUESTIONS, BridgeRules
from tests.vectors import cases, needs_vectors

pytestmark = [pytest.mark.vectors, needs_vectors]

CASES = cases("rules-judge")
BEYOND_TEXT = {"rj-p-015"}
"""What no judge of text alone can see: the link of this row is in its ``setup``, not in its state. Documented so."""


def outcome(state: dict[str, Any], question: str) -> dict[str, Any]:
    try:
        return {"noul": BridgeRules().ask(state, {question: QUESTIONS[question]}).answers[question].noul}
    except BridgeError:
        return {"error": True}


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in CASES])
def test_a_case(row: dict[str, Any]) -> None:
    expect = {name: value for name, value in row["expect"].items() if name != "strength"}
    accepted = expect.get("one_of", [expect])
    found = outcome(row["input"]["state"], row["input"]["question"])
    assert (found in accepted) != (row["id"] in BEYOND_TEXT), row["why"]


def test_they_are_all_there() -> None:
    assert len(CASES) >= 82
