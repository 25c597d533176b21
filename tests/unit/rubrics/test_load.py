"""What a rubric file may not be, and where its problems are said to be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.codes.rubrics import CODES
from bridge.core.diagnostics import Diagnostic, Severity
from bridge.errors import LimitError
from bridge.rubrics.findings import RubricRefused
from bridge.rubrics.load import Dialect
from tests.unit.rubrics.loading import found, loaded

RUBRIC = next(code.fix for code in CODES if code.code == "RUB101")


def problems(text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(RubricRefused) as caught:
        loaded(text)
    return caught.value.diagnostics


@given(st.text(max_size=200) | st.lists(st.sampled_from(RUBRIC.splitlines(keepends=True))).map("".join))
def test_any_text_is_a_rubric_or_is_refused_with_a_place(text: str) -> None:
    assert all(one.span is not None and one.span.end <= len(text) for one in found(text))


@given(st.integers(0, len(RUBRIC) - 1), st.sampled_from(":{}[]&*!'\"\t\x00-1\ud7ff"))
def test_a_rubric_with_one_character_changed_is_a_rubric_or_is_refused(at: int, character: str) -> None:
    text = RUBRIC[:at] + character + RUBRIC[at + 1 :]
    assert any(one.severity is Severity.ERROR for one in found(text)) or loaded(text).rubric.questions


def test_every_problem_is_said_at_once_in_source_order() -> None:
    text = RUBRIC.replace("type: noul", "type: nul").replace("verdict: fail", "verdict: no").replace("0.7}", "7}")
    assert [one.code for one in problems(text)] == ["RUB108", "RUB111", "RUB121"]


def test_a_near_miss_gets_one_suggestion() -> None:
    (only,) = problems(RUBRIC.replace("answer: profile.kind", "answer: profile.kin"))
    assert only.help == "did you mean 'profile.kind'?"
    assert only.span is not None
    assert RUBRIC.replace("profile.kind,", "profile.kin,")[only.span.start : only.span.end] == "profile.kin"


def test_a_version_is_the_text_that_is_written() -> None:
    assert loaded(RUBRIC.replace("1.0.0", "1.10")).rubric.version == "1.10"


def test_yes_and_no_are_words() -> None:
    text = RUBRIC.replace("{fix: mends a fault,", "{no: mends a fault,")
    assert loaded(text).rubric.questions["profile.kind"].labels == ("no", "feature")


def test_a_threshold_that_no_answer_reaches_is_an_error_of_ours_and_a_warning_of_theirs() -> None:
    text = RUBRIC.replace("value: 0.5", "value: 80")
    (only,) = problems(text)
    assert (only.code, only.severity, only.help) == ("RUB129", Severity.ERROR, "80 per cent is 0.8")
    (warning,) = loaded(text, Dialect.JUDGE_JEV).warnings
    assert (warning.code, warning.severity) == ("RUB129", Severity.WARNING)


@pytest.mark.parametrize("value", ["true", '"0.5"', ".nan", ".inf", "null"])
def test_a_threshold_that_is_no_number_is_refused(value: str) -> None:
    assert [one.code for one in problems(RUBRIC.replace("value: 0.5", f"value: {value}"))] == ["RUB128"]


def test_aliases_of_aliases_are_refused_before_they_are_written_out() -> None:
    lines = ["a0: &a0 [x, y]", *(f"a{at}: &a{at} [*a{at - 1}, *a{at - 1}]" for at in range(1, 40))]
    (only,) = problems("\n".join(lines))
    assert only.code == "RUB102"


def test_nesting_is_bounded() -> None:
    assert [one.code for one in problems("a: " + "[" * 5000)] == ["RUB101"]
    assert [one.code for one in problems("a: " + "[" * 100 + "]" * 100)] == ["RUB101"]


def test_length_is_bounded() -> None:
    with pytest.raises(LimitError) as caught:
        loaded("#" * 300_000)
    assert caught.value.bound is not None
    assert caught.value.bound.code == "RUB104"


def test_an_alias_may_stand_for_what_stands_elsewhere() -> None:
    text = RUBRIC.replace("[muddled, readable, plain]", "&levels [muddled, readable, plain]")
    again = text.replace("questions:\n", "questions:\n  score.tone: {type: score, stage: score, criteria: [a, b]}\n")
    assert loaded(again).rubric.questions["score.clarity"].labels == ("0", "1", "2")
