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


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        (text, 1),
        (text, None),
        (text, "\ud800"),
        (flag, 1),
        (flag, "true"),
        (count, True),
        (count, 1.0),
        (count, -1),
        (count, 2**64),
        (data, float("nan")),
        (data, float("inf")),
        (data, 2**64),
        (data, -(2**63) - 1),
        (data, (1,)),
        (data, b""),
        (data, {1: 2}),
        (data, ["\udc00"]),
        (name_set, "ab"),
        (name_set, ["a", 1]),
        (mapping(count), []),
        (mapping(count), {"a": "b"}),
        (mapping(count), {"\ud800": 1}),
        (variant("a", "b"), "c"),
        (variant("a", "b"), {"c": None}),
        (variant("a", "b"), {"a": 1}),
        (variant("a", "b"), {"a": None, "b": None}),
        (variant("a", "b"), ["a"]),
        (variant("a", "b"), {}),
    ],
)
def test_a_value_of_another_kind_is_refused(shape: Shape, value: Any) -> None:
    with pytest.raises(ShapeError):
        shape(value, "$")


def test_sets_and_maps_are_sorted_by_code_point() -> None:
    assert name_set(["b", "\U00010000", "\uffff", "a", "b"], "$") == ["a", "b", "\uffff", "\U00010000"]
    assert list(mapping(count)({"b": 1, "a": 2}, "$")) == ["a", "b"]
    assert list(data({"z": {"b": 1, "a": 2}}, "$")["z"]) == ["a", "b"]


def test_a_variant_may_be_given_as_an_object() -> None:
    assert variant("a", "b")("b", "$") == variant("a", "b")({"b": None}, "$") == "b"


def test_data_is_read_down_to_127_containers() -> None:
    deep: Any = 1
    for _ in range(127):
        deep = [deep]
    assert data(deep, "$") == deep
    with pytest.raises(ShapeError):
        data([deep], "$")
