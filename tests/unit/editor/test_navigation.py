"""Where names come from and where else they stand."""

from pathlib import Path

from bridge.core.sources import Span
from bridge.editor.edits import edited
from bridge.editor.layout import layout
from bridge.editor.navigation import definitions, references
from bridge.editor.occurrences import at
from bridge.editor.symbols import Fold, folds, outline
from bridge.reason.syntax.format import formatted
from tests.unit.editor.desks import There, there

PROGRAM = """\
ontology "x" version "1".
authority human-authorized.
admit human-authorized by default.
predicate p(x: string).
predicate q(x: string).
fact f: q("a") from human-authorized.
rule r: p($x) if q($x).
query p("a").
test "t" {
  given fact g: q("b") from human-authorized.
  expect proved p("b") because g.
}
"""


def shown(span: Span) -> str:
    """The place and its line."""
    line, _ = span.source.position(span.start)
    return f"{Path(span.source.name).name}:{line}: {span.source.text[span.start : span.end]}"


def declared(found: There) -> list[str]:
    project = found.desk.visible(found.document)
    return [shown(span) for span in definitions(project, found.desk.reading(found.document), found.offset)]


def named(found: There, *, declarations: bool = True) -> list[str]:
    wanted = at(found.desk.reading(found.document).occurrences, found.offset)
    assert wanted is not None
    project = found.desk.together(found.document, wanted)
    return [shown(span) for span in references(project, wanted, declarations=declarations)]


def within(place: str) -> There:
    return there(PROGRAM.replace(place.replace("¦", ""), place, 1), path="/nowhere/x.reason")


def test_each_kind_of_name_is_declared_somewhere() -> None:
    assert declared(within("if ¦q($x)")) == ["x.reason:5: q"]
    assert declared(within("p($¦x)")) == ["x.reason:7: $x"]
    assert declared(within("because ¦g")) == ["x.reason:10: g"]
    assert declared(within('"a") from ¦human')) == ["x.reason:2: human-authorized"]
    assert declared(within("que¦ry")) == []


def test_every_place_that_names_it() -> None:
    assert named(within("if ¦q($x)")) == ["x.reason:5: q", "x.reason:6: q", "x.reason:7: q", "x.reason:10: q"]
    assert named(within("if ¦q($x)"), declarations=False) == ["x.reason:6: q", "x.reason:7: q", "x.reason:10: q"]


def test_files_open_before_those_on_disk(tmp_path: Path) -> None:
    (tmp_path / "lib.reason").write_text("\n\npredicate p(x: string).\n")
    text = 'ontology "x" version "1".\nuse "lib.reason".\nquery ¦p("a").\n'
    found = there(text, path=str(tmp_path / "main.reason"))
    assert declared(found) == ["lib.reason:3: p"]
    there("predicate p(x: string).\n", path=str(tmp_path / "lib.reason"), desk=found.desk)
    assert declared(found) == ["lib.reason:1: p"]


def test_a_path_leads_to_its_file(tmp_path: Path) -> None:
    (tmp_path / "lib.reason").write_text("predicate p(x: string).\n")
    (tmp_path / "facts.json").write_text("[]")
    main = str(tmp_path / "main.reason")
    assert declared(there('use "li¦b.reason".\n', path=main)) == ["lib.reason:1: "]
    assert declared(there('use facts "¦facts.json".\n', path=main)) == ["facts.json:1: "]
    assert declared(there('use "bridge:std/¦quorum".\n', path=main)) == ["quorum:1: "]
    assert declared(there('use "none¦.reason".\n', path=main)) == []


def test_what_json_brings_is_declared_where_it_is_taken_in(tmp_path: Path) -> None:
    questions = '{"bad": {"type": "noul", "instructions": "Is it bad?"}}'
    (tmp_path / "questions.json").write_text(questions)
    text = 'use questions "questions.json".\nrule r: not p($x) if ¦judged_bad($x, "yes").\n'
    found = there(text, path=str(tmp_path / "main.reason"))
    assert declared(found) == ['main.reason:1: "questions.json"']


def test_a_cycle_ends(tmp_path: Path) -> None:
    (tmp_path / "a.reason").write_text('use "main.reason".\npredicate p(x: string).\n')
    found = there('use "a.reason".\nquery ¦p("a").\n', path=str(tmp_path / "main.reason"))
    assert declared(found) == ["a.reason:2: p"]


def test_the_outline_has_what_is_declared_and_stated() -> None:
    found = within("¦ontology")
    entries = outline(found.desk.reading(found.document))
    assert [(entry.kind, entry.name) for entry in entries] == [
        ("ontology", '"x"'),
        ("predicate", "p"),
        ("predicate", "q"),
        ("fact", "f"),
        ("rule", "r"),
        ("query", "query"),
        ("test", '"t"'),
    ]
    assert [entry.name for entry in entries[-1].inner] == ["g"]
    assert all(entry.start <= entry.name_start <= entry.name_end <= entry.end for entry in entries)


def test_what_has_more_than_one_line_can_be_folded() -> None:
    found = there("¦## a\n## b\npredicate p(\n  x: string\n).\n" + PROGRAM)
    assert list(folds(found.desk.reading(found.document))) == [Fold(3, 5), Fold(14, 17), Fold(1, 2, comment=True)]


def test_the_house_layout_is_one_change() -> None:
    source = within("¦ontology").document.source
    untidy = there(PROGRAM.replace("rule r:", "rule   r :")).document.source
    (edit,) = layout(untidy)
    assert edited(untidy.text, [edit]) == formatted(source)
    assert "\n" not in edit.text.rstrip("\n")
    assert layout(source) == []
    assert layout(there(PROGRAM + "rule ).").document.source) == []
