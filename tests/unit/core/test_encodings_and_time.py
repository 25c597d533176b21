"""Base64url, digests and times: one spelling each."""

import datetime as dt
import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core import b64url, clock, digest
from bridge.core.sources import Source, Span

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


@given(st.binary(max_size=80))
def test_base64url_round_trip(data: bytes) -> None:
    assert b64url.decode(b64url.encode(data)) == data


@given(st.text(ALPHABET + "+/=\n !é", max_size=12))
def test_base64url_has_one_text_for_each_bytes(text: str) -> None:
    try:
        data = b64url.decode(text)
    except ValueError:
        return
    assert b64url.encode(data) == text


@pytest.mark.parametrize("text", ["aGk=", "aG+/", "a", "aGl", "aG k", "aGk\n", "====", "é"])
def test_base64url_refuses_lenient_spellings(text: str) -> None:
    with pytest.raises(ValueError, match="base64url"):
        b64url.decode(text)


@given(st.binary(max_size=50))
def test_digests(data: bytes) -> None:
    text = digest.sha256(data)
    assert text == "sha256:" + hashlib.sha256(data).hexdigest()
    assert digest.is_digest(text)
    assert not digest.is_digest(text.upper())
    assert not digest.is_digest(text + "0")


@given(st.datetimes(min_value=dt.datetime(1, 1, 1), timezones=st.just(dt.UTC)))
def test_every_moment_has_a_canonical_spelling_that_sorts_as_time_does(moment: dt.datetime) -> None:
    text = moment.replace(microsecond=0).isoformat().removesuffix("+00:00") + "Z"
    assert clock.is_canonical_time(text)
    assert moment.year < 1000 or clock.spell(moment) == text
    if moment.year < 9999:
        assert clock.one_second_after(text) > text


@pytest.mark.parametrize("text", ["0000-02-29T00:00:00Z", "2026-08-14T12:30:60Z", "2024-02-29T23:59:59Z"])
def test_times_of_the_reference_grammar(text: str) -> None:
    assert clock.is_canonical_time(text)


@pytest.mark.parametrize(
    "text",
    [
        "2026-08-14T24:00:00Z",
        "2026-08-14T12:00:00+00:00",
        "2026-08-14t12:00:00z",
        "2026-08-14T12:00:00.0Z",
        "2026-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z",
        "2026-W33-5T00:00:00Z",
        "2026-08-14 12:00:00Z",
        "2026-08-14T12:00:00Z\n",
        "٢٠٢٦-08-14T12:00:00Z",
        "",
        None,
        20260814,
    ],
)
def test_what_is_not_canonical_is_not_a_time(text: object) -> None:
    assert not clock.is_canonical_time(text)


@given(st.text(st.sampled_from("ab\n\r\té"), max_size=30), st.data())
def test_positions_count_lines_and_code_points_from_one(text: str, data: st.DataObject) -> None:
    source = Source("x.reason", text)
    offset = data.draw(st.integers(0, len(text)))
    line, column = source.position(offset)
    before = text[:offset].split("\n")
    assert (line, column) == (len(before), len(before[-1]) + 1)
    assert source.line(line).startswith(before[-1].removesuffix("\r"))
    assert str(Span(source, offset, offset)) == f"x.reason:{line}:{column}"
