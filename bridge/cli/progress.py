"""A bar on standard error for who waits at a terminal; silent everywhere else."""

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, TextIO

from bridge.workflows.line import Line

_WIDTH: Final = 24
_SECONDS_BETWEEN: Final = 0.1
_TO_LINE_START: Final = "\r\x1b[K"


class Progress:
    """How many lines of a file have their answer, and how much of it has been read.

    Args:
        name: the file; of standard input (``-``), and of anything but a plain file, nobody knows the length.
        stream: where the bar goes, if that is a terminal.
    """

    def __init__(self, name: str, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        # Where the answers go to the terminal too, they are progress enough.
        self._shown = self._stream.isatty() and not sys.stdout.isatty()
        self._size = _size(name) if self._shown else None
        self._read = 0
        self._answered = 0
        self._begun = self._drawn = time.monotonic()

    def of(self, lines: Iterable[Line]) -> Iterator[Line]:
        """The same lines, counted."""
        for line in lines:
            self._read += len(line.data) + 1
            yield line

    def step(self) -> None:
        """One more line has its answer."""
        self._answered += 1
        now = time.monotonic()
        if self._shown and now - self._drawn >= _SECONDS_BETWEEN:
            self._drawn = now
            self._stream.write(_TO_LINE_START + self._text(now - self._begun))
            self._stream.flush()

    def end(self) -> None:
        """Take the bar away."""
        if self._shown:
            self._stream.write(_TO_LINE_START)
            self._stream.flush()

    def _text(self, seconds: float) -> str:
        speed = f"{self._answered} lines, {self._answered / seconds:.0f} a second"
        if not self._size:
            return speed
        share = min(self._read / self._size, 1.0)
        return f"[{'#' * int(share * _WIDTH):-<{_WIDTH}}] {share:4.0%}  {speed}"


class Tally:
    """How many of a known number of things are done.

    Args:
        things: what they are called.
        stream: where the bar goes, if that is a terminal.
    """

    def __init__(self, things: str, stream: TextIO | None = None) -> None:
        self._things = things
        self._stream = sys.stderr if stream is None else stream
        self._shown = self._stream.isatty()
        self._total = self._done = 0
        self._drawn = time.monotonic()

    def begin(self, total: int) -> None:
        """Say how many there are."""
        self._total = total

    def step(self, *_: object) -> None:
        """One more is done."""
        self._done += 1
        now = time.monotonic()
        if self._shown and now - self._drawn >= _SECONDS_BETWEEN:
            self._drawn = now
            share = self._done / max(self._total, 1)
            bar = f"[{'#' * int(share * _WIDTH):-<{_WIDTH}}] {share:4.0%}"
            self._stream.write(f"{_TO_LINE_START}{bar}  {self._done} of {self._total} {self._things}")
            self._stream.flush()

    def end(self) -> None:
        """Take the bar away."""
        if self._shown:
            self._stream.write(_TO_LINE_START)
            self._stream.flush()


def _size(name: str) -> int | None:
    try:
        return Path(name).stat().st_size if name != "-" else None
    except (OSError, ValueError):
        return None
