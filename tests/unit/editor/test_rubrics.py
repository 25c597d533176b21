"""Programs that use a rubric's questions, in an editor: found where they are taken in, and no rubric is too broken."""

from pathlib import Path

import pytest

from bridge.editor.navigation import definitions
from tests.unit.editor.desks import there
from tests.unit.rubrics.building import TEXT

PROGRAM = 'use questions "note.yaml".\nrule r: not p($x) if ¦judged_score.clarity($x, "1").\n'


def declared(folder: Path) -> list[str]:
    found = there(PROGRAM, path=str(folder / "main.reason"))
    project = found.desk.visible(found.document)
    return [str(span) for span in definitions(project, found.desk.reading(found.document), found.offset)]


def test_a_question_of_a_rubric_is_declared_where_the_rubric_is_used(tmp_path: Path) -> None:
    (tmp_path / "note.yaml").write_text(TEXT)
    assert len(declared(tmp_path)) == 1


@pytest.mark.parametrize(
    "content", ["", "a: [", "&a [*a]", "questions: {verdict: {type: noul, stage: screen}}", "\x00"]
)
def test_a_broken_rubric_declares_nothing_and_breaks_nothing(tmp_path: Path, content: str) -> None:
    (tmp_path / "note.yaml").write_text(content)
    assert declared(tmp_path) == []
