"""What all tests share: deterministic Hypothesis profiles, nothing of the machine's, and which vectors ran."""

import os
import signal
import tempfile
from collections.abc import Generator
from pathlib import Path
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

_SETTINGS = ("BRIDGE_", "TREESHIP_", "JUDGE_JEV_", "TYPESAFE_", "CLOUDFLARE_", "OPENAI_", "OTEL_")
_OF_THE_TESTS = {"BRIDGE_VECTORS", "BRIDGE_HYPOTHESIS", "BRIDGE_BENCH"}

# What whoever runs the tests has set for their own work, and the proxy between them and the world, concern no test.
for name in set(os.environ) - _OF_THE_TESTS:
    if name.startswith(_SETTINGS) or name.lower().endswith("_proxy"):
        del os.environ[name]


def _workspace_above(folder: str) -> Path | None:
    path = Path(folder).resolve()
    # Unlike a path's own `is_dir`, this says no where nobody may look.
    return next((one / ".bridge" for one in (path, *path.parents) if os.access(f"{one}/.bridge/", os.F_OK)), None)


# A command looks for its workspace in the folders above: one that somebody has made in /tmp would be that of all tests.
if _workspace_above(tempfile.gettempdir()):
    for elsewhere in ("/var/tmp", "/dev/shm", "/tmp"):
        if os.access(elsewhere, os.W_OK | os.X_OK) and not _workspace_above(elsewhere):
            os.environ["TMPDIR"] = tempfile.tempdir = elsewhere
            break

_rows_read: dict[str, int] = {}


def pytest_configure(config: pytest.Config) -> None:
    """Say what is in the way before everything fails of it."""
    folder = config.getoption("basetemp") or os.environ.get("PYTEST_DEBUG_TEMPROOT") or tempfile.gettempdir()
    if found := _workspace_above(folder):
        raise pytest.UsageError(f"{found} would be the workspace of all tests: give --basetemp a folder elsewhere")


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
