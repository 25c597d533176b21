"""What is written in one step of the event loop is sent by one call, in its order, and nothing of it is lost."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bridge.serve.outgoing import Outgoing


class Wire(asyncio.Transport):
    """A transport that notes what is asked of it."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[bytes | str] = []
        self.closing = False

    def write(self, data: Any) -> None:
        self.asked.append(bytes(data))

    def close(self) -> None:
        self.asked.append("close")
        self.closing = True

    def abort(self) -> None:
        self.asked.append("abort")
        self.closing = True

    def is_closing(self) -> bool:
        return self.closing


def sent(use: Callable[[Outgoing, Wire], Awaitable[None]]) -> list[bytes | str]:
    async def run() -> list[bytes | str]:
        wire = Wire()
        await use(Outgoing(wire, asyncio.get_running_loop()), wire)
        await asyncio.sleep(0)
        return wire.asked

    return asyncio.run(run())


@given(steps=st.lists(st.lists(st.binary(min_size=1, max_size=4), min_size=1, max_size=3), max_size=4))
def test_each_step_is_one_call(steps: list[list[bytes]]) -> None:
    async def use(outgoing: Outgoing, wire: Wire) -> None:
        for number, pieces in enumerate(steps):
            outgoing.writelines(map(bytearray, pieces))
            assert len(wire.asked) == number
            await asyncio.sleep(0)

    assert sent(use) == [b"".join(pieces) for pieces in steps]


def test_what_was_written_goes_out_before_the_end() -> None:
    async def use(outgoing: Outgoing, _: Wire) -> None:
        outgoing.write(b"a")
        outgoing.flush()
        outgoing.write(b"b")
        outgoing.close()
        assert outgoing.is_closing()

    assert sent(use) == [b"a", b"b", "close"]


def test_nothing_is_sent_to_one_who_is_gone() -> None:
    async def aborts(outgoing: Outgoing, _: Wire) -> None:
        outgoing.write(b"a")
        outgoing.abort()

    async def loses(outgoing: Outgoing, wire: Wire) -> None:
        outgoing.write(b"a")
        wire.closing = True

    assert sent(aborts) == ["abort"]
    assert sent(loses) == []
