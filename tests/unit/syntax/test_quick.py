"""Reading whole statements at once: it is quicker, and nobody can tell by what is read."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.core.deadline import NEVER
from bridge.core.sources import Source
from bridge.reason.model import Program
from bridge.reason.syntax import ast
from bridge.reason.syntax.grammar import grammar
from bridge.reason.syntax.parser import parse, parse_tokens
from bridge.reason.syntax.quick import quick
from bridge.reason.syntax.shapes import Shapes, shape
from bridge.reason.syntax.statements import Read, read
from bridge.reason.syntax.tokens import tokenize
from bridge.testing.strategies import programs as small
from tests.property import language_layouts
from tests.property.language_texts import statements, text

RANDOMS = st.randoms(use_true_random=False)
PIECES = ("", "", " ", ".", "*", "-", "x", "é", "1", '"', "`", "$", "\\", "<", "=", "#", "\n", "\r", "true", "from")


def at_once(source: Source, shapes: Shapes) -> ast.File | None:
    found = quick(source, grammar(), NEVER, shapes)
    return found and found[0]


@given(small.programs(), RANDOMS)
@settings(max_examples=15, deadline=None)
def test_what_is_read_at_once_is_what_is_read_by_tokens(program: Program, random: Random) -> None:
    source = Source("a.reason", language_layouts.source(program, random))
    shapes = Shapes(grammar(), enough=1)
    expected = parse_tokens(source).file
    assert at_once(source, shapes) == expected
    assert at_once(source, shapes) == expected  # by the shapes that the first time made


@given(small.programs(), RANDOMS)
@settings(max_examples=15, deadline=None)
def test_a_shape_matches_where_the_tokens_are_those_and_nowhere_else(program: Program, random: Random) -> None:
    for statement in statements(program, random)[:4]:
        given = text([statement])
        columns = tokenize(Source("a.reason", given), grammar().scan)
        match, build = shape(grammar(), columns.words, columns.tokens)
        for _ in range(12):
            at = random.randrange(len(given))
            changed = given[:at] + random.choice(PIECES) + given[at + random.randrange(2) :]
            cut = tokenize(Source("a.reason", changed), grammar().scan)
            found = match(changed, 0)
            same = cut.words == columns.words and not cut.trivia and not cut.starts[0]
            built = build(found) if found and found.end() == len(changed) else None
            assert (built is not None) == same, changed
            if built is not None:
                tree = read(grammar(), cut.tokens, 0)
                assert isinstance(tree, Read)
                assert built == tree.node


@pytest.mark.parametrize(
    "line",
    [
        'fact f{}: p("a{}") from tool-reported observed 2026-08-14T11:00:00Z.\n',
        "fact f{}: not p({}, true) from tool-reported.\r\n",
        '## about {{it}}\n# more\n## {{a}} is {}\npredicate p{}(a: string, level: "low" < "high").\n',
        "  rule r{}: p($x, $`y {}`) if q($x, >= 1), not q(_, $`y {}`).",
        'test "t{}" {{ given fact g: p() from a. expect proved p() because a, b. }}\n# {}.\n',
    ],
)
def test_many_alike_are_read_as_they_are_by_tokens(line: str) -> None:
    source = Source("a.reason", "".join(line.format(i, i, i) for i in range(200)))
    assert parse(source) == parse_tokens(source)[:2]
    assert parse(source)[1] == ()


@pytest.mark.parametrize(
    ("often", "once"),
    [
        ("fact f: p() from a.\n", "fact f: p() from rule.\n"),
        ("fact f: p() from a.\n", "fact f: p() from b.c-d.\n"),
        ("fact f: p() from a.\n", "fact f: p() from é.\n"),
        ("fact f: p() from a.\n", "fact f: p() froma.\n"),
        ("fact f: p() from a.\n", "fact f: p() from a*.\n"),
        ("fact f: p() from a.\n", "fact f: p() # why.\n from a.\n"),
        ('rule r: p("a").\n', 'rule r: p("a\\n").\n'),
        ('rule r: p("a").\n', 'rule r: p("a\\q").\n'),
        ("rule r: p(1).\n", "rule r: p(2026-08-14).\n"),
        ("rule r: p() if q(< 1).\n", "rule r: p() if q(<= 1).\n"),
        ("rule r: p($a).\n", "rule r: p($`a b`).\n"),
    ],
)
def test_what_only_looks_like_the_others_is_read_for_what_it_is(often: str, once: str) -> None:
    source = Source("a.reason", often * 60 + once + often * 2)
    assert parse(source) == parse_tokens(source)[:2]


def test_what_cannot_be_read_is_left_to_the_tokens() -> None:
    assert at_once(Source("a.reason", "fact f: p() from a.\nfact g p() from a.\n"), Shapes(grammar())) is None
    assert at_once(Source("a.reason", "fact f: p() from a"), Shapes(grammar())) is None


def test_documentation_stands_where_it_is_written() -> None:
    documented = "## {{a}} is here\npredicate p{}(a: string).\n\n## not of the next\n\npredicate q{}(a: string).\n"
    file, _ = parse(Source("a.reason", "".join(documented.format(i, i) for i in range(100))))
    assert [len(statement.documentation) for statement in file.statements] == [1, 0] * 100
