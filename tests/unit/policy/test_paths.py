"""Portable paths."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.reason.policy.paths import path_problem

PLAIN = st.text("abcxyzé漢._- ", min_size=1).filter(lambda segment: segment not in {".", ".."})
PORTABLE = st.lists(PLAIN, min_size=1, max_size=5).map("/".join).map(lambda path: unicodedata.normalize("NFC", path))
HIDDEN = ["\0", "\n", "\x1f", "\x7f", "\x85", "\u061c", "\u200e", "\u200f", "\u202a", "\u202e", "\u2066", "\u2069"]


@given(PORTABLE)
def test_segments_of_plain_characters_are_portable(path: str) -> None:
    assert path_problem(path) is None


@given(PORTABLE, st.sampled_from(HIDDEN), st.data())
def test_no_hidden_character_gets_through(path: str, hidden: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(path)))
    assert path_problem(path[:at] + hidden + path[at:]) is not None


@given(PORTABLE, st.sampled_from(["", ".", ".."]), st.booleans())
def test_no_segment_stays_or_climbs(path: str, segment: str, before: bool) -> None:
    assert path_problem(f"{segment}/{path}" if before else f"{path}/{segment}/{path}") is not None


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("", "empty"),
        ("/etc/passwd", "relative"),
        ("docs/", "slash"),
        ("a\\b", "backslash"),
        ("C:/policy.md", "colon"),
        ("file:policy.md", "colon"),
        ("cafe\u0301.md", "NFC"),
        ("a//b", "segment"),
        ("a/./b", "segment"),
        ("../b", "segment"),
        ("x" * 4097, "4096"),
        ("é" * 2049, "4096"),
    ],
)
def test_a_problem_is_named(path: str, says: str) -> None:
    assert says in (path_problem(path) or "")


@pytest.mark.parametrize("path", [".agents/x", "a/b:c", "x" * 4096, "café.md", "...", "a/..b"])
def test_what_only_looks_odd_is_portable(path: str) -> None:
    assert path_problem(path) is None
