"""Whatever byte of a package is changed: a reader of its content could not see it, or it is found."""

import json
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bridge.receipts.package.rows import Status
from bridge.receipts.package.verdict import Verdict
from bridge.receipts.package.verify import Options, verify
from tests.unit.receipts.makers import KEY
from tests.unit.receipts.package.sessions import Trusting, action, judgement, sealed

TRUSTING = Options(pins=Trusting(KEY))
STRICT = Options(pins=Trusting(KEY), strict=True)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sealed(tmp_path_factory.mktemp("bytes"), [action(), judgement()], notes=["one"])


def files(package: Path) -> list[Path]:
    return sorted(path for path in package.rglob("*") if path.is_file())


def places(package: Path) -> list[tuple[Path, int]]:
    """Every byte of a package."""
    return [(path, at) for path in files(package) for at in range(path.stat().st_size)]


def content(data: bytes) -> Any:
    try:
        return json.dumps(json.loads(data))
    except ValueError:
        return None


def changed(data: bytes, at: int, by: int) -> bytes:
    return data[:at] + bytes([data[at] ^ by]) + data[at + 1 :]


def changes(data: bytes, at: int, chance: random.Random) -> Iterator[bytes]:
    """What a file holds after one of its bytes was changed."""
    yield changed(data, at, chance.randrange(1, 256))
    # Another digit or letter, and white space for white space, which bits rarely give.
    if data[at] in b" \n":
        yield data[:at] + (b"\n" if data[at] == 0x20 else b" ") + data[at + 1 :]
    elif chr(data[at]).isalnum():
        yield data[:at] + bytes([data[at] + (-1 if data[at] in b"9zZ" else 1)]) + data[at + 1 :]


def unseen(package: Path, path: Path, after: bytes) -> bool:
    """Whether a file of the package can hold this instead, and nothing is said of it."""
    before = path.read_bytes()
    path.write_bytes(after)
    try:
        if content(after) != content(before):
            return verify(str(package), TRUSTING).verdict is not Verdict.FAILED
        strictly = verify(str(package), STRICT)
        told = any(row.name == "package_files" and row.status is not Status.PASS for row in strictly.rows)
        return strictly.verdict is not Verdict.FAILED and not told
    finally:
        path.write_bytes(before)


def test_the_package_holds(package: Path) -> None:
    report = verify(str(package), STRICT)
    assert report.verdict is Verdict.VERIFIED
    assert [row.name for row in report.rows if row.status is not Status.PASS] == ["coverage"]


def test_no_byte_can_be_changed_unseen(package: Path) -> None:
    """A sample; ``tests.soak_receipts`` tries every byte."""
    chance = random.Random(11)
    for path, at in chance.sample(places(package), 40):
        for after in changes(path.read_bytes(), at, chance):
            assert not unseen(package, path, after), (path, after)


def test_no_file_can_be_cut_short_or_emptied_unseen(package: Path) -> None:
    for path in files(package):
        before = path.read_bytes()
        for after in (b"", before[: len(before) // 2], before[:-1], before + b"x"):
            path.write_bytes(after)
            assert verify(str(package), TRUSTING).verdict is Verdict.FAILED, (path, after[-20:])
        path.write_bytes(before)


def test_no_file_can_be_taken_away_unseen(package: Path) -> None:
    for path in files(package):
        before = path.read_bytes()
        path.unlink()
        assert verify(str(package), TRUSTING).verdict is Verdict.FAILED, path
        path.write_bytes(before)


def test_two_files_cannot_change_places_unseen(package: Path) -> None:
    every = files(package)
    for one, other in pairwise(every):
        first, second = one.read_bytes(), other.read_bytes()
        one.write_bytes(second)
        other.write_bytes(first)
        assert verify(str(package), TRUSTING).verdict is Verdict.FAILED, (one, other)
        one.write_bytes(first)
        other.write_bytes(second)
