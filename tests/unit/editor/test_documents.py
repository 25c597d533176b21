"""What is typed arrives, and what is open counts in place of its file."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.sources import Source
from bridge.editor.documents import Change, Document, Documents
from bridge.errors import InputError

texts = st.text(st.sampled_from("ab\n\r\té\u2028\U0001f60b"), max_size=20)


@given(texts, st.lists(st.tuples(texts, st.integers(0, 20), st.integers(0, 20)), max_size=4))
def test_changes_by_places_are_changes_by_offsets(text: str, changes: list[tuple[str, int, int]]) -> None:
    document, expected = Document("u", None, text, 1), text
    for version, (new, one, other) in enumerate(changes, 2):
        start, end = sorted((min(one, len(expected)), min(other, len(expected))))
        places = document.positions
        document = document.changed([Change(new, places.place(start), places.place(end))], version)
        # A place cannot stand inside CRLF: it is the start of it.
        start, end = (at - (expected[at - 1 : at + 1] == "\r\n") for at in (start, end))
        expected = expected[:start] + new + expected[end:]
        assert document.text == expected


def test_a_change_without_places_is_the_whole_text() -> None:
    assert Document("u", None, "old", 1).changed([Change("new"), Change("newer")], 3) == Document("u", None, "newer", 3)


def test_an_open_document_is_read_in_place_of_its_file(tmp_path: Path) -> None:
    file, link = tmp_path / "a.reason", tmp_path / "link.reason"
    file.write_text("on disk")
    link.symlink_to(file)
    documents = Documents()
    documents.put(Document(link.as_uri(), str(link), "in the editor", 1))
    assert documents.read(str(file)) == b"in the editor"
    documents.close(link.as_uri())
    assert documents.read(str(file)) == b"on disk"


def test_what_was_never_saved_uses_what_ships_and_nothing_else() -> None:
    load = Documents().load_for("untitled:1")
    assert "quorum" in load("bridge:std/quorum", Source("untitled:1", "")).text
    with pytest.raises(InputError, match="not saved"):
        load("a.reason", Source("untitled:1", ""))


def test_no_document_leads_outside_the_folder_of_the_program(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    documents = Documents()
    documents.put(Document("file:///x", str(tmp_path / "secret.reason"), "x", 1))
    main = str(inner / "main.reason")
    with pytest.raises(InputError, match="lies outside"):
        documents.load_for(main)("../secret.reason", Source(main, ""))
