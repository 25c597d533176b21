"""The documents member by member: which there are, in which order, of which kind, and which may be left out."""

from typing import Any

import pytest

from bridge.checker.documents import ATOM, BUNDLE, CERTIFICATE, FACT, PROGRAM, REQUEST, RESULT, RULE
from bridge.checker.shapes import Shape
from bridge.errors import ShapeError
from tests.unit.checker.documents import edited
from tests.unit.checker.members import FULL, LEFT_OUT, MEMBERS, STRUCTS, Member


def steps(place: str) -> list[str | int]:
    return [int(step) if step.isdigit() else step for step in place.replace("]", "").replace("[", ".").split(".")[1:]]


def at(document: Any, place: str) -> Any:
    for step in steps(place):
        document = document[step]
    return document


def with_value(place: str, value: Any) -> Any:
    """The full document with another value at a place."""
    if place == "$":
        return value
    *outer, last = steps(place)

    def put(document: Any) -> None:
        for step in outer:
            document = document[step]
        document[last] = value

    return edited(FULL, put)


def refusal(document: Any) -> tuple[str, str | None]:
    with pytest.raises(ShapeError) as caught:
        BUNDLE(document, "$")
    return caught.value.message, caught.value.where


def test_the_full_document_has_every_member_and_is_its_own_normal_form() -> None:
    for place, (_, members) in STRUCTS.items():
        assert list(at(FULL, place)) == [member.name for member in members]
    assert BUNDLE(FULL, "$") == FULL


@pytest.mark.parametrize("place", STRUCTS)
def test_members_come_in_their_order_whatever_the_order_given(place: str) -> None:
    turned = dict(reversed(at(FULL, place).items()))
    assert list(at(BUNDLE(with_value(place, turned), "$"), place)) == list(at(FULL, place))


@pytest.mark.parametrize("place", STRUCTS)
def test_a_struct_may_be_given_by_position(place: str) -> None:
    assert BUNDLE(with_value(place, list(at(FULL, place).values())), "$") == FULL


@pytest.mark.parametrize("place", STRUCTS)
def test_a_struct_has_a_name_and_no_other_members(place: str) -> None:
    title, members = STRUCTS[place]
    values = list(at(FULL, place).values())
    assert refusal(with_value(place, 1)) == (f"expected struct {title}, got a number", place)
    assert refusal(with_value(place, {**at(FULL, place), "other": 1})) == (
        f"unknown object member at {place}.other",
        f"{place}.other",
    )
    assert refusal(with_value(place, [*values, 1])) == (
        f"{len(members) + 1} elements where {title} has {len(members)} fields",
        place,
    )


@pytest.mark.parametrize(("place", "member"), MEMBERS)
def test_a_member_that_is_not_given(place: str, member: Member) -> None:
    given = {name: value for name, value in at(FULL, place).items() if name != member.name}
    document = with_value(place, given)
    if member.absent is ...:
        assert refusal(document) == (f"missing field `{member.name}`", place)
        return
    filled = at(BUNDLE(document, "$"), place)
    assert filled == (given if member.absent is LEFT_OUT else {**given, member.name: member.absent})


EXPECTED = {"text": "a string", "flag": "a boolean", "count": "a count", "list": "a sequence", "map": "a map"}


@pytest.mark.parametrize(("place", "member"), [pair for pair in MEMBERS if "struct" not in pair[1].kind])
def test_a_member_of_another_kind_is_refused(place: str, member: Member) -> None:
    where, kind = f"{place}.{member.name}", member.kind.removesuffix("?")
    if kind == "data":
        assert at(BUNDLE(with_value(where, {"b": [1], "a": ""}), "$"), where) == {"a": "", "b": [1]}
        return
    if kind.startswith("variant "):
        names = kind.removeprefix("variant ")
        assert refusal(with_value(where, "other")) == (f"expected one of {names}", where)
        for name in names.split(", "):
            assert at(BUNDLE(with_value(where, name), "$"), where) == name
        return
    wrong, called = (1.5, "a number") if kind in ("text", "flag", "list", "map") else ("1", "a string")
    assert refusal(with_value(where, wrong)) == (f"expected {EXPECTED[kind]}, got {called}", where)


