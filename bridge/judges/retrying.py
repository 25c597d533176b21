"""Asking again where that may help, within the time that the judge has for everything together.

Only where no connection was made, or the status was 408, 429 or 5xx, is a request sent again: then nobody has answered
it. A wait that would not leave time for another answer is not begun. A server that says how long to wait is obeyed.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import stamina

from bridge.judges.exchange import Exchange, Received, Transient

# Python prints warnings that nobody listens to; that a request was sent again is in no result and no error.
logging.getLogger("stamina").addHandler(logging.NullHandler())


@dataclass(frozen=True, slots=True)
class Retries:
    """How often and how patiently to ask again (spec: Rubrics, section 5.2).

    Args:
        most: how often after the first time; 0 asks once.
        first_wait: seconds before the second time; each wait after it is twice as long.
        longest_wait: seconds that a wait of our own choosing takes at most.
        jitter: seconds by which a wait may be longer, by chance.
    """

    most: int = 2
    first_wait: float = 0.5
    longest_wait: float = 5.0
    jitter: float = 0.125


def send(
    exchange: Exchange,
    content: bytes,
    *,
    retries: Retries,
    clock: Callable[[], float] = time.monotonic,
) -> Received:
    """POST, and again where that may help, all within the timeout of the exchange; says how long it took.

    Args:
        exchange: where, and how long there is for all attempts and the waits between them.
        content: the body to send.
        retries: how often.
        clock: monotonic seconds.

    Raises:
        JudgeUnavailable: the last attempt's error, or that the time was over.
        AnswerRejected: a body that cannot be read; it is not asked for again.
    """
    asking = _Asking(exchange, content, retries, clock)
    for attempt in stamina.retry_context(
        on=asking.may_help,
        attempts=retries.most + 1,
        timeout=None,
        wait_initial=retries.first_wait,
        wait_max=retries.longest_wait,
        wait_jitter=retries.jitter,
    ):
        with attempt:
            return asking.once()
    raise AssertionError("an attempt returns or raises")


class _Asking:
    def __init__(self, exchange: Exchange, content: bytes, retries: Retries, clock: Callable[[], float]) -> None:
        self._exchange = exchange
        self._content = content
        self._retries = retries
        self._clock = clock
        self._begun = clock()
        self._over = self._begun + exchange.timeout
        self._done = 0

    def once(self) -> Received:
        self._done += 1
        left = self._over - self._clock()
        if left <= 0:
            raise self._exchange.too_late()
        received = self._exchange.send(self._content, within=left)
        return replace(received, latency_ms=max(0, int((self._clock() - self._begun) * 1000)))

    def may_help(self, error: Exception) -> bool | float:
        """Whether to ask again, or after how many seconds."""
        if not isinstance(error, Transient):
            return False
        wait = self._longest_wait() if error.retry_after is None else error.retry_after
        if self._clock() + wait >= self._over:
            return False
        return True if error.retry_after is None else error.retry_after

    def _longest_wait(self) -> float:
        own = self._retries
        return min(own.longest_wait, own.first_wait * 2.0 ** (self._done - 1) + own.jitter)
