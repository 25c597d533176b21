"""``fmt`` changes how a source looks, once, and nothing of what it says: law 2 of the language."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.core.canonical import compact
from bridge.core.diagnostics import ProgramRefused
from bridge.core.sources import Source
from bridge.reason.lowering import compile_source
from bridge.reason.model import PolicyTemplate, Program
from bridge.reason.syntax.format import formatted
from bridge.reason.syntax.grammar import grammar
from bridge.reason.syntax.layout import WIDTH
from bridge.reason.syntax.parser import parse
from bridge.reason.syntax.printer import decompile
from bridge.reason.syntax.silences import silences
from bridge.reason.syntax.tokens import tokenize
from bridge.reason.wire import program_json, template_json
from bridge.testing.strategies import programs as small
from tests.property.language_layouts import source
from tests.property.language_programs import programs
from tests.property.test_language_hostile import PIECES

RANDOMS = st.randoms(use_true_random=False)
PROGRAMS = programs() | small.programs() | small.templates()


def laid_out(text: str) -> str:
    return formatted(Source("main.reason", text))


def said(text: str) -> tuple[list[tuple[str, str]], list[str]]:
    """The tokens, and the comments but for space at their ends."""
    found = tokenize(Source("main.reason", text), grammar().scan)
    return [(token.type, token.text) for token in found.tokens], [token.text.rstrip(" \t") for token in found.trivia]


def documentation(text: str) -> list[list[str]]:
    """The documentation of each statement, in order."""
    file, _ = parse(Source("main.reason", text))
    steps = [step for test in file.tests for step in test.steps]
    parts = sorted((*file.statements, *steps), key=lambda statement: statement.start)
    return [[line.value for line in statement.documentation] for statement in parts]


def digest(text: str) -> str:
    program = compile_source(Source("main.reason", text)).program
    return compact(program_json(program) if isinstance(program, Program) else template_json(program))


@given(PROGRAMS, RANDOMS)
@settings(max_examples=80)
def test_every_token_every_comment_and_every_attachment_is_kept(
    program: Program | PolicyTemplate, random: Random
) -> None:
    text = source(program, random)
    found = laid_out(text)
    assert said(found) == said(text)
    assert documentation(found) == documentation(text)
    file, again = (parse(Source("main.reason", one))[0] for one in (text, found))
    assert [one.reason for one in silences(again)] == [one.reason for one in silences(file)]


@given(PROGRAMS, RANDOMS)
@settings(max_examples=80)
def test_what_is_laid_out_stays_as_it_is(program: Program | PolicyTemplate, random: Random) -> None:
    found = laid_out(source(program, random))
    assert laid_out(found) == found


@given(PROGRAMS, RANDOMS)
@settings(max_examples=40)
def test_no_digest_changes(program: Program | PolicyTemplate, random: Random) -> None:
    text = source(program, random, tests=False)
    assert digest(laid_out(text)) == digest(text)


@given(PROGRAMS, RANDOMS)
@settings(max_examples=40)
def test_the_layout_is_that_of_the_house(program: Program | PolicyTemplate, random: Random) -> None:
    found = laid_out(source(program, random))
    lines = found.split("\n")
    assert lines[-1] == ""
    assert not found.startswith(("\n", "\ufeff"))
    assert "\n\n\n" not in found
    assert "\r" not in found
    assert [line for line in lines if line != line.rstrip(" \t")] == []


@given(PROGRAMS)
@settings(max_examples=60)
def test_what_the_printer_prints_is_in_the_house_layout(program: Program | PolicyTemplate) -> None:
    printed = decompile(program)
    assert laid_out(printed) == printed


@given(PROGRAMS, RANDOMS)
@settings(max_examples=40)
def test_only_what_cannot_be_broken_is_longer_than_a_line(program: Program | PolicyTemplate, random: Random) -> None:
    for line in laid_out(source(program, random)).split("\n"):
        code = line.partition("  #")[0]
        assert len(code) <= WIDTH or ("," not in code.partition("(")[0] and " if " not in code.partition(")")[2])


@given(st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join) | st.text(max_size=100))
@settings(max_examples=200)
def test_whatever_a_file_holds_it_is_laid_out_or_refused(text: str) -> None:
    try:
        found = laid_out(text)
    except ProgramRefused:
        assert parse(Source("main.reason", text))[1]
        return
    assert said(found) == said(text)


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff", " \t"])
def test_an_empty_file_stays_empty(text: str) -> None:
    assert laid_out(text) == ""
