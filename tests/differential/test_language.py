"""Programs of the reference, written as sources, compile to themselves."""

from random import Random

import pytest

from bridge.core import strict_json
from bridge.core.canonical import compact
from bridge.core.sources import Source
from bridge.errors import InputError
from bridge.reason.lowering import compile_source
from bridge.reason.model import PolicyTemplate, Program
from bridge.reason.validate import problems
from bridge.reason.wire import program_json, read_program, read_template, template_json
from tests.property.language_texts import statements, text
from tests.vectors import document, needs_vectors, rows

pytestmark = [pytest.mark.vectors, needs_vectors]


def canonical(program: Program | PolicyTemplate) -> str:
    return compact(program_json(program) if isinstance(program, Program) else template_json(program))


def check(program: Program | PolicyTemplate) -> None:
    random = Random(canonical(program))
    source = text(statements(program, random), random)
    assert canonical(compile_source(Source("vector.reason", source)).program) == canonical(program)


EXAMPLES = [
    "release-blocked",
    "release-disproved",
    "release-expired",
    "release-inconsistent",
    "release-overlap",
    "release-ready",
    "release-superseded",
    "release-untrusted",
    "release-wrong-commit",
]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_compile_to_themselves(name: str) -> None:
    check(read_program(document(f"reason/examples/{name}.json")))


def test_the_policy_template_compiles_to_itself() -> None:
    check(read_template(document("reason/examples/policy-template.json")))


def test_every_valid_generated_program_compiles_to_itself() -> None:
    checked = 0
    for row in rows("reason/random.jsonl.gz"):
        program = _valid(row["input"]) if row["kind"] == "program" else None
        if program is not None:
            check(program)
            checked += 1
    assert checked >= 100


def _valid(text: str) -> Program | None:
    try:
        program = read_program(strict_json.loads(text))
    except InputError:
        return None
    return None if problems(program) else program
