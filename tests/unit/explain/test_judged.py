"""What a judge changed where it answered more than once, or about more than one thing."""

from bridge.reason.explain import Judged, judged
from bridge.reason.model import Program
from bridge.reason.result import Status
from bridge.render.explained_words import literal
from tests.unit.explain.releasing import APPROVED, ASKED, TESTED, loaded

JUDGED = "from model-judged observed 2026-08-14T"
VETO = f'fact j2: judged_risk("v1", "high") {JUDGED}10:30:00Z.\n'
RETRACTION = f'fact j3: not judged_risk("v1", "high") {JUDGED}11:00:00Z supersedes j2.\n'
UNLESS = """
rule allow: ready($what) if tested($what).
rule veto: not ready($what) if judged_risk($what, "high").
"""
LEVELS = """
predicate judged_two(what: string, a: "x" | "y", b: "p" | "q").
rule allow: ready($what) if tested($what).
rule veto: not ready($what) if judged_two($what, "y", "p").
"""


def changed(*parts: str, rules: str = UNLESS) -> Judged:
    source = loaded(*parts, rules=rules)
    assert isinstance(source.program, Program)
    assert source.lowered is not None
    found = judged(source.program, answers=source.lowered.answers)
    assert found is not None
    return found


def flips(found: Judged) -> dict[str | None, Status]:
    return {flip.instead and literal(flip.instead): flip.status for flip in found.flips}


def test_without_any_answer_an_answer_that_was_superseded_does_not_come_back() -> None:
    found = changed(TESTED, VETO, RETRACTION)
    assert (found.status, found.without) == (Status.PROVED, Status.PROVED)


def test_a_retraction_is_an_answer_whose_own_withdrawal_brings_back_what_it_took_back() -> None:
    found = changed(TESTED, VETO, RETRACTION)
    assert [fact.id for fact in found.answers] == ["j3"]
    assert flips(found)[None] is Status.INCONSISTENT


def test_what_was_denied_might_have_been_said() -> None:
    assert flips(changed(TESTED, VETO, RETRACTION))['judged_risk("v1", "high")'] is Status.INCONSISTENT


def test_another_answer_supersedes_nothing_that_it_is_not_about() -> None:
    again = f'fact j3: judged_risk("v1", "high") {JUDGED}11:00:00Z supersedes j2.\n'
    # An answer of "low" would not have taken back the "high" from before.
    assert flips(changed(TESTED, VETO, again))['judged_risk("v1", "low")'] is Status.INCONSISTENT


def test_a_retraction_of_what_would_not_bear_on_the_query_does_not_either() -> None:
    elsewhere = (VETO + RETRACTION).replace('"v1"', '"v2"').replace("j2", "k2").replace("j3", "k3")
    assert [fact.id for fact in changed(TESTED, VETO, elsewhere).answers] == ["j2"]


def test_a_denial_is_tried_where_a_rule_reads_one() -> None:
    rules = 'rule safe: ready($what) if tested($what), not judged_risk($what, "high").\n'
    found = changed(TESTED, VETO, rules=rules)
    assert flips(found)['not judged_risk("v1", "high")'] is Status.PROVED


def test_every_argument_with_a_closed_set_is_flipped_alone_and_with_the_others() -> None:
    said = f'fact j: judged_two("v1", "x", "q") {JUDGED}11:00:00Z.\n'
    assert flips(changed(TESTED, said, rules=LEVELS)) == {
        'judged_two("v1", "y", "q")': Status.PROVED,
        'judged_two("v1", "x", "p")': Status.PROVED,
        'judged_two("v1", "y", "p")': Status.INCONSISTENT,
        None: Status.PROVED,
    }


def test_what_no_derivation_can_reach_bears_on_nothing() -> None:
    rules = 'rule allow: ready($what) if tested($what), asked($who, $what), judged_risk($who, "low").\n'
    trust = "".join(f'fact {who}: judged_risk("{who}", "low") {JUDGED}11:00:00Z.\n' for who in ("ana", "bob"))
    assert [fact.id for fact in changed(ASKED, TESTED, APPROVED, trust, rules=rules).answers] == ["ana"]


REASONED = """
predicate judged_verdict(what: string, verdict: string, why: string).
rule allow: ready($what) if tested($what), judged_verdict($what, "pass", _).
rule veto: not ready($what) if judged_verdict($what, "fail", _).
"""


def test_an_answer_before_the_reasons_is_flipped_where_rules_name_it() -> None:
    said = f'fact j: judged_verdict("v1", "pass", "it is small") {JUDGED}11:00:00Z.\n'
    assert flips(changed(TESTED, said, rules=REASONED)) == {
        'judged_verdict("v1", "fail", "it is small")': Status.DISPROVED,
        None: Status.UNKNOWN,
    }


def test_what_the_judge_was_asked_about_is_left_where_the_answer_is_declared() -> None:
    rules = REASONED.replace("verdict: string", 'verdict: "pass" | "fail"').replace('$what, "fail"', '"v2", "fail"')
    said = f'fact j: judged_verdict("v1", "pass", "it is small") {JUDGED}11:00:00Z.\n'
    found = changed(TESTED, said, rules=rules.replace("not ready($what)", 'not ready("v2")'))
    assert set(flips(found)) == {'judged_verdict("v1", "fail", "it is small")', None}
