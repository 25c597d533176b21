"""A request's body: JSON alone, in one encoding, of bounded length, in bounded time."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

from starlette.requests import ClientDisconnect, Request

from bridge.serve.problems import CLOSE, JSON, Problem

MOST_BYTES: Final = 2 * 1024 * 1024
SECONDS: Final = 10.0
DRAINED: Final = 16
"""So many times the bound are read and dropped, so that the sender gets to read why it was refused."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How long a body may be, in bytes, and how long it may take to come, in seconds."""

    most: int = MOST_BYTES
    seconds: float = SECONDS


async def read_bytes(request: Request, bounds: Bounds) -> bytes:
    """The bytes of a body of JSON, whatever they say.

    Raises:
        Problem: 415 for another type or encoding, 413 for a long body, 408 for a slow one.
    """
    _require_json(request)
    stated = request.headers.get("content-length", "")
    if stated.isdecimal() and int(stated) > bounds.most:
        if "expect" not in request.headers:
            await _drain(request, bounds)
        raise _too_long(bounds)
    try:
        async with asyncio.timeout(bounds.seconds):
            return await _received(request.stream(), request, bounds)
    except TimeoutError:
        message = f"the body did not come within {bounds.seconds:g} s"
        raise Problem(408, "timeout", message, "send it at once", CLOSE) from None


async def _received(stream: AsyncIterator[bytes], request: Request, bounds: Bounds) -> bytes:
    pieces: list[bytes] = []
    length = 0
    async for piece in stream:
        length += len(piece)
        if length > bounds.most:
            await _drain(request, bounds, stream)
            raise _too_long(bounds)
        pieces.append(piece)
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


async def _drain(request: Request, bounds: Bounds, stream: AsyncIterator[bytes] | None = None) -> None:
    left = bounds.most * DRAINED
    try:
        async with asyncio.timeout(bounds.seconds):
            async for piece in stream or request.stream():
                left -= len(piece)
                if left < 0:
                    return
    except (TimeoutError, ClientDisconnect):
        return


def _too_long(bounds: Bounds) -> Problem:
    return Problem(413, "too-long", f"the body has more than {bounds.most} bytes", "send a shorter one", CLOSE)


def _require_json(request: Request) -> None:
    encoding = request.headers.get("content-encoding", "identity").strip().lower()
    if encoding not in ("", "identity"):
        message = "an encoded body is not read"
        raise Problem(415, "media-type", message, "send it without Content-Encoding", {"accept-encoding": "identity"})
    media, _, parameters = request.headers.get("content-type", "").partition(";")
    if media.strip().lower() != JSON or not _is_utf8(parameters):
        remedy = "send Content-Type: application/json, in UTF-8"
        raise Problem(415, "media-type", f"the body must be {JSON}", remedy, {"accept": JSON})


def _is_utf8(parameters: str) -> bool:
    name, _, value = parameters.strip().lower().partition("=")
    return name.strip() != "charset" or value.strip().strip('"') in ("utf-8", "utf8")
