"""What there is to read about a name."""

from bridge.editor.catalog import catalog
from bridge.editor.hover import hover
from tests.unit.editor.desks import there

PROGRAM = """\
ontology "x" version "1".
authority tool-reported, human-authorized, model-judged.
admit tool-reported, human-authorized by default.
admit only model-judged for judged_*.
admit nothing for ready.
## {what} was *approved* by {by}.
## See [here](http://example.org).
predicate approved(what: string, by: string).
predicate judged_bad(what: string, answer: "yes" | "no").
predicate ready(what: string).
fact one: approved("a", "b") from human-authorized.
rule allow: ready($x) if approved($x, _).
rule veto: not ready($x) if judged_bad($x, "yes").
query ready("a").
"""


def read(place: str) -> str | None:
    """What is read with the cursor before the bar in a part of the program."""
    text = PROGRAM.replace(place.replace("¦", ""), place, 1)
    desk, document, offset = there(text)
    found = hover(desk.reading(document), catalog(desk.visible(document)), offset)
    return None if found is None else found.markdown


def test_a_predicate_with_its_documentation_and_who_is_admitted() -> None:
    text = read("ap¦proved($x")
    assert text is not None
    assert "predicate approved(what: string, by: string)" in text
    assert "was \\*approved\\* by" in text
    assert "\\[here\\]\\(http" in text
    assert "admitted: `human-authorized`, `tool-reported` (by default)" in text
    assert "stated by 1 fact, concluded by 0 rules, read by 1 rule" in text


def test_a_judgement_and_a_conclusion() -> None:
    assert "admitted: `model-judged`" in (read("judged_¦bad($x") or "")
    text = read("¦ready($x) if app") or ""
    assert "admitted: nobody" in text
    assert "concluded by 2 rules (1 of them `not`)" in text


def test_a_class_and_what_it_is_admitted_for() -> None:
    assert "admitted for judged\\_bad" in (read("¦model-judged.\nadmit tool") or "")
    assert "admitted for approved" in (read("from ¦human-authorized") or "")


def test_an_id_shows_its_statement() -> None:
    assert "rule veto: not ready" in (read("ve¦to") or "")


def test_a_variable_and_an_argument() -> None:
    assert "named 2 times in this rule" in (read("$x¦) if approved") or "")
    assert "predicate approved(what: string, by: string)" in (read("{¦by}") or "")


def test_a_code_in_a_silence() -> None:
    desk, document, offset = there(PROGRAM + '# lint: allow RSN4¦11 because it is meant\nrule r: ready("a").\n')
    found = hover(desk.reading(document), catalog(desk.visible(document)), offset)
    assert found is not None
    assert found.markdown.startswith("**RSN411**: a rule holds without any premise")


def test_there_is_nothing_to_read_about_a_keyword_or_a_string() -> None:
    assert read("que¦ry") is None
    assert read('"ye¦s")') is None


def test_a_binding_of_an_action_request() -> None:
    header = 'action policy "x" version "1".\n'
    desk, document, offset = there(header + "rule r: action_authorized($a) if action_t¦ool($a, $t).\n")
    found = hover(desk.reading(document), catalog(desk.visible(document)), offset)
    assert found is not None
    assert "supplied by the action request" in found.markdown


def test_a_file_that_is_broken_elsewhere_still_says_what_it_can() -> None:
    inner = PROGRAM.replace("approved($x", "appr¦oved($x")
    desk, document, offset = there("predicate (\nrule ) .\n" + inner + "fact x: app")
    found = hover(desk.reading(document), catalog(desk.visible(document)), offset)
    assert found is not None
    assert "predicate approved" in found.markdown
