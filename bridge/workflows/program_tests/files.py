"""The tests of one file: loaded once, chosen by name, run one after the other."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Final, NamedTuple

from bridge.core.codes.names import RSN009, RSN016
from bridge.core.diagnostics import Diagnostic, ProgramRefused, Severity
from bridge.core.sources import Source, Span
from bridge.errors import BridgeError
from bridge.workflows.limits import DEFAULT, Limits
from bridge.workflows.program_tests.coverage import Coverage, Item, Items
from bridge.workflows.program_tests.outcome import Refusal, TestOutcome
from bridge.workflows.program_tests.run import run
from bridge.workflows.programs import Loaded, content, parse, source

_NOTHING: Final = Coverage((), frozenset())


class Choice(NamedTuple):
    """What is run and how.

    Args:
        pattern: only tests whose name contains it, whatever the case; ``*`` and ``?`` stand for any text and any one
            character. None takes all.
        convention: refuse programs that break the admission convention.
        coverage: find out what the tests exercise.
        limits: of reading each file, and again of each test.
    """

    pattern: str | None = None
    convention: bool = True
    coverage: bool = False
    limits: Limits = DEFAULT

    def takes(self, name: str) -> bool:
        """Whether a test of this name is chosen."""
        if self.pattern is None:
            return True
        return fnmatchcase(name.casefold(), f"*{self.pattern.casefold().replace('[', '[[]')}*")


@dataclass(frozen=True)
class FileOutcome:
    """What became of a file.

    Args:
        name: its path.
        tests: what became of each chosen test, in source order.
        refusal: why it could not be loaded.
        warnings: what its source is warned of.
        stated: how many tests it has, chosen or not.
        library: whether it is no program of its own.
        coverage: what can be exercised and what was; empty where nobody asked.
    """

    name: str
    tests: tuple[TestOutcome, ...] = ()
    refusal: Refusal | None = None
    warnings: tuple[Diagnostic, ...] = ()
    stated: int = 0
    library: bool = False
    coverage: Coverage = _NOTHING

    @property
    def passed(self) -> bool:
        """Whether everything in it that was chosen passed."""
        return self.refusal is None and all(test.standing == "passed" for test in self.tests)


def run_file(name: str, choice: Choice, *, part: int = 0, parts: int = 1) -> FileOutcome:
    """Load a file and run its tests.

    Args:
        name: a path, or a bundled program.
        choice: what is run and how.
        part: run every ``parts``-th of the chosen tests, this one first; from 0.
        parts: into how many parts they are divided.

    Returns:
        What became of it. A file that cannot be loaded is an outcome too.
    """
    try:
        data = content(name, choice.limits.start(), ordinary=True)
        try:
            loaded = _load(data, name, choice.limits)
        except ProgramRefused as refused:
            return _refused(source(data, name), refused)
    except BridgeError as error:
        return FileOutcome(name, refusal=Refusal.of(error))
    return run_loaded(loaded, choice, part=part, parts=parts)


def run_loaded(loaded: Loaded, choice: Choice, *, part: int = 0, parts: int = 1) -> FileOutcome:
    """``run_file`` for what is loaded already."""
    chosen = [test for test in loaded.tests if choice.takes(test.name)][part::parts]
    outcome = FileOutcome(loaded.name, warnings=loaded.warnings, stated=len(loaded.tests))
    items = Items(loaded) if choice.coverage else None
    tests: list[TestOutcome] = []
    exercised: set[Item] = set()
    for test in chosen:
        became, evaluated = run(test, loaded, convention=choice.convention, bounds=choice.limits.start())
        tests.append(became)
        if items is not None and evaluated is not None:
            exercised |= items.exercised(evaluated, (one.atom for one in test.expectations if one.atom is not None))
    coverage = _NOTHING if items is None else Coverage(items.all(), frozenset(exercised))
    return replace(outcome, tests=tuple(tests), coverage=coverage)


def merged(parts: list[FileOutcome]) -> FileOutcome:
    """A file of whose tests each part ran some."""
    first = parts[0]
    turns = max(len(one.tests) for one in parts)
    tests = tuple(one.tests[turn] for turn in range(turns) for one in parts if turn < len(one.tests))
    return replace(first, tests=tests, coverage=Coverage.union(one.coverage for one in parts))


def _load(data: bytes, name: str, limits: Limits) -> Loaded:
    """Load a file; where it asks nothing by itself, what its first test asks stands in, since each test asks anew."""
    try:
        return parse(data, name=name, bounds=limits.start())
    except ProgramRefused as refused:
        errors = [one for one in refused.diagnostics if one.severity is Severity.ERROR]
        query = next(_asked(source(data, name)), None) if [one.code for one in errors] == [RSN016.code] else None
        if query is None:
            raise
        return parse(data, name=name, query=query, bounds=limits.start())


def _asked(source: Source) -> Iterator[str]:
    from bridge.reason.syntax import ast, parser

    for test in parser.parse(source)[0].tests:
        for step in test.steps:
            if isinstance(step.piece, ast.Expect) and step.piece.atom is not None:
                yield source.text[step.piece.atom.start : step.piece.atom.end]


def _refused(source: Source, refused: ProgramRefused) -> FileOutcome:
    """A program that is refused, or a library, which is none: its rules are tested by the programs that use it."""
    if all(one.code != RSN009.code for one in refused.diagnostics):
        return FileOutcome(source.name, refusal=Refusal.of(refused))
    from bridge.reason.syntax import parser

    tests = parser.parse(source)[0].tests
    found = tuple(
        Diagnostic(
            RSN009.code,
            "the tests of a library cannot be run: it has no header",
            span=Span(source, test.name.start, test.name.end),
            help="move them into a program that uses it",
        )
        for test in tests
    )
    refusal = Refusal.of(ProgramRefused(found)) if found else None
    return FileOutcome(source.name, refusal=refusal, stated=len(tests), library=True)
