"""The processes that a process has started, wherever the system tells of them."""

import subprocess
from collections.abc import Iterator
from pathlib import Path


def children(parent: int) -> list[tuple[int, str]]:
    """The id and the command line of each process that another has started, by id."""
    rows = _from_proc() if Path("/proc/self/stat").exists() else _from_ps()
    return sorted((process, command) for process, by, command in rows if by == parent)


def _from_proc() -> Iterator[tuple[int, int, str]]:
    # A small image may have no `ps`, and a kernel need not list children by parent.
    for folder in Path("/proc").glob("[1-9]*"):
        try:
            by = int(folder.joinpath("stat").read_text(errors="replace").rpartition(")")[2].split()[1])
            command = folder.joinpath("cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            # It has ended meanwhile.
            continue
        yield int(folder.name), by, command


def _from_ps() -> Iterator[tuple[int, int, str]]:
    shown = subprocess.run(["ps", "-axww", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True)
    for line in shown.stdout.splitlines():
        process, by, command = line.split(maxsplit=2)
        yield int(process), int(by), command
