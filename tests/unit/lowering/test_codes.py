"""Every code has a page made from its entry: the example has exactly that problem, and the fix has none."""

import pytest

from bridge.core.codes import Code
from bridge.core.codes.registry import REGISTRY
from tests.unit.lowering.compiling import codes, found

# The convention is checked on the compiled program; here its examples need only compile.
_CONVENTION = ("RSN1", "RSN40")
_NEEDS_FILES = {"RSN014", "RSN502"}

_LANGUAGE = [code for code in REGISTRY.values() if not code.code.startswith(_CONVENTION)]
_SHOWN = [code for code in _LANGUAGE if code.example]


@pytest.mark.parametrize("code", REGISTRY.values(), ids=REGISTRY)
def test_says_what_and_why(code: Code) -> None:
    assert code.title
    assert code.title[0].islower() or code.title[0] == "`"
    assert not code.title.endswith(".")
    assert code.why.endswith(".")


def test_only_what_needs_other_files_has_no_example() -> None:
    assert {code.code for code in _LANGUAGE if not code.example} == _NEEDS_FILES


@pytest.mark.parametrize("code", _SHOWN, ids=lambda code: code.code)
def test_the_example_has_exactly_this_problem(code: Code) -> None:
    assert codes(code.example) == [code.code]


@pytest.mark.parametrize("code", _SHOWN, ids=lambda code: code.code)
def test_the_fix_has_none(code: Code) -> None:
    assert code.fix != code.example
    assert found(code.fix) == ()


@pytest.mark.parametrize(
    "code", [code for code in REGISTRY.values() if code not in _LANGUAGE], ids=lambda code: code.code
)
def test_the_examples_of_the_convention_compile(code: Code) -> None:
    assert found(code.example) == ()
    assert found(code.fix) == ()
