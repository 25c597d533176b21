"""The lines of a file: each once, in their order, with its number, whatever stands between and before them."""

from codecs import BOM_UTF8
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from bridge.workflows.line import Line
from bridge.workflows.lines import read_lines


def lines(data: bytes, *, max_bytes: int = 100) -> list[Line]:
    with TemporaryDirectory() as folder:
        path = Path(folder, "lines.jsonl")
        path.write_bytes(data)
        return list(read_lines(str(path), max_bytes=max_bytes))


@given(
    texts=st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n\r\ufeff"), max_size=6)),
    mark=st.sampled_from([b"", BOM_UTF8]),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_each_line_that_says_something_is_read_once(texts: list[str], mark: bytes, end: str) -> None:
    data = mark + "".join(text + end for text in texts).encode()
    said = [Line(number, (text + end[:-1]).encode()) for number, text in enumerate(texts, 1) if text.strip(" \t")]
    assert lines(data) == said


def test_a_byte_order_mark_is_passed_over_once_and_only_at_the_beginning() -> None:
    assert lines(BOM_UTF8 + b"{}\n") == [Line(1, b"{}")]
    assert lines(BOM_UTF8 + BOM_UTF8 + b"{}") == [Line(1, BOM_UTF8 + b"{}")]
    assert lines(b"{}\n" + BOM_UTF8 + b"{}") == [Line(1, b"{}"), Line(2, BOM_UTF8 + b"{}")]
    assert lines(BOM_UTF8) == []


def test_a_line_beyond_the_bound_is_seen_to_be_and_its_rest_is_no_line() -> None:
    first, second = lines(b"x" * 500 + b"\n{}", max_bytes=10)
    assert len(first.data) > 10
    assert second == Line(2, b"{}")
