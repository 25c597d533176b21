"""Tests in a source: their steps, and braces that do not match."""

import pytest

from bridge.core.sources import Source
from bridge.reason.syntax import ast
from bridge.reason.syntax.parser import parse

STEPS = """\
test "all steps" {
  given fact j: p("a") from model-judged observed 2026-08-14T12:00:00Z.
  given request "request.json".
  without f, g.
  at 2026-08-14T12:00:00Z.
  expect proved p("a") because j, f.
  expect unknown not p("b") missing q("b") missing r().
  expect authorized because j.
}
query p("a").
"""


def read(text: str) -> tuple[ast.File, list[str]]:
    file, found = parse(Source("a.reason", text))
    return file, [one.code for one in found]


def test_a_test_has_a_name_and_its_steps() -> None:
    file, codes = read(STEPS)
    assert codes == []
    (test,) = file.tests
    assert test.name.value == "all steps"
    assert [type(step.piece) for step in test.steps] == [
        ast.GivenFact,
        ast.GivenRequest,
        ast.Without,
        ast.At,
        ast.Expect,
        ast.Expect,
        ast.Expect,
    ]
    assert STEPS[test.start : test.end].startswith('test "all steps" {')
    assert STEPS[test.start : test.end].endswith("}")
    assert [type(statement.piece) for statement in file.statements] == [ast.Query]


def test_what_is_expected() -> None:
    file, _ = read(STEPS)
    steps = [step.piece for step in file.tests[0].steps]
    proved, unknown, authorized = (step for step in steps if isinstance(step, ast.Expect))
    assert proved.outcome.text == "proved"
    assert [[name.text for name in part.facts] for part in proved.requirements if isinstance(part, ast.Because)] == [
        ["j", "f"]
    ]
    assert unknown.atom is not None
    assert unknown.atom.negated
    assert [part.atom.predicate.text for part in unknown.requirements if isinstance(part, ast.Missing)] == ["q", "r"]
    assert (authorized.outcome.text, authorized.atom) == ("authorized", None)


@pytest.mark.parametrize(
    ("text", "codes", "tests", "statements"),
    [
        ('test "a" {\n  expect proved p().\n', ["RSN006"], 1, 0),
        ('test "a" {\n  expect proved p().\nquery p().\n', ["RSN006"], 1, 1),
        ('test "a" {\n  expect proved p().\ntest "b" {\n}\n', ["RSN006"], 2, 0),
        ('test "a" {\n  expect proved p()\n}\nquery p().\n', ["RSN003"], 1, 1),
        ('test "a" {\n  expect provd p().\n  at 2026-08-14.\n}\nquery p().\n', ["RSN001"], 1, 1),
        ('test "a" {\n  expect proved p(\n}\nquery p().\n', ["RSN001"], 1, 1),
        ("test a {\n  expect proved p().\n}\nquery p().\n", ["RSN001"], 0, 1),
        ('test "a"\n  expect proved p().\n}\nquery p().\n', ["RSN001"], 0, 1),
        ("expect proved p().\nquery p().\n", ["RSN006"], 0, 1),
        ('test "a" {\n}\n}\nquery p().\n', ["RSN006"], 1, 1),
    ],
)
def test_braces_that_do_not_match(text: str, codes: list[str], tests: int, statements: int) -> None:
    file, found = read(text)
    assert found == codes
    assert (len(file.tests), len(file.statements)) == (tests, statements)


def test_documentation_is_what_stands_directly_above() -> None:
    file, _ = read("## far\n\n## first\n  ## second\npredicate p().\npredicate q(). ## beside\npredicate r().\n")
    assert [[line.value for line in statement.documentation] for statement in file.statements] == [
        ["first", "second"],
        [],
        [],
    ]
