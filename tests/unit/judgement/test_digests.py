"""Digests: over what was shown and asked, exactly."""

from typing import Any

import pytest

from bridge.core.digest import sha256
from bridge.errors import ShapeError
from bridge.judgement.digests import canonical_state, questions_digest, state_digest
from bridge.judgement.model import Question, QuestionType


def test_the_state_is_sorted_at_every_depth_and_otherwise_as_given() -> None:
    state: dict[str, Any] = {"tool": "é", "input": {"b": 1, "a": 1.0}, "amount_bound": 100.0}
    assert canonical_state(state) == '{"amount_bound":100.0,"input":{"a":1.0,"b":1},"tool":"é"}'.encode()
    assert state_digest(state) == sha256(canonical_state(state))


def test_a_subset_of_the_questions_has_another_digest() -> None:
    asked = {"a": Question(QuestionType.NOUL), "b": Question(QuestionType.CHOICE, "?", ("x", "y"))}
    assert questions_digest(asked) == sha256(
        '{"a":{"type":"noul"},"b":{"instructions":"?","options":["x","y"],"type":"choice"}}'
    )
    assert questions_digest({"a": asked["a"]}) == sha256('{"a":{"type":"noul"}}')


def nested(depth: int) -> dict[str, Any]:
    state: dict[str, Any] = {}
    for _ in range(depth):
        state = {"x": state}
    return state


@pytest.mark.parametrize(
    "state",
    [{"x": float("nan")}, {"x": float("-inf")}, {"x": "\ud800"}, {"x": {1, 2}}, {"x": b""}, nested(100_000)],
    ids=["nan", "infinity", "surrogate", "set", "bytes", "depth"],
)
def test_what_is_not_json_has_no_digest(state: dict[str, Any]) -> None:
    with pytest.raises(ShapeError, match="the state is"):
        state_digest(state)
