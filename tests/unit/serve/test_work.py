"""What is done at once, and what a thread does."""

import asyncio
import threading
import time

import pytest

from bridge.errors import StoreBusy
from bridge.serve import work as working
from bridge.serve.work import WARY, Work


def here() -> bool:
    return threading.current_thread() is threading.main_thread()


def busy() -> bool:
    raise StoreBusy("others are writing")


def test_what_is_short_is_done_at_once() -> None:
    async def asked() -> list[bool]:
        work = Work(remote=False)
        try:
            return [await work.do(here, at_once=here), await work.do(here)]
        finally:
            work.close()

    assert asyncio.run(asked()) == [True, False]


def test_a_judge_elsewhere_is_never_waited_for_by_all() -> None:
    async def asked() -> bool:
        work = Work(remote=True)
        try:
            return await work.do(here, at_once=here)
        finally:
            work.close()

    assert asyncio.run(asked()) is False


def test_a_store_that_others_hold_is_waited_for_by_threads() -> None:
    async def asked() -> list[bool]:
        work = Work(remote=False)
        try:
            return [await work.do(here, at_once=one) for one in (busy, *[here] * WARY, here)]
        finally:
            work.close()

    assert asyncio.run(asked()) == [*[False] * (WARY + 1), True]


def test_after_something_long_threads_do_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "BRIEF", 0.01)

    def long() -> bool:
        time.sleep(0.02)
        return here()

    async def asked() -> list[bool]:
        work = Work(remote=False)
        try:
            return [await work.do(one, at_once=one) for one in (long, *[here] * WARY, here)]
        finally:
            work.close()

    assert asyncio.run(asked()) == [True, *[False] * WARY, True]
