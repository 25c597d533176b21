"""What carries a denial, who may supersede it, and what a judge changed."""

from bridge.reason.check import check
from bridge.reason.explain import Ended, against, judged, why
from bridge.reason.explain.why import lines
from bridge.reason.model import Program
from bridge.reason.result import Status
from tests.unit.explain.releasing import APPROVED, ASKED, TESTED, program, risk


def denied() -> Program:
    return program(ASKED, TESTED, APPROVED, risk("high"))


def test_the_facts_that_a_denial_needs_each_lift_it() -> None:
    one = denied()
    found = against(one, one.query.complement())
    assert [carrier.fact.id for carrier in found.carried_by] == ["ask", "risk"]
    assert {lifting.withdrawn for lifting in found.sets} == {Status.UNKNOWN}
    assert [carrier.superseders for carrier in found.carried_by] == [("agent-proposed",), ("model-judged",)]


def test_two_ways_to_deny_must_both_fall() -> None:
    rules = """
rule first: not ready($what) if tested($what).
rule second: not ready($what) if approved("lead", $what).
"""
    one = program(TESTED, APPROVED, rules=rules)
    found = against(one, one.query.complement())
    assert [[carrier.fact.id for carrier in lifting.facts] for lifting in found.sets] == [["lead", "tests"]]
    assert found.carried_by == ()


def test_superseding_by_the_opposite_may_itself_deny() -> None:
    rules = """
rule veto: not ready($what) if tested($what).
rule failed: not ready($what) if not tested($what).
"""
    one = program(TESTED, rules=rules)
    (lifting,) = against(one, one.query.complement()).sets
    assert (lifting.superseded, lifting.withdrawn) == (Status.DISPROVED, Status.UNKNOWN)


def test_what_is_observed_at_the_evaluation_time_cannot_be_superseded_yet() -> None:
    late = risk("high").replace("11:00:00Z", "12:00:00Z")
    one = program(ASKED, late)
    found = against(one, one.query.complement())
    assert [(carrier.fact.id, carrier.superseders) for carrier in found.carried_by] == [
        ("ask", ("agent-proposed",)),
        ("risk", ()),
    ]
    assert [lifting.superseded for lifting in found.sets] == [Status.UNKNOWN, None]


def test_what_follows_from_rules_alone_is_carried_by_no_fact() -> None:
    one = program(rules='rule never: not ready("v1").\n')
    found = against(one, one.query.complement())
    assert found.sets == ()
    assert found.ended is Ended.ALL


def test_the_search_for_carriers_is_bounded() -> None:
    one = denied()
    assert against(one, one.query.complement(), evaluations=1).ended is Ended.STEPS
    assert against(one, one.query.complement(), most=1).ended is Ended.MOST


def test_each_other_level_of_a_judge_is_tried_and_no_answer_too() -> None:
    source = program(ASKED, TESTED, APPROVED, risk("low"))
    found = judged(source)
    assert found is not None
    # Without the declaration, the levels are those that rules name.
    said = [(None if flip.instead is None else flip.instead.arguments[-1], flip.status) for flip in found.flips]
    assert said == [("high", Status.DISPROVED), (None, Status.UNKNOWN)]
    assert found.status is Status.PROVED
    assert found.without is Status.UNKNOWN
    assert all(flip.matters for flip in found.flips)


def test_an_answer_that_bears_on_nothing_is_no_flip() -> None:
    assert judged(program(TESTED, risk("low"), rules="rule only: ready($what) if tested($what).\n")) is None


def test_answers_about_something_else_are_left_out() -> None:
    other = risk("low").replace("fact risk", "fact another").replace('"v1"', '"v2"')
    found = judged(program(ASKED, TESTED, APPROVED, other, risk("high")))
    assert found is not None
    assert [fact.id for fact in found.answers] == ["risk"]


def test_answers_that_the_proof_rests_on_are_flipped_first() -> None:
    rules = """
rule allow: ready($what) if tested($what), judged_risk($what, "low").
rule other: ready($what) if approved("lead", $what), judged_risk($what, "middle").
"""
    another = risk("high").replace("fact risk", "fact another")
    found = judged(program(TESTED, another, risk("low"), rules=rules))
    assert found is not None
    assert [fact.id for fact in found.answers] == ["another", "risk"]
    assert list(dict.fromkeys(flip.fact.id for flip in found.flips)) == ["risk", "another"]
    assert {flip.matters for flip in found.flips if flip.fact.id == "another"} == {False}


def test_flips_are_bounded() -> None:
    found = judged(denied(), evaluations=1)
    assert found is not None
    assert len(found.flips) == 1
    assert found.ended is Ended.STEPS


def test_a_step_that_is_read_twice_is_shown_once() -> None:
    rules = """
rule both: ready($what) if reaches($what, $what), tested($what).
rule loop: reaches($what, $what) if tested($what).
"""
    result = check(program(TESTED, rules=rules))
    assert result.proof is not None
    shown = [(line.depth, line.step.source_id, line.repeated) for line in lines(why(result.proof))]
    assert shown == [(0, "both", False), (1, "loop", False), (2, "tests", False), (1, "tests", True)]
