"""The page of limits says what the code holds to."""

import re

from bridge.checker import chaining
from bridge.core.bounds import BOUNDS
from bridge.reason.engine.limits import MOST_IN_A_RULE
from bridge.reason.lowering.inclusion import MOST_SOURCES
from bridge.reason.lowering.rules import MOST_RULES
from tests.docs.pages import ROOT

PAGE = (ROOT / "docs" / "reference" / "limits.md").read_text(encoding="utf-8")


def rows(columns: int) -> list[list[str]]:
    found = [[cell.strip() for cell in line.split("|")[1:-1]] for line in PAGE.splitlines() if line.startswith("| ")]
    return [row for row in found if len(row) == columns]


def test_every_limit_is_there_with_its_default_and_what_sets_it() -> None:
    expected = [
        [f"`{name}`", str(bound.default), f"`{bound.option}`", f"`{bound.variable}`", bound.code]
        for name, bound in BOUNDS.items()
    ]
    documented = [[*row[:4], row[4][1:7]] for row in rows(6)[1:]]
    assert documented == expected


def test_what_is_fixed_is_there_with_its_value() -> None:
    fixed = {row[0]: re.sub(r"\D+", " ", row[1]).split() for row in rows(4)[1:]}
    assert fixed["Rules that one statement stands for"] == [str(MOST_RULES)]
    assert fixed["Files of one program"] == [str(MOST_SOURCES)]
    assert fixed["Atoms and terms of one rule"] == [str(MOST_IN_A_RULE)]
    assert fixed["The independent checker"] == list(
        map(str, (chaining.MAX_ROUNDS, chaining.MAX_ATOMS, chaining.MAX_STEPS))
    )
