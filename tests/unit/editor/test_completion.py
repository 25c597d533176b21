"""What may be written at the cursor, as the statement stands so far."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types as lsp

from bridge.core.sources import Source
from bridge.editor.cursor import cursor
from bridge.editor.documents import Document
from bridge.editor.session import Session
from tests.unit.editor.desks import CURSOR

PROGRAM = """\
ontology "x" version "1".
authority tool-reported, human-authorized, model-judged.
admit tool-reported by default.
admit only model-judged for judged_*.
## {what} was approved.
predicate approved(what: string, by: string).
predicate judged_bad(what: string, answer: "yes" | "no").
predicate judged_severity(what: string, level: "low" < "high").
predicate `two words`(n: integer, sure: boolean).
fact one: approved("a", "b") from human-authorized.
query approved("a", "b").
"""


def complete(text: str, *, path: str | None = None, snippets: bool = False) -> list[lsp.CompletionItem]:
    offset = text.index(CURSOR)
    session = Session()
    session.snippets = snippets
    document = Document(Path(path).as_uri() if path else "untitled:1", path, text.replace(CURSOR, ""), 1)
    session.desk.documents.put(document)
    place = document.positions.place(offset)
    params = lsp.CompletionParams(lsp.TextDocumentIdentifier(document.uri), lsp.Position(*place))
    return list(session.completion(params).items)


def labels(statement: str) -> list[str]:
    return [item.label for item in complete(PROGRAM + statement)]


def accepted(statement: str, label: str) -> str:
    """The statement with what is chosen written into it."""
    text = PROGRAM + statement
    (item,) = [one for one in complete(text) if one.label == label]
    document = Document("u", None, text.replace(CURSOR, ""), 1)
    edit = item.text_edit
    assert isinstance(edit, lsp.TextEdit)
    start = document.positions.offset(edit.range.start.line, edit.range.start.character)
    end = document.positions.offset(edit.range.end.line, edit.range.end.character)
    return (document.text[:start] + edit.new_text + document.text[end:]).removeprefix(PROGRAM)


def test_a_statement_begins_with_its_keyword() -> None:
    assert {"ontology", "rule", "fact", "use", "test"} <= set(labels("¦"))
    assert "given" not in labels("ru¦")


def test_a_step_of_a_test_begins_with_its_own() -> None:
    assert set(labels('test "t" {\n  ¦')) == {"given", "without", "at", "expect"}
    assert "rule" in labels('test "t" {\n}\n¦')


def test_predicates_stand_where_an_atom_may() -> None:
    predicates = {"approved", "judged_bad", "judged_severity", "`two words`"}
    for statement in ("rule r: ¦", "rule r: approved($a, $b) if ¦", "rule r: not ¦", "query ¦", "fact f: ap¦"):
        assert predicates <= set(labels(statement)), statement
    assert not predicates & set(labels("fact ¦"))
    assert not predicates & set(labels("predicate ¦"))
    assert predicates <= set(labels('test "t" {\n  expect proved ¦'))


def test_the_answers_a_judge_can_give() -> None:
    assert labels('rule r: approved($x, $x) if judged_bad($x, "¦') == ['"yes"', '"no"']
    assert labels('rule r: approved($x, $x) if judged_bad($x, "¦").') == ['"yes"', '"no"']
    assert labels('fact j: judged_bad("x", ¦') == ['"yes"', '"no"']
    assert labels("rule r: approved($x, $x) if judged_severity($x, >= ¦") == ['"low"', '"high"']
    assert labels('rule r: approved($x, $x) if judged_bad($x, "yes" | ¦') == ['"no"']
    assert labels('rule r: approved($x, "¦') == []


def test_an_answer_replaces_what_is_written_of_it() -> None:
    assert accepted('query judged_bad("a", "y¦").', '"yes"') == 'query judged_bad("a", "yes").'
    assert accepted('query judged_bad("a", "y¦', '"yes"') == 'query judged_bad("a", "yes"'
    assert accepted("rule r: approved($a, $a) if ap¦", "approved").endswith("if approved(")


def test_levels_can_be_compared_in_a_rule() -> None:
    assert {">=", "<", '"low"', "$x"} <= set(labels("rule r: approved($x, $x) if judged_severity($x, ¦"))
    assert ">=" not in labels('query judged_severity("x", ¦')


def test_variables_are_those_of_the_rule_after_the_cursor_as_well() -> None:
    assert labels("rule r: approved($a, $¦) if approved($a, $later).") == ["$a", "$later"]
    assert labels("rule r: approved($a, ¦)\nrule s: approved($b, $b).")[0] == "$a"
    assert not [label for label in labels("query approved(¦") if label.startswith("$")]


def test_truth_values_stand_where_the_type_wants_them() -> None:
    assert {"true", "false"} <= set(labels("query `two words`(1, ¦"))
    assert "true" not in labels("query `two words`(¦")


def test_classes() -> None:
    classes = ["tool-reported", "human-authorized", "model-judged"]
    assert labels('fact f: approved("a", "b") from ¦') == classes
    assert set(classes) <= set(labels("admit ¦"))
    assert set(labels("admit only tool-reported, ¦")) == set(classes) - {"tool-reported"}
    assert "agent-proposed" in labels("authority ¦")


def test_the_targets_of_an_admission() -> None:
    assert {"judged_*", "approved", "`two words`"} <= set(labels("admit only tool-reported for ¦"))


def test_facts_by_their_ids() -> None:
    assert labels('fact f: approved("c", "d") from tool-reported supersedes ¦') == ["one"]
    test = 'test "t" {\n  given fact two: approved("x", "y") from tool-reported.\n'
    assert labels(test + "  without ¦\n}\n") == ["one"]
    assert set(labels(test + '  expect proved approved("a", "b") because ¦\n}\n')) == {"one", "two"}


def test_files_and_what_ships(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    for name in ("lib/a.reason", "facts.json", ".hidden.txt"):
        (tmp_path / name).write_text("")
    path = str(tmp_path / "main.reason")
    found = [item.label for item in complete('use "¦', path=path)]
    assert "lib/a.reason" in found
    assert "bridge:std/quorum" in found
    assert "main.reason" not in found
    assert [item.label for item in complete('use facts "¦"', path=path)] == ["facts.json"]


def test_nothing_in_comments_nor_after_what_cannot_be_read() -> None:
    assert labels("# ¦") == []
    assert labels("## {¦") == []
    assert labels("rule ) ¦") == []


def test_a_statement_after_one_that_lacks_its_end_is_one() -> None:
    assert labels('query approved("a", "b")\nfact f: approved("a", "b") from ¦')[0] == "tool-reported"


def test_a_snippet_has_a_place_for_each_argument() -> None:
    def snippet(statement: str, label: str) -> str:
        (item,) = [one for one in complete(PROGRAM + statement, snippets=True) if one.label == label]
        assert isinstance(item.text_edit, lsp.TextEdit)
        return item.text_edit.new_text

    assert snippet("rule r: ¦", "approved") == r"approved(${1:\$what}, ${2:\$by})"
    assert snippet("query ¦", "judged_bad") == r'judged_bad("${1:what}", ${2|"yes","no"|})'
    assert snippet("query ¦", "`two words`") == "`two words`(${1:0}, ${2|true,false|})"


def test_bindings_are_known_in_an_action_policy() -> None:
    policy = 'action policy "x" version "1".\nauthority a.\nrule r: action_authorized($a) if ¦'
    assert "action_tool" in [item.label for item in complete(policy)]
    assert "action_tool" not in labels("rule r: approved($a, $b) if ¦")


@settings(max_examples=60, deadline=None)
@given(st.text(st.sampled_from('ab"`$#.,(){}:|>\n\r\t é\U0001f60b')), st.data())
def test_any_text_has_an_answer_at_any_place(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    found = cursor(Source("x", text), offset)
    assert found.start <= offset
    for item in complete(f"{PROGRAM}rule r: approved({text[:offset]}¦{text[offset:]}"):
        assert isinstance(item.text_edit, lsp.TextEdit)


def test_a_statement_of_many_lines_is_known_from_its_first() -> None:
    found = labels("rule r: approved($a, $b) if\n" + "  # said in passing\n" * 300 + "  ¦")
    assert {"approved", "not"} <= set(found)
