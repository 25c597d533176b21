"""Sources: read as they stand below the root, and committed to as they were read."""

import os
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from bridge.core.digest import sha256
from bridge.errors import InputError, ProgramInvalid
from bridge.reason import policy
from bridge.reason.policy.model import PolicySource, SourceKind, SourceScope
from bridge.reason.policy.sources import named
from bridge.workflows.policy_sources import read_sources
from tests.unit.policy.building import TEXTS, bundle, locked_sources, write_texts

MIB = 1024 * 1024


def source(path: str) -> PolicySource:
    return PolicySource(path, SourceKind.CONTEXT, SourceScope.AGENT)


def lock(root: Path, *paths: str) -> tuple[policy.LockedSource, ...]:
    return policy.lock_sources(read_sources(str(root), map(source, paths)))


def refused(root: Path, *paths: str) -> str:
    with pytest.raises(InputError) as caught:
        lock(root, *paths)
    assert caught.value.message.startswith(f'policy source access failed for "{paths[-1]}": ')
    return caught.value.message


def test_bytes_are_committed_to_as_they_stand(tmp_path: Path) -> None:
    write_texts(tmp_path)
    found = policy.lock_sources(read_sources(str(tmp_path), named(bundle())))
    assert found == locked_sources()
    assert policy.drift(bundle(), found) is None


def test_line_ends_and_an_empty_file_are_bytes_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "crlf").write_bytes(b"a\r\nb\r\n")
    (tmp_path / "empty").write_bytes(b"")
    crlf, empty = lock(tmp_path, "crlf", "empty")
    assert (crlf.size_bytes, crlf.digest) == (6, sha256(b"a\r\nb\r\n"))
    assert (empty.size_bytes, empty.digest) == (0, sha256(b""))


@pytest.mark.parametrize("changed", sorted(TEXTS))
def test_one_changed_byte_is_drift(tmp_path: Path, changed: str) -> None:
    write_texts(tmp_path)
    (tmp_path / changed).write_bytes(TEXTS[changed][:-1] + b"?")
    refusal = policy.drift(bundle(), policy.lock_sources(read_sources(str(tmp_path), named(bundle()))))
    assert isinstance(refusal, ProgramInvalid)
    assert refusal.where == f"$.sources[{sorted(TEXTS).index(changed)}]"
    assert sha256(TEXTS[changed]) in refusal.message


@pytest.mark.parametrize("path", ["missing.md", "LENDING.md/inside", "nowhere/x.md"])
def test_what_is_not_there_is_refused(tmp_path: Path, path: str) -> None:
    refused(write_texts(tmp_path), path)


def test_no_link_is_followed(tmp_path: Path) -> None:
    root, outside = write_texts(tmp_path / "root"), tmp_path / "outside"
    outside.mkdir()
    (outside / "secret").write_text("secret")
    (root / "file").symlink_to(outside / "secret")
    (root / "folder").symlink_to(outside)
    (root / "inside").symlink_to(root / "LENDING.md")
    (tmp_path / "link").symlink_to(root)
    for path in ("file", "folder/secret", "inside"):
        refused(root, path)
    with pytest.raises(InputError, match=r'^policy source access failed for "\.": '):
        lock(tmp_path / "link", "LENDING.md")


def test_the_root_is_a_folder(tmp_path: Path) -> None:
    for root in (tmp_path / "missing", write_texts(tmp_path) / "LENDING.md"):
        with pytest.raises(InputError, match=r'^policy source access failed for "\.": '):
            lock(root, "LENDING.md")


def test_only_plain_files_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        for path in ("folder", "pipe", "socket"):
            refused(tmp_path, path)


def test_one_file_has_one_name(tmp_path: Path) -> None:
    (write_texts(tmp_path) / "again.md").hardlink_to(tmp_path / "LENDING.md")
    assert "same file" in refused(tmp_path, "LENDING.md", "again.md")


def test_a_source_has_at_most_a_mebibyte_and_all_together_sixteen(tmp_path: Path) -> None:
    for index in range(17):
        (tmp_path / f"s{index}").write_bytes(bytes([index]) * MIB)
    (tmp_path / "long").write_bytes(b"x" * (MIB + 1))
    assert sum(found.size_bytes for found in lock(tmp_path, *[f"s{i}" for i in range(16)])) == 16 * MIB
    assert str(16 * MIB) in refused(tmp_path, *[f"s{i}" for i in range(17)])
    assert str(MIB) in refused(tmp_path, "long")


def changing(act: Callable[[], object], *, before_read: int) -> Callable[[int], bytes]:
    """A reader of whole files, before one of whose reads something happens."""
    reads = 0

    def read(descriptor: int) -> bytes:
        nonlocal reads
        reads += 1
        if reads == before_read:
            act()
        os.lseek(descriptor, 0, os.SEEK_SET)
        return os.read(descriptor, 2 * MIB)

    return read


def changed_while_read(root: Path, path: str, read: Callable[[int], bytes]) -> None:
    with pytest.raises(InputError, match="while it was being read"):
        list(read_sources(str(root), [source(path)], read=read))


def test_a_file_rewritten_between_two_reads_is_refused_even_if_it_is_as_before(tmp_path: Path) -> None:
    file = write_texts(tmp_path) / "LENDING.md"
    before = file.read_bytes()

    def rewrite() -> None:
        file.write_bytes(before[::-1])
        file.write_bytes(before)
        os.utime(file, ns=(1, 1))

    changed_while_read(tmp_path, "LENDING.md", changing(rewrite, before_read=2))


def test_a_file_that_grows_is_refused(tmp_path: Path) -> None:
    file = write_texts(tmp_path) / "LENDING.md"
    changed_while_read(
        tmp_path, "LENDING.md", changing(lambda: file.write_bytes(file.read_bytes() + b"!"), before_read=1)
    )


def test_a_file_put_in_the_place_of_another_is_refused(tmp_path: Path) -> None:
    file = write_texts(tmp_path) / "LENDING.md"
    (tmp_path / "new").write_bytes(file.read_bytes())
    changed_while_read(tmp_path, "LENDING.md", changing(lambda: (tmp_path / "new").replace(file), before_read=2))


def test_a_folder_put_in_the_place_of_another_is_refused(tmp_path: Path) -> None:
    write_texts(tmp_path)
    folder, new = tmp_path / "skills", tmp_path / "new"
    (new / "desk").mkdir(parents=True)
    (new / "desk" / "SKILL.md").hardlink_to(folder / "desk" / "SKILL.md")

    def swap() -> None:
        folder.rename(tmp_path / "old")
        new.rename(folder)

    changed_while_read(tmp_path, "skills/desk/SKILL.md", changing(swap, before_read=2))


def open_below(folder: Path) -> list[Path]:
    """What this process has open of a folder; other tests may have left it something else, or take that back."""
    held = []
    for descriptor in Path("/dev/fd").iterdir():
        with suppress(OSError):
            held.append(os.fstat(int(descriptor.name)))
    return [path for path in (folder, *folder.rglob("*")) if any(os.path.samestat(path.stat(), one) for one in held)]


def test_nothing_stays_open(tmp_path: Path) -> None:
    write_texts(tmp_path)
    with (tmp_path / "LENDING.md").open():
        assert open_below(tmp_path) == [tmp_path / "LENDING.md"]
    for _ in range(3):
        lock(tmp_path, *TEXTS)
        refused(tmp_path, "LENDING.md", "missing.md")
    assert open_below(tmp_path) == []
