"""What a connection sends: everything that is written in one step of the event loop goes out by one call.

The head of an answer and its body are written one after the other. Sent apart, they cost the system two packets, and
wake up the client twice.
"""

import asyncio
from collections.abc import Iterable
from typing import Any


class Outgoing(asyncio.Transport):
    """The transport of a connection as the protocol writes to it; the members that it uses, and no others."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        """Write to a transport.

        Args:
            transport: sends.
            loop: the running loop.
        """
        super().__init__()
        self._transport = transport
        self._loop = loop
        self._held: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send with what else is written in this step."""
        if not self._held:
            self._loop.call_soon(self.flush)
        self._held.append(bytes(data))

    def writelines(self, pieces: Iterable[bytes | bytearray | memoryview]) -> None:
        """Send several pieces, as ``write`` does each."""
        for piece in pieces:
            self.write(piece)

    def close(self) -> None:
        """Send what was written, and close."""
        self.flush()
        self._transport.close()

    def abort(self) -> None:
        """Close at once; what was not sent is lost."""
        self._held.clear()
        self._transport.abort()

    def is_closing(self) -> bool:
        """Whether it is closed, or will be once all is sent."""
        return self._transport.is_closing()

    def pause_reading(self) -> None:
        """Read no more for now."""
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Read again."""
        self._transport.resume_reading()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """What is known of the connection, such as its ``socket``."""
        return self._transport.get_extra_info(name, default)

    def flush(self) -> None:
        """Send now what was written."""
        held, self._held = self._held, []
        if held and not self._transport.is_closing():
            self._transport.write(b"".join(held))
