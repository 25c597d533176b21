"""What the figures of an evaluation are, and that a figure over nothing meets no bound."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.errors import UsageError
from bridge.rubrics.evaluation.calibration import reliability, wilson
from bridge.rubrics.evaluation.cases import Case, Split
from bridge.rubrics.evaluation.ci_gates import Bounds, ci_gates
from bridge.rubrics.evaluation.metrics import figures, median
from bridge.rubrics.evaluation.redteam import red_team
from bridge.rubrics.evaluation.results import ResultRow, observe
from bridge.rubrics.evaluation.score_fit import score_fit, score_pairs
from bridge.rubrics.evaluation.sweep import read_sweep, rerouted, swept
from bridge.rubrics.model import Verdict
from bridge.rubrics.routing import route
from tests.unit.rubrics.building import answers, rubric
from tests.unit.rubrics.evaluation.labelled import evaluation, result_of

PAIRS = st.lists(st.tuples(st.sampled_from(Verdict), st.sampled_from(Verdict)))


@given(PAIRS)
def test_the_confusion_counts_every_pair_and_agreement_is_its_diagonal(pairs: list[tuple[Verdict, Verdict]]) -> None:
    of = figures(pairs)
    assert sum(sum(row.values()) for row in of.confusion.values()) == len(pairs)
    assert of.agreement.count == sum(one is other for one, other in pairs)
    assert sum(one.support for one in of.per_verdict.values()) == len(pairs)


@given(PAIRS)
def test_every_figure_is_a_share_or_nothing(pairs: list[tuple[Verdict, Verdict]]) -> None:
    of = figures(pairs)
    classes = [value for one in of.per_verdict.values() for value in (one.precision, one.recall, one.f1)]
    rates = [of.macro_f1, of.agreement.rate, of.false_pass.rate, of.review.rate, *classes]
    assert all(rate is None or 0 <= rate <= 1 for rate in rates)
    assert (of.macro_f1 == 1) == (of.agreement.rate == 1)


def test_macro_f1_is_over_the_verdicts_that_are_expected() -> None:
    of = figures([(Verdict.PASS, Verdict.PASS), (Verdict.PASS, Verdict.SKIP), (Verdict.FAIL, Verdict.FAIL)])
    # The skip that nobody expected lowers the recall of pass, and is no class of its own.
    assert of.per_verdict[Verdict.PASS].f1 == pytest.approx(2 / 3)
    assert of.macro_f1 == pytest.approx((2 / 3 + 1) / 2)
    assert (of.per_verdict[Verdict.SKIP].precision, of.per_verdict[Verdict.SKIP].recall) == (0.0, None)


def test_a_false_pass_is_counted_among_what_must_not_pass() -> None:
    of = figures([(Verdict.FAIL, Verdict.PASS), (Verdict.ESCALATE, Verdict.REVIEW), (Verdict.REVIEW, Verdict.PASS)])
    assert (of.false_pass.count, of.false_pass.denominator, of.false_pass.rate) == (1, 2, 0.5)
    assert figures([(Verdict.PASS, Verdict.PASS)]).false_pass.rate is None


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1))
def test_a_reliability_table_has_every_case_in_one_bin(seen: list[tuple[float, bool]]) -> None:
    table = reliability("verdict", seen)
    assert table is not None
    assert sum(one.count for one in table.bins) == table.count == len(seen)
    assert all(one.low <= one.confidence <= one.high + 1e-12 for one in table.bins)
    assert 0 <= table.expected_calibration_error <= table.maximum_calibration_error <= 1


def test_who_is_right_as_often_as_sure_is_calibrated() -> None:
    table = reliability("verdict", [(0.75, True)] * 3 + [(0.75, False)])
    assert table is not None
    assert table.expected_calibration_error == 0
    assert reliability("verdict", []) is None


@given(st.integers(0, 50), st.integers(0, 50))
def test_the_interval_holds_the_share(right: int, wrong: int) -> None:
    low, high = wilson(right, right + wrong)
    assert 0 <= low <= high <= 1
    assert not right + wrong or low <= right / (right + wrong) <= high


def test_a_known_interval() -> None:
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("values", "middle"), [([], None), ([3.0, 1.0], 2.0), ([9.0, 1.0, 2.0], 2.0)])
def test_the_median(values: list[float], middle: float | None) -> None:
    assert median(values) == middle


def frozen(name: str, baseline: Verdict | None = None) -> Case:
    return Case(name, "release-note", Split.REDTEAM, Verdict.FAIL, baseline=baseline)


def test_a_frozen_case_that_changes_or_lacks_is_a_regression_even_for_the_milder() -> None:
    cases = [frozen("a"), frozen("b"), frozen("c", Verdict.PASS), replace(frozen("d"), split=Split.TRAIN)]
    gate = red_team(cases, {"a": Verdict.REVIEW, "c": Verdict.PASS, "d": Verdict.PASS})
    assert [(one.case_id, one.came_to) for one in gate.regressions] == [("a", Verdict.REVIEW), ("b", None)]
    assert (gate.status, gate.cases) == ("failed", 3)
    assert red_team(cases[3:], {}).status == "unavailable"


def test_score_fit_is_in_levels_in_shares_and_by_the_nearest_level() -> None:
    of = rubric()
    case = Case("a", of.id, Split.TRAIN, Verdict.PASS, expected_scores={"score.clarity": 2})
    seen = observe(case, ResultRow("a", "live_model", result_of(of, answers())), of)
    assert seen is not None
    pairs = score_pairs([seen], {of.id: of})
    assert pairs[0].nearest == 2  # 1.5 is nearest to 2: halves go up
    expected = {"mean_absolute_error": 0.5, "normalized_error": 0.25, "nearest_level_agreement": 1.0, "count": 1}
    assert score_fit(pairs) == {"score.clarity": expected}


def test_a_sweep_routes_the_saved_answers_anew() -> None:
    of = evaluation(("pass", "pass"))
    sweep = read_sweep("release-note|score.clarity|score=1,1.5,1.6", of.rubrics)
    rates = [one.agreement.rate for one in swept(sweep, rubric(), of.observed).figures]
    assert (sweep.current, rates) == (1.5, [1.0, 1.0, 0.0])
    floors = read_sweep("release-note|confidence_floor=0.6,0.75", of.rubrics)
    assert [one.review.rate for one in swept(floors, rubric(), of.observed).figures] == [0.0, 1.0]


def test_an_injection_that_was_found_still_escalates() -> None:
    (one,) = evaluation(("pass", "pass")).observed
    assert rerouted(rubric(), one) is route(rubric(), one.answers).verdict
    assert rerouted(rubric(), replace(one, injected=True)) is Verdict.ESCALATE


@pytest.mark.parametrize(
    ("given_", "says"),
    [
        ("", "not a sweep"),
        ("release-note|floor=1", "not a sweep"),
        ("release-note|a|b|c=1", "not a sweep"),
        ("other|confidence_floor=0.5", "no case is judged by 'other'"),
        ("release-note|gone|noul=0.5", "is read by 0 conditions"),
        ("release-note|profile.kind|choice=0.5", "is a label"),
        ("release-note|screen.fit|noul=", "not a number: ''"),
        ("release-note|screen.fit|noul=nan", "not a number: 'nan'"),
        ("release-note|screen.fit|noul=0.5,x", "not a number: 'x'"),
        ("release-note|screen.fit|noul=2", "2 is outside of what an answer can be, 0 to 1"),
        ("release-note|score.clarity|score=2.5", "outside of what an answer can be, 0 to 2"),
        ("release-note|screen.fit|noul=" + ",".join(["0.5"] * 201), "at most 200"),
    ],
)
def test_what_is_no_sweep(given_: str, says: str) -> None:
    with pytest.raises(UsageError, match=says.replace("|", r"\|")):
        read_sweep(given_, {"release-note": rubric()})


def test_without_bounds_only_a_regression_fails() -> None:
    assert [(one.name, one.passed) for one in ci_gates(evaluation(("pass", "fail")), Bounds())] == [
        ("redteam_regression", True)
    ]
    (gate,) = ci_gates(evaluation(("fail", "pass"), split=Split.REDTEAM), Bounds())
    assert (gate.passed, gate.actual) == (False, "failed")


def test_with_a_bound_what_is_not_there_fails_too() -> None:
    held = evaluation(("fail", "fail"), split=Split.REDTEAM, missing=1)
    gates = {one.name: one.passed for one in ci_gates(held, Bounds(min_agreement=1, max_false_pass_rate=0))}
    assert gates == {"redteam_regression": False, "coverage": False, "agreement": True, "false_pass_rate": True}
    nothing = evaluation(("pass", "pass"))
    gates = {one.name: one.passed for one in ci_gates(nothing, Bounds(max_false_pass_rate=1, min_macro_f1=0.9))}
    # Nothing must not pass here, so no false-pass rate is known; nor is anything of attacks.
    assert gates == {"redteam_regression": False, "coverage": True, "macro_f1": True, "false_pass_rate": False}


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan"), 90.0])
def test_a_bound_is_a_share(share: float) -> None:
    with pytest.raises(UsageError, match="--ci-min-macro-f1 must be from 0 to 1"):
        Bounds(min_macro_f1=share)


def test_the_report_says_what_it_does_not_say() -> None:
    said = evaluation(("pass", "pass"), ("fail", "pass"), missing=1).limitations
    assert "1 of 3 cases have no result; the figures leave them out" in said
    assert "there is no frozen-redteam case, so nothing is known of attacks" in said


def test_a_saved_verdict_that_its_answers_do_not_route_to_is_named() -> None:
    said = evaluation(("fail", "fail")).limitations
    assert "1 saved verdicts are not what their answers route to now: c0" in said


def test_an_evaluation_of_nothing_is_a_report_all_the_same() -> None:
    report = evaluation(missing=2).json()
    assert report["agreement"]["rate"] is None
    assert report["limitations"][0] == "no case has a result"
