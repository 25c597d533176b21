"""Whatever a file holds, reading it ends in a valid program or in diagnostics that can be shown."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.core.diagnostics import Diagnostic, ProgramRefused
from bridge.core.sources import Source
from bridge.errors import LimitError
from bridge.reason.action import validate_request
from bridge.reason.action.reserved import authorized
from bridge.reason.lowering import compile_source, parse_query
from bridge.reason.lowering.inclusion import MAX_SOURCE_BYTES
from bridge.reason.model import ACTION_V1, PROGRAM_V2, ActionRequest, Mission, PolicyTemplate, Program, ProposedAction
from bridge.reason.syntax.grammar import grammar
from bridge.reason.validate import problems
from bridge.render import diagnostics
from bridge.testing.strategies import programs as small
from tests.property.language_programs import programs
from tests.property.language_texts import statements, text

PIECES = [
    *grammar().keywords,
    *("(", ")", ",", ".", ":", "|", "{", "}", "<", ">=", "<=", ">", "#", "##", "\n", "\t", '"a"', '"b"', "$x", "$`y`"),
    *("`q`", "1", "-1", "1.5", "2026-08-14T12:00:00Z", "judged_*"),
    *("\r", "\r\n", "\x00", "\ufeff", "\u202e", "\u200b", "é", '"', "`", "$", "\\", '"\\ud800"', "\ud800", "9" * 30),
]
LONG = 1024 * 1024
MANY = 16 * 1024


def check_valid(program: Program | PolicyTemplate) -> None:
    """What compiles is valid; a template, as it is asked about a plain action at the end of time."""
    if isinstance(program, Program):
        assert problems(program) == []
        return
    end = "9999-12-31T23:59:59Z"
    mission = Mission("m", "user:x", f"sha256:{'0' * 64}", end, None, {})
    action = ProposedAction("a", "tool", end, {}, ())
    policy = Program(
        PROGRAM_V2, program.ontology, program.authority, end, program.facts, program.rules, authorized("a")
    )
    validate_request(ActionRequest(ACTION_V1, mission, action, policy))


def shown(source: str) -> None:
    found: tuple[Diagnostic, ...] = ()
    try:
        lowered = compile_source(Source("main.reason", source))
        found = lowered.warnings
        check_valid(lowered.program)
    except ProgramRefused as refused:
        found = refused.diagnostics
    assert all(one.span and 0 <= one.span.start <= one.span.end <= len(source) for one in found)
    diagnostics.text(found).encode()
    diagnostics.json(found)


@given(st.lists(st.sampled_from(PIECES), max_size=60).map(" ".join))
@settings(max_examples=300)
def test_any_words_of_the_language(source: str) -> None:
    shown(source)


@given(st.text(max_size=200))
@settings(max_examples=200)
def test_any_text(source: str) -> None:
    shown(source)


@given(small.programs(), st.randoms(use_true_random=False))
@settings(max_examples=80)
def test_a_program_with_characters_changed(program: Program, random: Random) -> None:
    source = text(statements(program, random))
    for _ in range(random.randrange(1, 6)):
        place = random.randrange(len(source))
        source = source[:place] + random.choice(PIECES) + source[place + random.randrange(3) :]
    shown(source)


@given(programs() | small.templates(), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_a_program_with_tokens_of_its_own_elsewhere(program: Program | PolicyTemplate, random: Random) -> None:
    parts = statements(program, random)
    parts += [random.choice(parts) for _ in range(3)]
    random.shuffle(parts)
    for tokens in parts[:4]:
        place = random.randrange(len(tokens))
        tokens[place] = random.choice(random.choice(parts))
    shown(text(parts))


@given(st.lists(st.sampled_from(PIECES), max_size=8).map(" ".join))
def test_any_query(query: str) -> None:
    try:
        parse_query(query)
    except ProgramRefused as refused:
        diagnostics.text(refused.diagnostics).encode()


@pytest.mark.parametrize(
    "source",
    [
        " " * LONG,
        "\n" * LONG,
        "x" * LONG,
        '"' + "x" * LONG,
        "`" * MANY,
        "$" * MANY,
        "(" * LONG,
        "." * MANY,
        "fact " * MANY,
        "fact\n" * MANY,
        "}\n" * MANY,
        'test "a" {\n' * MANY,
        "query p(" + "1, " * MANY + "1).",
        "query p(" + "9" * LONG + ").",
        "predicate p(" + '"a" | ' * MANY + '"a").',
        "# " + "\u202e" * LONG,
        "## {" + "a" * LONG + "}\npredicate p().",
        "fact a: p() " + "supersedes a " * MANY + ".",
        '"\\q' * (LONG // 3),
        "\x00" * MANY,
        "\r" * MANY,
    ],
    ids=lambda source: repr(source[:12]),
)
def test_a_megabyte_of_anything(source: str) -> None:
    shown(source)


def test_more_than_the_limit_is_a_limit() -> None:
    with pytest.raises(LimitError):
        compile_source(Source("main.reason", " " * (MAX_SOURCE_BYTES + 1)))
