"""Atoms in the words of their documentation: one substitution, in one pass, of strings as they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.reason.lowering import Documentation, explain
from bridge.reason.model import Atom
from bridge.reason.syntax.spelling import quoted
from tests.unit.lowering.compiling import codes, compiled, found, marked, program

APPROVED = Documentation("{role} approved version {version}", ("version", "role"), "")


def said(atom: Atom, documentation: Documentation = APPROVED) -> str:
    return explain(atom, {"approved": documentation})


def test_arguments_stand_for_their_names() -> None:
    assert said(Atom("approved", ("1.4.0", "a person"))) == "a person approved version 1.4.0"
    assert said(Atom("approved", (2, True))) == "true approved version 2"
    assert said(Atom("approved", ("$v", "$r"))) == "$r approved version $v"


def test_a_negated_atom_is_said_to_be_not_so() -> None:
    assert said(Atom("approved", ("1", "x"), negated=True)) == "not: x approved version 1"


def test_without_documentation_an_atom_is_said_as_it_is_written() -> None:
    assert said(Atom("tested", ("1.4.0", 3))) == "tested(1.4.0, 3)"
    assert said(Atom("tested", (), negated=True)) == "not tested()"


@given(st.text(), st.text())
def test_what_an_argument_brings_in_is_no_template(version: str, role: str) -> None:
    assert said(Atom("approved", (version, role))) == f"{role} approved version {version}"


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{{version}} is {version}", "{version} is 1"),
        ("{{{version}}}", "{1}"),
        ("{other} {} {version", "{other} {} {version"),
        ("} {version}", "} 1"),
        ("{version}{version}", "11"),
    ],
)
def test_braces(template: str, expected: str) -> None:
    assert said(Atom("approved", ("1", "x")), Documentation(template, ("version", None), "")) == expected


def test_documentation_is_taken_from_the_lines_above() -> None:
    text = program("## {a} is there", "##  and this is more", "predicate there(a: string, integer).")
    assert compiled(text).documentation == {
        "there": Documentation("{a} is there", ("a", None), "{a} is there\nand this is more")
    }


def test_a_name_that_is_no_argument_is_a_warning() -> None:
    (one,) = found(program("## {nane} is {{there}}", "predicate there(name: string)."))
    assert (one.code, marked(one), one.help) == ("RSN413", "## {nane} is {{there}}", "did you mean `{name}`?")
    assert codes(program("## {name} is {{there}}", "predicate there(name: string).")) == []


def test_what_a_source_writes_as_a_wildcard_is_said_as_one() -> None:
    assert said(Atom("approved", ("$_0", "$who"))) == said(Atom("approved", ("_", "$who")))


@given(st.text(st.characters(exclude_categories=["Cs"])), st.text())
def test_a_name_in_backquotes_stands_for_its_argument(name: str, value: str) -> None:
    documentation = Documentation(f"{{{quoted(name)}}} is", (name,), "")
    assert documentation.placeholders() == (name,)
    assert said(Atom("approved", (value,)), documentation) == f"{value} is"
