"""When documents are looked through: soon after the last change, one at a time, and never for a text that is gone.

What a source says of itself is told first where the rest takes longer than a moment; what was found before in the parts
that have not changed stays until the rest is known.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from bridge.core.deadline import Deadline
from bridge.core.diagnostics import Diagnostic
from bridge.editor import checking
from bridge.editor.desk import Desk
from bridge.editor.documents import Document
from bridge.editor.shifting import shifted
from bridge.errors import LimitError

PAUSE: Final = 0.08
"""How long nothing must have been typed, in seconds."""
_MOMENT: Final = 0.1
"""How long it may take before something is told, in seconds; within it, everything is told at once."""
_AGES: Final = 1e9

Publish = Callable[[Document, Iterable[Diagnostic]], None]

_logger: Final = logging.getLogger(__name__)


class _Run:
    """Looking through one text; its clock leaps ahead when the text is gone, so that the search ends."""

    def __init__(self) -> None:
        self.gone = False

    def clock(self) -> float:
        """The time in seconds."""
        return time.monotonic() + (_AGES if self.gone else 0)


class Watch:
    """Looks through documents as they change.

    Args:
        desk: where the documents are.
        publish: tells what was found; called in the thread of the event loop.
    """

    def __init__(self, desk: Desk, publish: Publish) -> None:
        self._desk = desk
        self._publish = publish
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._found: dict[str, tuple[Document, tuple[Diagnostic, ...]]] = {}
        self._worker = ThreadPoolExecutor(1, "reason-lint")

    def changed(self, document: Document, *, pause: float = PAUSE) -> None:
        """Look through a document, and through those that use it."""
        if document.is_source:
            self._plan(document.uri, pause)
        self.file_changed(document.source.name, pause=pause)

    def file_changed(self, name: str, *, pause: float = PAUSE) -> None:
        """Look through the open documents that a file is a part of."""
        for user in self._desk.users(name):
            self._plan(user.uri, 2 * pause)

    def everything(self) -> None:
        """Look through every open document."""
        for document in self._desk.documents:
            self._plan(document.uri, PAUSE)

    def closed(self, document: Document) -> None:
        """Forget a document; those that use it read its file from now on."""
        task = self._tasks.pop(document.uri, None)
        if task is not None:
            task.cancel()
        self._found.pop(document.uri, None)
        self._publish(document, ())
        self.file_changed(document.source.name)

    def stop(self) -> None:
        """End whatever is under way."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _plan(self, uri: str, pause: float) -> None:
        before = self._tasks.get(uri)
        if before is not None:
            before.cancel()
        self._tasks[uri] = asyncio.get_running_loop().create_task(self._look(uri, pause))

    async def _look(self, uri: str, pause: float) -> None:
        await asyncio.sleep(pause)
        document = self._desk.documents.get(uri)
        if document is None:
            return
        try:
            await self._look_through(document)
        except LimitError as error:
            self._tell(document, [checking.beyond(document, error)])
        except Exception:
            _logger.exception("could not look through %s", uri)

    async def _look_through(self, document: Document) -> None:
        run, begun = _Run(), time.monotonic()
        deadline = Deadline(checking.SECONDS, run.clock)
        syntax = self._desk.readings.of(document.source, deadline).diagnostics
        load = self._desk.documents.load_for(document.source.name)
        looking = asyncio.get_running_loop().run_in_executor(
            self._worker, checking.findings, document, load, self._desk.readings, run.clock
        )
        looking.add_done_callback(_seen)
        try:
            done, _ = await asyncio.wait([looking], timeout=max(begun + _MOMENT - time.monotonic(), 0))
            if not done:
                self._tell(document, [*syntax, *self._earlier(document)])
            found = await looking
        except asyncio.CancelledError:
            run.gone = True
            raise
        known = set(syntax)
        placed = tuple(checking.placed(found, self._desk.project(document)))
        self._found[document.uri] = (document, tuple(one for one in placed if one not in known))
        self._tell(document, placed)

    def _earlier(self, document: Document) -> Iterable[Diagnostic]:
        """What was found the last time, apart from what cannot be read, where it stands now."""
        before, found = self._found.get(document.uri, (document, ()))
        return shifted(found, before.source, document.source)

    def _tell(self, document: Document, found: Iterable[Diagnostic]) -> None:
        current = self._desk.documents.get(document.uri)
        if current is not None and current.text == document.text:
            self._publish(document, found)


def _seen(looking: asyncio.Future[tuple[Diagnostic, ...]]) -> None:
    """Take note of how a search ended, for nobody else does that of one whose text is gone."""
    if not looking.cancelled():
        looking.exception()
