"""Text from elsewhere, made safe to print."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.render.plain import plain


@given(st.text(st.characters(codec="utf-8")))
def test_nothing_that_moves_the_cursor_or_breaks_a_line_is_left(text: str) -> None:
    safe = plain(text)
    assert len(safe.splitlines()) <= 1
    assert not any(unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for character in safe)


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Cs", "Zl", "Zp"))))
def test_what_can_be_read_is_left_as_it_is(text: str) -> None:
    assert plain(text) == text


@given(st.text(st.characters(codec="utf-8", exclude_characters='"\\')))
def test_what_is_escaped_is_escaped_as_json_does(text: str) -> None:
    assert json.loads(f'"{plain(text)}"') == text


@given(st.text())
def test_twice_is_once(text: str) -> None:
    assert plain(plain(text)) == plain(text)


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("Bash", "Bash"),
        ("", ""),
        ("Überweisung → 😀", "Überweisung → 😀"),
        ("a\nb", "a\\u000ab"),
        ("\x1b[2J", "\\u001b[2J"),
        ("\x9b2J", "\\u009b2J"),
        ("\u202eevil", "\\u202eevil"),
        ("zero\u200bwidth", "zero\\u200bwidth"),
        ("\u2028", "\\u2028"),
        ("\U000e0001", "\\udb40\\udc01"),
        ("\ud800", "\\ud800"),
        ("\x7f", "\\u007f"),
        ("tab\t", "tab\\u0009"),
    ],
)
def test_by_example(text: str, safe: str) -> None:
    assert plain(text) == safe
