"""Typed reading: what has a normal form, and where what has none does not fit."""

from typing import Any

import pytest

from bridge.checker.shapes import (
    Default,
    Shape,
    count,
    data,
    flag,
    mapping,
    name_set,
    optional,
    sequence,
    struct,
    text,
    variant,
)
from bridge.errors import ShapeError

POINT = struct(
    "Point",
    name=text,
    at=sequence(count),
    hidden=Default(flag, False, omitted=True),
    note=Default(optional(text), None),
)


@pytest.mark.parametrize(
    "value",
    [
        {"name": "a", "at": [1, 2]},
        {"at": [1, 2], "name": "a"},
        {"name": "a", "at": [1, 2], "hidden": False},
        {"name": "a", "at": [1, 2], "note": None},
        ["a", [1, 2]],
        ["a", [1, 2], False],
        ["a", [1, 2], False, None],
    ],
)
def test_spellings_of_one_struct_have_one_normal_form(value: Any) -> None:
    assert list(POINT(value, "$").items()) == [("name", "a"), ("at", [1, 2]), ("note", None)]


def test_what_differs_from_its_default_is_in_the_normal_form() -> None:
    normal = POINT({"note": "n", "hidden": True, "at": [], "name": ""}, "$")
    assert list(normal.items()) == [("name", ""), ("at", []), ("hidden", True), ("note", "n")]


@pytest.mark.parametrize(
    ("value", "where"),
    [
        ({"at": []}, "$"),
        ({"name": "a"}, "$"),
        ({"name": "a", "at": [], "other": 1}, "$.other"),
        ({"name": "a", "at": [], "hidden": None}, "$.hidden"),
        ({"name": "a", "at": [], "hidden": 0}, "$.hidden"),
        ({"name": "a", "at": [1, True]}, "$.at[1]"),
        ({"name": "a", "at": None}, "$.at"),
        ({"name": "a", "at": {}}, "$.at"),
        ({"name": None, "at": []}, "$.name"),
        (["a"], "$"),
        (["a", [], False, None, 1], "$"),
        (["a", [], None], "$.hidden"),
        ("a", "$"),
        (None, "$"),
    ],
)
def test_a_struct_says_where_it_does_not_fit(value: Any, where: str) -> None:
    with pytest.raises(ShapeError) as caught:
        POINT(value, "$")
    assert caught.value.where == where


NO_COUNT, NO_DATA, NO_NAME = (
    "expected a count, got a number",
    "expected a JSON value, got a number",
    "expected one of a, b",
)
SURROGATE, NESTED = "lone surrogate in a string", "nested deeper than 127 containers"
INNERMOST = "[0]" * 126 + ".x"


def nested(depth: int, innermost: Any) -> Any:
    """A value in so many lists, one in the other."""
    for _ in range(depth):
        innermost = [innermost]
    return innermost


@pytest.mark.parametrize(
    ("shape", "value", "message", "below"),
    [
        (text, 1, "expected a string, got a number", ""),
        (text, 1.5, "expected a string, got a number", ""),
        (text, None, "expected a string, got null", ""),
        (text, True, "expected a string, got a boolean", ""),
        (text, [], "expected a string, got an array", ""),
        (text, {}, "expected a string, got an object", ""),
        (text, "\ud800", SURROGATE, ""),
        (flag, 1, "expected a boolean, got a number", ""),
        (flag, "true", "expected a boolean, got a string", ""),
        (flag, None, "expected a boolean, got null", ""),
        (count, True, "expected a count, got a boolean", ""),
        (count, 1.0, NO_COUNT, ""),
        (count, -1, NO_COUNT, ""),
        (count, 2**64, NO_COUNT, ""),
        (data, float("nan"), NO_DATA, ""),
        (data, float("inf"), NO_DATA, ""),
        (data, float("-inf"), NO_DATA, ""),
        (data, 2**64, NO_DATA, ""),
        (data, -(2**63) - 1, NO_DATA, ""),
        (data, (1,), NO_DATA, ""),
        (data, b"", NO_DATA, ""),
        (data, {1: 2}, "expected a string, got a number", ""),
        (data, {"\udc00": 2}, SURROGATE, ""),
        (data, ["", "\udc00"], SURROGATE, "[1]"),
        (data, {"a": [1, {"b": 2**64}]}, NO_DATA, ".a[1].b"),
        (data, nested(128, 1), NESTED, "[0]" * 127),
        (data, nested(126, {"x": []}), NESTED, INNERMOST),
        (data, nested(126, {"x": {}}), NESTED, INNERMOST),
        (optional(text), 1, "expected a string, got a number", ""),
        (sequence(flag), {}, "expected a sequence, got an object", ""),
        (sequence(flag), [True, 1], "expected a boolean, got a number", "[1]"),
        (name_set, "ab", "expected a sequence, got a string", ""),
        (name_set, ["a", 1], "expected a string, got a number", "[1]"),
        (mapping(count), [], "expected a map, got an array", ""),
        (mapping(count), {"a": "b"}, "expected a count, got a string", ".a"),
        (mapping(count), {"\ud800": 1}, SURROGATE, ""),
        (mapping(count), {1: 1}, "expected a string, got a number", ""),
        (variant("a", "b"), "c", NO_NAME, ""),
        (variant("a", "b"), {"c": None}, NO_NAME, ""),
        (variant("a", "b"), {"a": 1}, NO_NAME, ""),
        (variant("a", "b"), {"a": None, "b": None}, NO_NAME, ""),
        (variant("a", "b"), {"a": 1, "b": None}, NO_NAME, ""),
        (variant("a", "b"), ["a"], NO_NAME, ""),
        (variant("a", "b"), {}, NO_NAME, ""),
        (variant("a", "b"), None, NO_NAME, ""),
    ],
)
def test_a_value_of_another_kind_is_refused(shape: Shape, value: Any, message: str, below: str) -> None:
    with pytest.raises(ShapeError) as caught:
        shape(value, "$.here")
    assert (caught.value.message, caught.value.where) == (message, f"$.here{below}")


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        (text, ""),
        (text, "\U00010000"),
        (flag, False),
        (count, 0),
        (count, 2**64 - 1),
        (data, 2**64 - 1),
        (data, -(2**63)),
        (data, -0.0),
        (data, None),
        (data, True),
        (data, nested(127, 1)),
        (data, nested(126, {"x": 1})),
        (optional(text), None),
        (sequence(flag), []),
        (sequence(flag), [True, False]),
        (mapping(count), {}),
        (variant("a", "b"), "b"),
    ],
)
def test_a_value_of_its_kind_is_its_own_normal_form(shape: Shape, value: Any) -> None:
    assert shape(value, "$") == value


def test_sets_and_maps_are_sorted_by_code_point() -> None:
    assert name_set(["b", "\U00010000", "\uffff", "a", "b"], "$") == ["a", "b", "\uffff", "\U00010000"]
    assert list(mapping(count)({"b": 1, "a": 2}, "$")) == ["a", "b"]
    assert list(data({"z": {"b": 1, "a": 2}}, "$")["z"]) == ["a", "b"]


def test_a_variant_may_be_given_as_an_object() -> None:
    assert variant("a", "b")("b", "$") == variant("a", "b")({"b": None}, "$") == "b"
