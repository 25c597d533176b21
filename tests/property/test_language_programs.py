"""What a source means: whatever its layout and spelling, it compiles to the program that was meant."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.core.canonical import compact
from bridge.core.sources import Source
from bridge.reason.lowering import compile_source
from bridge.reason.model import PolicyTemplate, Program
from bridge.reason.validate import problems
from bridge.reason.wire import program_json, template_json
from bridge.testing.strategies import programs as small
from tests.property.language_programs import programs
from tests.property.language_texts import statements, text

RANDOMS = st.randoms(use_true_random=False)


def canonical(program: Program | PolicyTemplate) -> str:
    return compact(program_json(program) if isinstance(program, Program) else template_json(program))


def compiled(source: str) -> Program | PolicyTemplate:
    return compile_source(Source("main.reason", source)).program


@given(programs(), RANDOMS)
@settings(max_examples=80)
def test_a_program_of_any_names_in_any_layout_compiles_to_itself(program: Program, random: Random) -> None:
    found = compiled(text(statements(program, random), random))
    assert canonical(found) == canonical(program)
    assert isinstance(found, Program)
    assert problems(found) == []


@given(small.programs(), RANDOMS)
@settings(max_examples=40)
def test_programs_with_supersession_compile_to_themselves(program: Program, random: Random) -> None:
    assert canonical(compiled(text(statements(program, random), random))) == canonical(program)


@given(small.templates(), RANDOMS)
@settings(max_examples=40)
def test_templates_compile_to_themselves(template: PolicyTemplate, random: Random) -> None:
    assert canonical(compiled(text(statements(template, random), random))) == canonical(template)


@given(programs(), RANDOMS)
@settings(max_examples=20)
def test_compiling_is_deterministic(program: Program, random: Random) -> None:
    source = Source("main.reason", text(statements(program, random), random))
    assert compile_source(source) == compile_source(source)


@given(programs(), RANDOMS)
@settings(max_examples=20)
def test_every_part_of_the_program_has_a_place(program: Program, random: Random) -> None:
    lowered = compile_source(Source("main.reason", text(statements(program, random), random)))
    paths = [f"$.facts[{i}]" for i, _ in enumerate(program.facts)]
    paths += [f"$.rules[{i}].then" for i, _ in enumerate(program.rules)]
    paths += [f"$.rules[{i}].when[{j}]" for i, rule in enumerate(program.rules) for j, _ in enumerate(rule.when)]
    paths += ["$.query", "$.ontology", "$.authority.classes"]
    paths += [f"$.authority.predicate_admit.{name}" for name in program.authority.predicate_admit]
    assert set(paths) <= set(lowered.spans)
