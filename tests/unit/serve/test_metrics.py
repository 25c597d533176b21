"""The counters of all workers, as one text."""

import re

from hypothesis import given
from hypothesis import strategies as st

from bridge.serve.metrics import BUCKETS, ROUTES, STATUSES, Metrics

SERIES = re.compile(r"([a-z_]+)(\{[a-z_]+=\"[^\"]*\"(?:,[a-z_]+=\"[^\"]*\")*\})? (-?[0-9.]+)")
REQUESTS = st.lists(
    st.tuples(st.integers(0, 2), st.sampled_from(ROUTES), st.sampled_from(STATUSES[:-1]), st.floats(0, 20)), max_size=30
)


def series(metrics: Metrics) -> dict[str, float]:
    lines = [line for line in metrics.text().splitlines() if not line.startswith("#")]
    found = [SERIES.fullmatch(line) for line in lines]
    assert all(found)
    return {f"{one[1]}{one[2] or ''}": float(one[3]) for one in found if one}


@given(REQUESTS)
def test_whichever_worker_answered_a_request_is_counted_once(requests: list[tuple[int, str, int, float]]) -> None:
    metrics = Metrics(3)
    for worker, route, status, seconds in requests:
        metrics.take_row(worker)
        metrics.began()
        metrics.ended(route, status, seconds)
    said = series(metrics)
    for route in ROUTES:
        mine = [one for one in requests if one[1] == route]
        counted = sum(
            value for name, value in said.items() if name.startswith(f'bridge_requests_total{{route="{route}"')
        )
        assert counted == len(mine)
        if mine:
            assert said[f'bridge_request_duration_seconds_count{{route="{route}"}}'] == len(mine)
            for bound in BUCKETS:
                within = said[f'bridge_request_duration_seconds_bucket{{route="{route}",le="{bound}"}}']
                assert within == sum(one[3] <= bound for one in mine)
    assert said["bridge_requests_in_flight"] == 0


def test_no_request_makes_a_series_of_its_own() -> None:
    metrics = Metrics()
    for number in range(50):
        metrics.ended(f"/odd/{number}", 299 + number, 0.1)
        metrics.count("bridge_decisions_total", f"odd-{number}")
    assert len(series(metrics)) < 60


def test_a_worker_that_takes_the_place_of_a_dead_one_has_nothing_in_flight() -> None:
    metrics = Metrics()
    metrics.began()
    metrics.take_row(0)
    assert series(metrics)["bridge_requests_in_flight"] == 0
