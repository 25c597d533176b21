"""The rows of a run, printed at its end."""

from typing import Any

from tests.bench import compare


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print each row with its ratios and its bar."""
    terminalreporter.section("rows, medians of processor time")
    for line in compare.LINES:
        terminalreporter.write_line(line)
