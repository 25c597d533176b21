"""What is spelled is read back as it was, and nothing in it is hidden."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.sources import Source
from bridge.reason.syntax import spelling
from bridge.reason.syntax.grammar import grammar
from bridge.reason.syntax.tokens import tokenize

TEXT = st.text(st.one_of(st.characters(codec="utf-8"), st.sampled_from('"`\\$ab\n\u202e\u200b')), max_size=12)


def only(text: str) -> tuple[str, str]:
    (token,) = tokenize(Source("a", text), grammar().scan).tokens
    return token.type, token.text


@given(TEXT)
def test_a_string_is_read_back(value: str) -> None:
    assert only(spelling.string(value)) == ("STRING", spelling.string(value))
    assert spelling.read_string(spelling.string(value)) == value


@given(TEXT)
def test_a_name_is_read_back(value: str) -> None:
    assert only(spelling.quoted(value)) == ("QNAME", spelling.quoted(value))
    assert spelling.read_name(spelling.quoted(value)) == value
    assert spelling.read_name(spelling.name(value)) == value
    assert only(spelling.name(value))[0] in {"NAME", "QNAME"}


@given(TEXT.filter(bool))
def test_a_variable_is_read_back(value: str) -> None:
    assert only(spelling.variable(value)) == ("VAR", spelling.variable(value))
    assert spelling.read_variable(spelling.variable(value)) == value


@given(TEXT)
def test_no_control_or_format_character_is_printed(value: str) -> None:
    printed = spelling.string(value) + spelling.quoted(value)
    assert not any(unicodedata.category(character) in {"Cc", "Zl", "Zp"} for character in printed)
    assert not set(printed) & set("\u061c\u200b\u200d\u200e\u200f\u202a\u202e\u2066\u2069\ufeff\u00ad")


@pytest.mark.parametrize("name", ["not", "nothing", "_", "", "a b", "a..b", "1a", "-a", "a-", "é"])
def test_what_is_no_bare_name_is_backquoted(name: str) -> None:
    assert spelling.name(name) == f"`{name}`"


@pytest.mark.parametrize("name", ["a", "fact", "a.b-c_1", "_x", "__", "true"])
def test_any_other_name_is_bare(name: str) -> None:
    assert spelling.name(name) == name
