"""Facts come from verified receipts alone, and a receipt yields no more than its own key may say."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bridge.core.clock import is_canonical_time
from bridge.errors import EnvelopeError
from bridge.facts.believed import believe
from bridge.facts.judged import judged_fact
from bridge.facts.receipts import FromReceipts, facts_of
from bridge.judgement.model import Judgement
from bridge.reason.model import HUMAN_AUTHORIZED, MODEL_JUDGED, is_variable
from bridge.receipts import envelope as envelopes
from bridge.receipts.envelope import Envelope
from bridge.receipts.identity import artifact_id
from bridge.receipts.keys import SigningKey
from bridge.receipts.trust import JUDGE, Root, Trust
from bridge.testing.strategies.judgement import judgements
from tests.unit.receipts.makers import AT, KEY, OTHER_KEY
from tests.unit.receipts.signed import ALICE, TRUST, judged, judgement, resolved

BOB = "human://bob"
THIRD = SigningKey.from_seed("key_00000000000000cc", bytes(range(51, 83)))
subjects = st.one_of(st.from_regex(r"art_[0-9a-f]{32}", fullmatch=True), st.text(min_size=1, max_size=8))
times = st.sampled_from(["2026-09-01T09:59:59Z", AT, "2026-09-01T10:00:01Z", "2026-09-01T10:05:00Z"])
signers = st.sampled_from([KEY, OTHER_KEY, THIRD])
decisions = st.sampled_from(["allow", "deny", "route"])
roots = st.builds(
    Root,
    signers.map(lambda key: key.public),
    st.sampled_from([JUDGE, ALICE, BOB, None]),
    st.none() | st.just(("treeship-rules/0.31",)) | st.just(("another",)),
    st.none() | times.filter(lambda at: at <= AT),
    st.none() | times.filter(lambda at: at >= AT),
)
trusts = st.lists(roots, max_size=5).map(lambda some: Trust(tuple(some)))


def found(*given: Envelope, trust: Trust = TRUST, supersede: bool = False) -> FromReceipts:
    return facts_of(believe(given, trust), include_escalated=True, supersede=supersede)


@given(judgements(), subjects)
@settings(max_examples=60)
def test_what_was_signed_of_a_judgement_is_its_fact_or_is_refused(said: Judgement, subject: str) -> None:
    receipt = judged(said, subject=subject)
    expected = judged_fact(said, subject=subject, receipt=artifact_id(receipt))
    facts, refused, _ = found(receipt)
    if any(map(is_variable, expected.arguments)):
        assert [one.receipt for one in refused] == [artifact_id(receipt)]
    else:
        assert (facts, refused) == ((expected,), ())


ONE = judged()
TEXTS = [envelopes.text(one).encode() for one in (ONE, resolved(ONE))]
HONEST = found(ONE, resolved(ONE), supersede=True).facts


@given(st.data())
@settings(max_examples=300)
def test_a_changed_byte_yields_no_fact_or_the_same_one(data: st.DataObject) -> None:
    texts = [bytearray(text) for text in TEXTS]
    text = texts[data.draw(st.integers(0, 1))]
    place = data.draw(st.integers(0, len(text) - 1))
    text[place] ^= data.draw(st.integers(1, 255))
    try:
        read = [envelopes.read(bytes(one)) for one in texts]
    except EnvelopeError:
        return
    assert set(found(*read, supersede=True).facts) <= set(HONEST)


@given(judgements(), trusts, signers, st.sampled_from([JUDGE, ALICE, "system://other"]))
@settings(max_examples=60)
def test_a_judgement_counts_exactly_where_its_key_may_speak_for_it(
    said: Judgement, trust: Trust, key: SigningKey, system: str
) -> None:
    receipt = judged(said, key=key, system=system)
    assume(not is_variable(judged_fact(said, subject="s", receipt=None).arguments[1]))
    speaks = trust.speaks(key.public, system, said.judged_at, judge=said.judge.model)
    assert bool(found(receipt, trust=trust).facts) is (speaks and system != ALICE)


@given(trusts, signers, st.sampled_from([ALICE, BOB, JUDGE]), decisions, times, st.booleans())
def test_a_resolution_yields_no_more_than_its_own_key_says(
    trust: Trust, key: SigningKey, by: str, decision: str, at: str, supersede: bool
) -> None:
    receipt = resolved(ONE, decision, by=by, at=at, key=key)
    facts, refused, _ = found(ONE, receipt, trust=trust, supersede=supersede)
    human = [fact for fact in facts if fact.authority == HUMAN_AUTHORIZED]
    id_ = artifact_id(receipt)
    if human:
        assert trust.speaks(key.public, by, at)
        assert by.startswith("human://")
        assert {fact.id.partition(":")[0] for fact in human} == {id_}
        assert human[0].predicate == "resolved_unsafe"
        assert human[0].arguments[1] == decision
        for taken_back in human[1:]:
            assert supersede
            assert taken_back.negated
            assert taken_back.supersedes == (artifact_id(ONE),)
    else:
        assert id_ in {one.receipt for one in refused}


@given(trusts, st.lists(st.tuples(signers, st.sampled_from([JUDGE, ALICE, BOB])), min_size=1, max_size=4))
def test_every_class_is_the_one_that_the_kind_gives(trust: Trust, made: list[tuple[SigningKey, str]]) -> None:
    judgements_ = [judged(judgement(key=f"k{place}"), key=key, system=by) for place, (key, by) in enumerate(made)]
    decided = [resolved(one, by=by, key=key) for one, (key, by) in zip(judgements_, made, strict=True)]
    for fact in found(*judgements_, *decided, trust=trust).facts:
        expected = {"judged": MODEL_JUDGED, "resolved": HUMAN_AUTHORIZED}[fact.predicate.partition("_")[0]]
        assert fact.authority == expected


@given(signers, times, times, times)
@settings(max_examples=40)
def test_a_window_lets_through_what_lies_in_it(key: SigningKey, begin: str, end: str, at: str) -> None:
    assume(begin <= end)
    windowed = Trust((Root(key.public, JUDGE, None, begin, end),))
    receipt = judged(judgement(at=at), key=key)
    assert bool(found(receipt, trust=windowed).facts) is (begin <= at <= end)


@given(trusts, st.permutations([ONE, resolved(ONE), resolved(ONE, "deny"), judged(judgement(0.0, key="b"))]))
@settings(max_examples=40)
def test_the_order_of_receipts_makes_no_difference(trust: Trust, given_: list[Envelope]) -> None:
    facts, refused, notes = found(*given_, trust=trust, supersede=True)
    again = found(*sorted(given_, key=artifact_id), trust=trust, supersede=True)
    assert set(facts) == set(again.facts)
    assert set(refused) == set(again.refused)
    assert set(notes) == set(again.notes)


@given(trusts, trusts)
@settings(max_examples=40)
def test_more_trust_takes_nothing_away_but_what_somebody_decides_later(trust: Trust, more: Trust) -> None:
    given_ = (ONE, resolved(ONE))
    assert set(found(*given_, trust=trust).facts) <= set(found(*given_, trust=trust.joined(more)).facts)


@given(trusts)
@settings(max_examples=40)
def test_trust_reads_back_as_it_is_written(trust: Trust) -> None:
    listed = Trust(tuple(root for root in trust.roots if root.speaks_as is not None))
    assert Trust.read(listed.document()) == listed
    assert all(is_canonical_time(root.valid_until) for root in listed.roots if root.valid_until)
