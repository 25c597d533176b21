"""``rbridge reason test``: find the tests of programs, run them, and say what came and what no test exercised."""

from bridge.workflows.program_tests.coverage import Coverage, Item
from bridge.workflows.program_tests.files import Choice, FileOutcome, run_loaded
from bridge.workflows.program_tests.outcome import ExpectationOutcome, ProofLine, Refusal, TestOutcome
from bridge.workflows.program_tests.report import Report, run_tests
from bridge.workflows.program_tests.run import run

__all__ = [
    "Choice",
    "Coverage",
    "ExpectationOutcome",
    "FileOutcome",
    "Item",
    "ProofLine",
    "Refusal",
    "Report",
    "TestOutcome",
    "run",
    "run_loaded",
    "run_tests",
]
