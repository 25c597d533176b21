"""The registry's examples: each has exactly the problem of its code, at a place in its text, and the fix has none."""

import pytest

from bridge.admission.table import violations
from bridge.core.codes import Code
from bridge.core.codes.admission import CODES
from bridge.core.diagnostics import Diagnostic, locate
from bridge.core.sources import Source
from bridge.reason.lowering import compile_source
from bridge.reason.model import Program


def problems(name: str, text: str) -> tuple[Diagnostic, ...]:
    lowered = compile_source(Source(name, text))
    assert isinstance(lowered.program, Program)
    return locate(violations(lowered.program), lowered.spans)


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.code)
def test_the_example_has_exactly_this_problem(code: Code) -> None:
    (found,) = problems("example.reason", code.example)
    assert found.code == code.code
    assert found.span is not None


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.code)
def test_the_fix_has_none(code: Code) -> None:
    assert problems("fix.reason", code.fix) == ()


def test_a_missing_admission_is_shown_where_the_judgement_is_declared() -> None:
    text = 'ontology "o" version "1".\nauthority model-judged.\npredicate judged_x().\nquery not judged_x().\n'
    (found,) = problems("bare.reason", text)
    assert (found.code, str(found.span)) == ("RSN103", "bare.reason:3:11")
