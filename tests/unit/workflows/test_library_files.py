"""``use``: files beside the program, read once, never from outside its folder."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bridge.core.diagnostics import ProgramRefused
from bridge.core.sources import Source
from bridge.errors import InputError
from bridge.reason.model import Program
from bridge.workflows.library_files import loader
from bridge.workflows.programs import load

LIBRARY = """\
authority human-authorized.
admit human-authorized by default.
predicate q(x: string).
"""
MAIN = 'ontology "x" version "1".\nuse "lib/a.reason".\nquery q("a").\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    (root / "lib").mkdir(parents=True)
    (root / "main.reason").write_text(MAIN)
    (root / "lib" / "a.reason").write_text(LIBRARY)
    return root


def refusal(path: Path) -> str:
    with pytest.raises(ProgramRefused) as refused:
        load(str(path))
    return str(refused.value)


def test_paths_are_taken_from_the_file_that_names_them(folder: Path) -> None:
    (folder / "lib" / "f.json").write_text(
        '[{"id": "f", "predicate": "q", "arguments": ["a"], "authority": "human-authorized"}]'
    )
    (folder / "lib" / "b.reason").write_text('use facts "f.json".\n')
    (folder / "lib" / "a.reason").write_text(LIBRARY + 'use "b.reason".\nuse "../lib/b.reason".\n')
    program = load(str(folder / "main.reason")).program
    assert isinstance(program, Program)
    assert [fact.id for fact in program.facts] == ["f"]


def test_a_file_is_one_file_however_it_is_reached(folder: Path) -> None:
    (folder / "again.reason").symlink_to(folder / "lib" / "a.reason")
    (folder / "main.reason").write_text(MAIN + 'use "again.reason".\nuse "lib/../lib/a.reason".\n')
    load(str(folder / "main.reason"))


def test_a_cycle_is_shown(folder: Path) -> None:
    (folder / "lib" / "a.reason").write_text(LIBRARY + 'use "../main.reason".\n')
    assert "main.reason" in refusal(folder / "main.reason")


@pytest.mark.parametrize("path", ["../outside.reason", "lib/../../outside.reason", "link.reason"])
def test_what_lies_outside_the_folder_is_not_read(folder: Path, path: str) -> None:
    (folder.parent / "outside.reason").write_text("predicate secret(x: string).\n")
    (folder / "link.reason").symlink_to(folder.parent / "outside.reason")
    (folder / "main.reason").write_text(MAIN + f'use "{path}".\n')
    assert "outside" in refusal(folder / "main.reason")


def test_an_absolute_path_is_refused(folder: Path) -> None:
    (folder / "main.reason").write_text(MAIN + f'use "{folder}/lib/a.reason".\n')
    assert "absolute" in refusal(folder / "main.reason")


def test_what_is_missing_or_not_text_is_named(folder: Path) -> None:
    (folder / "main.reason").write_text(MAIN + 'use "nowhere.reason".\n')
    assert "nowhere.reason" in refusal(folder / "main.reason")
    (folder / "lib" / "a.reason").write_bytes(b"\xff")
    (folder / "main.reason").write_text(MAIN)
    assert "UTF-8" in refusal(folder / "main.reason")


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("lib/a", '`"lib/a.reason"`'),
        ("lib/A.reason", '`"lib/a.reason"`'),
        ("lib/../lib/a.raeson", '`"lib/../lib/a.reason"`'),
        ("bridge:std/quorm", "bridge:std/quorum"),
    ],
)
def test_a_file_that_is_there_is_suggested_for_one_that_nearly_is(folder: Path, path: str, meant: str) -> None:
    (folder / "main.reason").write_text(MAIN + f'use "{path}".\n')
    with pytest.raises(ProgramRefused) as refused:
        load(str(folder / "main.reason"))
    assert [one.help for one in refused.value.diagnostics] == [f"did you mean {meant}?"]


@pytest.mark.parametrize("path", ["", ".", "lib", "lib/.."])
def test_a_folder_is_one_whatever_lies_beside_it(folder: Path, path: str) -> None:
    for beside in (folder.parent / "root1", folder / "lib1"):
        beside.touch()
    (folder / "main.reason").write_text(MAIN + f'use "{path}".\n')
    assert "it is a folder" in refusal(folder / "main.reason")


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    root=st.sampled_from(["root", "gone"]),
    path=st.lists(st.sampled_from(["", ".", "..", "lib", "a", "a.reason", "root", "link", "\0"])).map("/".join),
)
def test_any_path_is_read_or_refused(folder: Path, root: str, path: str) -> None:
    (folder.parent / "gone1").touch()
    link = folder / "link"
    link.unlink(missing_ok=True)
    link.symlink_to("lib/none.reason")
    importer = Source(str(folder.parent / root / "main.reason"), MAIN)
    try:
        found = loader(importer.name)(path, importer)
    except InputError:
        pass
    else:
        assert found.name in {importer.name, str(folder / "lib" / "a.reason")}
