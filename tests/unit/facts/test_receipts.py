"""Facts come from receipts that are believed, in the class that their kind gives them."""

from typing import Any

import pytest

from bridge.facts.believed import believe
from bridge.facts.judged import judged_fact
from bridge.facts.receipts import FromReceipts, facts_of
from bridge.judgement.model import AppliesTo, Effect, Outcome
from bridge.reason.model import HUMAN_AUTHORIZED, MODEL_JUDGED, Fact
from bridge.receipts.envelope import Envelope, Signature
from bridge.receipts.identity import artifact_id
from bridge.receipts.trust import JUDGE, Root, Trust
from tests.unit.receipts.makers import ACTION_ID, AT, KEY, OTHER_KEY, receipt
from tests.unit.receipts.signed import ALICE, LATER, TRUST, judged, judgement, resolved


def found(*envelopes: Envelope, trust: Trust = TRUST, **options: Any) -> FromReceipts:
    return facts_of(believe(envelopes, trust), **options)


def reason(*envelopes: Envelope, trust: Trust = TRUST) -> str:
    """Why the last of the receipts is refused."""
    reasons = dict(found(*envelopes, trust=trust, include_escalated=True).refused)
    return reasons[artifact_id(envelopes[-1])]


def test_a_judgement_is_the_fact_that_judge_prints() -> None:
    one = judged()
    assert found(one) == FromReceipts((judged_fact(judgement(), subject=ACTION_ID, receipt=artifact_id(one)),))


def test_a_resolution_is_a_persons_fact() -> None:
    one = judged()
    two = resolved(one)
    _, fact = found(one, two).facts
    assert fact == Fact(artifact_id(two), "resolved_unsafe", (ACTION_ID, "allow"), HUMAN_AUTHORIZED, observed_at=LATER)


def test_the_order_in_which_receipts_come_does_not_matter_to_what_is_believed() -> None:
    one = judged()
    two = resolved(one, "deny")
    assert set(found(one, two).facts) == set(found(two, one).facts)


def test_receipts_of_other_kinds_are_passed_over() -> None:
    assert found(receipt("a note"), trust=Trust.EMPTY) == FromReceipts()


class TestSupersede:
    def test_a_person_who_overrode_takes_the_answer_back(self) -> None:
        one = judged()
        two = resolved(one)
        answer, _, taken_back = found(one, two, supersede=True).facts
        assert taken_back == answer._replace(
            id=f"{artifact_id(two)}:overrides",
            authority=HUMAN_AUTHORIZED,
            negated=True,
            observed_at=LATER,
            supersedes=(answer.id,),
        )

    def test_in_the_second_of_the_answer_it_is_observed_a_second_later(self) -> None:
        one = judged()
        *_, taken_back = found(one, resolved(one, at=AT), supersede=True).facts
        assert taken_back.observed_at == "2026-09-01T10:00:01Z"

    @pytest.mark.parametrize(("noul", "decision"), [(1.0, "deny"), (1.0, "route"), (0.0, "allow")])
    def test_who_agrees_or_routes_takes_nothing_back(self, noul: float, decision: str) -> None:
        said = judgement(noul)
        one = judged(said)
        facts = found(one, resolved(one, decision, judgement=said), supersede=True).facts
        assert [fact.negated for fact in facts] == [False, False]

    def test_what_is_left_out_is_not_taken_back(self) -> None:
        said = judgement(1.0, outcome=Outcome.ESCALATED, effect=Effect.ASK)
        one = judged(said)
        facts = found(one, resolved(one, judgement=said), supersede=True).facts
        assert [fact.predicate for fact in facts] == ["resolved_unsafe"]


class TestEscalated:
    SAID = judgement(1.0, outcome=Outcome.ESCALATED, effect=Effect.ASK)

    def test_it_is_left_out_and_named(self) -> None:
        one = judged(self.SAID)
        facts, refused, notes = found(one)
        assert (facts, refused) == ((), ())
        assert artifact_id(one) in notes[0]

    def test_it_is_kept_where_it_is_asked_for(self) -> None:
        assert len(found(judged(self.SAID), include_escalated=True).facts) == 1


class TestSubject:
    def test_only_what_is_about_it_is_kept_its_resolutions_included(self) -> None:
        other = "art_" + "6" * 32
        one, two = judged(), judged(subject=other)
        facts = found(one, two, resolved(one), resolved(two), subject=other).facts
        assert {fact.arguments[0] for fact in facts} == {other}
        assert len(facts) == 2


