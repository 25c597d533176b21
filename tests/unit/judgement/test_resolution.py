"""What somebody decided about a judgement, as its payload."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.errors import ShapeError
from bridge.judgement.model import Effect
from bridge.judgement.resolution import Resolution, ResolutionDecision, build, overridden, read
from bridge.receipts import kinds
from tests.unit.receipts.makers import ACTION_ID, AT

RESOLUTION = Resolution(ACTION_ID, "human://alice", ResolutionDecision.ALLOW, AT)
texts = st.none() | st.text(max_size=5)

resolutions = st.builds(
    Resolution,
    st.just(ACTION_ID),
    st.sampled_from(["human://alice", "system://x"]),
    st.sampled_from(ResolutionDecision),
    st.just(AT),
    texts,
    st.none() | st.sampled_from(Effect),
    texts,
)


@given(resolutions)
def test_what_is_built_reads_back_and_is_a_payload_of_its_kind(resolution: Resolution) -> None:
    document = build(resolution)
    assert read(document) == resolution
    kinds.check(kinds.RESOLUTION, document)


@pytest.mark.parametrize(
    "changes",
    [
        {"judgement": "art_1"},
        {"judgement": ACTION_ID.upper()},
        {"by": "alice"},
        {"by": "://alice"},
        {"decision": "perhaps"},
        {"resolved_at": "2026-09-01"},
        {"overrides": "everything"},
        {"reason": 5},
        {"schema": "judgement.v1"},
        {"authority": "human-authorized"},
    ],
)
def test_anything_else_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ShapeError):
        read({**build(RESOLUTION), **changes})


@pytest.mark.parametrize(
    ("decision", "against"),
    [("allow", {Effect.DENY, Effect.ASK}), ("deny", {Effect.ALLOW, Effect.WARN}), ("route", set())],
)
def test_a_decision_goes_against_what_it_reverses(decision: str, against: set[Effect]) -> None:
    word = ResolutionDecision(decision)
    assert {effect for effect in (None, *Effect) if overridden(effect, word) is not None} == against
    assert all(overridden(effect, word) is effect for effect in against)
