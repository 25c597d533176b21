"""What a name stands for: a file is read, a pipe is waited for no longer than there is time, and nothing hangs."""

import io
import os
import socket
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.deadline import NEVER, Deadline
from bridge.errors import InputError, LimitError
from bridge.workflows.inputs import read_bytes, read_ordinary
from bridge.workflows.limits import Limits


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def soon() -> Deadline:
    return Deadline(0.05, time.monotonic)


@given(parts=st.lists(st.binary(max_size=40), max_size=6), most=st.integers(1, 300))
def test_what_comes_through_a_pipe_is_what_was_written_into_it(parts: list[bytes], most: int) -> None:
    whole = b"".join(parts)
    reading_end, writing_end = os.pipe()
    try:
        for part in parts:
            os.write(writing_end, part)
        os.close(writing_end)
        name = f"/dev/fd/{reading_end}"
        if len(whole) > most:
            with pytest.raises(LimitError, match=f"the {most}-byte limit"):
                read_bytes(name, max_bytes=most, deadline=NEVER)
        else:
            assert read_bytes(name, max_bytes=most, deadline=NEVER) == whole
    finally:
        os.close(reading_end)


def test_a_named_pipe_is_waited_for(folder: Path) -> None:
    os.mkfifo("pipe")
    writer = threading.Thread(target=(folder / "pipe").write_bytes, args=(b"said late",))
    threading.Timer(0.05, writer.start).start()
    assert read_bytes("pipe", deadline=Deadline(30, time.monotonic)) == b"said late"
    writer.join()


def test_a_pipe_into_which_nobody_writes_is_given_up_in_time() -> None:
    os.mkfifo("pipe")
    with pytest.raises(LimitError, match=r"waiting for pipe: .*RSN507"):
        read_bytes("pipe", deadline=soon())


def test_a_pipe_that_is_never_closed_is_given_up_in_time() -> None:
    reading_end, writing_end = os.pipe()
    os.write(writing_end, b"and then")
    with pytest.raises(LimitError, match="RSN507"):
        read_bytes(f"/dev/fd/{reading_end}", deadline=soon())
    os.close(reading_end)
    os.close(writing_end)


def test_a_device_without_end_ends_at_the_limit() -> None:
    with pytest.raises(LimitError, match="/dev/zero: input exceeds the 1000-byte limit"):
        read_bytes("/dev/zero", max_bytes=1000)


def test_standard_input_that_stays_open_is_given_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    reading_end, writing_end = os.pipe()
    with io.TextIOWrapper(os.fdopen(reading_end, "rb")) as file:
        monkeypatch.setattr(sys, "stdin", file)
        with pytest.raises(LimitError, match="waiting for -"):
            read_bytes("-", deadline=soon())
        os.write(writing_end, b"in time")
        os.close(writing_end)
        assert read_bytes("-", deadline=soon()) == b"in time"


def _pipe() -> None:
    os.mkfifo("it")


def _socket() -> None:
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("it")


def _folder() -> None:
    Path("it").mkdir()


def _device() -> None:
    Path("it").symlink_to("/dev/zero")


@pytest.mark.parametrize(
    ("make", "kind"), [(_pipe, "a pipe"), (_socket, "a socket"), (_folder, "a folder"), (_device, "a device")]
)
def test_what_nobody_named_by_itself_is_an_ordinary_file_or_it_is_said_what(make: object, kind: str) -> None:
    assert callable(make)
    make()
    with pytest.raises(InputError, match=f"cannot read it: it is {kind}, and not an ordinary file"):
        read_ordinary("it")


@pytest.mark.parametrize("read", [read_bytes, read_ordinary])
@pytest.mark.parametrize("name", ["loop", "dangling", "", "a\0b", "\ud800", "x" * 5000])
def test_what_cannot_be_read_is_an_error_that_names_it(read: object, name: str) -> None:
    Path("loop").symlink_to("loop")
    Path("dangling").symlink_to("user@host.1:2")
    assert callable(read)
    with pytest.raises(InputError, match=r"cannot read|not a path"):
        read(name)


@pytest.fixture
def fifo(folder: Path) -> Path:
    os.mkfifo(folder / "fifo.reason")
    return folder / "fifo.reason"


def test_loading_honours_its_time_and_used_files_are_ordinary_ones(fifo: Path) -> None:
    from bridge.core.diagnostics import ProgramRefused
    from bridge.workflows.facts import load_facts
    from bridge.workflows.programs import load

    bounds = Limits(seconds=0.05)
    with pytest.raises(LimitError, match="RSN507"):
        load(fifo.name, bounds=bounds.start())
    with pytest.raises(LimitError, match="RSN507"):
        load_facts([fifo.name], bounds=bounds.start())
    Path("loop.json").symlink_to("loop.json")
    for used in ("use facts", "use questions", "use"):
        for name, says in (("fifo.reason", "it is a pipe"), ("loop.json", "symbolic links")):
            Path("main.reason").write_text(f'ontology "x" version "1".\n{used} "{name}".\n')
            with pytest.raises(ProgramRefused, match=f"RSN015: cannot read {name}: .*{says}") as refused:
                load("main.reason")
            assert str(refused.value.where).startswith("main.reason:2:")


def test_the_request_of_a_test_is_an_ordinary_file(fifo: Path) -> None:
    from bridge.core.diagnostics import ProgramRefused
    from bridge.workflows.programs import load

    Path("loop.json").symlink_to("loop.json")
    for name in ("fifo.reason", "loop.json"):
        test = f'test "t" {{\n  given request "{name}".\n  expect denied.\n}}\n'
        Path("gate.reason").write_text(f'action policy "x" version "1".\nauthority a.\n{test}')
        with pytest.raises(ProgramRefused, match=rf'RSN033: "{name}": cannot read {name}'):
            load("gate.reason")