@pytest.mark.parametrize(("place", "member"), [pair for pair in MEMBERS if pair[1].absent is not ...])
def test_null_stands_for_what_is_not_given_only_where_a_value_is_optional(place: str, member: Member) -> None:
    where = f"{place}.{member.name}"
    document = with_value(where, None)
    if member.kind.endswith("?") or member.kind == "data":
        kept = BUNDLE(document, "$")
        assert at(kept, place).get(member.name, LEFT_OUT) == member.absent
    else:
        assert refusal(document) == (f"expected {EXPECTED[member.kind]}, got null", where)


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("$.request.policy.ontology.predicates.p.arguments[0]", "expected one of string, integer, boolean"),
        ("$.request.policy.authority.classes[0]", "expected a string, got a number"),
        ("$.request.policy.authority.default_admit[0]", "expected a string, got a number"),
        ("$.request.policy.authority.predicate_admit.p[0]", "expected a string, got a number"),
        ("$.request.policy.facts[0].supersedes[0]", "expected a string, got a number"),
        ("$.certificate.reasoning.authority.admitted_fact_ids[0]", "expected a string, got a number"),
        ("$.certificate.reasoning.authority.withheld[0].admitted_authorities[0]", "expected a string, got a number"),
        ("$.certificate.reasoning.temporal.eligible_fact_ids[0]", "expected a string, got a number"),
        ("$.certificate.reasoning.temporal.withheld[0].superseded_by[0]", "expected a string, got a number"),
        ("$.certificate.reasoning.proof.nodes[0].premises[0]", "expected a string, got a number"),
        ("$.certificate.reasoning.proof.nodes[0].temporal.supersedes[0]", "expected a string, got a number"),
        ("$.certificate.reasoning.conflict.fact_ids[0]", "expected a string, got a number"),
        ("$.certificate.reasoning.conflict.proof_digests[0]", "expected a string, got a number"),
        ("$.certificate.reasoning.assumptions[0]", "expected a string, got a number"),
        ("$.certificate.issues[0].fact_ids[0]", "expected a string, got a number"),
        *[
            (where, "expected struct Atom, got a number")
            for where in (
                "$.request.policy.rules[0].when[0]",
                "$.request.policy.rules[0].then",
                "$.certificate.reasoning.query",
                "$.certificate.reasoning.missing[0]",
                "$.certificate.reasoning.authority.withheld[0].atom",
                "$.certificate.reasoning.temporal.withheld[0].atom",
                "$.certificate.reasoning.proof.nodes[0].atom",
                "$.certificate.reasoning.conflict.query",
                "$.certificate.reasoning.conflict.complement",
                "$.certificate.issues[0].atom",
            )
        ],
        ("$.certificate.reasoning.disproof", "expected struct Proof, got a number"),
        ("$.certificate.action.effects[0]", "expected struct ActionEffect, got a number"),
    ],
)
def test_what_members_are_made_of(where: str, expected: str) -> None:
    assert refusal(with_value(where, 7)) == (expected, where)


@pytest.mark.parametrize(
    ("shape", "place"),
    [
        (ATOM, "$.request.policy.query"),
        (FACT, "$.request.policy.facts[0]"),
        (RULE, "$.request.policy.rules[0]"),
        (PROGRAM, "$.request.policy"),
        (REQUEST, "$.request"),
        (RESULT, "$.certificate.reasoning"),
        (CERTIFICATE, "$.certificate"),
    ],
)
def test_each_document_reads_alone(shape: Shape, place: str) -> None:
    assert shape(at(FULL, place), "$") == at(FULL, place)
