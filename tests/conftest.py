"""What all tests share: deterministic Hypothesis profiles, and an account of the vectors that ran."""

import os
import signal
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests import vectors

settings.register_profile(
    "default", deadline=None, derandomize=True, max_examples=100, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "soak", deadline=None, max_examples=5_000, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
settings.register_profile(
    "mutants",
    deadline=None,
    derandomize=True,
    max_examples=10,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile(os.environ.get("BRIDGE_HYPOTHESIS", "default"))

# What runs tests in the background may have it ignored, which every process that a test starts would inherit.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

_rows_read: dict[str, int] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With the vectors at hand, a vector test that is skipped has failed."""
    report = yield
    if report.skipped and vectors.available() and item.get_closest_marker("vectors"):
        report.outcome = "failed"
        report.longrepr = f"skipped although BRIDGE_VECTORS is set: {report.longrepr}"
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand the counts of a worker to the process that prints them."""
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["rows_read"] = dict(vectors.rows_read)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take the counts of a worker."""
    _rows_read.update(getattr(node, "workeroutput", {}).get("rows_read", {}))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how many cases of each vector file ran."""
    counts = {**_rows_read, **vectors.rows_read}
    if counts:
        terminalreporter.section("vectors")
        for name, count in sorted(counts.items()):
            terminalreporter.write_line(f"{count:6} {name}")
