"""The ASGI application: its routes, and how each answers."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus
from typing import Any, TypeAlias

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from bridge.core import strict_json
from bridge.core.strict_json import Json
from bridge.serve import answering, gating, openapi
from bridge.serve.body import Bounds, read_bytes
from bridge.serve.exchange import REQUEST_ID, Exchange
from bridge.serve.garbage import collected_by_the_clock
from bridge.serve.guard import Guard
from bridge.serve.metrics import PROMETHEUS, Metrics
from bridge.serve.problems import JSON, Problem, body
from bridge.serve.service import Service
from bridge.serve.work import SHORT, Work

Answer: TypeAlias = Callable[[Service, Json], dict[str, Any]]


class Application:
    """The routes of a server, and what they need."""

    def __init__(
        self,
        service: Service,
        work: Work,
        metrics: Metrics,
        bounds: Bounds,
        described: Mapping[str, Any],
        quick: Service,
    ) -> None:
        """Answer for a service.

        Args:
            service: what is served.
            work: where it is done.
            metrics: counts what comes of it.
            bounds: of a body.
            described: the OpenAPI document.
            quick: the same service, for what is done at once.
        """
        self._described = described
        self._service = service
        self._quick = quick
        self._work = work
        self._metrics = metrics
        self._bounds = bounds
        self._of_events = Bounds(max(bounds.most, gating.MOST_BYTES), bounds.seconds)

    async def contract(self, request: Request) -> Response:
        """``POST /``: the judge contract."""
        value, length = await self._read(request)
        return await self._contract(request, value, length)

    async def judge(self, request: Request) -> Response:
        """``POST /v1/judge``: a call, or a request of the judge contract."""
        value, length = await self._read(request)
        if isinstance(value, dict) and "state" in value:
            return await self._contract(request, value, length)
        document = await self._do(answering.judge_call, value, length, quick=self._quick)
        self._metrics.count("bridge_judgements_total", document["effect"] or "none")
        return _json(document)

    async def decide(self, request: Request) -> Response:
        """``POST /v1/decide``."""
        value, length = await self._read(request)
        document = await self._do(answering.decide_call, value, length, quick=self._quick)
        self._metrics.count("bridge_decisions_total", document["status"])
        return _json(document)

    async def gate(self, request: Request) -> Response:
        """``POST /v1/gate``: what a hook would read and write; whatever is wrong is an answer that stops the call."""
        gate = self._service.gate
        if gate is None:
            raise Problem(404, "no-gate", "this server has no gate")
        agent = request.query_params.get("agent", gating.DEFAULT_AGENT)
        try:
            event = await read_bytes(request, self._of_events)
        except Problem as problem:
            return _said(gate.stopped(agent, problem.message), problem.headers)
        if agent not in gating.known():
            return _said(gate.stopped(agent, "there is no such agent"))
        try:
            return _said(await self._work.do(partial(gate.answer, agent, event), seconds=gating.SECONDS))
        except Problem as problem:
            # Nobody has looked at the call: what takes long enough must not get past for it.
            return _said(gate.stopped(agent, problem.message))

    async def health(self, _: Request) -> Response:
        """``GET /healthz``."""
        return _json({"status": "ok"})

    async def metrics(self, _: Request) -> Response:
        """``GET /metrics``."""
        return Response(self._metrics.text(), media_type=PROMETHEUS)

    async def openapi(self, _: Request) -> Response:
        """``GET /openapi.json``."""
        return _json(self._described)

    async def _read(self, request: Request) -> tuple[Json, int]:
        data = await read_bytes(request, self._bounds)
        if len(data) <= SHORT:
            return strict_json.loads(data), len(data)
        return await self._work.do(partial(strict_json.loads, data)), len(data)

    async def _contract(self, request: Request, value: Json, length: int) -> Response:
        request_id: str = request.scope["state"][REQUEST_ID]
        work = partial(answering.answer, self._service, value, request_id)
        return _json(await self._work.do(work, at_once=work if length <= SHORT else None))

    async def _do(self, answer: Answer, value: Json, length: int, *, quick: Service | None) -> dict[str, Any]:
        at_once = partial(answer, quick, value) if quick is not None and length <= SHORT else None
        return await self._work.do(partial(answer, self._service, value), at_once=at_once)


def application(
    service: Service,
    *,
    guard: Guard,
    metrics: Metrics,
    work: Work,
    bounds: Bounds | None = None,
    log: bool = True,
    leaving: Callable[[], bool] = bool,
    quick: Service | None = None,
) -> Exchange:
    """The ASGI application of a service.

    Args:
        service: what is served.
        guard: who is let in.
        metrics: counts.
        work: where requests are worked on; it is closed, once all is done, when the server shuts down.
        bounds: of a body.
        log: whether each request has a line on standard error.
        leaving: whether the server is about to end.
        quick: the same service for what is done at once, with a signer whose store keeps what is signed until the end
            of the turn; None where it signs nothing.
    """
    asking = service.asking
    keys = None if asking is None or asking.others else tuple(asking.questions)
    described = openapi.narrowed(keys, token=guard.token is not None)
    own = Application(service, work, metrics, bounds or Bounds(), described, quick or service)
    routes = [
        Route("/", own.contract, methods=["POST"]),
        Route("/v1/judge", own.judge, methods=["POST"]),
        Route("/v1/decide", own.decide, methods=["POST"]),
        Route("/v1/gate", own.gate, methods=["POST"]),
        Route("/healthz", own.health),
        Route("/metrics", own.metrics),
        Route("/openapi.json", own.openapi),
    ]

    @asynccontextmanager
    async def lifespan(_: Router) -> AsyncIterator[None]:
        try:
            async with collected_by_the_clock():
                yield
        finally:
            work.close()

    router = Router(routes, redirect_slashes=False, lifespan=lifespan)
    return Exchange(_routed(router), guard, metrics, log, leaving)


def _routed(router: Router) -> ASGIApp:
    async def routed(scope: Scope, receive: Receive, send: Send) -> None:
        # A router that is part of an application raises what it otherwise answers in plain text.
        scope["app"] = router
        try:
            await router(scope, receive, send)
        except HTTPException as error:
            raise _problem(error) from None

    return routed


def _problem(error: HTTPException) -> Problem:
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        # The router names them in the order of a set.
        methods = ", ".join(sorted((error.headers or {}).get("Allow", "").split(", ")))
        return Problem(405, "method", "the route does not have this method", f"it has {methods}", {"Allow": methods})
    if error.status_code == HTTPStatus.NOT_FOUND:
        return Problem(404, "no-route", "there is nothing at this path", "GET /openapi.json lists what there is")
    return Problem(error.status_code, "http", error.detail)


def _said(reply: bytes | None, headers: Mapping[str, str] | None = None) -> Response:
    if reply is None:
        return Response(status_code=HTTPStatus.NO_CONTENT, headers=headers)
    return Response(reply, media_type=JSON, headers=headers)


def _json(document: Any) -> Response:
    return Response(body(document), media_type=JSON)
