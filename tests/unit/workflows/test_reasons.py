"""Why a call was decided as it was, and what an undecided one lacks."""

import pytest

import bridge
from bridge.core.strict_json import Json
from bridge.reason.model import Fact
from bridge.workflows.decide import DecidedCall
from bridge.workflows.programs import Loaded, parse
from bridge.workflows.reasons import grounds

AT = "2026-09-23T12:00:00Z"
HEADER = """
action policy "pay" version "1".
authority human-authorized, tool-reported, model-judged.
admit human-authorized by default.
admit only tool-reported for balance.
admit only model-judged for judged_*.
## {who} may pay
predicate may_pay(who: string).
## the account of {who} has {amount}
predicate balance(who: string, amount: integer).
predicate trusted(who: string).
## a judge finds {action} {answer}
predicate judged_unsafe(action: string, answer: "yes" | "no").
"""
TWO_WAYS = """
rule trust: trusted($who) if may_pay($who).
rule small: action_authorized($action) if
  action_tool($action, "pay"), action_argument($action, "to", $who), trusted($who), judged_unsafe($action, "no").
rule rich: action_authorized($action) if
  action_tool($action, "pay"), balance("ana", 7), may_pay("ana").
rule other: action_authorized($action) if action_tool($action, "read").
"""


def decide(rules: str, *facts: Fact, tool: str = "pay", judge: bool = False) -> DecidedCall:
    arguments: dict[str, Json] = {"to": "bob"}
    program: Loaded = parse((HEADER + rules).encode(), name="pay.reason")
    asked = "treeship-rules" if judge else None
    return bridge.decide(tool, arguments, program=program, facts=facts, judge=asked, at=AT)  # type: ignore[arg-type]


def said(id_: str, predicate: str, *arguments: Json, by: str = "human-authorized") -> Fact:
    return Fact(id_, predicate, arguments, by, observed_at="2026-09-01T00:00:00Z")


def test_each_rule_says_what_it_lacks_and_from_whom() -> None:
    decided = decide(TWO_WAYS)
    assert decided.status == "insufficient_evidence"
    assert [
        (need.rule_id, need.sentence.replace(decided.request.action.id, "A"), need.admitted) for need in decided.needs
    ] == [
        ("rich", "the account of ana has 7", ("tool-reported",)),
        ("rich", "ana may pay", ("human-authorized",)),
        ("small", "trusted(bob)", ()),
        ("small", "a judge finds A no", ("model-judged",)),
    ]


def test_what_is_there_is_not_asked_for() -> None:
    decided = decide(TWO_WAYS, said("bob", "may_pay", "bob"), said("b", "balance", "ana", 7, by="tool-reported"))
    assert {(need.rule_id, need.atom.predicate) for need in decided.needs} == {
        ("rich", "may_pay"),
        ("small", "judged_unsafe"),
    }


def test_a_rule_about_another_call_is_not_mentioned() -> None:
    assert "other" not in {need.rule_id for need in decide(TWO_WAYS).needs}


def test_what_nobody_admitted_says_is_named_as_not_counting() -> None:
    decided = decide(TWO_WAYS, said("x", "balance", "ana", 7))
    (withheld,) = decided.withheld
    assert (withheld.fact_id, withheld.sentence) == ("x", "the account of ana has 7")
    assert "human-authorized" in withheld.reason


def test_a_fact_that_is_over_is_named_as_not_counting() -> None:
    over = said("x", "may_pay", "ana")._replace(valid_until=AT)
    (withheld,) = decide(TWO_WAYS, over).withheld
    assert "valid_until" in withheld.reason


def test_a_decided_call_needs_nothing() -> None:
    decided = decide(TWO_WAYS, said("ana", "may_pay", "ana"), said("b", "balance", "ana", 7, by="tool-reported"))
    assert decided.status == "authorized"
    assert decided.needs == ()


def test_the_reasons_are_the_leaves_of_the_proof_without_the_request_itself() -> None:
    decided = decide(TWO_WAYS, said("bob", "may_pay", "bob"), judge=True)
    assert [(reason.side, reason.fact_id, reason.authority) for reason in decided.reasons] == [
        ("for", "bob", "human-authorized"),
        ("for", "judgement:unsafe", "model-judged"),
    ]


def test_of_a_conflict_both_sides_are_told() -> None:
    veto = 'rule veto: not action_authorized($action) if mission_action($mission, $action), may_pay("eve").'
    decided = decide(TWO_WAYS + veto, said("bob", "may_pay", "bob"), said("eve", "may_pay", "eve"), judge=True)
    assert decided.status == "conflicted"
    assert {(reason.side, reason.fact_id) for reason in decided.reasons} == {
        ("for", "bob"),
        ("for", "judgement:unsafe"),
        ("against", "eve"),
    }


def test_grounds_count_whose_word_it_is() -> None:
    decided = decide(TWO_WAYS, said("bob", "may_pay", "bob"), judge=True)
    assert grounds(decided.authorization.reasoning) == (
        "the proof rests on 1 human-authorized, 1 model-judged, 2 system-bound; another may exist",
    )


@pytest.mark.parametrize("tool", ["read", "write"])
def test_a_rule_without_premises_of_anybody_decides_by_the_request_alone(tool: str) -> None:
    decided = decide(TWO_WAYS, tool=tool)
    assert decided.status == ("authorized" if tool == "read" else "insufficient_evidence")
    assert (decided.reasons, decided.needs) == ((), ())