class TestRefusedJudgements:
    def test_of_a_key_that_nobody_trusts(self) -> None:
        assert reason(judged(key=OTHER_KEY), trust=Trust((Root(KEY.public, JUDGE),))) == (
            f"no key that is trusted to speak as {JUDGE} signed these bytes"
        )

    def test_of_a_persons_key(self) -> None:
        assert reason(judged(key=OTHER_KEY)) == f"{OTHER_KEY.public.text} speaks as {ALICE}, not as {JUDGE}"

    def test_of_a_person(self) -> None:
        assert "no judge" in reason(judged(key=OTHER_KEY, system=ALICE))

    def test_outside_of_the_window(self) -> None:
        trust = Trust((Root(KEY.public, JUDGE, valid_until="2026-09-01T09:59:59Z"),))
        assert "until 2026-09-01T09:59:59Z" in reason(judged(), trust=trust)

    def test_of_a_model_that_the_key_may_not_sign_for(self) -> None:
        assert "may not sign for" in reason(judged(), trust=Trust((Root(KEY.public, JUDGE, ("another",)),)))

    def test_that_do_not_keep_to_their_own_bar(self) -> None:
        said = judgement(1.0, outcome=Outcome.ACTED, effect=Effect.ALLOW, applies_to=AppliesTo.NOUL)
        assert "does not keep to its own bar" in reason(judged(said))

    @pytest.mark.parametrize(("subject", "said"), [(None, "what it is about"), ("$x", "variable")])
    def test_about_nothing_that_a_program_could_name(self, subject: str | None, said: str) -> None:
        assert said in reason(judged(subject=subject))

    def test_without_a_threshold(self) -> None:
        said = judgement(1.0, threshold=None, applies_to=None)
        assert "names no threshold" in reason(judged(said))

    def test_with_a_decoy_as_the_first_signature_it_is_whose_key_made_the_other(self) -> None:
        one = judged()
        decoy = one._replace(signatures=(Signature(bytes(64), OTHER_KEY.keyid), *one.signatures))
        assert found(decoy).facts == found(one).facts

    def test_a_copy_that_does_not_verify_does_not_hide_one_that_does(self) -> None:
        one = judged()
        bad = one._replace(signatures=(Signature(bytes(64), KEY.keyid),))
        for given in ((one, bad), (bad, one)):
            assert found(*given) == found(one)


class TestRefusedResolutions:
    ONE = judged()

    def test_by_a_judges_key_in_a_persons_name(self) -> None:
        assert reason(self.ONE, resolved(self.ONE, key=KEY)) == f"{KEY.public.text} speaks as {JUDGE}, not as {ALICE}"

    def test_by_somebody_elses_key(self) -> None:
        assert "no key is trusted to speak as human://bob" not in reason(self.ONE, resolved(self.ONE, by="human://bob"))
        assert "not as human://bob" in reason(self.ONE, resolved(self.ONE, by="human://bob"))

    def test_in_another_name_than_the_one_that_signs(self) -> None:
        assert "human://bob decided" in reason(self.ONE, resolved(self.ONE, by="human://bob", system=ALICE))

    def test_by_no_person(self) -> None:
        assert "is no person" in reason(self.ONE, resolved(self.ONE, by=JUDGE, key=KEY))

    def test_of_a_judgement_that_is_not_here_or_refused(self) -> None:
        assert "is not here" in reason(resolved(self.ONE))
        forged = judged(key=OTHER_KEY)
        assert "is refused" in reason(forged, resolved(forged))

    def test_made_before_the_judgement(self) -> None:
        assert "before the judgement" in reason(self.ONE, resolved(self.ONE, at="2026-09-01T09:00:00Z"))

    def test_that_claim_to_override_what_they_do_not(self) -> None:
        assert "does not" in reason(self.ONE, resolved(self.ONE, "deny", overrides="deny"))

    def test_that_carry_a_class_of_their_own(self) -> None:
        assert "no member" in reason(self.ONE, resolved(self.ONE, authority="human-authorized"))

    def test_of_several_the_last_stands_and_in_one_second_the_stricter(self) -> None:
        early, late = resolved(self.ONE, "allow"), resolved(self.ONE, "deny", at="2026-09-01T10:06:00Z")
        strict = resolved(self.ONE, "deny")
        for given, standing in (((early, late), late), ((late, early), late), ((early, strict), strict)):
            facts, _, notes = found(self.ONE, *given)
            assert [fact.id for fact in facts if fact.authority != MODEL_JUDGED] == [artifact_id(standing)]
            assert "gives way" in notes[0]
