"""What is mutated, and the tests that must notice."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.mutants.mutations import Source


class Room(NamedTuple):
    """A package to mutate, the folder of its unit tests, and the files of its laws."""

    package: str
    unit: str
    laws: Sequence[str]
    blind: Sequence[str] = ()
    """Tests of the source text itself, or of processes of their own; they see no change made in memory."""

    def sources(self, root: Path) -> list[Source]:
        """The package's modules."""
        return [Source.read(root, path) for path in sorted((root / self.package).glob("*.py"))]

    def tests(self, root: Path) -> list[str]:
        """The files of all the tests."""
        unit = [str(path.relative_to(root)) for path in sorted((root / self.unit).glob("test_*.py"))]
        return [*(file for file in unit if file not in self.blind), *self.laws]


ROOMS = (
    Room(
        "bridge/admission",
        "tests/unit/admission",
        (
            "tests/property/test_admission_laws.py",
            "tests/property/test_admission_lints.py",
            "tests/property/test_admission_teeth.py",
        ),
    ),
    Room(
        "bridge/checker",
        "tests/unit/checker",
        ("tests/property/test_checker.py",),
        ("tests/unit/checker/test_independence.py",),
    ),
)
