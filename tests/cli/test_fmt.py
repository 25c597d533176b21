"""``rbridge reason fmt``: files, folders and standard input; what is written, what is said, and what is left alone."""

import os

import pytest

from tests.cli.conftest import Run
from tests.cli.shell import Shell

JSON = ("--format", "json")
LOOSE = "predicate   p( ).\r\n\r\n\r\nquery p() ."
TIDY = "predicate p().\n\nquery p().\n"
BROKEN = "predicate p(.\n"


def test_a_file_is_laid_out_and_named(rbridge: Run, shell: Shell) -> None:
    shell.write("a.reason", LOOSE)
    shell.write("b.reason", TIDY)
    done = rbridge("reason", "fmt", "a.reason", "b.reason")
    assert (done.code, done.out, done.err) == (0, "a.reason\n", "note: 1 of 2 files changed\n")
    assert (shell.folder / "a.reason").read_bytes() == TIDY.encode()
    assert rbridge("reason", "fmt", "a.reason").out == ""


def test_a_folder_is_laid_out_but_for_what_is_hidden(rbridge: Run, shell: Shell) -> None:
    for name in ("x/b.reason", "x/y/a.reason", "x/.z/c.reason", "x/notes.txt"):
        shell.write(name, LOOSE)
    assert rbridge("reason", "fmt", "x").out == "x/b.reason\nx/y/a.reason\n"
    assert (shell.folder / "x/.z/c.reason").read_bytes() == LOOSE.encode()


def test_check_changes_nothing_and_exits_with_1(rbridge: Run, shell: Shell) -> None:
    shell.write("a.reason", LOOSE)
    done = rbridge("reason", "fmt", "--check", "a.reason")
    assert (done.code, done.out) == (1, "a.reason\n")
    assert (shell.folder / "a.reason").read_bytes() == LOOSE.encode()
    shell.write("a.reason", TIDY)
    assert rbridge("reason", "fmt", "--check", "a.reason").code == 0


def test_diff_shows_what_would_change(rbridge: Run, shell: Shell) -> None:
    shell.write("a.reason", "query  p().\n")
    done = rbridge("reason", "fmt", "--diff", "a.reason")
    assert done.code == 0
    assert done.out == "--- a.reason\n+++ a.reason (formatted)\n@@ -1 +1 @@\n-query  p().\n+query p().\n"
    assert (shell.folder / "a.reason").read_text() == "query  p().\n"
    assert rbridge("reason", "fmt", "--diff", "--check", "a.reason").code == 1


@pytest.mark.parametrize(("given", "code"), [(LOOSE, 1), (TIDY, 0)])
def test_standard_input_is_laid_out_on_standard_output(rbridge: Run, given: str, code: int) -> None:
    done = rbridge("reason", "fmt", "-", stdin=given.encode())
    assert (done.code, done.out, done.err) == (0, TIDY, "")
    assert rbridge("reason", "fmt", "--check", "-", stdin=given.encode()).code == code


def test_nothing_is_laid_out_as_nothing(rbridge: Run) -> None:
    done = rbridge("reason", "fmt", "-", stdin=b"\n\n")
    assert (done.code, done.out, done.err) == (0, "", "")


def test_what_cannot_be_read_is_reported_and_left_alone_and_the_rest_is_laid_out(rbridge: Run, shell: Shell) -> None:
    shell.write("a.reason", BROKEN)
    shell.write("b.reason", LOOSE)
    shell.write("c.reason", b"\xff")
    done = rbridge("reason", "fmt", "a.reason", "b.reason", "c.reason", "d.reason")
    assert done.code == 1
    assert done.out == "b.reason\n"
    assert "error[RSN001]" in done.err
    assert "a.reason:1:13" in done.err
    assert "c.reason: not UTF-8 at byte 0" in done.err
    assert "cannot read d.reason" in done.err
    assert (shell.folder / "a.reason").read_text() == BROKEN


def test_as_json(rbridge: Run, shell: Shell) -> None:
    shell.write("a.reason", BROKEN)
    shell.write("b.reason", "query  p().\n")
    done = rbridge("reason", "fmt", "a.reason", "b.reason", *JSON)
    assert done.code == 1
    assert done.document["schema"] == "bridge.format.v1"
    assert done.document["status"] == "error"
    broken, changed = done.document["files"]
    assert broken["error"]["diagnostics"][0]["code"] == "RSN001"
    assert (broken["changed"], broken["written"]) == (False, False)
    assert (changed["file"], changed["changed"], changed["written"]) == ("b.reason", True, True)
    assert changed["diff"].endswith("-query  p().\n+query p().\n")
    (source,) = rbridge("reason", "fmt", "-", *JSON, stdin=LOOSE.encode()).document["files"]
    assert (source["source"], source["written"]) == (TIDY, False)


def test_standard_input_stands_alone(rbridge: Run, shell: Shell) -> None:
    shell.write("a.reason", LOOSE)
    assert "standard input is laid out alone" in rbridge("reason", "fmt", "-", "a.reason").complaint
    assert (shell.folder / "a.reason").read_bytes() == LOOSE.encode()


def test_a_folder_without_sources_is_an_error(rbridge: Run, shell: Shell) -> None:
    (shell.folder / "empty").mkdir()
    assert "no .reason file in empty" in rbridge("reason", "fmt", "empty").complaint


@pytest.mark.skipif(os.name != "posix", reason="permissions and links as POSIX has them")
def test_a_link_stays_one_and_permissions_stay(rbridge: Run, shell: Shell) -> None:
    shell.write("real.reason", LOOSE)
    (shell.folder / "real.reason").chmod(0o640)
    (shell.folder / "link.reason").symlink_to("real.reason")
    assert rbridge("reason", "fmt", "link.reason").code == 0
    assert (shell.folder / "link.reason").is_symlink()
    assert (shell.folder / "real.reason").read_text() == TIDY
    assert (shell.folder / "real.reason").stat().st_mode & 0o777 == 0o640
    assert [path.name for path in shell.folder.iterdir() if path.name.startswith(".")] == []


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")
def test_what_cannot_be_written_is_reported(rbridge: Run, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.write("a.reason", LOOSE)
    monkeypatch.setattr(os, "access", lambda *_: False)
    done = rbridge("reason", "fmt", "a.reason")
    assert done.code == 1
    assert "cannot write a.reason: it is read-only" in done.err
