"""Pages that run: the files they show are written, their commands run, and what is printed is what the page says.

A fenced block with ``file=NAME`` is written to that file. In a ``console`` block a line that begins with ``$ `` is run
by the shell, or in this process where it is a plain call of ours; the lines up to the next one are its output, in which
``…`` stands for anything and a last line ``(exit N)`` for the exit code, 0 where there is none.
"""

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from bridge.cli import entry

ROOT = Path(__file__).parents[2]

_FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_EXIT = re.compile(r"\(exit (\d+)\)")


class Block(NamedTuple):
    """A fenced block: its language, the file it is to be written to, and its text."""

    language: str
    file: str | None
    body: str


class Step(NamedTuple):
    """A command of a console block, what it prints and its exit code."""

    command: str
    output: str
    code: int


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page, in order."""
    found = []
    for match in _FENCE.finditer(page.read_text(encoding="utf-8")):
        language, _, rest = match["info"].strip().partition(" ")
        file = rest.removeprefix("file=") if rest.startswith("file=") else None
        found.append(Block(language, file, match["body"]))
    return found


def steps(body: str) -> Iterator[Step]:
    """The commands of a console block; a command goes on while its lines end in a backslash."""
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        lines = part.splitlines()
        size = next(number for number, line in enumerate(lines, 1) if not line.endswith("\\"))
        printed = lines[size:]
        code = _EXIT.fullmatch(printed[-1]) if printed else None
        yield Step("\n".join(lines[:size]), "\n".join(printed[:-1] if code else printed), int(code[1]) if code else 0)


def matches(expected: str, printed: str) -> bool:
    """Whether a text is what a page shows, with ``…`` for anything."""
    pattern = ".*".join(re.escape(piece) for piece in expected.strip().split("…"))
    return re.fullmatch(pattern, printed.strip(), re.DOTALL) is not None


def run(page: Path, folder: Path) -> int:
    """Do all that a page says in an empty folder; how many commands that was.

    Raises:
        AssertionError: a command prints something else, or exits otherwise.
    """
    ran = 0
    for block in blocks(page):
        if block.file is not None:
            (folder / block.file).write_text(block.body, encoding="utf-8")
        elif block.language == "console":
            for step in steps(block.body):
                _do(step, folder)
                ran += 1
    return ran


def _do(step: Step, folder: Path) -> None:
    binaries = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": f"{binaries}{os.pathsep}{os.environ.get('PATH', '')}"}
    environment = {name: value for name, value in environment.items() if not name.startswith(("BRIDGE_", "TREESHIP_"))}
    words = words_of(step.command, folder)
    code, said = _by_shell(step.command, folder, environment) if words is None else _here(words, folder, environment)
    assert code == step.code, f"$ {step.command}\n{said}\n(exit {code}, not {step.code})"
    assert matches(step.output, said), f"$ {step.command}\n{said}\nis not what the page shows:\n{step.output}"


def words_of(command: str, folder: Path) -> list[str] | None:
    """The words of a command that is nothing but a call of ours; None where it takes a shell to run it."""
    read = _FILE.sub(lambda named: (folder / named[1]).read_text().strip(), command.replace("\\\n", " "))
    if not read.startswith("rbridge ") or _OF_A_SHELL.search(_QUOTED.sub("", read)):
        return None
    return shlex.split(read)[1:]


_FILE = re.compile(r"\$\(cat (\w+)\)")
_QUOTED = re.compile(r"'[^']*'|\"[^\"$`\\]*\"")
_OF_A_SHELL = re.compile(r"[|&;<>$`()*?\[\]~#\\\n]")


def _by_shell(command: str, folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    return done.returncode, done.stdout + done.stderr


def _here(words: list[str], folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    """The same in this process, which does not have to start."""
    printed = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(one, encoding="utf-8", write_through=True) for one in printed)
    with (
        contextlib.chdir(folder),
        mock.patch.dict(os.environ, environment, clear=True),
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO())),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = entry.run(words)
    return code, b"".join(one.getvalue() for one in printed).decode()
