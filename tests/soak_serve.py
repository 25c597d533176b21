"""The figures of ``docs/reference/http.md`` at full size: ``python -m tests.soak_serve [PART…]``.

- ``judge``: 32 clients ask ``/v1/judge``, unattested, 1,000 times a second, and then as fast as they are answered.
- ``decide``: 32 clients ask ``/v1/decide``, with receipts, 250 times a second, and then as fast as they are answered.
- ``stop``: the server is told to stop under the load of ``decide``: no request is lost, and every receipt that was
  told of is in the store.
- ``kill``: its processes are killed under that load: the receipts that were told of are in the store, which verifies.
- ``crowd``: 10,000 connections that say nothing; whoever asks is answered meanwhile.
- ``faults``: schemathesis, with 200 examples for each route, of a judge that knows its questions and of one that takes
  any.

All of them without a name; ``SOAK_SECONDS`` and ``SOAK_EXAMPLES`` make them shorter. Exits 1 when something is lost or
at fault; how fast it is it only says.
"""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bridge.receipts.store import Store
from bridge.workflows.workspace import Workspace
from tests.bench.load import Plan, plan_json
from tests.unit.serve.servers import Sure, faults, running, service_in, talk

SECONDS = float(os.environ.get("SOAK_SECONDS", "20"))
EXAMPLES = int(os.environ.get("SOAK_EXAMPLES", "200"))
CALLS = [json.dumps({"tool": "Bash", "input": {"command": f"ls -la src/{number}"}}) for number in range(1000)]
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


@contextlib.contextmanager
def server(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server of two processes with a program, and its port."""
    command = [sys.executable, "-m", "bridge", "serve", "--port", "0", "--workspace", str(folder), "--workers", "2"]
    command += ["--program", "bridge:gates/tool_call", "--no-log", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process, int(process.stdout.readline().rpartition(":")[2])
        finally:
            process.terminate()


def start_load(plan: Plan) -> "subprocess.Popen[str]":
    """The process that asks."""
    command = [sys.executable, "-m", "tests.bench.load"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    process.stdin.write(plan_json(plan))
    process.stdin.close()
    process.stdin = None
    return process


def told(process: "subprocess.Popen[str]") -> dict[str, Any]:
    """What came of it."""
    said, _ = process.communicate()
    answer: dict[str, Any] = json.loads(said)
    return answer


def processor_seconds(process: int) -> float:
    """What a process and its children have used, where the system says so."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        fields = [Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split() for one in (str(process), *children)]
    except OSError:
        return 0.0
    return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")


def measured(path: str, rate: float, folder: Path) -> str:
    """The figures of a route, at a rate and as fast as it goes."""
    lines = [f"load average {os.getloadavg()[0]:.1f} before"]
    with server(folder) as (process, port):
        told(start_load(Plan(port, path, CALLS, seconds=1.0)))
        for each in (rate, 0.0):
            used = processor_seconds(process.pid)
            said = told(start_load(Plan(port, path, CALLS, seconds=SECONDS, rate=each)))
            if said["lost"] or set(said["statuses"]) != {"200"}:
                sys.exit(f"{path}: {said['lost']} lost, {said['statuses']}")
            spent = (processor_seconds(process.pid) - used) * 1000 / said["requests"]
            lines.append(
                f"{f'asked {each:.0f} a second' if each else 'asked as fast as it goes'}: {said['per_second']:.0f} a "
                f"second, p50 {said['p50']} ms, p99 {said['p99']} ms; {spent:.2f} ms of processor time each"
            )
    return "\n  ".join(lines)


def soak_judge(folder: Path) -> str:
    """Judgements that nobody signs."""
    return measured("/v1/judge", 1000.0, folder)


def soak_decide(folder: Path) -> str:
    """Decisions with their receipts."""
    return measured("/v1/decide", 250.0, folder)


def soak_stop(folder: Path) -> str:
    """Told to stop, several times over."""
    acknowledged: set[str] = set()
    answered = 0
    for _ in range(max(1, int(SECONDS // 4))):
        with server(folder) as (process, port):
            loading = start_load(Plan(port, "/v1/decide", CALLS, seconds=30.0, keep="receipts"))
            time.sleep(2.0)
            process.terminate()
            said = told(loading)
            if process.wait(60) or said["lost"] or set(said["statuses"]) != {"200"}:
                sys.exit(f"told to stop: exit {process.returncode}, {said['lost']} lost, {said['statuses']}")
        answered += said["requests"]
        acknowledged |= named(said)
    refuse_missing(acknowledged, folder)
    return f"{answered} requests answered, none lost; all {len(acknowledged)} receipts they named are in the store"


def named(said: dict[str, Any]) -> set[str]:
    """The receipts that answers have named."""
    return {one for kept in said["kept"] for one in (kept["action"], *kept["judgements"])}


def refuse_missing(receipts: set[str], folder: Path) -> None:
    """End where receipts that were told of are not in the store."""
    with Store(Workspace(folder).store, create=False) as store:
        missing = receipts - set(store.ids())
    if missing:
        sys.exit(f"{len(missing)} receipts were acknowledged and are not in the store")


def soak_kill(folder: Path) -> str:
    """A load that is on its way when every process of the server is killed."""
    acknowledged: set[str] = set()
    for number in range(6):
        with server(folder) as (process, port):
            loading = start_load(Plan(port, "/v1/decide", CALLS, seconds=30.0, keep="receipts"))
            time.sleep(1.3 + number * 0.17)
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            for one in (process.pid, *map(int, children)):
                os.kill(one, signal.SIGKILL)
            acknowledged |= named(told(loading))
    refuse_missing(acknowledged, folder)
    command = [sys.executable, "-m", "bridge", "verify", "--all", "--workspace", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        sys.exit("what a killed server has left does not verify")
    return f"6 times killed; all {len(acknowledged)} receipts that were named are in the store, which verifies"


def soak_crowd(folder: Path) -> str:
    """Connections that say nothing."""
    crowd: list[socket.socket] = []
    slowest = 0.0
    with running(folder, service_in(folder), connections=1000) as port:
        try:
            for number in range(10_000):
                crowd.append(socket.create_connection(("127.0.0.1", port)))
                if number % 500 == 499:
                    started = time.monotonic()
                    answered = talk(port, HEALTH, answers=1).statuses
                    slowest = max(slowest, time.monotonic() - started)
                    if answered not in ([200], [503]):
                        sys.exit(f"with {number + 1} connections: {answered}")
            time.sleep(11)
            if talk(port, HEALTH, answers=1).statuses != [200]:
                sys.exit("who says nothing was not made to leave")
        finally:
            for one in crowd:
                one.close()
    return f"10,000 connections that say nothing: an answer within {slowest * 1000:.0f} ms, and room again after 10 s"


def soak_faults(folder: Path) -> str:
    """What schemathesis finds."""
    for judge in (None, Sure()):
        with running(folder, service_in(folder, judge=judge)) as port:
            done = faults(port, folder, examples=EXAMPLES)
        if done.returncode:
            sys.exit(done.stdout[-8000:])
    return f"schemathesis with {EXAMPLES} examples for each route finds no fault"


PARTS = {
    "judge": soak_judge,
    "decide": soak_decide,
    "stop": soak_stop,
    "kill": soak_kill,
    "crowd": soak_crowd,
    "faults": soak_faults,
}


def main(names: list[str]) -> int:
    """Do the parts named, or all; the exit code."""
    for name in names or PARTS:
        with tempfile.TemporaryDirectory() as folder:
            sys.stdout.write(f"{name}: {PARTS[name](Path(folder))}\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
