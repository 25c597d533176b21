"""Striking: the program without its judgements."""

import pytest

from bridge.admission.strike import restrict, strike
from bridge.reason.model import Atom, Fact
from tests.unit.admission.building import action, program, yes

JUDGED = yes("judged_unsafe", "$a", "no")
APPROVED = yes("approved", "$a")
DEPLOY = yes("deployable", "$a")


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (DEPLOY, [JUDGED]),
        (DEPLOY, [yes("ready"), JUDGED]),
        (yes("judged_clear", "$a"), [JUDGED]),
        (yes("judged_clear", "$a"), [APPROVED]),
    ],
    ids=["nothing left", "a variable unbound", "a judgement", "an invented judgement"],
)
def test_rules_that_go(head: Atom, body: list[Atom]) -> None:
    assert strike(program((head, body))).rules == ()


def test_a_rule_that_asks_only_for_the_request_goes_where_a_judgement_stood() -> None:
    authorized, call = yes("action_authorized", "$a"), yes("action_tool", "$a", "$t")
    struck = strike(action((authorized, [call, JUDGED]), (authorized, [call])))
    assert [rule.id for rule in struck.rules] == ["r1"]


def test_rules_that_stay_keep_their_order_and_repeated_premises() -> None:
    struck = strike(program((DEPLOY, [APPROVED, JUDGED, yes("ready"), APPROVED, JUDGED])))
    assert [rule.when for rule in struck.rules] == [(APPROVED, yes("ready"), APPROVED)]


def test_a_negative_helper_is_no_judgement_and_is_not_struck() -> None:
    helper = Atom("healthy", ("$a",), negated=True)
    veto = (DEPLOY.complement(), [helper])
    assert [rule.when for rule in strike(program((helper, [JUDGED]), veto)).rules] == [(helper,)]


JUDGE = Fact("judge", "judged_unsafe", ("a", "yes"), "model-judged", observed_at="2026-08-14T10:00:00Z")
PERSON = Fact(
    "person", "judged_unsafe", ("a", "yes"), "human-authorized", True, "2026-08-14T11:00:00Z", supersedes=("judge",)
)


def test_judges_answers_go_and_what_superseded_them_no_longer_says_so() -> None:
    assert strike(program(facts=(JUDGE, PERSON))).facts == (PERSON._replace(supersedes=()),)


def test_restricting_keeps_what_names_facts_that_stay() -> None:
    assert restrict((JUDGE, PERSON), lambda fact: True) == (JUDGE, PERSON)
    assert restrict((JUDGE, PERSON), lambda fact: fact.id == "person") == (PERSON._replace(supersedes=()),)
