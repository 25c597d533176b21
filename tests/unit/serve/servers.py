"""Servers for tests: an application that is asked without a socket, and a real one on a thread."""

import asyncio
import json
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from bridge.core.strict_json import Json
from bridge.judgement.model import Answer, JudgeIdentity, JudgeResponse, Question, QuestionType
from bridge.judges.base import Judge
from bridge.judges.rules import QUESTIONS, TreeshipRules
from bridge.receipts.keys import SigningKey
from bridge.serve.application import application
from bridge.serve.body import Bounds
from bridge.serve.exchange import Exchange
from bridge.serve.gating import hooks
from bridge.serve.guard import Guard, names
from bridge.serve.metrics import Metrics
from bridge.serve.server import Running, listen, serve
from bridge.serve.service import Asking, Calling, Deciding, Service
from bridge.serve.turns import Turns
from bridge.serve.work import Work
from bridge.workflows import programs
from bridge.workflows.attest import open_signer
from bridge.workflows.workspace import Workspace

AT = "2026-09-01T10:00:00Z"
PROGRAM = "bridge:gates/tool_call"
REMOVE_ALL = {"tool": "Bash", "input": {"command": "rm -rf /"}}
LIST = {"tool": "Bash", "input": {"command": "ls"}}


@dataclass(frozen=True)
class Sure:
    """A judge that answers every question, each noul alike, or does what it is told before."""

    noul: float = 0.25
    otherwise: Callable[[], None] = field(default=lambda: None)

    def ask(self, state: Mapping[str, Json], questions: Mapping[str, Question]) -> JudgeResponse:
        self.otherwise()
        return JudgeResponse(JudgeIdentity("sure/1"), {key: self._answer(one) for key, one in questions.items()})

    def _answer(self, question: Question) -> Answer:
        match question.type:
            case QuestionType.NOUL:
                return Answer(noul=self.noul)
            case QuestionType.CHOICE:
                return Answer(choice=question.options[0] if question.options else "allow")
            case QuestionType.SCORE:
                return Answer(score=0.0)


def service_in(folder: Path, *, judge: Judge | None = None, program: str | None = PROGRAM) -> Service:
    """A service of a workspace, which asks the rules where no other judge is named."""
    home = Workspace(folder)
    calling = Calling(str(folder))
    asking = Asking(judge or TreeshipRules(), QUESTIONS, others=judge is not None)
    deciding = None if program is None else Deciding(programs.load(program, with_tests=False))
    return Service(calling, asking, deciding, hooks(home, calling, asking, program), now=lambda: AT)


def key_in(folder: Path) -> SigningKey:
    """The signing key of a workspace, which is made."""
    with open_signer(Workspace(folder), at=AT) as signer:
        return signer.key


class Asked:
    """An application that is asked without a socket."""

    def __init__(self, app: Exchange) -> None:
        self._app = app

    def ask(self, path: str, body: object = None, *, method: str = "POST", **given: Any) -> httpx.Response:
        """What is answered; a body that is not bytes is sent as JSON."""
        if body is not None:
            content = body if isinstance(body, bytes) else json.dumps(body).encode()
            given = {"content": content, **given}
        headers = {"content-type": "application/json", **given.pop("headers", {})}
        return asyncio.run(self._ask(method, path, headers=headers, **given))

    async def _ask(self, method: str, path: str, **given: Any) -> httpx.Response:
        transport = httpx.ASGITransport(self._app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.request(method, path, **given)


def asked(
    service: Service,
    *,
    guard: Guard | None = None,
    metrics: Metrics | None = None,
    most: int = 65536,
    seconds: float = 2.0,
    quick: Service | None = None,
    turns: Turns | None = None,
) -> Asked:
    """The application of a service; nothing is logged."""
    return Asked(
        application(
            service,
            guard=guard or Guard(None, names("127.0.0.1", ())),
            metrics=metrics or Metrics(),
            work=Work(remote=False, seconds=seconds, turns=turns),
            bounds=Bounds(most, 0.5),
            log=False,
            quick=quick,
        )
    )


@contextmanager
def running(folder: Path, service: Service, *, key: SigningKey | None = None, **given: Any) -> Iterator[int]:
    """The port of a real server, on a thread; it has stopped when the block is left."""
    started, stop = threading.Event(), []

    def ready(stopping: Callable[[], None]) -> None:
        stop.append(stopping)
        started.set()

    settings = {"guard": Guard(None, names("127.0.0.1", ())), "metrics": Metrics(), "log": False, **given}
    listening = listen("127.0.0.1", 0)
    port = int(listening.getsockname()[1])
    one = Running(service, Workspace(folder), key, **settings)
    thread = threading.Thread(target=serve, args=(one, listening), kwargs={"ready": ready})
    with ExitStack() as last:
        thread.start()
        last.callback(thread.join, 20)
        assert started.wait(20)
        last.callback(lambda: stop[0]())
        yield port


def faults(port: int, folder: Path, *, examples: int = 0) -> subprocess.CompletedProcess[str]:
    """What schemathesis finds at a server: with every way to break a schema, and so many random examples beside."""
    command = [sys.executable, "-m", "schemathesis.cli", "run", "--no-color", "--generation-deterministic"]
    command += ["--suppress-health-check", "all"]
    command += ["--max-examples", str(examples)] if examples else ["--phases", "coverage"]
    command += [f"http://127.0.0.1:{port}/openapi.json"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=900, check=False)


@dataclass(frozen=True)
class Talk:
    """What came back of raw bytes: every status in turn, all the text, and whether the server closed."""

    statuses: list[int]
    text: str
    closed: bool


def talk(port: int, *pieces: bytes, answers: int | None = None, end: bool = False) -> Talk:
    """Send bytes as they are, and read so many whole answers, or until the server closes where none are named."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.settimeout(8)
        said, closed = b"", False
        try:
            for piece in pieces:
                connection.sendall(piece)
            if end:
                connection.shutdown(socket.SHUT_WR)
            while answers is None or len(_statuses(said)) < answers:
                data = connection.recv(65536)
                said, closed = said + data, not data
                if closed:
                    break
        except TimeoutError:
            pass
        except OSError:
            closed = True
    return Talk(_statuses(said), said.decode("latin-1"), closed)


def _statuses(said: bytes) -> list[int]:
    """The statuses of the answers that are whole."""
    found = []
    while (end := said.find(b"\r\n\r\n")) >= 0:
        head = said[:end]
        length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
        rest = end + 4 + (int(length[1]) if length else 0)
        if len(said) < rest:
            break
        found.append(int(head.split(b" ")[1]))
        said = said[rest:]
    return found
