"""Our use of lark, pinned: the tables, and the words that are keywords only where they may be; and it is not loaded."""

import logging
import subprocess
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bridge
from bridge.core.sources import Source
from bridge.reason.model import Program
from bridge.reason.syntax import ast, lalr
from bridge.reason.syntax.builder import RULES
from bridge.reason.syntax.grammar import FILE, grammar
from bridge.reason.syntax.parser import parse
from bridge.reason.syntax.spelling import RESERVED
from bridge.reason.syntax.statements import Read, read
from bridge.reason.syntax.templates import template
from bridge.reason.syntax.tokens import Token, tokenize
from bridge.testing import grammar as committed
from bridge.testing.strategies import programs as small
from tests.property.language_texts import statements, text


def tokens(source: str) -> list[Token]:
    return tokenize(Source("a.reason", source), grammar().scan).tokens


def by_lark(words: list[Token], start: str) -> Any:
    """The same reading by lark's own interactive parser."""
    parser: Any = lalr.build(transformer=SimpleNamespace(**RULES)).parse_interactive(start=start)
    for token in words:
        keyword = grammar().keywords.get(token.text) if token.type == "NAME" else None
        accepted = keyword is not None and (keyword in parser.choices() or token.text in RESERVED)
        parser.feed_token(token._replace(type=keyword) if accepted and keyword else token)
    return parser.feed_eof()


@given(small.programs(), st.randoms(use_true_random=False))
@settings(max_examples=10)
def test_our_reading_of_the_tables_is_larks(program: Program, random: Random) -> None:
    words = tokens(text(statements(program, random), random))
    found = read(grammar(), words, 0, FILE)
    assert isinstance(found, Read)
    assert found.node == by_lark(words, FILE)


@given(small.programs(), st.randoms(use_true_random=False))
@settings(max_examples=20)
def test_statement_by_statement_is_the_whole_file(program: Program, random: Random) -> None:
    source = text(statements(program, random), random)
    whole = read(grammar(), tokens(source), 0, FILE)
    assert isinstance(whole, Read)
    file, diagnostics = parse(Source("a.reason", source))
    assert diagnostics == ()
    assert [statement.piece for statement in file.statements] == list(whole.node)


def test_the_grammar_has_no_conflict() -> None:
    # Lark raises where two rules could be reduced, and says on its logger where it preferred to shift.
    logger = logging.getLogger("lark")
    heard: list[str] = []
    handler = logging.Handler(logging.DEBUG)
    handler.emit = lambda record: heard.append(record.getMessage())  # type: ignore[method-assign]  # a listener
    logger.addHandler(handler)
    level = logger.level
    logger.setLevel(logging.DEBUG)
    try:
        lalr.build(debug=True)
    finally:
        logger.setLevel(level)
        logger.removeHandler(handler)
    assert [line for line in heard if "onflict" in line] == []


@pytest.mark.parametrize("word", sorted(set(grammar().keywords) - RESERVED))
def test_every_keyword_is_a_name_where_a_name_stands(word: str) -> None:
    source = (
        f"authority {word}. predicate {word}(). admit only {word} for {word}. "
        f"fact {word}: {word}() from {word} supersedes {word}, {word}. "
        f"rule {word}: not {word}() if {word}(), not {word}()."
    )
    file, diagnostics = parse(Source("a.reason", source))
    assert diagnostics == ()
    assert len(file.statements) == 5


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_a_reserved_word_is_a_name_in_backquotes_alone(word: str) -> None:
    file, diagnostics = parse(Source("a.reason", f"predicate {word}(). predicate `{word}`()."))
    assert [found.code for found in diagnostics] == ["RSN001"]
    assert [found.start for found in file.statements] == [len(f"predicate {word}(). ")]
    file, diagnostics = parse(Source("a.reason", f"predicate `{word}`()."))
    assert diagnostics == ()
    assert [found.piece for found in file.statements] == [ast.Predicate(ast.Name(word, 10, 12 + len(word)), ())]


