"""What a server can cost the process that asks it: seconds and memory, measured of the process itself."""

import gzip
import json
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.cli.shell import Shell, clean_environment
from tests.unit.judges.server import Talk, dripping, response, sending, serving, streaming

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak is read from /proc")

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
MOST_SECONDS = 10.0
MOST_MIB = 24
"""More than a judge that answers takes: a mebibyte of body, read once and refused, hardly shows."""

HOSTILE: dict[str, tuple[Talk, str]] = {
    "endless": (streaming(HEAD + b"\r\n", b" " * 65536), "longer than"),
    "bomb": (sending(response(gzip.compress(b" " * 200_000_000), headers={"content-encoding": "gzip"})), "encoded"),
    "nesting": (sending(response(b"[" * 500_000 + b"]" * 500_000)), "recursion limit"),
    "slow": (dripping(b" ", after=HEAD + b"content-length: 100000\r\n\r\n"), "no complete answer within 0.5 s"),
}


def test_hostile_servers_cost_little(shell: Shell) -> None:
    with ExitStack() as stack:
        talks = {"usual": sending(response()), **{name: talk for name, (talk, _) in HOSTILE.items()}}
        urls = {name: stack.enter_context(serving(talk)).url for name, talk in talks.items()}
        tables = [f'[judges.{name}]\nkind = "http"\nurl = "{url}"\n' for name, url in urls.items()]
        shell.write(".bridge/config.toml", "".join(tables).replace("[judges.slow]", "[judges.slow]\ntimeout = 0.5"))
        (_, *asked), mebibytes = measured(shell, *talks)
    for (seconds, code, said), (_, cause) in zip(asked, HOSTILE.values(), strict=True):
        assert (code, cause in said) == (1, True), said
        assert seconds < MOST_SECONDS
    assert asked[-1][0] > 0.5
    assert mebibytes < MOST_MIB


PROGRAM = """
import contextlib, io, json, sys, time
from pathlib import Path
from bridge.cli.entry import run

def peak():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))

asked, usual = [], 0.0
for name in sys.argv[1:]:
    begun = time.monotonic()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
        code = run(["judge", "--tool", "Bash", "--question", "unsafe", "--enforce", "--judge", name])
    asked.append([time.monotonic() - begun, code, said.getvalue()])
    usual = usual or peak()
print(json.dumps([asked, peak() - usual]))
"""


def measured(shell: Shell, *judges: str) -> tuple[list[tuple[float, int, str]], float]:
    """Seconds, exit code and standard error of asking each judge, and the mebibytes that all take beyond the first."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *judges],
        cwd=shell.folder,
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    asked, mebibytes = json.loads(done.stdout)
    return [(seconds, code, said) for seconds, code, said in asked], mebibytes
