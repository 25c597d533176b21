"""``rbridge serve`` as a process: who may start it, what it says, and that stopping it loses nothing."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from bridge.receipts.store import Store
from bridge.receipts.verify import verify_chain
from bridge.workflows.known_keys import known_keys
from bridge.workflows.workspace import Workspace
from tests.bench.load import Plan, plan_json
from tests.cli.conftest import Run
from tests.cli.processes import children
from tests.cli.shell import Shell, clean_environment
from tests.unit.serve.servers import running, service_in

SECRET = "correct-horse-battery"
PROGRAM = ("--program", "bridge:gates/tool_call")
CALLS = [json.dumps({"tool": "Bash", "input": {"command": f"ls {number}"}}) for number in range(50)]
ROOT = Path(__file__).parents[2]


@contextmanager
def served(folder: Path, *words: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process, and its URL; it is killed when the block is left, and its workers with it."""
    command = [sys.executable, "-m", "bridge", "serve", "--port", "0", "--workspace", str(folder), *words]
    given, pipe = {**clean_environment(), **environment}, subprocess.PIPE
    process = subprocess.Popen(
        command, env=given, cwd=ROOT, text=True, stdout=pipe, stderr=pipe, start_new_session=True
    )
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().strip()
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def stop(process: subprocess.Popen[str], number: int = signal.SIGTERM) -> str:
    """Tell a server to stop; what it said on standard error. It must end by itself, and well."""
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 0, said
    return said


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "judge.example"])
def test_beyond_this_machine_it_does_not_start_without_a_token(rbridge: Run, shell: Shell, host: str) -> None:
    assert "there is no token" in rbridge("serve", "--host", host, "--port", "0").complaint
    assert not (shell.folder / ".bridge").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("--host", ""),
        ("--host", "no such host"),
        ("--port", "70000"),
        ("--allow-host", ""),
        ("--facts", "facts.json"),
        ("--key", "key_0000000000000000", "--no-attest"),
        ("--program", "missing.reason"),
        ("--judge", "nobody"),
        ("--workers", "0"),
        ("--convention", "maybe", *PROGRAM),
    ],
)
def test_what_does_not_fit_together_is_refused_before_it_listens(rbridge: Run, words: tuple[str, ...]) -> None:
    assert rbridge("serve", "--port", "0", *words).complaint


def test_a_port_that_is_taken_is_an_error(rbridge: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert "cannot listen" in rbridge("serve", "--port", str(taken.getsockname()[1])).complaint


def test_without_the_extra_it_says_how_to_get_it(rbridge: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert "pip install 'reason-bridge[serve]'" in rbridge("serve").complaint


def test_the_judge_behind_it_is_asked_by_its_url_like_any_other(rbridge: Run, shell: Shell) -> None:
    with running(shell.folder, service_in(shell.folder)) as port:
        for path in ("", "/v1/judge"):
            url = f"http://127.0.0.1:{port}{path}"
            command = ("judge", "--tool", "Bash", "--input", '{"command":"rm -rf /"}', "--judge-url", url)
            judged = rbridge(*command, "--format", "json").document
            assert (judged["effect"], judged["judge"]["replayable"]) == ("deny", True)


def test_the_token_is_needed_and_never_said(tmp_path: Path) -> None:
    with served(tmp_path, "--host", "0.0.0.0", *PROGRAM, BRIDGE_TOKEN=SECRET) as (process, said):
        url = f"http://127.0.0.1:{said.rpartition(':')[2]}/v1/decide?{SECRET}"
        shown = {"authorization": f"Bearer {SECRET}"}
        statuses = [httpx.post(url, json={"tool": "Bash"}, headers=one).status_code for one in ({}, shown)]
        lines = stop(process, signal.SIGINT)
    assert statuses == [401, 200]
    assert SECRET not in said + lines
    logged = [json.loads(line) for line in lines.splitlines() if line.startswith("{")]
    assert [(one["route"], one["status"], one.get("code")) for one in logged] == [
        ("/v1/decide", 401, "unauthorized"),
        ("/v1/decide", 200, None),
    ]


@pytest.mark.parametrize(("workers", "session"), [(2, False), (1, True)], ids=["two workers", "in a session"])
def test_stopping_under_load_loses_nothing(rbridge: Run, tmp_path: Path, workers: int, session: bool) -> None:
    if session:
        assert rbridge("session", "start").code == 0
    before = _ids(tmp_path)
    with served(tmp_path, "--workers", str(workers), "--no-log", *PROGRAM) as (process, url):
        plan = Plan(int(url.rpartition(":")[2]), "/v1/decide", CALLS, clients=8, seconds=20, keep="receipts")
        said: list[dict[str, Any]] = []
        loading = threading.Thread(target=lambda: said.append(_loaded(plan)))
        loading.start()
        while len(_ids(tmp_path)) < 24:
            assert loading.is_alive(), said
            loading.join(0.05)
        assert '"route"' not in stop(process)
        loading.join(30)
    (told,) = said
    acknowledged = [one for kept in told["kept"] for one in (kept["action"], *kept["judgements"])]
    assert (told["lost"], set(told["statuses"])) == (0, {"200"})
    # The same call in the same second is one receipt, told to all who made it.
    assert set(acknowledged) == set(_ids(tmp_path)) - set(before)
    if session:
        home = Workspace(tmp_path)
        with Store(home.store, create=False) as store:
            chain = [one.envelope for one in store]
        verify_chain(chain, known_keys(home).keys, head=_ids(tmp_path)[-1])


def _ids(folder: Path) -> tuple[str, ...]:
    path = Workspace(folder).store
    if not path.exists():
        return ()
    with Store(path, create=False) as store:
        return store.ids()


def _loaded(plan: Plan) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.load"],
        cwd=ROOT,
        input=plan_json(plan),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_a_worker_that_dies_is_replaced_and_the_counters_go_on(tmp_path: Path) -> None:
    with served(tmp_path, "--workers", "2", *PROGRAM) as (process, url):
        assert httpx.post(f"{url}/v1/judge", json={"tool": "Bash"}).status_code == 200
        os.kill(children(process.pid)[0][0], signal.SIGKILL)
        for _ in range(10):
            try:
                answered = httpx.post(f"{url}/v1/judge", json={"tool": "Bash"})
            except httpx.TransportError:
                continue
            assert answered.status_code == 200
        metrics = httpx.get(f"{url}/metrics").text
        assert 'bridge_requests_total{route="/v1/judge",status="200"} 1' in metrics
        assert '"died":-9' in stop(process)


def test_workers_whose_supervisor_is_killed_stop_as_well(tmp_path: Path) -> None:
    with served(tmp_path, "--workers", "2", *PROGRAM) as (process, url):
        assert httpx.get(f"{url}/healthz").status_code == 200
        process.kill()
        # Each of them holds the other end of what it says.
        assert process.communicate(timeout=60)[0] == ""
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{url}/healthz")
