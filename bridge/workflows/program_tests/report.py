"""All files together: what passed, what failed, and what no test exercised."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bridge.errors import InputError
from bridge.workflows.program_tests.coverage import Coverage
from bridge.workflows.program_tests.files import Choice, FileOutcome
from bridge.workflows.program_tests.outcome import Refusal, Standing
from bridge.workflows.program_tests.pool import outcomes
from bridge.workflows.program_tests.search import find

_EXAMPLE = 'write one: test "name" { expect proved … . }'


@dataclass(frozen=True)
class Report:
    """What became of every file.

    Args:
        files: in the order in which they were found; libraries without tests are left out.
        coverage: of all of them together; None where nobody asked.
        fail_under: the least percentage of it that passes; None for any.
    """

    files: tuple[FileOutcome, ...]
    coverage: Coverage | None = None
    fail_under: float | None = None

    def count(self, standing: Standing) -> int:
        """How many tests passed, failed or were refused."""
        return Counter(test.standing for file in self.files for test in file.tests)[standing]

    @property
    def refused_files(self) -> int:
        """How many files could not be loaded."""
        return sum(file.refusal is not None for file in self.files)

    @property
    def untested(self) -> tuple[str, ...]:
        """The programs without a test."""
        return tuple(file.name for file in self.files if file.refusal is None and not file.stated)

    @property
    def covered(self) -> bool:
        """Whether enough is exercised."""
        return self.coverage is None or self.fail_under is None or self.coverage.tenths >= 10 * self.fail_under

    @property
    def passed(self) -> bool:
        """Whether every test passed, every file could be loaded, and enough is exercised."""
        return self.covered and all(file.passed for file in self.files)


def run_tests(
    names: Iterable[str],
    choice: Choice = Choice(),  # noqa: B008 - a frozen value
    *,
    jobs: int | None = 1,
    fail_under: float | None = None,
    begin: Callable[[int], None] = lambda _: None,
    step: Callable[[FileOutcome], None] = lambda _: None,
) -> Report:
    """Run the tests of files and folders.

    Args:
        names: paths of sources and folders, and bundled programs.
        choice: what is run and how.
        jobs: how many processes; None takes as many as there is work and cores for. It makes no other difference.
        fail_under: the least percentage of what can be exercised that passes.
        begin: told how many files there are.
        step: told each outcome as soon as it is there.

    Raises:
        InputError: something cannot be read, or there is no test.
        BridgeError: a process ended before its tests did.
    """
    found = find(names)
    begin(len(found))
    files: list[FileOutcome] = []
    ran = outcomes([file.name for file in found if file.error is None], choice, jobs)
    for file in found:
        outcome = next(ran) if file.error is None else FileOutcome(file.name, refusal=Refusal.of(file.error))
        step(outcome)
        files.append(outcome)
    _require_tests(files, count=len(found), choice=choice)
    coverage = Coverage.union(file.coverage for file in files) if choice.coverage else None
    kept = tuple(file for file in files if file.refusal is not None or not file.library)
    return Report(kept, coverage, fail_under)


def _require_tests(files: Sequence[FileOutcome], *, count: int, choice: Choice) -> None:
    """Refuse to call nothing a success: a misspelled path or pattern would pass for good."""
    if any(file.tests or file.refusal is not None for file in files):
        return
    stated = sum(file.stated for file in files)
    if stated:
        message = f"none of {stated} tests has a name like {choice.pattern!r}"
        raise InputError(message, where="-k", help="* and ? stand for any text and any one character")
    if not count:
        raise InputError("no .reason source was found", help="name a folder or a source")
    raise InputError(f"no test was found in {count} {'file' if count == 1 else 'files'}", help=_EXAMPLE)
