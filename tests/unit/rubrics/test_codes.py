"""Every rubric code has an example with exactly that problem, and a fix with none."""

import pytest

from bridge.core.codes import Code
from bridge.core.codes.rubrics import CODES
from tests.unit.rubrics.loading import found

_NO_EXAMPLE = {"RUB104", "RUB201"}
_SHOWN = [code for code in CODES if code.example]


def test_only_what_needs_size_has_no_example() -> None:
    assert {code.code for code in CODES if not code.example} == _NO_EXAMPLE


@pytest.mark.parametrize("code", _SHOWN, ids=lambda code: code.code)
def test_the_example_has_exactly_this_problem_at_a_place_of_its_text(code: Code) -> None:
    (only,) = found(code.example)
    assert only.code == code.code
    assert only.span is not None
    assert 0 <= only.span.start <= only.span.end <= len(code.example)


@pytest.mark.parametrize("code", _SHOWN, ids=lambda code: code.code)
def test_the_fix_has_none(code: Code) -> None:
    assert found(code.fix) == ()
