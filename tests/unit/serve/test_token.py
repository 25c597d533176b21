"""The token lets in whoever shows exactly it, and is itself shown to nobody."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.errors import InputError, UsageError
from bridge.serve.token import Token, find_token

SECRET = "correct-horse-battery"
TOKENS = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=16, max_size=64)


@given(TOKENS, TOKENS)
def test_a_header_shows_a_token_if_and_only_if_it_holds_it(token: str, other: str) -> None:
    assert Token.of(token, "here").is_shown_by(f"Bearer {other}".encode()) == (token == other)


@given(st.binary(max_size=64))
def test_no_other_header_does(header: bytes) -> None:
    assert not Token.of(SECRET, "here").is_shown_by(header)


@pytest.mark.parametrize("header", [b"bearer ", b"BEARER ", b"Bearer  "])
def test_the_scheme_has_no_case_and_any_spaces(header: bytes) -> None:
    assert Token.of(SECRET, "here").is_shown_by(header + SECRET.encode())


@pytest.mark.parametrize("header", [None, b"", b"Bearer", b"Basic " + SECRET.encode(), SECRET.encode()])
def test_another_scheme_is_no_token(header: bytes | None) -> None:
    assert not Token.of(SECRET, "here").is_shown_by(header)


def test_no_text_of_it_shows_it() -> None:
    token = Token.of(SECRET, "here")
    assert SECRET not in repr(token) + str(token)
    assert token.digest.hex() not in repr(token)


@pytest.mark.parametrize("text", ["", "short", "x" * 5000, "sixteen and space", "sixteen-and-läng", "a\nb" * 9])
def test_a_token_that_cannot_be_guessed_or_sent_is_refused_and_not_quoted(text: str) -> None:
    with pytest.raises(InputError) as refused:
        Token.of(text, "BRIDGE_TOKEN")
    assert not text or text not in refused.value.message


def test_a_file_of_its_owner_is_read_without_its_last_line_feed(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(SECRET + "\n")
    file.chmod(0o600)
    found = find_token(str(file), {"BRIDGE_TOKEN": "another-token-of-the-environment"})
    assert found == Token.of(SECRET, "here")


@pytest.mark.skipif(os.name != "posix", reason="only there do files have modes")
def test_a_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(SECRET)
    file.chmod(0o640)
    with pytest.raises(InputError, match="others may use"):
        find_token(str(file), {})


@pytest.mark.parametrize("name", ["missing", "nul\0byte", "."])
def test_a_file_that_cannot_be_read_is_an_error(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError):
        find_token(name, {})


def test_a_file_needs_a_name() -> None:
    with pytest.raises(UsageError):
        find_token("", {})


def test_the_environment_is_asked_second_and_an_empty_one_says_nothing() -> None:
    assert find_token(None, {"BRIDGE_TOKEN": SECRET}) == Token.of(SECRET, "here")
    assert find_token(None, {"BRIDGE_TOKEN": ""}) is None
