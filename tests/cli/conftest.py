"""A command line in a folder of its own."""

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bridge.cli.entry import run
from tests.cli.shell import Result, Shell

Run = Callable[..., Result]


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A new folder, which becomes the current one; no setting of the environment reaches it."""
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith(("BRIDGE_", "TREESHIP_", "JUDGE_JEV_", "TYPESAFE_", "CLOUDFLARE_", "OPENAI_")):
            monkeypatch.delenv(name)
    return Shell(tmp_path)


@pytest.fixture
def rbridge(shell: Shell, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs one command in this process, in the shell's folder."""

    def call(*words: str, stdin: bytes = b"") -> Result:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        code = run(words)
        said = capsys.readouterr()
        return Result(code, said.out, said.err)

    return call
