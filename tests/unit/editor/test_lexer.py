"""Pygments sees the tokens that the language reads."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename  # type: ignore[import-untyped]
from pygments.token import Comment, Error, Keyword, Name, String, Whitespace  # type: ignore[import-untyped]

from bridge.core.sources import Source
from bridge.editor.lexer import ReasonLexer
from bridge.reason.model import Program
from bridge.reason.syntax.grammar import grammar
from bridge.reason.syntax.tokens import tokenize
from tests.property.language_programs import programs
from tests.property.language_texts import statements, text


def pieces(source: str) -> list[tuple[int, object, str]]:
    return list(ReasonLexer().get_tokens_unprocessed(source))


@settings(max_examples=25, deadline=None)
@given(programs(), st.integers())
def test_a_valid_program_has_the_tokens_of_the_language_and_no_error(program: Program, seed: int) -> None:
    random = Random(seed)
    source = text(statements(program, random), random)
    found = pieces(source)
    assert "".join(piece for _, _, piece in found) == source
    assert all(style is not Error for _, style, _ in found)
    tokens = tokenize(Source("x", source), grammar().scan)
    wanted = sorted((token.start, token.text) for token in (*tokens.tokens, *tokens.trivia))
    assert [(at, piece) for at, style, piece in found if style is not Whitespace] == wanted


@settings(max_examples=100, deadline=None)
@given(st.text(st.sampled_from('ab"`$#.,(){}\\\n\r\t \u202e\ufeff\U0001f60bé\x00'), max_size=60))
def test_any_text_comes_back_whole(source: str) -> None:
    found = pieces(source)
    assert "".join(piece for _, _, piece in found) == source
    at = 0
    for start, _, piece in found:
        assert start == at
        at += len(piece)


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=60))
def test_pygments_itself_keeps_every_character(source: str) -> None:
    lexer = ReasonLexer(stripnl=False, ensurenl=False)
    normal = source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    assert "".join(piece for _, piece in lexer.get_tokens(source)) == normal


def styles(source: str) -> dict[str, object]:
    return {piece: style for _, style, piece in pieces(source)}


def test_a_word_is_a_keyword_where_it_is_read_as_one() -> None:
    found = pieces("rule rule: fact($if) if from($if).\n")
    assert [style for _, style, piece in found if piece == "rule"] == [Keyword, Name.Label]
    assert styles("rule r: p() if from().")["from"] is Name.Function
    assert styles("authority at.")["at"] is Name.Class


def test_a_statement_that_is_not_finished_is_coloured_as_far_as_it_goes() -> None:
    found = styles('## {x}\nrule allow: deployable($x) if tests(  # so far\n"')
    assert found["rule"] is Keyword
    assert found["deployable"] is Name.Function
    assert found["## {x}"] is String.Doc
    assert found["# so far"] is Comment.Single
    assert found['"'] is Error


@pytest.mark.parametrize("lexer", [get_lexer_by_name("reason-bridge"), get_lexer_for_filename("policy.reason")])
def test_pygments_finds_it(lexer: object) -> None:
    assert isinstance(lexer, ReasonLexer)
