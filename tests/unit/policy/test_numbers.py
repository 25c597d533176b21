"""A number of this family stands exactly as it prints."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core import strict_json
from bridge.core.canonical import compact
from bridge.reason.policy.numbers import first_other_spelling

DOUBLES = st.floats(allow_nan=False, allow_infinity=False)
LEAVES = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | DOUBLES | st.text()
DOCUMENTS = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


@given(DOCUMENTS)
def test_what_we_print_is_spelled_as_it_prints(document: object) -> None:
    assert first_other_spelling(compact(document).encode()) is None


@given(st.text(), DOUBLES)
def test_a_number_that_reads_back_otherwise_is_found_at_its_byte(before: str, number: float) -> None:
    token = f"{number:.30e}"
    text = json.dumps([before], ensure_ascii=False)[:-1].encode(errors="replace") + b", "
    document = text + token.encode() + b"]"
    assert compact(strict_json.loads(token)) != token
    assert first_other_spelling(document) == len(text)


@pytest.mark.parametrize(
    "token", ["0", "-1", "0.0", "-0.0", "1.5", "9007199254740993", "18446744073709551615", "1e+16"]
)
def test_these_stand_as_they_print(token: str) -> None:
    assert first_other_spelling(f'{{"a": [{token}]}}'.encode()) is None


@pytest.mark.parametrize(
    "token", ["-0", "1e0", "1.00", "1E5", "1e16", "100e-2", "0.10000000000000001", "9007199254740993.0", "1" + "0" * 20]
)
def test_these_do_not(token: str) -> None:
    assert first_other_spelling(f'{{"é": [{token}]}}'.encode()) == 8


def test_what_stands_in_a_string_is_no_number() -> None:
    assert first_other_spelling(rb'{"1e0": "-0 \" 1.00", "a\\": "1e0"}') is None
