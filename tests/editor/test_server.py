"""The language server as an editor meets it: a process, and messages to and fro."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.editor.client import Editor, Refused

PROGRAM = """\
ontology "x" version "1".
authority human-authorized, model-judged.
admit human-authorized by default.
admit only model-judged for judged_*.
admit nothing for ready.
## \U0001f60b {what} is ready.
predicate ready(what: string).
predicate approved(what: string).
predicate judged_bad(what: string, answer: "yes" | "no").
fact one: approved("\U0001f60b") from human-authorized.
rule allow: ready($v) if approved($v), judged_bad($v, "no").
rule veto: not ready($v) if judged_bad($v, "yes").
query ready("\U0001f60b").
"""


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """One editor for all tests that do not end it; each has documents of its own."""
    with Editor(folder=tmp_path_factory.mktemp("workspace")) as found:
        yield found
        assert found.close() == 0
        assert "Exception occurred" not in found.log
        assert "could not look through" not in found.log


@pytest.fixture
def uri(tmp_path: Path) -> str:
    return (tmp_path / "main.reason").as_uri()


def replaced(line: int, start: int, end: int, text: str) -> dict[str, Any]:
    place = {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}
    return {"range": place, "text": text}


def test_problems_appear_as_they_are_typed_and_go_as_they_are_mended(editor: Editor, uri: str) -> None:
    editor.open(uri, PROGRAM)
    assert editor.diagnostics(uri, 1) == []
    editor.change(uri, 2, replaced(9, 10, 18, "aproved"))
    (problem,) = editor.diagnostics(uri, 2)
    assert (problem["code"], problem["severity"], problem["source"]) == ("RSN017", 1, "reason")
    assert problem["range"] == {"start": {"line": 9, "character": 10}, "end": {"line": 9, "character": 17}}
    assert problem["codeDescription"]["href"].endswith("rsn017.md")
    params = {"textDocument": {"uri": uri}, "range": problem["range"], "context": {"diagnostics": [problem]}}
    fix = editor.ask("textDocument/codeAction", params)[0]
    assert fix["title"] == "Write approved"
    (edit,) = fix["edit"]["changes"][uri]
    editor.change(uri, 3, {"range": edit["range"], "text": edit["newText"]})
    assert editor.diagnostics(uri, 3) == []


def test_places_are_counted_in_utf_16(editor: Editor, uri: str) -> None:
    assert editor.capabilities["positionEncoding"] == "utf-16"
    editor.open(uri, PROGRAM.replace("from human-authorized", "from human"))
    (problem,) = [one for one in editor.diagnostics(uri, 1) if one["code"] == "RSN019"]
    assert problem["range"]["start"] == {"line": 9, "character": len('fact one: approved("xx") from ')}
    editor.change(uri, 2, replaced(9, 30, 35, "human-authorized"))
    assert editor.diagnostics(uri, 2) == []


def test_hover_definition_references_and_highlights(editor: Editor, uri: str) -> None:
    editor.open(uri, PROGRAM)
    shown = editor.ask("textDocument/hover", editor.at(uri, 10, 13))
    assert "predicate ready(what: string)" in shown["contents"]["value"]
    (declared,) = editor.ask("textDocument/definition", editor.at(uri, 10, 26))
    assert (declared["uri"], declared["range"]["start"]) == (uri, {"line": 7, "character": 10})
    context = {"includeDeclaration": False}
    uses = editor.ask("textDocument/references", editor.at(uri, 10, 26, context=context))
    assert [one["range"]["start"]["line"] for one in uses] == [9, 10]
    assert len(editor.ask("textDocument/documentHighlight", editor.at(uri, 10, 18))) == 3
    assert editor.ask("textDocument/hover", editor.at(uri, 10, 2)) is None


def test_completion_of_the_answers_of_a_judge(editor: Editor, uri: str) -> None:
    editor.open(uri, PROGRAM)
    found = editor.ask(
        "textDocument/completion", editor.at(uri, 11, len('rule veto: not ready($v) if judged_bad($v, "'))
    )
    assert [item["label"] for item in found["items"]] == ['"yes"', '"no"']
    assert found["items"][1]["textEdit"]["range"] == {
        "start": {"line": 11, "character": 43},
        "end": {"line": 11, "character": 48},
    }


def test_a_renaming_and_one_that_is_refused(editor: Editor, uri: str) -> None:
    editor.open(uri, PROGRAM)
    prepared = editor.ask("textDocument/prepareRename", editor.at(uri, 7, 12))
    assert prepared["placeholder"] == "approved"
    changes = editor.ask("textDocument/rename", editor.at(uri, 7, 12, newName="signed off"))["changes"]
    assert [edit["newText"] for edit in changes[uri]] == ["`signed off`"] * 3
    with pytest.raises(Refused, match="the name ready is taken; choose another name"):
        editor.ask("textDocument/rename", editor.at(uri, 7, 12, newName="ready"))


def test_a_document_is_laid_out(editor: Editor, uri: str) -> None:
    editor.open(uri, PROGRAM.replace("query ready", "query   ready"))
    options = {"tabSize": 2, "insertSpaces": True}
    params = {"textDocument": {"uri": uri}, "options": options}
    (edit,) = editor.ask("textDocument/formatting", params)
    assert edit["newText"] == 'query ready("\U0001f60b").\n'
    editor.change(uri, 2, {"text": "query ("})
    assert editor.ask("textDocument/formatting", params) == []


def test_the_outline_the_folds_and_the_colours(editor: Editor, uri: str) -> None:
    editor.open(uri, PROGRAM + 'test "t" {\n  expect unknown ready("a").\n}\n')
    document = {"textDocument": {"uri": uri}}
    names = [entry["name"] for entry in editor.ask("textDocument/documentSymbol", document)]
    assert names == ['"x"', "ready", "approved", "judged_bad", "one", "allow", "veto", "query", '"t"']
    assert editor.ask("textDocument/foldingRange", document) == [{"startLine": 13, "endLine": 15, "kind": "region"}]
    numbers = editor.ask("textDocument/semanticTokens/full", document)["data"]
    assert len(numbers) % 5 == 0
    assert numbers[:10] == [0, 0, 8, 0, 0, 0, 9, 3, numbers[8], 0]


def test_a_used_file_is_read_from_the_editor_and_its_users_are_looked_through_again(editor: Editor, uri: str) -> None:
    library = uri.replace("main", "lib")
    editor.open(uri, PROGRAM.replace("predicate approved(what: string).\n", 'use "lib.reason".\n'))
    assert "RSN015" in {one["code"] for one in editor.diagnostics(uri, 1)}
    editor.open(library, "predicate approved(what: string).\n")
    assert editor.diagnostics(uri, 1) == []
    editor.change(library, 2, {"text": "predicate approved(what: integer).\n"})
    assert "RSN201" in {one["code"] for one in editor.diagnostics(uri, 1)}
    editor.tell("textDocument/didClose", {"textDocument": {"uri": library}})
    assert "RSN015" in {one["code"] for one in editor.diagnostics(uri, 1)}


def test_a_problem_in_a_used_file_stands_at_its_use_and_says_where(editor: Editor, uri: str, tmp_path: Path) -> None:
    (tmp_path / "lib.reason").write_text("predicate approved(what: string)\n")
    editor.open(uri, PROGRAM.replace("predicate approved(what: string).\n", 'use "lib.reason".\n'))
    (problem,) = editor.diagnostics(uri, 1)
    assert problem["range"]["start"] == {"line": 7, "character": 4}
    (related,) = problem["relatedInformation"]
    assert related["location"]["uri"].endswith("lib.reason")


def test_a_file_is_called_what_the_editor_calls_it_however_it_is_reached(editor: Editor, tmp_path: Path) -> None:
    (tmp_path / "real é").mkdir()
    (tmp_path / "real é" / "lib.reason").write_text("predicate approved(what: string).\n")
    (tmp_path / "main.reason").write_text("")
    (tmp_path / "link.reason").symlink_to(tmp_path / "real é" / "lib.reason")
    main, library = (tmp_path / "main.reason").as_uri(), (tmp_path / "link.reason").as_uri()
    editor.open(library, "predicate approved(what: string).\n")
    editor.open(main, PROGRAM.replace("predicate approved(what: string).\n", 'use "real é/lib.reason".\n'))
    assert editor.diagnostics(main, 1) == []
    changes = editor.ask("textDocument/rename", editor.at(main, 10, 26, newName="granted"))["changes"]
    assert {uri: len(edits) for uri, edits in changes.items()} == {main: 2, library: 1}


def test_what_is_needless_is_marked_as_such(editor: Editor, uri: str) -> None:
    editor.open(uri, PROGRAM + "predicate nobody_reads(what: string).\n")
    (problem,) = editor.diagnostics(uri, 1)
    assert (problem["code"], problem["severity"], problem["tags"]) == ("RSN415", 2, [1])


def test_messages_that_make_no_sense_do_not_end_it(editor: Editor, uri: str) -> None:
    for body in (b"{", b"[]", b"null", b'{"method": 3}', b'{"jsonrpc": "2.0", "id": 900, "method": "x/y"}', b"\xff"):
        editor.send(body)
    editor.send(b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": 3}}')
    editor.change("file:///nowhere/else.reason", 2, {"text": "x"})
    assert editor.ask("textDocument/hover", editor.at("file:///nowhere/else.reason", 3, 3)) is None
    editor.open(uri, PROGRAM)
    assert editor.ask("textDocument/hover", editor.at(uri, 999, 999)) is None
    assert editor.diagnostics(uri, 1) == []


def test_hostile_documents_do_not_end_it(editor: Editor, uri: str) -> None:
    strange = ("\u202e\u2028\x00`$", "#\ud800", 'use "\\u0000".\n', 'use "../../../../etc/passwd".\n')
    texts = ("", "\ufeff", "\r\n\r", '"' * 1000, "rule " * 1000, "{" * 1000, *strange)
    for version, text in enumerate(texts, 2):
        if version == 2:
            editor.open(uri, "x")
        editor.change(uri, version, {"text": text})
        document = {"textDocument": {"uri": uri}}
        editor.ask("textDocument/completion", editor.at(uri, 0, len(text)))
        editor.ask("textDocument/documentSymbol", document)
        editor.ask("textDocument/semanticTokens/full", document)
    editor.diagnostics(uri, version)


def test_plain_text_is_looked_at_where_its_name_says_what_it_is(editor: Editor, uri: str, tmp_path: Path) -> None:
    notes = (tmp_path / "notes.txt").as_uri()
    editor.open(notes, PROGRAM, language="plaintext")
    editor.open(uri, PROGRAM + "query (", language="plaintext")
    assert editor.diagnostics(uri, 1)
    assert editor.ask("textDocument/hover", editor.at(notes, 10, 13)) is None
    assert editor.ask("textDocument/hover", editor.at(uri, 10, 13)) is not None


def test_open_json_counts_in_place_of_its_file(editor: Editor, uri: str, tmp_path: Path) -> None:
    facts = tmp_path / "facts.json"
    facts.write_text("[]")
    editor.open(uri, PROGRAM + 'use facts "facts.json".\n')
    assert editor.diagnostics(uri, 1) == []
    editor.open(facts.as_uri(), '[{"id": "one"}]', language="json")
    assert {one["code"] for one in editor.diagnostics(uri, 1)} == {"RSN015"}


def test_a_document_that_was_never_saved(editor: Editor) -> None:
    editor.open("untitled:one", PROGRAM)
    assert editor.diagnostics("untitled:one", 1) == []
    (declared,) = editor.ask("textDocument/definition", editor.at("untitled:one", 10, 26))
    assert declared["uri"] == "untitled:one"


def test_places_in_utf_8_where_the_editor_offers_it_and_an_end_without_a_word(uri: str) -> None:
    with Editor(encodings=["utf-8", "utf-16"]) as editor:
        assert editor.capabilities["positionEncoding"] == "utf-8"
        editor.open(uri, PROGRAM.replace("from human-authorized", "from human"))
        (problem,) = [one for one in editor.diagnostics(uri, 1) if one["code"] == "RSN019"]
        assert problem["range"]["start"] == {"line": 9, "character": len('fact one: approved("xxxx") from ')}
        assert editor.hang_up() == 1
        assert "Traceback" not in editor.log


@pytest.mark.parametrize("place", [{"line": -1, "character": 0}, {"line": "one", "character": 0}, {}])
def test_a_question_that_makes_no_sense_is_answered_and_the_next_one_too(
    editor: Editor, uri: str, place: dict[str, Any]
) -> None:
    editor.open(uri, PROGRAM)
    with pytest.raises(Refused):
        editor.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": place})
    assert editor.ask("textDocument/hover", editor.at(uri, 9, 12)) is not None
