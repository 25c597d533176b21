"""The example as a newcomer runs it: three decisions, verified; and whatever is changed afterwards is found."""

import contextlib
import io
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bridge.cli.entry import run
from tests.cli.shell import clean_environment

EXAMPLE = Path(__file__).parents[2] / "examples" / "first-decision"
CALLS = ("1-harmless", "2-destructive", "3-unjudged")
FILES = [f"{call}.{kind}.json" for call in CALLS for kind in ("request", "certificate")]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the example is a POSIX shell script")


def script(name: str, folder: Path, *, example: Path = EXAMPLE) -> subprocess.CompletedProcess[str]:
    """Run a script of the example with the ``rbridge`` of this environment on the path."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["sh", str(example / name), str(folder)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**clean_environment(), "PATH": path},
        cwd=folder.parent,
    )


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[subprocess.CompletedProcess[str], Path]:
    """The example, run once."""
    folder = tmp_path_factory.mktemp("demo") / "out"
    return script("run.sh", folder), folder


@pytest.fixture
def copy(demo: tuple[subprocess.CompletedProcess[str], Path], tmp_path: Path) -> Path:
    """What the example wrote, to be changed."""
    return Path(shutil.copytree(demo[1], tmp_path / "out"))


def verifies(folder: Path) -> bool:
    """Whether everything that ``verify.sh`` checks holds, by the same commands in this process."""
    return certificates_hold(folder) and quietly("verify", "--all", "--workspace", str(folder))


def certificates_hold(folder: Path) -> bool:
    pairs = ([str(folder / f"{call}.{kind}.json") for kind in ("request", "certificate")] for call in CALLS)
    return all(quietly("reason", "verify-authorization", *pair) for pair in pairs)


def quietly(*words: str) -> bool:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return run(words) == 0


def flip(path: Path, offset: int) -> None:
    data = bytearray(path.read_bytes())
    data[offset] ^= 1
    path.write_bytes(bytes(data))


def test_it_decides_three_calls_and_ends_with_verification(
    demo: tuple[subprocess.CompletedProcess[str], Path],
) -> None:
    done, folder = demo
    assert done.returncode == 0, done.stderr
    verdicts = [line.split()[0] for line in done.stdout.splitlines() if line.split("  ")[0].isupper()]
    assert verdicts == ["AUTHORIZED", "DENIED", "UNDECIDED", "VERIFIED", *["VERIFIED_AUTHORIZATION"] * 3]
    assert done.stdout.splitlines()[-1].strip().startswith("result sha256:")
    assert sorted(path.name for path in folder.glob("*.json")) == sorted(FILES)
    assert verifies(folder)


def test_it_can_be_run_again_and_overwrites_nothing_that_is_not_its_own(copy: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "file").write_text("x")
    refused = script("run.sh", precious)
    assert refused.returncode == 1
    assert (precious / "file").read_text() == "x"
    assert "not of this example" in refused.stderr


def test_a_flipped_byte_of_any_file_is_found(copy: Path) -> None:
    for name in FILES:
        path = copy / name
        original = path.read_bytes()
        for offset in range(7, len(original), len(original) // 9):
            flip(path, offset)
            assert not certificates_hold(copy), (name, offset)
            path.write_bytes(original)
    assert verifies(copy)


@pytest.mark.parametrize("name", ["1-harmless.certificate.json", "3-unjudged.request.json"])
def test_the_script_fails_on_it(copy: Path, name: str) -> None:
    flip(copy / name, (copy / name).stat().st_size // 2)
    done = script("verify.sh", copy)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr


def test_the_script_fails_on_a_flipped_byte_in_the_store(copy: Path) -> None:
    with closing(sqlite3.connect(copy / ".bridge" / "store.sqlite3")) as database, database:
        envelope = database.execute("SELECT envelope FROM receipts WHERE position = 9").fetchone()[0]
        middle = len(envelope) // 2
        flipped = envelope[:middle] + chr(ord(envelope[middle]) ^ 1) + envelope[middle + 1 :]
        database.execute("UPDATE receipts SET envelope = ? WHERE position = 9", (flipped,))
    done = script("verify.sh", copy)
    assert done.returncode != 0
    assert "VERIFIED" not in done.stdout


@pytest.mark.parametrize("place", range(1, 16))
def test_a_flipped_byte_of_any_receipt_is_found(copy: Path, place: int) -> None:
    with closing(sqlite3.connect(copy / ".bridge" / "store.sqlite3")) as database, database:
        envelope = database.execute("SELECT envelope FROM receipts WHERE position = ?", (place,)).fetchone()[0]
        offset = 20 + place * 7
        flipped = envelope[:offset] + chr(ord(envelope[offset]) ^ 1) + envelope[offset + 1 :]
        database.execute("UPDATE receipts SET envelope = ? WHERE position = ?", (flipped, place))
    assert not verifies(copy)


@pytest.mark.parametrize("kind", ["request", "certificate"])
def test_files_of_two_calls_that_change_places_are_found(copy: Path, kind: str) -> None:
    one, other = (copy / f"{call}.{kind}.json" for call in CALLS[:2])
    texts = one.read_bytes(), other.read_bytes()
    other.write_bytes(texts[0])
    one.write_bytes(texts[1])
    assert not verifies(copy)


def test_a_missing_file_is_found(copy: Path) -> None:
    (copy / FILES[1]).unlink()
    assert not verifies(copy)


def test_calls_that_change_places_are_decided_otherwise(tmp_path: Path) -> None:
    example = Path(shutil.copytree(EXAMPLE, tmp_path / "example"))
    one, other = (example / "calls" / f"{call}.json" for call in CALLS[:2])
    texts = one.read_bytes(), other.read_bytes()
    other.write_bytes(texts[0])
    one.write_bytes(texts[1])
    done = script("run.sh", tmp_path / "out", example=example)
    assert done.returncode == 1
    assert "DENIED" in done.stdout
    assert "1-harmless ended with exit code 3, not 0" in done.stderr


def test_without_the_permission_nothing_is_authorized(tmp_path: Path) -> None:
    example = Path(shutil.copytree(EXAMPLE, tmp_path / "example"))
    (example / "permissions.json").write_text("[]")
    done = script("run.sh", tmp_path / "out", example=example)
    assert done.returncode == 1
    assert "AUTHORIZED" not in done.stdout
    assert "exit code 2" in done.stderr
