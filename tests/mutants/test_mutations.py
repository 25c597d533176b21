"""What is changed in a module, what identifies a change, and where a change can be made in memory."""

from pathlib import Path

import pytest

from tests.mutants.codes import patches
from tests.mutants.mutations import Mutant, Source

TEXT = '''"""A module."""

from typing import Final, TypeAlias

Name: TypeAlias = "str | None"
LIMIT: Final = 3


def least(values: list[int], bound: int = 1) -> int:
    """The least."""
    found = min(values)
    return found if found < bound else len(values)


class Box:
    size = 2

    @property
    def room(self) -> int:
        return self.size - 1


def made(step: int):
    def read(value: int) -> int:
        return value + step

    return read
'''
SOURCE = Source(Path("pkg/module.py"), "pkg.module", TEXT)
MUTANTS = list(SOURCE.mutants())


def found(owner: str) -> list[tuple[str, str]]:
    return [(m.change.before, m.change.after) for m in MUTANTS if m.owner == f"pkg.module{owner}"]


def where(mutant: Mutant) -> list[str] | None:
    changed = patches(mutant, "module.py")
    return None if changed is None else [patch.place[1] for patch in changed]


def test_constants_members_properties_and_inner_functions_are_changed() -> None:
    assert found(".LIMIT") == [("LIMIT: Final = 3", "LIMIT: Final = None"), ("LIMIT: Final = 3", "LIMIT: Final = 4")]
    assert ("size = 2", "size = 3") in found(".Box")
    assert ("return self.size - 1", "return self.size + 1") in found(".Box.room")
    assert ("return value + step", "return value - step") in found(".made.read")
    assert ("return found if found < bound else len(values)", "return found if found <= bound else len(values)") in (
        found(".least")
    )


def test_types_documentation_and_lengths_are_left_alone() -> None:
    changed = {mutant.change.before for mutant in MUTANTS}
    assert not any("TypeAlias" in line or '"""' in line for line in changed)
    assert not any("len(None)" in mutant.change.after for mutant in MUTANTS)


def test_each_mutant_is_one_change_to_the_text() -> None:
    assert len(MUTANTS) > 10
    for mutant in MUTANTS:
        assert mutant.text != TEXT
        assert TEXT.replace(mutant.change.before, mutant.change.after, 1) == mutant.text


@pytest.mark.parametrize(
    ("owner", "after", "functions"),
    [
        (".LIMIT", "LIMIT: Final = 4", None),
        (".Box", "size = 3", None),
        (".least", "def least(values: list[int], bound: int = 2) -> int:", None),
        (".least", "found = min(None)", ["least"]),
        (".Box.room", "return self.size + 1", ["Box.room"]),
        (".made.read", "return value - step", ["made", "made.<locals>.read"]),
    ],
)
def test_a_function_that_differs_is_known_by_its_code(owner: str, after: str, functions: list[str] | None) -> None:
    (mutant,) = (m for m in MUTANTS if m.owner == f"pkg.module{owner}" and m.change.after == after)
    assert where(mutant) == functions
