"""One regex cuts a text into tokens: words whole, nothing over a line's end, and nothing left out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.sources import Source
from bridge.reason.syntax.grammar import grammar
from bridge.reason.syntax.tokens import Token, tokenize


def read(text: str) -> list[Token]:
    return tokenize(Source("a.reason", text), grammar().scan).tokens


def kinds(text: str) -> list[tuple[str, str]]:
    return [(token.type, token.text) for token in read(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("factf:", [("NAME", "factf"), ("COLON", ":")]),
        ("tool-reported.", [("NAME", "tool-reported"), ("DOT", ".")]),
        ("a.b.c.", [("NAME", "a.b.c"), ("DOT", ".")]),
        ("a.1-b", [("NAME", "a.1-b")]),
        ("a- b", [("NAME", "a"), ("OTHER", "-"), ("NAME", "b")]),
        ("judged_*.", [("GLOB", "judged_*"), ("DOT", ".")]),
        ("1.", [("NUMBER", "1"), ("DOT", ".")]),
        ("-1.5e+3.", [("NUMBER", "-1.5e+3"), ("DOT", ".")]),
        ("007", [("NUMBER", "007")]),
        ("1x", [("OTHER", "1x")]),
        ("2026-08-14T12:00:00Z.", [("TIME", "2026-08-14T12:00:00Z"), ("DOT", ".")]),
        ("2026-08-14t12:00:00.5+02:00.", [("TIME", "2026-08-14t12:00:00.5+02:00"), ("DOT", ".")]),
        ('"a" | "b"', [("STRING", '"a"'), ("VBAR", "|"), ("STRING", '"b"')]),
        (
            '"a" <= "b" < "c"',
            [("STRING", '"a"'), ("COMPARE", "<="), ("STRING", '"b"'), ("LESS", "<"), ("STRING", '"c"')],
        ),
        (r'"\"\\\/\b\f\n\r\tA"', [("STRING", r'"\"\\\/\b\f\n\r\tA"')]),
        ("$x $`a b`", [("VAR", "$x"), ("VAR", "$`a b`")]),
        (r"`a\`b` ``", [("QNAME", r"`a\`b`"), ("QNAME", "``")]),
        ("$``", [("UNCLOSED", "$``")]),
        ('p("x). # no comment', [("NAME", "p"), ("LPAR", "("), ("UNCLOSED", '"x). # no comment')]),
        ('"x\ny', [("UNCLOSED", '"x'), ("NAME", "y")]),
        ('"a\\q"', [("UNCLOSED", '"a\\q"')]),
        ("\ufeffa", [("NAME", "a")]),
        ("a\ufeff", [("NAME", "a"), ("OTHER", "\ufeff")]),
        ("a\rb", [("NAME", "a"), ("OTHER", "\r"), ("NAME", "b")]),
        ("a\r\nb", [("NAME", "a"), ("NAME", "b")]),
        ("١٢", [("OTHER", "١٢")]),
    ],
)
def test_tokens(text: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(text) == expected


def test_comments_and_documentation_stand_apart() -> None:
    found = tokenize(Source("a.reason", "a # b\n## c\n### d\n"), grammar().scan)
    assert [token.text for token in found.tokens] == ["a"]
    assert [(token.type, token.text) for token in found.trivia] == [
        ("COMMENT", "# b"),
        ("DOCUMENTATION", "## c"),
        ("COMMENT", "### d"),
    ]


@given(st.text(st.one_of(st.characters(), st.sampled_from('"`$\\#\n\r a.*-1')), max_size=60))
def test_every_character_is_in_a_token_or_space(text: str) -> None:
    found = tokenize(Source("a.reason", text), grammar().scan)
    everything = sorted([*found.tokens, *found.trivia], key=lambda token: token.start)
    rest, at = "", 0
    for token in everything:
        assert token.start >= at
        assert text[token.start : token.end] == token.text
        assert "\n" not in token.text
        rest += text[at : token.start]
        at = token.end
    assert not (rest + text[at:]).replace("\r\n", "").removeprefix("\ufeff").strip(" \t\n")
