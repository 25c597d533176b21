"""A document is looked through when nobody types any more, and what is gone is left alone."""

import asyncio
import time
from collections.abc import Iterable

import pytest

from bridge.core.diagnostics import Diagnostic
from bridge.editor import checking
from bridge.editor.desk import Desk
from bridge.editor.documents import Change, Document
from bridge.editor.watching import Watch
from bridge.errors import LimitError
from tests.unit.editor.desks import there

PROGRAM = """\
ontology "x" version "1".
authority human-authorized.
admit human-authorized by default.
predicate p(x: string).
fact f: p("a") from human-authorized.
query p("a").
"""


class Published:
    """What is told, in order."""

    def __init__(self) -> None:
        self.told: list[tuple[str, int, list[str]]] = []

    def __call__(self, document: Document, found: Iterable[Diagnostic]) -> None:
        self.told.append((document.uri, document.version, [diagnostic.code for diagnostic in found]))


async def settled(published: Published, number: int) -> None:
    """Wait until so much has been told, and a little longer."""
    end = time.monotonic() + 20
    while len(published.told) < number and time.monotonic() < end:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.05)


def test_only_the_last_of_many_changes_is_looked_through() -> None:
    desk, published = Desk(), Published()

    async def type_fast() -> None:
        watch = Watch(desk, published)
        document = Document("untitled:1", None, "", 1)
        for version in range(2, 40):
            document = document.changed([Change(PROGRAM[: version * 10])], version)
            desk.documents.put(document)
            watch.changed(document)
        desk.documents.put(document.changed([Change(PROGRAM)], 40))
        await settled(published, 1)
        watch.stop()

    asyncio.run(type_fast())
    assert published.told == [("untitled:1", 40, [])]


def test_a_closed_document_has_no_problems_any_more() -> None:
    desk, published = Desk(), Published()

    async def open_and_close() -> None:
        watch = Watch(desk, published)
        document = there("query (", desk=desk).document
        watch.changed(document, pause=0)
        await settled(published, 1)
        desk.documents.close(document.uri)
        watch.closed(document)
        watch.stop()

    asyncio.run(open_and_close())
    first, last = published.told
    assert first[2]
    assert last[2] == []


def test_a_document_that_is_too_long_says_so() -> None:
    desk, published = Desk(), Published()

    async def open_it() -> None:
        watch = Watch(desk, published)
        watch.changed(there("#" * (9 * 1024 * 1024), desk=desk).document, pause=0)
        await settled(published, 1)
        watch.stop()

    asyncio.run(open_it())
    assert published.told[-1][2] == ["RSN508"]


def test_the_search_in_a_text_that_is_gone_ends() -> None:
    found = there(PROGRAM * 50)
    times = iter([0.0] * 20)
    load = found.desk.documents.load_for("untitled:one")
    with pytest.raises(LimitError):
        checking.findings(found.document, load, found.desk.readings, lambda: next(times, 1e9))
