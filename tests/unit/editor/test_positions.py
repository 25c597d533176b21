"""Places and offsets are the same thing said twice, in every encoding and on every line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.editor.positions import Place, Positions

ENCODINGS = ("utf-8", "utf-16", "utf-32")
texts = st.text(st.sampled_from("ab\t\n\ré\u20ac\u2028\x85\x0b\ufeff\U0001f60b"), max_size=40)
encodings = st.sampled_from(ENCODINGS)


def units(text: str, encoding: str) -> int:
    sizes = {"utf-8": 1, "utf-16": 2, "utf-32": 4}
    codec = encoding if encoding == "utf-8" else f"{encoding}-le"
    return len(text.encode(codec)) // sizes[encoding]


@given(texts, encodings)
def test_every_offset_outside_a_line_end_comes_back(text: str, encoding: str) -> None:
    positions = Positions(text, encoding)
    for offset in range(len(text) + 1):
        inside = text[offset - 1 : offset + 1] == "\r\n"
        assert positions.offset(*positions.place(offset)) == (offset - 1 if inside else offset)


@given(texts, encodings)
def test_lines_end_in_what_the_protocol_says_and_characters_are_units(text: str, encoding: str) -> None:
    positions = Positions(text, encoding)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines):
        start = positions.offset(number, 0)
        assert text[start : start + len(line)] == line
        assert positions.place(start + len(line)) == Place(number, units(line, encoding))


@given(texts, encodings)
def test_places_one_after_the_other_are_places_one_by_one(text: str, encoding: str) -> None:
    positions = Positions(text, encoding)
    offsets = [offset for offset in range(len(text) + 1) if text[offset - 1 : offset + 1] != "\r\n"]
    assert list(positions.along(offsets)) == [positions.place(offset) for offset in offsets]


@given(texts, encodings, st.integers(-2, 60), st.integers(-2, 60))
def test_any_place_is_an_offset_in_the_text(text: str, encoding: str, line: int, character: int) -> None:
    assert 0 <= Positions(text, encoding).offset(line, character) <= len(text)


def test_a_place_inside_a_character_is_its_start() -> None:
    assert Positions("a\U0001f60bb").offset(0, 2) == 1
    assert Positions("a\U0001f60bb", "utf-8").offset(0, 4) == 1


def test_beyond_the_end_of_a_line_is_its_end() -> None:
    assert Positions("ab\r\ncd").offset(0, 99) == 2
    assert Positions("ab\r\ncd").offset(9, 0) == 6


@pytest.mark.parametrize(("encoding", "character"), [("utf-8", 7), ("utf-16", 5), ("utf-32", 4)])
def test_what_an_astral_character_takes(encoding: str, character: int) -> None:
    assert Positions('x="\U0001f60b"', encoding).place(4) == Place(0, character)
