"""Which sources files and folders stand for: the same for the linter, the formatter and the tests."""

import os
from pathlib import Path

import pytest

from bridge.errors import InputError
from bridge.workflows.format import format_sources
from bridge.workflows.lint import lint
from bridge.workflows.program_tests import run_tests
from bridge.workflows.source_files import find

PROGRAM = """\
ontology "doors" version "1".

authority human-authorized.
admit human-authorized by default.
admit nothing for open.

predicate key(door: string).
predicate open(door: string).

rule unlock: open($d) if key($d).

query open("front").

test "no key" {
  expect unknown open("front").
}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(*names: str) -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(PROGRAM)


def test_a_folder_is_its_sources_by_path_without_what_is_hidden_and_without_locks(folder: Path) -> None:
    put("a/z/y.reason", "a-b.reason", "b/x.reason", ".venv/z.reason", "a/.h.reason", "a/notes.txt")
    Path("a/.#y.reason").symlink_to("ana@host.1:2")
    Path("again").symlink_to("b")
    assert [file.name for file in find(["."])] == ["a/z/y.reason", "a-b.reason", "b/x.reason"]


def test_each_file_is_found_once_and_knows_whether_it_was_named() -> None:
    put("b/x.reason", "b/y.reason")
    found = [(file.name, file.given) for file in find(["./b/y.reason", "b", "b/y.reason", "-", "bridge:std/quorum"])]
    assert found == [("./b/y.reason", True), ("b/x.reason", False), ("-", True), ("bridge:std/quorum", True)]


def test_a_path_through_a_link_and_back_is_kept_as_it_is(folder: Path) -> None:
    put("far/inner/x.reason", "far/y.reason", "y.reason")
    Path("link").symlink_to("far/inner")
    assert [file.name for file in find(["link/../y.reason", "y.reason"])] == ["link/../y.reason", "y.reason"]
    assert [file.name for file in find(["link/.."])] == ["link/../inner/x.reason", "link/../y.reason"]


def test_a_folder_without_sources_is_an_error_unless_it_may_be() -> None:
    Path("empty").mkdir()
    with pytest.raises(InputError, match=r"no \.reason file in empty"):
        list(find(["empty"]))
    assert list(find(["empty"], may_be_empty=True)) == []


def test_a_folder_that_cannot_be_searched_is_told_and_the_others_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    put("a/x.reason", "shut/y.reason")
    scandir = os.scandir

    def refusing(path: str) -> object:
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    good, shut = find(["."])
    assert (good.name, good.error) == ("a/x.reason", None)
    assert shut.error is not None
    assert shut.error.message == "cannot search shut: Permission denied"


def awkward() -> set[str]:
    """Files of a folder that cannot be looked at, beside one that can."""
    put("good.reason")
    os.mkfifo("fifo.reason")
    Path("dangling.reason").symlink_to("nowhere")
    Path("loop.reason").symlink_to("loop.reason")
    Path("folder.reason").mkdir()
    Path(os.fsdecode(b"\xff.reason")).write_text(PROGRAM)
    return {"fifo.reason", "dangling.reason", "loop.reason", "\\xff.reason"}


def test_whatever_is_wrong_with_one_file_of_a_folder_the_others_are_linted() -> None:
    bad = awkward()
    found = {file.name: [one.code for one in file.findings] for file in lint(["."])}
    assert found == {"good.reason": [], **{key: ["RSN427"] for key in bad}}


def test_whatever_is_wrong_with_one_file_of_a_folder_the_others_are_laid_out() -> None:
    bad = awkward()
    found = {file.name: file.error is None for file in format_sources(["."], write=True)}
    assert found == {"good.reason": True, **dict.fromkeys(bad, False)}


def test_whatever_is_wrong_with_one_file_of_a_folder_the_tests_of_the_others_are_run() -> None:
    bad = awkward()
    report = run_tests(["."])
    assert {file.name: file.passed for file in report.files} == {"good.reason": True, **dict.fromkeys(bad, False)}
    assert report.count("passed") == 1


def test_a_pipe_is_linted_where_it_is_named_and_neither_laid_out_nor_tested() -> None:
    reading_end, writing_end = os.pipe()
    os.write(writing_end, PROGRAM.encode())
    os.close(writing_end)
    assert [file.findings for file in lint([f"/dev/fd/{reading_end}"])] == [()]
    os.close(reading_end)
    os.mkfifo("fifo.reason")
    (one,) = format_sources(["fifo.reason"], write=True)
    assert one.error is not None
    (tested,) = run_tests(["fifo.reason"]).files
    assert tested.refusal is not None


def test_a_file_that_is_too_long_is_told_and_the_others_are_linted() -> None:
    from bridge.workflows.limits import Limits

    put("good.reason")
    Path("long.reason").write_text("#" * 1000)
    found = lint(["."], bounds=Limits(input_bytes=900).start())
    assert [(file.name, [one.code for one in file.findings]) for file in found] == [
        ("good.reason", []),
        ("long.reason", ["RSN427"]),
    ]
