"""Every code has a page made from its entry: the example has exactly that problem, and the fix has none."""

import pytest

from bridge.core.codes import Code, lint
from bridge.core.codes.registry import REGISTRY
from tests.unit.lowering.compiling import codes, found

_PROGRAMS = {name: code for name, code in REGISTRY.items() if not name.startswith("RUB")}

# The convention and the lints are about the compiled program; here their examples need only compile.
_OF_PROGRAMS = ("RSN1", "RSN40", *(code.code for code in lint.CODES))
_NEEDS_FILES = {"RSN014", "RSN033", "RSN502"}
_NEEDS_A_RUN = {f"RSN{number}" for number in range(503, 512)}
_NEEDS_A_LONG_TEXT = {"RSN512", "RSN513"}

_LANGUAGE = [code for code in _PROGRAMS.values() if not code.code.startswith(_OF_PROGRAMS)]
_SHOWN = [code for code in _LANGUAGE if code.example]


@pytest.mark.parametrize("code", REGISTRY.values(), ids=REGISTRY)
def test_says_what_and_why(code: Code) -> None:
    assert code.title
    assert code.title[0].islower() or code.title[0] == "`"
    assert not code.title.endswith(".")
    assert code.why.endswith(".")


def test_only_what_needs_other_files_a_run_or_a_long_text_has_no_example() -> None:
    assert {code.code for code in _LANGUAGE if not code.example} == _NEEDS_FILES | _NEEDS_A_RUN | _NEEDS_A_LONG_TEXT


@pytest.mark.parametrize("code", _SHOWN, ids=lambda code: code.code)
def test_the_example_has_exactly_this_problem(code: Code) -> None:
    assert codes(code.example) == [code.code]


@pytest.mark.parametrize("code", _SHOWN, ids=lambda code: code.code)
def test_the_fix_has_none(code: Code) -> None:
    assert code.fix != code.example
    assert found(code.fix) == ()


@pytest.mark.parametrize(
    "code", [code for code in _PROGRAMS.values() if code not in _LANGUAGE and code.example], ids=lambda code: code.code
)
def test_the_examples_that_are_about_programs_compile(code: Code) -> None:
    assert found(code.example) == ()
    assert found(code.fix) == ()