def test_a_word_is_lexed_whole() -> None:
    _, diagnostics = parse(Source("a.reason", "factf: p() from a."))
    assert [found.code for found in diagnostics] == ["RSN005"]


def test_types_are_reserved_where_an_argument_is_named() -> None:
    file, diagnostics = parse(Source("a.reason", "predicate p(string, `string`: string)."))
    assert diagnostics == ()
    (statement,) = file.statements
    assert isinstance(statement.piece, ast.Predicate)
    assert [argument.name and argument.name.text for argument in statement.piece.arguments] == [None, "string"]


def test_the_committed_automaton_is_that_of_the_grammar() -> None:
    assert committed.FILE.read_text(encoding="utf-8") == lalr.written(), "run: python -m bridge.testing.grammar"


def test_compiling_loads_neither_lark_nor_what_runs_programs() -> None:
    script = """
import sys
from bridge.core.sources import Source
from bridge.reason.lowering import compile_source
compile_source(Source("a.reason", 'ontology "a" version "1". authority a. predicate p(). query p().'))
slow = {"lark", "bridge.reason.engine.seminaive", "bridge.checker", "bridge.judgement"}
sys.exit(bool(slow & set(sys.modules)))
"""
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_nothing_but_the_making_of_the_automaton_imports_lark() -> None:
    package = Path(bridge.__file__).parent
    found = {str(path.relative_to(package)) for path in package.rglob("*.py") if "from lark" in path.read_text()}
    assert found == {"reason/syntax/lalr.py"}


@given(small.programs(), st.randoms(use_true_random=False))
@settings(max_examples=20)
def test_a_template_makes_what_the_automaton_makes(program: Program, random: Random) -> None:
    for statement in statements(program, random):
        source = Source("a.reason", text([statement], random))
        columns = tokenize(source, grammar().scan)
        found = read(grammar(), columns.tokens, 0)
        assert isinstance(found, Read)
        build = template(grammar(), columns.tokens)
        assert build(columns.values, columns.starts, columns.ends) == found.node


@pytest.mark.parametrize(
    "source",
    [
        'action policy "a" version "b".',
        "admit only a, `b` for c, d_*.",
        "admit nothing for c.",
        'predicate p(a: "x" | "y", "low" < "mid" < "high", string, `not`: integer, boolean).',
        'rule r: not p($x, $`a b`, true, -1) if q(_, "a" | 1 | false), q(>= "b", < "c"), not r().',
        "fact a: p() supersedes b, c valid from 2026-08-14 until 2026-08-15 observed 2026-08-14 from d.",
        "fact a: p() valid until 2026-08-14 from d valid from 2026-08-14.",
        'use "a".',
        'use facts "a\\nb".',
        'use questions "a".',
        'test "a" {',
        "}",
        "given fact a: p() from b.",
        'given request "a".',
        "without a, b.",
        "at 2026-08-14.",
        "expect proved p() because a, b missing q().",
        "expect denied.",
    ],
)
def test_each_kind_of_statement_has_a_template(source: str) -> None:
    columns = tokenize(Source("a.reason", source), grammar().scan)
    found = read(grammar(), columns.tokens, 0)
    assert isinstance(found, Read)
    assert template(grammar(), columns.tokens)(columns.values, columns.starts, columns.ends) == found.node


def test_the_same_statements_again_are_read_alike() -> None:
    statement = 'rule `r.{}`: not p($x, "a{}\\t") if q($x, _), fact({}), p($x, "a" | "b").\n'
    source = "".join(statement.format(i, i, i) for i in range(12))
    file, diagnostics = parse(Source("a.reason", source))
    assert diagnostics == ()
    whole = read(grammar(), tokens(source), 0, FILE)
    assert isinstance(whole, Read)
    assert [one.piece for one in file.statements] == list(whole.node)
