"""What a refusal quotes: seen as it is, or as an escape."""

import unicodedata

import pytest

from bridge.checker.quoting import quoted

COMBINING_BY_LIST = (
    *(0x9BE, 0x9D7, 0xB3E, 0xB57, 0xBBE, 0xBD7, 0xCC2, 0xCD5, 0xCD6, 0xD3E, 0xD57, 0xDCF, 0xDDF, 0x1B35),
    *(0x302E, 0x302F, 0xFF9E, 0xFF9F, 0x1133E, 0x11357, 0x114B0, 0x114BD, 0x115AF, 0x11930),
    *(0x1D165, 0x1D16E, 0x1D16F, 0x1D170, 0x1D171, 0x1D172),
)


@pytest.mark.parametrize("character", [chr(code) for code in range(0x20, 0x7F) if chr(code) not in '"\\'])
def test_ascii_that_can_be_seen_stands_for_itself(character: str) -> None:
    assert quoted(character) == f'"{character}"'


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", '""'),
        ("a b", '"a b"'),
        ('"', '"\\""'),
        ("\\", '"\\\\"'),
        ("\n\r\t\0", '"\\n\\r\\t\\0"'),
        ("\x01\x1f\x7f", '"\\u{1}\\u{1f}\\u{7f}"'),
        ("\xa0\u2028\ufeff", '"\\u{a0}\\u{2028}\\u{feff}"'),
        ("\u202e\u200b", '"\\u{202e}\\u{200b}"'),
        ("\ue000\U0010ffff", '"\\u{e000}\\u{10ffff}"'),
        ("é漢🙂", '"é漢🙂"'),
        ("e\u0301", '"e\\u{301}"'),
        ("\u20dd", '"\\u{20dd}"'),
        ("\u0903", '"\u0903"'),
    ],
)
def test_a_text(text: str, shown: str) -> None:
    assert quoted(text) == shown


@pytest.mark.parametrize("code", COMBINING_BY_LIST, ids=hex)
def test_what_joins_its_neighbour_is_escaped_although_of_another_category(code: int) -> None:
    assert unicodedata.category(chr(code)) not in ("Mn", "Me")
    assert quoted(chr(code)) == f'"\\u{{{code:x}}}"'
