"""Explanations as text and as diagrams, with names that try to be more than names."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.core import canonical, strict_json
from bridge.reason.model import Atom, Fact, Program
from bridge.render.explained import text
from bridge.render.explained_document import document
from bridge.render.explained_words import literal
from bridge.render.mermaid import escaped, flowchart, label
from bridge.testing import schemas
from bridge.testing.strategies.programs import HOSTILE_NAMES
from bridge.workflows.explain import Mode, explain
from bridge.workflows.programs import Loaded, parse
from tests.property.explain_programs import any_program
from tests.unit.explain.releasing import APPROVED, ASKED, TESTED, explained, risk

LINE = re.compile(r'  [a-z0-9]+(\(".*"\)|\[".*"\]|\{\{".*"\}\}| (-->|==>|==x|-\.->) [a-z0-9]+| -\. ".*" \.-> q)')


def lines_of(diagram: str) -> list[str]:
    first, *rest = diagram.split("\n")
    assert first == "flowchart BT"
    return rest


def test_why_is_a_tree_in_the_words_of_the_documentation() -> None:
    shown = text(explained(ASKED, TESTED, APPROVED, risk("low")))
    assert shown.startswith(
        """PROVED  v1 is ready
  ready("v1")
  evaluated at 2026-08-14T12:00:00Z

why
  v1 is ready  [rule allow]
    ana asks for v1  [fact ask: agent-proposed, observed 2026-08-14T09:00:00Z]
    v1 passed its tests  [fact tests: tool-reported, observed 2026-08-14T10:00:00Z]
    lead approved v1  [fact lead: human-authorized, observed 2026-08-14T10:00:00Z]
    a judge rates v1 low  [fact risk: model-judged, observed 2026-08-14T11:00:00Z]

what the judge changed
  it said: a judge rates v1 low  [fact risk: model-judged, observed 2026-08-14T11:00:00Z]
    had it said judged_risk("v1", "middle"): unknown (changes it)
    had it said judged_risk("v1", "high"): disproved (changes it)
    had it not answered: unknown (changes it)
  without any answer: unknown (changes it)"""
    )


def test_why_not_lists_what_is_needed_and_from_whom() -> None:
    assert text(explained(ASKED, TESTED, risk("low"), mode=Mode.WHY_NOT)).endswith(
        """why not
  each of these sets of facts would prove it, and no part of one does
  1. cost 16; then proved
     - lead approved v1  [human-authorized]
       approved("lead", "v1")
  these are all"""
    )


def test_a_conflict_shows_both_proofs_and_what_carries_each() -> None:
    rules = """
rule yes: ready($what) if tested($what).
rule no: not ready($what) if approved("lead", $what).
"""
    shown = text(explained(TESTED, APPROVED, rules=rules))
    assert shown.index("\nwhy\n") < shown.index("\nwhy its opposite\n")
    assert "what carries: not: v1 is ready\n" in shown
    assert "(lead by human-authorized): proved" in shown
    assert "(tests by tool-reported or human-authorized): disproved" in shown


def test_of_a_conflict_why_not_points_to_what_carries_it() -> None:
    rules = "rule yes: ready($what) if tested($what).\nrule no: not ready($what) if tested($what).\n"
    shown = text(explained(TESTED, rules=rules, mode=Mode.WHY_NOT))
    assert shown.endswith(
        "why not\n  it is proved: so is its opposite, and more facts do not end that: see --mode against"
    )
    assert "why not" not in text(explained(TESTED, rules=rules, mode=Mode.ALL))


def test_exceptions_are_in_the_text_the_document_and_the_diagram() -> None:
    rules = """
rule two: ready($what) if approved($one, $what), linked($what, $other).
rule self: not ready($what) if approved($one, $what), linked($what, $one).
rule both: not ready($what) if approved("eve", $what), linked($what, "moon").
"""
    shown = explained(rules=rules)
    lines = ["for any string $v", "for any string $v2 but $v", 'but not $v = "eve" with $v2 = "moon"']
    assert "\n".join(f"     {line}" for line in lines) in text(shown)
    first = document(shown)["why_not"]["sets"][0]
    assert first["exceptions"] == [
        [{"variable": "$v2", "value": "$v"}],
        [{"variable": "$v", "value": "eve"}, {"variable": "$v2", "value": "moon"}],
    ]
    assert first["exhaustive"] is True
    assert all(escaped(line) in flowchart(shown) for line in lines)


def test_of_many_exceptions_the_first_are_listed_and_the_rest_counted() -> None:
    rules = "rule any: ready($what) if approved($who, $what).\n" + "".join(
        f'rule no{number}: not ready($what) if approved("p{number}", $what).\n' for number in range(10, 30)
    )
    shown = text(explained(rules=rules))
    assert 'for any string $v but "p10", "p11", ' in shown
    assert '"p21" and 8 more' in shown
    assert 'for any $v of "p10", "p11", ' in shown


@pytest.mark.parametrize("mode", list(Mode))
def test_every_part_has_something_to_say_of_every_status(mode: Mode) -> None:
    for facts in ((), (ASKED, TESTED, APPROVED, risk("low")), (ASKED, risk("high"))):
        shown = explained(*facts, mode=mode)
        assert len(text(shown).split("\n")) > 4
        assert all(LINE.fullmatch(line) for line in lines_of(flowchart(shown)))


@given(st.sampled_from(HOSTILE_NAMES) | st.text(max_size=12))
def test_a_label_is_one_line_of_entities_letters_and_harmless_marks(name: str) -> None:
    shown = escaped(name)
    assert re.fullmatch(r"(#\d+;|[\w .,:\-=/()'+])*", shown)
    assert label(name, "x") == f'"{shown}<br/>x"'


@given(st.sampled_from(HOSTILE_NAMES))
@settings(max_examples=len(HOSTILE_NAMES))
def test_a_hostile_name_forges_no_line(name: str) -> None:
    source = parse(
        b'ontology "x" version "1".\nauthority a, human-authorized.\nadmit human-authorized by default.\n'
        b"predicate p(string).\npredicate q(string).\nrule r: p($x) if q($x).\n"
        b'query p("replaced").\n',
        name="x.reason",
    )
    constant = name if not (name.startswith("$") and len(name) > 1) else "plain"
    changed = source.program._replace(query=Atom("p", (constant,)))  # type: ignore[call-arg]  # it is a program
    said = Fact(name + "id", "q", (constant,), "human-authorized")
    for facts in ((), (said,)):
        shown = explain(Loaded(changed, name), facts=facts, mode=Mode.ALL)
        heads = ("PROVED", "UNKNOWN", "why", "what", "  ", "")
        assert all(line.startswith(heads) for line in text(shown).split("\n"))
        assert text(shown).isprintable() or "\n" in text(shown)
        assert "\u202e" not in text(shown)
        assert all(LINE.fullmatch(line) for line in lines_of(flowchart(shown)))


def test_an_atom_is_spelled_as_the_language_spells_it() -> None:
    assert literal(Atom("a b", ("x", 1, True, "$v", "$"), True)) == 'not `a b`("x", 1, true, $v, "$")'


@given(any_program())
@settings(max_examples=30)
def test_every_explanation_is_a_document_of_its_format_and_a_diagram(program: Program) -> None:
    shown = explain(Loaded(program, "any.json"), mode=Mode.ALL, convention=False)
    schemas.validate("bridge.explanation.v1", strict_json.loads(canonical.pretty(document(shown))))
    assert all(LINE.fullmatch(line) for line in lines_of(flowchart(shown)))
    assert text(shown).startswith(shown.result.status.upper())
