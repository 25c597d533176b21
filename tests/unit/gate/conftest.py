"""A folder of its own for each test, with or without a workspace in it."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True, scope="package")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test finds the workspace of whoever runs them."""
    with contextlib.chdir(tmp_path_factory.mktemp("nowhere")):
        yield


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder; there is no workspace."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def home(bare: Path) -> Path:
    """The current folder, which is a workspace."""
    (bare / ".bridge").mkdir(mode=0o700)
    return bare
