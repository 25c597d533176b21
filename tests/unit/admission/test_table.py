"""The table as a whole: order, switching a rule off, and what its words are made from."""

import pytest

from bridge.admission.literals import ACTION_AUTHORIZED, BINDING_PREDICATES
from bridge.admission.table import RULES, violations
from bridge.core.codes.admission import CODES
from bridge.core.diagnostics import Severity
from bridge.errors import UsageError
from bridge.reason.action.reserved import PREDICATES
from bridge.reason.model import Fact
from tests.unit.admission.building import program, yes

EVERYTHING_WRONG = program(
    (yes("go"), [yes("judged_fine")]),
    (yes("judged_fine"), []),
    (yes("approved"), [yes("tests"), yes("judged_fine")]),
    default=("model-judged",),
    admit={"tests": ("model-judged",), "judged_fine": ("tool-reported",), "approved": ("human-authorized",)},
    facts=(
        Fact("person", "approved", (), "human-authorized", observed_at="2026-08-14T10:00:00Z"),
        Fact("judge", "approved", (), "model-judged", True, "2026-08-14T11:00:00Z", supersedes=("person",)),
    ),
)


def test_all_is_found_at_once_in_the_order_of_the_codes() -> None:
    assert [found.code for found in violations(EVERYTHING_WRONG)] == list(RULES)
    assert {found.severity for found in violations(EVERYTHING_WRONG)} == {Severity.ERROR}


@pytest.mark.parametrize("code", RULES)
def test_a_rule_can_be_left_out(code: str) -> None:
    assert [found.code for found in violations(EVERYTHING_WRONG, without={code})] == [c for c in RULES if c != code]


def test_what_is_left_out_must_be_a_rule() -> None:
    with pytest.raises(UsageError, match="RSN999"):
        violations(EVERYTHING_WRONG, without={"RSN999"})


def test_each_says_where_why_and_what_to_do() -> None:
    for found in violations(EVERYTHING_WRONG):
        assert found.path is not None
        assert found.path.startswith("$.")
        assert found.note
        assert found.help


def test_every_rule_has_an_entry_in_the_registry_and_its_title_heads_the_diagnostic() -> None:
    assert [code.code for code in CODES] == list(RULES)
    titles = {code.code: code.title for code in CODES}
    assert all(found.message == titles[found.code] for found in violations(EVERYTHING_WRONG))


def test_the_bindings_are_those_that_a_request_makes() -> None:
    assert {*BINDING_PREDICATES, ACTION_AUTHORIZED} == set(PREDICATES)
