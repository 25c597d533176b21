"""The shallow check of a payload before it is signed."""

from typing import Any

import pytest

from bridge.errors import ReceiptError, ShapeError
from bridge.receipts import kinds

GOOD: dict[str, dict[str, Any]] = {
    "judgement.v1": {
        "schema": "judgement.v1",
        "judge": {},
        "question": {},
        "answer": {},
        "outcome": "acted",
        "judged_at": "2026-09-01T10:00:00Z",
    },
    "judgement.resolution.v1": {
        "schema": "judgement.resolution.v1",
        "judgement": "art_" + "0" * 32,
        "by": "human://alice",
        "decision": "route",
        "resolved_at": "2026-09-01T10:00:00Z",
    },
    "blocked.v1": {"reason_class": "scope_violation", "refused_kind": "action"},
    "reason.authorization.v1": {
        "schema": "zerker.reason.authorization.v1",
        "status": "denied",
        "request_digest": "sha256:" + "0" * 64,
        "mission": {},
        "action": {},
        "reasoning": {},
        "issues": [],
    },
}
REQUIRED = [(kind, name) for kind, payload in GOOD.items() for name in payload]


@pytest.mark.parametrize("kind", GOOD)
def test_a_complete_payload_is_accepted(kind: str) -> None:
    kinds.check(kind, GOOD[kind])


@pytest.mark.parametrize(("kind", "name"), REQUIRED)
def test_every_required_member_is_required(kind: str, name: str) -> None:
    payload = {key: value for key, value in GOOD[kind].items() if key != name}
    with pytest.raises(ShapeError) as refused:
        kinds.check(kind, payload)
    assert refused.value.where == f"$.payload.{name}"


@pytest.mark.parametrize(("kind", "name"), REQUIRED)
@pytest.mark.parametrize("wrong", [5, None, True])
def test_every_required_member_has_its_type(kind: str, name: str, wrong: Any) -> None:
    with pytest.raises(ShapeError) as refused:
        kinds.check(kind, GOOD[kind] | {name: wrong})
    assert refused.value.where == f"$.payload.{name}"


@pytest.mark.parametrize(
    ("kind", "name", "wrong"),
    [
        ("judgement.v1", "schema", "judgement.v2"),
        ("judgement.v1", "outcome", "Acted"),
        ("judgement.v1", "judge", "rules"),
        ("judgement.resolution.v1", "decision", "ask"),
        ("blocked.v1", "reason_class", "because"),
        ("blocked.v1", "refused_kind", ""),
        ("reason.authorization.v1", "status", "allowed"),
    ],
)
def test_a_word_outside_the_vocabulary_is_refused(kind: str, name: str, wrong: str) -> None:
    with pytest.raises(ShapeError) as refused:
        kinds.check(kind, GOOD[kind] | {name: wrong})
    assert refused.value.where == f"$.payload.{name}"


@pytest.mark.parametrize("wrong", [5.0, True, "5", None, 2**64, -(2**63) - 1])
def test_an_integer_is_a_64_bit_json_integer(wrong: Any) -> None:
    with pytest.raises(ShapeError, match="integer"):
        kinds.check("judgement.v1", GOOD["judgement.v1"] | {"latency_ms": wrong})


def test_the_ends_of_the_integers_are_integers() -> None:
    for number in (-(2**63), 2**64 - 1):
        kinds.check("judgement.v1", GOOD["judgement.v1"] | {"latency_ms": number})


def test_what_stands_deeper_and_what_is_unknown_is_not_checked() -> None:
    kinds.check("blocked.v1", GOOD["blocked.v1"] | {"extra": 1})
    kinds.check("judgement.v1", GOOD["judgement.v1"] | {"judge": {"kind": "oracle"}})


@pytest.mark.parametrize("payload", [None, {}])
def test_a_missing_payload_counts_as_an_empty_one(payload: Any) -> None:
    with pytest.raises(ShapeError, match="needs `reason_class`"):
        kinds.check("blocked.v1", payload)


@pytest.mark.parametrize("payload", [[], "x", 5, False])
def test_a_payload_of_a_known_kind_is_an_object(payload: Any) -> None:
    with pytest.raises(ShapeError, match="must be an object"):
        kinds.check("blocked.v1", payload)


@pytest.mark.parametrize("payload", [None, [], 5])
def test_an_unknown_kind_takes_any_payload(payload: Any) -> None:
    kinds.check("note.v1", payload)
    kinds.check_generic("note.v1", payload)


def test_an_authorization_is_not_signed_unverified() -> None:
    with pytest.raises(ReceiptError, match="no receipt was signed"):
        kinds.check_generic("reason.authorization.v1", GOOD["reason.authorization.v1"])
    with pytest.raises(ShapeError):
        kinds.check_generic("blocked.v1", {})
