"""Rust's debug quoting and Unicode's white space."""

import pytest

from bridge.reason.quoting import is_blank, quoted


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", '"plain"'),
        ("it's", '"it\'s"'),
        ('say "x"\\', '"say \\"x\\"\\\\"'),
        ("\n\t\r\0", '"\\n\\t\\r\\0"'),
        ("\x1b\x7f", '"\\u{1b}\\u{7f}"'),
        ("é 漢 😀", '"é 漢 😀"'),
        ("e\u0301", '"e\\u{301}"'),
        ("\u200b\u00a0\u2028", '"\\u{200b}\\u{a0}\\u{2028}"'),
        ("\u0bbe\uff9e", '"\\u{bbe}\\u{ff9e}"'),
        ("\ue000\U000e0041", '"\\u{e000}\\u{e0041}"'),
    ],
)
def test_what_cannot_be_read_as_it_stands_is_escaped(text: str, shown: str) -> None:
    assert quoted(text) == shown


@pytest.mark.parametrize("text", ["", " ", "\u0085\u00a0\u3000", "\t\n\x0b\x0c\r"])
def test_white_space_alone_is_blank(text: str) -> None:
    assert is_blank(text)


@pytest.mark.parametrize("text", ["a", "\x1c", "\x1f", "\u200b", "\ufeff"])
def test_what_unicode_does_not_call_white_space_is_not_blank(text: str) -> None:
    assert not is_blank(text)
