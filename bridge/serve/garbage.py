"""The garbage collector, run by the clock instead of in the middle of requests.

What a request leaves behind is freed by counting references; what forms a cycle is not, and is collected here once a
second. What the process loaded at the start never changes and is not looked at again.
"""

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

SECONDS: Final = 1.0
FULL: Final = 30
"""One collection in so many looks at what survived the others too."""


@asynccontextmanager
async def collected_by_the_clock(seconds: float = SECONDS) -> AsyncIterator[None]:
    """Let the collector run by the clock of the running loop."""
    enabled = gc.isenabled()
    gc.collect()
    gc.freeze()
    gc.disable()
    collecting = asyncio.create_task(_collect(seconds))
    try:
        yield
    finally:
        collecting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await collecting
        gc.unfreeze()
        if enabled:
            gc.enable()


async def _collect(seconds: float) -> None:
    turn = 0
    while True:
        await asyncio.sleep(seconds)
        turn += 1
        gc.collect(2 if turn % FULL == 0 else 1)
