"""Diagnostics as text and as data."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.diagnostics import Diagnostic, Label, Severity
from bridge.core.sources import Source, Span
from bridge.render import diagnostics


def shown(text: str, start: int, end: int) -> list[str]:
    """The line and the carets of a report about a part of a text."""
    span = Span(Source("a.reason", text), start, end)
    lines = diagnostics.text([Diagnostic("RSN001", "no", span=span)]).splitlines()
    return lines[3:5]


def test_the_whole_form() -> None:
    source = Source("release.reason", "\n" * 30 + '  approved("1.4.0") if judged($a, "no").\n')
    one = Diagnostic(
        "RSN104",
        "a judge's answer cannot stand in for other evidence",
        span=Span(source, 32, 40),
        note="every premise of this rule is model-judged",
        help="add a premise that a person or a tool supplies",
    )
    assert diagnostics.text([one]) == (
        "error[RSN104]: a judge's answer cannot stand in for other evidence\n"
        "  --> release.reason:31:3\n"
        "   |\n"
        '31 |   approved("1.4.0") if judged($a, "no").\n'
        "   |   ^^^^^^^^ every premise of this rule is model-judged\n"
        "   = help: add a premise that a person or a tool supplies\n"
        "   = see:  docs/reference/diagnostics/rsn104.md\n"
        "\n"
    )


def test_another_place_is_shown_below() -> None:
    source = Source("a.reason", "fact a.\n" * 12)
    related = (Label(Span(source, 5, 6), "the first of them"),)
    one = Diagnostic("RSN010", "taken", span=Span(source, 85, 86), related=related, severity=Severity.WARNING)
    assert diagnostics.text([one]) == (
        "warning[RSN010]: taken\n"
        "  --> a.reason:11:6\n"
        "   |\n"
        "11 | fact a.\n"
        "   |      ^\n"
        "  ::: a.reason:1:6\n"
        "   |\n"
        " 1 | fact a.\n"
        "   |      - the first of them\n"
        "   = see:  docs/reference/diagnostics/rsn010.md\n"
        "\n"
    )


def test_without_a_place_in_a_text_the_path_is_shown() -> None:
    one = Diagnostic("RSN102", "no", path="$.authority", note="because", help="do")
    assert diagnostics.text([one]) == (
        "error[RSN102]: no\n"
        " --> $.authority\n"
        "  = note: because\n"
        "  = help: do\n"
        "  = see:  docs/reference/diagnostics/rsn102.md\n"
        "\n"
    )


@pytest.mark.parametrize(
    ("text", "start", "end", "expected"),
    [
        ("a bc d", 2, 4, ["1 | a bc d", "  |   ^^"]),
        ("\ta\tb", 3, 4, ["1 |     a   b", "  |         ^"]),
        ("a\tb", 1, 2, ["1 | a   b", "  |  ^^^"]),
        ("漢字 x", 0, 2, ["1 | 漢字 x", "  | ^^^^"]),
        ("漢字 x", 3, 4, ["1 | 漢字 x", "  |      ^"]),
        ("e\u0301 x", 3, 4, ["1 | e\u0301 x", "  |   ^"]),
        ("a\u202eb", 1, 2, ["1 | a\\u202eb", "  |  ^^^^^^"]),
        ("a\x1b[31m", 1, 2, ["1 | a\\u001b[31m", "  |  ^^^^^^"]),
        ("ab\ncd", 1, 5, ["1 | ab", "  |  ^"]),
        ("ab\r\ncd", 2, 2, ["1 | ab", "  |   ^"]),
        ("", 0, 0, ["1 |", "  | ^"]),
        ("a\n", 2, 2, ["2 |", "  | ^"]),
    ],
)
def test_carets_stand_under_the_place(text: str, start: int, end: int, expected: list[str]) -> None:
    assert shown(text, start, end) == expected


def test_of_a_long_line_the_part_around_the_place_is_shown() -> None:
    line, carets = shown("x" * 5000 + "HERE" + "y" * 5000, 5000, 5004)
    assert len(line) < 200
    assert line.startswith("1 | …x")
    assert line.endswith("y…")
    assert line[carets.index("^") : carets.rindex("^") + 1] == "HERE"


@given(st.text(max_size=40), st.data())
def test_whatever_the_text_the_form_is_kept(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    printed = diagnostics.text([Diagnostic("RSN001", text, span=Span(Source("a", text), start, end), help=f"x{text}")])
    lines = printed.split("\n")
    assert len(lines) == 9
    assert set(lines[4]) == {" ", "|", "^"}


def test_as_data() -> None:
    source = Source("a.reason", "ab\ncde")
    one = Diagnostic("RSN010", "taken", path="$.facts[0]", span=Span(source, 4, 6), help="do")
    other = Diagnostic("RSN101", "no", related=(Label(Span(source, 0, 1), "here"),), severity=Severity.WARNING)
    place = {"file": "a.reason", "line": 2, "column": 2, "end_line": 2, "end_column": 4, "start": 4, "end": 6}
    first = {"file": "a.reason", "line": 1, "column": 1, "end_line": 1, "end_column": 2, "start": 0, "end": 1}
    assert diagnostics.json([one, other]) == [
        {
            "code": "RSN010",
            "severity": "error",
            "message": "taken",
            "note": "",
            "help": "do",
            "path": "$.facts[0]",
            "place": place,
            "related": [],
            "see": "docs/reference/diagnostics/rsn010.md",
        },
        {
            "code": "RSN101",
            "severity": "warning",
            "message": "no",
            "note": "",
            "help": "",
            "path": None,
            "place": None,
            "related": [{"place": first, "text": "here"}],
            "see": "docs/reference/diagnostics/rsn101.md",
        },
    ]
