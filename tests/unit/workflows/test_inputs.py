"""Reading and writing what the user names."""

import io
import sys
from pathlib import Path

import pytest

from bridge.errors import InputError, JsonError, LimitError
from bridge.workflows.inputs import json_argument, object_argument, read_bytes, read_json, require_writable, write_file
from bridge.workflows.publish import publish


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_file_and_standard_input(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "x").write_bytes(b"\x00\xff")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"from a pipe")))
    assert read_bytes("x") == b"\x00\xff"
    assert read_bytes("-") == b"from a pipe"


def test_a_file_may_be_as_long_as_the_limit_and_no_longer(folder: Path) -> None:
    (folder / "x").write_bytes(b"12345")
    assert read_bytes("x", max_bytes=5) == b"12345"
    with pytest.raises(LimitError, match="x: input exceeds the 4-byte limit"):
        read_bytes("x", max_bytes=4)


@pytest.mark.parametrize("name", ["missing", "", ".", "a\0b", "x" * 5000, "missing/x", "\ud800"])
def test_what_cannot_be_read_is_an_error(name: str) -> None:
    with pytest.raises(InputError):
        read_bytes(name)


def test_json_names_its_file_line_and_column(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "x.json").write_text('{"a": 1,\n "a": 2}')
    with pytest.raises(JsonError, match=r"^x\.json:2:2: not strict JSON: duplicate"):
        read_json("x.json")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"{")))
    with pytest.raises(JsonError, match=r"^standard input:1:2: "):
        read_json("-")


def test_json_on_the_command_line_or_in_a_file(folder: Path) -> None:
    (folder / "x.json").write_text("[1]")
    assert json_argument("[1]", option="--meta") == json_argument("@x.json", option="--meta") == [1]
    assert object_argument('{"a":1}', option="--input") == {"a": 1}


@pytest.mark.parametrize("text", ["[]", "null", "1", '"@x"', "true"])
def test_where_an_object_is_asked_nothing_else_is_taken(text: str) -> None:
    with pytest.raises(InputError, match="--input must be a JSON object"):
        object_argument(text, option="--input")


def test_a_file_is_written_whole(folder: Path) -> None:
    write_file("x", b"longer than what follows")
    write_file("x", b"short")
    assert (folder / "x").read_bytes() == b"short"


@pytest.mark.parametrize("name", ["", ".", "missing/x", "a\0b", "x" * 5000])
def test_what_cannot_be_written_is_an_error(name: str) -> None:
    with pytest.raises(InputError, match="cannot write"):
        write_file(name, b"")


def test_what_cannot_be_written_is_known_before_anything_is_done(tmp_path: Path) -> None:
    (tmp_path / "there.json").write_text("{}")
    require_writable(None, str(tmp_path / "new.json"), str(tmp_path / "there.json"))
    for name in (tmp_path, tmp_path / "nowhere" / "new.json", tmp_path / "there.json" / "new.json"):
        with pytest.raises(InputError, match="cannot write"):
            require_writable(None, str(name))


@pytest.mark.parametrize("name", ["loop", "loop/new.json", "a\0b", "x" * 5000, "\ud800"])
def test_a_name_that_no_file_can_have_cannot_be_written(name: str) -> None:
    Path("loop").symlink_to("loop")
    with pytest.raises(InputError, match="cannot write"):
        require_writable(name)
    with pytest.raises(InputError, match=r"cannot write|no file name"):
        publish([(f"{name}/new.json", b"{}")], what="request")
