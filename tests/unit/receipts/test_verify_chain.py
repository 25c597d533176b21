"""Chains: each statement names the one before it, and nothing passes for lack of anything to check."""

import pytest

from bridge.errors import EnvelopeError, VerificationError
from bridge.receipts.identity import artifact_id
from bridge.receipts.model import RECEIPT_PAYLOAD_TYPE
from bridge.receipts.sign import sign
from bridge.receipts.verify import verify_chain
from tests.unit.receipts.makers import ACTION_ID, KEY, OTHER_KEY, TRUSTED, chain, receipt

CHAIN = chain(["a", "b", "c", "d"])
HEAD = artifact_id(CHAIN[-1])


def test_a_whole_chain_verifies_in_its_order() -> None:
    assert [link.artifact_id for link in verify_chain(CHAIN, TRUSTED, head=HEAD)] == [artifact_id(e) for e in CHAIN]


def test_an_empty_chain_never_verifies() -> None:
    with pytest.raises(VerificationError, match=f"should end at {HEAD}"):
        verify_chain([], TRUSTED, head=HEAD)
    with pytest.raises(VerificationError, match="the chain is empty"):
        verify_chain([], TRUSTED, head=None)


def test_a_missing_middle_is_noticed() -> None:
    with pytest.raises(VerificationError, match="the chain is broken") as refused:
        verify_chain([CHAIN[0], *CHAIN[2:]], TRUSTED, head=HEAD)
    assert refused.value.where == "$[1]"
    assert artifact_id(CHAIN[1]) in refused.value.message


def test_a_missing_beginning_is_noticed() -> None:
    with pytest.raises(VerificationError, match="should be the first"):
        verify_chain(CHAIN[1:], TRUSTED, head=HEAD)


def test_a_missing_end_is_noticed_by_the_head() -> None:
    with pytest.raises(VerificationError, match=f"should end at {HEAD}"):
        verify_chain(CHAIN[:-1], TRUSTED, head=HEAD)
    assert len(verify_chain(CHAIN[:-1], TRUSTED, head=None)) == 3


def test_a_receipt_of_another_chain_is_noticed() -> None:
    foreign = chain(["x", "y"])
    with pytest.raises(VerificationError, match="the chain is broken"):
        verify_chain([CHAIN[0], foreign[1]], TRUSTED, head=None)


def test_a_receipt_that_comes_twice_is_noticed() -> None:
    with pytest.raises(VerificationError, match="the chain is broken"):
        verify_chain([CHAIN[0], CHAIN[0]], TRUSTED, head=None)
    with pytest.raises(VerificationError, match="the chain is broken"):
        verify_chain([*CHAIN, *CHAIN], TRUSTED, head=HEAD)


def test_a_chain_that_follows_something_must_name_it() -> None:
    following = chain(["a", "b"], after=ACTION_ID)
    assert len(verify_chain(following, TRUSTED, head=artifact_id(following[-1]), after=ACTION_ID)) == 2
    with pytest.raises(VerificationError, match="should be the first"):
        verify_chain(following, TRUSTED, head=None)
    with pytest.raises(VerificationError, match="names no parent"):
        verify_chain(CHAIN, TRUSTED, head=HEAD, after=ACTION_ID)


def test_an_unsigned_or_foreign_suffix_is_noticed_at_its_place() -> None:
    for suffix in (CHAIN[2]._replace(signatures=()), receipt("c", artifact_id(CHAIN[1]), key=OTHER_KEY)):
        with pytest.raises(VerificationError) as refused:
            verify_chain([*CHAIN[:2], suffix], TRUSTED, head=None)
        assert (refused.value.where or "").startswith("$[2]")


def test_signed_bytes_that_are_no_statement_break_the_chain() -> None:
    with pytest.raises(EnvelopeError) as refused:
        verify_chain([CHAIN[0], sign(RECEIPT_PAYLOAD_TYPE, b"{}", KEY)], TRUSTED, head=None)
    assert refused.value.where == "$[1].type"
