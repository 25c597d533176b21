"""Strict JSON: what is accepted means what JSON says; everything else is refused with its place."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core import canonical, strict_json
from bridge.core.bounds import INPUT_BYTES, NESTING
from bridge.errors import JsonError, LimitError, Reached

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
)
documents = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)


def same(left: Any, right: Any) -> bool:
    return repr(left) == repr(right)


@given(documents, st.booleans())
def test_a_document_reads_back_as_it_was_written(value: Any, ascii_only: bool) -> None:
    assert same(strict_json.loads(json.dumps(value, ensure_ascii=ascii_only)), value)


@given(documents)
def test_what_was_read_is_known_to_read_back(value: Any) -> None:
    assert strict_json.reads_back(value)


anything = st.recursive(
    scalars | st.integers() | st.floats() | st.binary(max_size=2),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text(max_size=2) | st.integers() | st.booleans() | st.none(), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(anything, st.integers(0, 4))
def test_what_is_known_to_read_back_does(value: Any, max_depth: int) -> None:
    try:
        text = canonical.compact(value)
    except (TypeError, ValueError):
        return
    if strict_json.reads_back(value, max_depth):
        assert canonical.compact(strict_json.loads(text, max_depth=max_depth)) == text


@given(documents, st.text(max_size=3), documents)
def test_a_repeated_member_is_refused_wherever_it_stands(inner: Any, key: str, around: Any) -> None:
    name = json.dumps(key)
    text = f'[{json.dumps(around)}, {{"x": [{{{name}: {json.dumps(inner)}, {name}: 1}}]}}]'
    with pytest.raises(JsonError) as refused:
        strict_json.loads(text)
    assert refused.value.where == f"$[1].x[0].{key}"
    assert refused.value.line >= 1


@given(
    documents, st.sampled_from(["NaN", "Infinity", "-Infinity", "1e400", "01", "+1", ".5", "'a'", "tru", ",", "\x0b"])
)
def test_what_is_not_json_is_refused(value: Any, junk: str) -> None:
    with pytest.raises(JsonError):
        strict_json.loads(f"[{json.dumps(value)}, {junk}]")


@given(st.integers(0, 0x7FF), st.booleans())
def test_lone_surrogates_are_refused_and_pairs_are_characters(offset: int, padded: bool) -> None:
    escape = f"\\u{0xD800 + offset:04x}"
    with pytest.raises(JsonError, match="surrogate"):
        strict_json.loads(f'["{escape}{" x" if padded else ""}"]')
    assert strict_json.loads('"\\ud83d\\ude00"') == "\U0001f600"
    assert strict_json.loads('"\\\\ud800"') == "\\ud800"


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
@pytest.mark.parametrize("levels", [127, 128, 5_000, 200_000])
def test_nesting_is_bounded_at_127(opening: str, levels: int) -> None:
    each = opening.count("[") + opening.count("{")
    count = levels // each if levels <= 128 else levels
    closing = opening.translate({ord("["): "]", ord("{"): "}", ord('"'): None, ord("a"): None, ord(":"): None})[::-1]
    text = opening * count + "1" + closing * count
    if count * each <= 127:
        strict_json.loads(text)
    else:
        with pytest.raises(JsonError, match="recursion limit exceeded"):
            strict_json.loads(text)


def test_brackets_inside_strings_do_not_nest() -> None:
    assert strict_json.loads(json.dumps(["[" * 500, {'{[\\"' * 100: 1}]))


@pytest.mark.parametrize(
    ("digits", "number"),
    [
        ("0", 0),
        ("-0", -0.0),
        ("9223372036854775808", 9223372036854775808),
        ("18446744073709551615", 18446744073709551615),
        ("18446744073709551616", 18446744073709551616.0),
        ("-9223372036854775808", -9223372036854775808),
        ("-9223372036854775809", -9223372036854775809.0),
        ("1e-400", 0.0),
        ("1E2", 100.0),
    ],
)
def test_numbers_are_64_bit_integers_where_they_fit_and_doubles_elsewhere(digits: str, number: float) -> None:
    assert same(strict_json.loads(digits), number)
    assert same(strict_json.loads(f'{{"n": [{digits}]}}'), {"n": [number]})


@given(st.integers(10**19, 10**400))
def test_a_long_integer_is_the_nearest_double_or_out_of_range(number: int) -> None:
    if number <= 2**64 - 1:
        assert strict_json.loads(str(number)) == number
        return
    if number > 1.8e308:
        with pytest.raises(JsonError, match="out of range"):
            strict_json.loads(str(number))
    elif number < 1.79e308:
        assert same(strict_json.loads(str(number)), float(number))


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "expecting value"),
        (b"\xef\xbb\xbf1", "expected value"),
        (b'"\xff"', "UTF-8"),
        (b'"\xed\xa0\x80"', "UTF-8"),
        (b"1 2", "extra data"),
        (b'{"a":1}{"a":1}', "extra data"),
        (b'{"a":1,}', "trailing comma|property name"),
        (b'"\x00"', "control character"),
        (b"```json\n{}\n```", "expecting value"),
    ],
)
def test_refusals_name_their_cause(data: bytes, problem: str) -> None:
    with pytest.raises(JsonError, match=problem):
        strict_json.loads(data)


def test_refusals_name_their_place() -> None:
    with pytest.raises(JsonError) as refused:
        strict_json.loads('{"n": "NaN",\n  "m": NaN}')
    assert (refused.value.line, refused.value.column) == (2, 8)


def test_length_is_bounded_in_bytes() -> None:
    assert strict_json.loads('"é"', max_bytes=4) == "é"
    with pytest.raises(LimitError, match="3-byte limit"):
        strict_json.loads('"é"', max_bytes=3)
    with pytest.raises(LimitError):
        strict_json.loads('"é"'.encode(), max_bytes=3)


def test_what_is_too_long_or_too_deep_names_its_bound() -> None:
    for error, bound, value, reached in (
        (refusal("[1,2]", max_bytes=4), INPUT_BYTES, 4, 5),
        (refusal("[[1]]", max_depth=1), NESTING, 1, 2),
        (refusal("[" * 128 + "]" * 128), NESTING, 127, 128),
        (refusal("[" * 100_000), NESTING, 127, 128),
    ):
        assert error.bound == Reached(bound.code, bound.name, value, reached)
        assert bound.option in str(error.help)
    assert strict_json.loads("[[1]]", max_depth=2) == [[1]]


def refusal(text: str, **bounds: int) -> LimitError:
    with pytest.raises(LimitError) as caught:
        strict_json.loads(text, **bounds)
    return caught.value
