"""The pages of the lints: each example has exactly the finding of its code, and its mended twin has none."""

import pytest

from bridge.core.codes import Code, admission_lint, advice, lint
from bridge.core.diagnostics import Severity
from tests.unit.analysis.linting import POLICY, RELEASE, codes, looked

SHOWN = [code for code in (*admission_lint.CODES, *advice.CODES, *lint.CODES) if code.example]


@pytest.mark.parametrize("code", SHOWN, ids=lambda code: code.code)
def test_the_example_has_exactly_this_finding_at_a_place_with_a_remedy(code: Code) -> None:
    (found,) = looked(code.example).findings
    assert found.code == code.code
    assert found.severity is Severity.WARNING
    assert found.span is not None
    assert found.help
    assert not found.message.endswith(".")


@pytest.mark.parametrize("code", SHOWN, ids=lambda code: code.code)
def test_the_fix_has_none(code: Code) -> None:
    assert codes(code.fix) == []


def test_only_what_is_no_program_has_no_example() -> None:
    assert [code.code for code in lint.CODES if not code.example] == ["RSN427"]


@pytest.mark.parametrize("text", [RELEASE, POLICY], ids=["program", "policy"])
def test_what_the_other_tests_begin_with_is_clean(text: str) -> None:
    assert codes(text) == []
