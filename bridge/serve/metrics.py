"""What the server counts, for Prometheus to read: requests, how long they took, judges that failed, decisions.

Routes, statuses and words are fixed lists, so that no request can make a series of its own, and nothing of a call is in
any of them. The numbers lie in memory that all worker processes share, a row for each: whichever worker is asked
answers for all.
"""

import mmap
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

ROUTES: Final = ("/", "/v1/judge", "/v1/decide", "/v1/gate", "/healthz", "/metrics", "/openapi.json", "other")
STATUSES: Final = (200, 204, 400, 401, 403, 404, 405, 408, 409, 413, 415, 421, 422, 431, 500, 502, 503, 504, 0)
"""The last stands for any other."""
BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
DECISIONS: Final = ("authorized", "denied", "conflicted", "insufficient_evidence")
EFFECTS: Final = ("allow", "warn", "deny", "ask", "none")
JUDGE_ERRORS: Final = ("judge", "judge-unavailable", "judge-answer-rejected", "judge-unknown-question")

PROMETHEUS: Final = "text/plain; version=0.0.4; charset=utf-8"

_ROUTE: Final = {route: index for index, route in enumerate(ROUTES)}
_STATUS: Final = {status: index for index, status in enumerate(STATUSES)}
_WORDS: Final[tuple[tuple[str, str, str, tuple[str, ...]], ...]] = (
    ("bridge_judgements_total", "effect", "Calls judged, by what came of it.", EFFECTS),
    ("bridge_decisions_total", "status", "Calls decided, by the decision.", DECISIONS),
    ("bridge_judge_errors_total", "code", "Judges that gave no usable answer, by the error.", JUDGE_ERRORS),
)
_WORD: Final = {
    (name, word): sum(len(words) for _, _, _, words in _WORDS[:row]) + column
    for row, (name, _, _, words) in enumerate(_WORDS)
    for column, word in enumerate(words)
}
_COUNTS: Final = len(ROUTES) * len(STATUSES)
_HISTOGRAMS: Final = _COUNTS + len(ROUTES) * (len(BUCKETS) + 2)
_IN_FLIGHT: Final = _HISTOGRAMS + len(_WORD)
_SIZE: Final = _IN_FLIGHT + 1


class Metrics:
    """The counters of a server, made before its workers are, each of which then takes a row."""

    def __init__(self, workers: int = 1) -> None:
        """Make room for some workers."""
        self._workers = workers
        self._numbers = memoryview(mmap.mmap(-1, _SIZE * workers * 8)).cast("d")
        self._row = 0

    def take_row(self, worker: int) -> None:
        """Count as a worker, after one that may have died in the middle of requests."""
        self._row = worker * _SIZE
        self._numbers[self._row + _IN_FLIGHT] = 0.0

    def began(self) -> None:
        """A request has come."""
        self._numbers[self._row + _IN_FLIGHT] += 1.0

    def ended(self, route: str, status: int, seconds: float) -> None:
        """A request has been answered; one that nobody was told of has the status 0."""
        numbers, row, place = self._numbers, self._row, _ROUTE.get(route, len(ROUTES) - 1)
        numbers[row + _IN_FLIGHT] -= 1.0
        numbers[row + place * len(STATUSES) + _STATUS.get(status, len(STATUSES) - 1)] += 1.0
        first = row + _COUNTS + place * (len(BUCKETS) + 2)
        numbers[first + bisect_left(BUCKETS, seconds)] += 1.0
        numbers[first + len(BUCKETS) + 1] += seconds

    def refused(self, status: int) -> None:
        """What came was no request that could be told by its route."""
        self._numbers[self._row + (len(ROUTES) - 1) * len(STATUSES) + _STATUS.get(status, len(STATUSES) - 1)] += 1.0

    def count(self, name: str, word: str) -> None:
        """Count a word of a family, such as a decision; one that the family does not know is not counted."""
        place = _WORD.get((name, word))
        if place is not None:
            self._numbers[self._row + _HISTOGRAMS + place] += 1.0

    def text(self) -> str:
        """The numbers of all workers in the text format of Prometheus."""
        return "\n".join((*self._requests(), *self._durations(), *self._words(), *self._in_flight(), ""))

    def _sum(self, place: int) -> float:
        return sum(self._numbers[worker * _SIZE + place] for worker in range(self._workers))

    def _requests(self) -> Iterator[str]:
        yield from _head("bridge_requests_total", "counter", "Requests, by route and status.")
        for row, route in enumerate(ROUTES):
            for column, status in enumerate(STATUSES):
                number = self._sum(row * len(STATUSES) + column)
                if number:
                    word = str(status) if status else "other"
                    yield f'bridge_requests_total{{route="{route}",status="{word}"}} {number:.0f}'

    def _durations(self) -> Iterator[str]:
        name = "bridge_request_duration_seconds"
        yield from _head(name, "histogram", "How long requests took, from their head to the end of the answer.")
        for row, route in enumerate(ROUTES):
            first = _COUNTS + row * (len(BUCKETS) + 2)
            counts = [self._sum(first + column) for column in range(len(BUCKETS) + 1)]
            if any(counts):
                yield from _histogram(name, route, counts, self._sum(first + len(BUCKETS) + 1))

    def _words(self) -> Iterator[str]:
        for name, label, told, words in _WORDS:
            yield from _head(name, "counter", told)
            for word in words:
                yield f'{name}{{{label}="{word}"}} {self._sum(_HISTOGRAMS + _WORD[name, word]):.0f}'

    def _in_flight(self) -> Iterator[str]:
        yield from _head("bridge_requests_in_flight", "gauge", "Requests that are being answered.")
        yield f"bridge_requests_in_flight {self._sum(_IN_FLIGHT):.0f}"


def _head(name: str, kind: str, told: str) -> Iterator[str]:
    yield f"# HELP {name} {told}"
    yield f"# TYPE {name} {kind}"


def _histogram(name: str, route: str, counts: Sequence[float], total: float) -> Iterator[str]:
    reached = 0.0
    for bound, number in zip((*map(str, BUCKETS), "+Inf"), counts, strict=True):
        reached += number
        yield f'{name}_bucket{{route="{route}",le="{bound}"}} {reached:.0f}'
    yield f'{name}_sum{{route="{route}"}} {total:.6f}'
    yield f'{name}_count{{route="{route}"}} {reached:.0f}'
