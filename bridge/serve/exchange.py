"""What surrounds every request: its id, who may ask, what becomes of errors, what is counted and logged."""

import re
import time
import uuid
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any, Final

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bridge.errors import BridgeError, JudgeError
from bridge.serve import log
from bridge.serve.guard import Guard
from bridge.serve.metrics import ROUTES, Metrics
from bridge.serve.problems import JSON, Problem, answered

REQUEST_ID: Final = "request_id"

_ID: Final = re.compile(rb"[A-Za-z0-9._:-]{1,64}")
_CLOSING: Final = ((b"connection", b"close"),)
_FIXED: Final = (
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
)


@dataclass(slots=True)
class _Seen:
    """What an exchange came to, as far as it has come."""

    status: int = 0
    code: str | None = None
    headers: dict[bytes, list[bytes]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Exchange:
    """The application about an application.

    Args:
        app: answers requests that are let in.
        guard: says who is.
        metrics: counts.
        log: whether each request has a line.
        leaving: whether the server is about to end, so that each answer is the last of its connection.
        clock: monotonic seconds.
    """

    app: ASGIApp
    guard: Guard
    metrics: Metrics
    log: bool = True
    leaving: Callable[[], bool] = bool
    clock: Callable[[], float] = time.monotonic

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; anything but HTTP is handed on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started, seen = self.clock(), _Seen(headers=_headers(scope))
        request_id = _request_id(seen.headers)
        scope.setdefault("state", {})[REQUEST_ID] = request_id
        route = _route(scope, seen.headers)
        self.metrics.began()
        try:
            await self._answer(scope, receive, self._sending(send, seen, request_id), route, seen)
        finally:
            seconds = self.clock() - started
            self.metrics.ended(route, seen.status, seconds)
            if self.log:
                self._log(scope, route, seen, request_id, seconds)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, route: str, seen: _Seen) -> None:
        try:
            self.guard.admit(route, seen.headers)
            await self.app(scope, receive, send)
        except ClientDisconnect:
            return
        except Exception as error:  # noqa: BLE001 - whatever it is, the client gets an answer, and of one shape
            seen.code = _code(error)
            if isinstance(error, JudgeError):
                self.metrics.count("bridge_judge_errors_total", error.code)
            if not isinstance(error, Problem | BridgeError):
                log.log_defect(scope["state"][REQUEST_ID], error)
            if not seen.status:
                await _fail(error, send)

    def _sending(self, send: Send, seen: _Seen, request_id: str) -> Send:
        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                seen.status = message["status"]
                own = ((b"x-request-id", request_id.encode()), *_FIXED, *(_CLOSING if self.leaving() else ()))
                message = {**message, "headers": [*message.get("headers", ()), *own]}
            await send(message)

        return noted

    def _log(self, scope: Scope, route: str, seen: _Seen, request_id: str, seconds: float) -> None:
        client = scope.get("client")
        log.log_request(
            request_id=request_id,
            method=scope["method"],
            route=route,
            status=seen.status,
            seconds=seconds,
            client=client[0] if client else None,
            code=seen.code,
        )


async def _fail(error: Exception, send: Send) -> None:
    status, body, further = answered(error)
    headers = [(b"content-type", JSON.encode()), (b"content-length", str(len(body)).encode())]
    headers += [(name.encode(), value.encode()) for name, value in further.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _code(error: Exception) -> str:
    return error.code if isinstance(error, Problem | BridgeError) else "internal"


def _headers(scope: Scope) -> dict[bytes, list[bytes]]:
    found: dict[bytes, list[bytes]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name, []).append(value)
    return found


def _request_id(headers: dict[bytes, list[bytes]]) -> str:
    given = headers.get(b"x-request-id", [])
    if len(given) == 1 and _ID.fullmatch(given[0]):
        return given[0].decode()
    return f"req_{uuid.uuid4().hex}"


def _route(scope: MutableMapping[str, Any], headers: dict[bytes, list[bytes]]) -> str:
    """The route of a request; a target in absolute form (RFC 9112, section 3.2.2) is brought to the usual one."""
    path: str = scope["path"]
    if "://" in path and not path.startswith("/"):
        authority, slash, rest = path.partition("://")[2].partition("/")
        headers[b"host"] = [authority.encode("latin-1", "replace")]
        path = scope["path"] = slash + rest or "/"
        scope["raw_path"] = path.encode("latin-1", "replace")
    return path if path in ROUTES and path != "other" else "other"
